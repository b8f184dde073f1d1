import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { DEFAULTS } from '../store/settings.svelte';
import Board from './Board.svelte';
import { scenes, type Scene } from './scenes';

type Started = { element: Element; frames: Keyframe[]; options: KeyframeAnimationOptions };
let started: Started[] = [];
let reduced = false;

beforeEach(() => {
  started = [];
  reduced = false;
  // What runs here has no Web Animations: what is asked for is written down, and is over at once.
  Object.assign(Element.prototype, {
    animate(this: Element, frames: Keyframe[], options: KeyframeAnimationOptions) {
      started.push({ element: this, frames, options });
      return { finished: Promise.resolve() };
    },
  });
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: reduced && query.includes('reduced-motion'),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Element.prototype, 'animate');
});

const sceneOf = (name: string): Scene => {
  const scene = scenes[name === 'four_taken' ? 'four' : name];
  if (!scene?.view.deal) throw new Error(name);
  if (name === 'four_taken') {
    const taken = scene.view.deal.taken.map((each, seat) =>
      seat === 2 ? { ...each, points: each.points + 10, tricks: each.tricks + 1 } : each,
    );
    return { ...scene, view: { ...scene.view, deal: { ...scene.view.deal, taken } } };
  }
  if (name !== 'call') return scene;
  // The next potje, fresh from the dealer.
  const deal = { ...scene.view.deal, number: 5, calls: [] };
  return { ...scene, view: { ...scene.view, deal } };
};

/** A board on one scene that becomes another. */
async function turn(from: string, to: string, pace = 1): Promise<void> {
  const props = (name: string) => ({ ...sceneOf(name), settings: DEFAULTS, pace, act: () => {} });
  const { rerender } = render(Board, { props: props(from) });
  await tick();
  started = [];
  await rerender(props(to));
  await tick();
}

describe('on the board', () => {
  test('a card slides to the trick in a quarter of a second, and the rest stands still', async () => {
    await turn('four', 'four_hold');
    expect(started).toHaveLength(1);
    const [slide] = started;
    expect(slide?.element.closest('[data-lies]')?.getAttribute('data-lies')).toBe('DT');
    expect(slide?.options.duration).toBe(250);
  });

  test('a trick goes to its winner in 0.35 s, as copies that leave nothing behind', async () => {
    await turn('four_hold', 'four');
    const flights = started.filter(({ options }) => options.duration === 350);
    expect(flights).toHaveLength(4);
    expect(document.querySelectorAll('.air > *')).toHaveLength(0);
  });

  test('everything takes as long as the pace says', async () => {
    await turn('four', 'four_hold', 1.6);
    expect(started.map(({ options }) => options.duration)).toEqual([400]);
  });

  test('pace nothing moves nothing', async () => {
    await turn('four', 'four_hold', 0);
    expect(started).toEqual([]);
  });

  test('nothing slides for who wants less motion', async () => {
    reduced = true;
    await turn('four', 'four_hold');
    expect(started).toEqual([]);
  });

  test('a hand is dealt in packets of three, two and three', async () => {
    await turn('made', 'call');
    const mine = started.filter(({ element }) => element.matches('.hand li'));
    const delays = mine.map(({ options }) => options.delay ?? 0);
    const packets = [...new Set(delays)].map((delay) => delays.filter((d) => d === delay).length);
    expect(packets).toEqual([3, 2, 3]);
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
  });

  test('a result is written on the slate, one figure after the other', async () => {
    await turn('four_hold', 'made', 0.6);
    const figures = started.filter(({ element }) => element.closest('.result-slate .chalk'));
    expect(figures).toHaveLength(8);
    expect(figures.map(({ options }) => options.duration)).toEqual(Array(8).fill(180));
    const delays = figures.map(({ options }) => Number(options.delay));
    expect(delays).toEqual([...new Set(delays)].sort((a, b) => a - b));
  });

  test('after a trick only what is new is written', async () => {
    await turn('four_wait', 'four_taken');
    const figures = started.filter(({ element }) => element.closest('.chalk'));
    expect(figures.map(({ element }) => element.parentElement?.textContent)).toEqual(['28', '2']);
  });

  test('no card flies over the slate of a result', async () => {
    await turn('four_hold', 'made');
    expect(started.filter(({ options }) => options.duration === 350)).toEqual([]);
  });

  test('only what costs no layout is moved', async () => {
    const properties: string[] = [];
    for (const [from = '', to = ''] of [
      ['made', 'call'],
      ['four_hold', 'four'],
      ['four_hold', 'made'],
    ]) {
      await turn(from, to);
      properties.push(
        ...started.flatMap(({ frames }) => frames.flatMap((frame) => Object.keys(frame))),
      );
    }
    expect(new Set(properties)).toEqual(new Set(['transform', 'opacity', 'offset', 'clipPath']));
  });
});
