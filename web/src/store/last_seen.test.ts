import { beforeEach, expect, test } from 'vitest';
import { dealtView } from '../../tests/build';
import { forgetSeen, keepSeen, lastSeen } from './last_seen';
import type { Store } from './settings.svelte';

let kept: Map<string, string>;
let store: Store;
const DAY = 24 * 3600 * 1000;

beforeEach(() => {
  kept = new Map();
  store = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
});

test('the table that was seen last is known for days, and not for ever', () => {
  const view = dealtView(['HJ']);
  keepSeen(store, view, 1000);
  expect(lastSeen(store, 2 * DAY)).toEqual({ code: 'KR7TM', at: 1000, view });
  expect(lastSeen(store, 4 * DAY)).toBeNull();
});

test('who leaves a table forgets it, and no other', () => {
  keepSeen(store, dealtView(['HJ']), 1000);
  forgetSeen(store, 'BBBBB');
  expect(lastSeen(store, 1000)?.code).toBe('KR7TM');
  forgetSeen(store, 'KR7TM');
  expect(lastSeen(store, 1000)).toBeNull();
});

test('nothing is remembered without storage, and what is unreadable is nothing', () => {
  keepSeen(null, dealtView(['HJ']), 1000);
  expect(lastSeen(null, 1000)).toBeNull();
  for (const text of ['', 'null', '7', '{', '{"code":7}', '{"code":"KR7TM","at":1}']) {
    kept.set('klaverkroeg.last', text);
    expect(lastSeen(store, 1000)).toBeNull();
  }
});
