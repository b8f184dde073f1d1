import { afterEach, expect, test, vi } from 'vitest';
import type { Answer } from '../api';
import { wish } from './wish';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const LOST: Answer<string> = { ok: false, problem: 'offline' };
const SEATED: Answer<string> = { ok: true, value: 'KR7TM' };

/** The key that is used for this answer. */
async function keyOf(wished: ReturnType<typeof wish>, answer: Answer<string>): Promise<string> {
  let used = '';
  expect(
    await wished((key) => {
      used = key;
      return Promise.resolve(answer);
    }),
  ).toEqual(answer);
  return used;
}

test('without an answer the same key is used again, also after a reload and in another tab', async () => {
  const first = await keyOf(wish('KR7TM'), LOST);
  expect(first).toMatch(/^[\w-]{32}$/);
  expect(await keyOf(wish('KR7TM'), LOST)).toBe(first);
  expect(await keyOf(wish('BBBBB'), LOST)).not.toBe(first);
});

test('with the answer it is kept nowhere, and the next wish has another', async () => {
  const first = await keyOf(wish('KR7TM'), SEATED);
  expect(localStorage.length).toBe(0);
  expect(await keyOf(wish('KR7TM'), SEATED)).not.toBe(first);
});

test('where nothing can be stored one form has one key', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('no');
  });
  const wished = wish('KR7TM');
  expect(await keyOf(wished, LOST)).toBe(await keyOf(wished, SEATED));
});
