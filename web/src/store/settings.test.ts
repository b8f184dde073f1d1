import { expect, test } from 'vitest';
import { DEFAULTS, LiveSettings, paceFactor, readSettings } from './settings.svelte';

const query = (text = '') => new URLSearchParams(text);

test('a browser that speaks English first gets English, any other one Dutch', () => {
  expect(readSettings(null, query(), ['en-GB', 'nl']).language).toBe('en');
  expect(readSettings(null, query(), ['fr', 'nl-NL']).language).toBe('nl');
  expect(readSettings(null, query(), ['fr']).language).toBe('nl');
});

test('what was stored goes before the browser, the address before both', () => {
  expect(readSettings('{"language":"nl","large":false}', query('?groot=1'), ['en'])).toMatchObject({
    language: 'nl',
    large: true,
  });
});

test('a stored text that is not ours is left alone', () => {
  expect(readSettings('{"pace":"wild","hand":7}', query(), ['nl'])).toEqual(DEFAULTS);
  expect(readSettings('not json', query(), ['nl'])).toEqual(DEFAULTS);
  expect(readSettings('null', query(), ['nl'])).toEqual(DEFAULTS);
});

test('the address may set the pace, for tests to zero', () => {
  expect(paceFactor({ ...DEFAULTS, pace: 'quick' }, query())).toBe(0.6);
  expect(paceFactor(DEFAULTS, query('?tempo=0'))).toBe(0);
  expect(paceFactor(DEFAULTS, query('?tempo=snel'))).toBe(1);
  expect(paceFactor({ ...DEFAULTS, large: true }, query())).toBe(1.6);
});

test('settings work where the browser keeps nothing', () => {
  const refuses = () => {
    throw new Error('forbidden');
  };
  const settings = new LiveSettings(DEFAULTS, {
    getItem: refuses,
    setItem: refuses,
    removeItem: refuses,
  });
  settings.change({ large: true });
  expect(settings.now.large).toBe(true);
});
