import { sha256 } from '@noble/hashes/sha2.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FairRecord } from '../wire.gen';
import { hasher, hex, type Hash } from './hash';
import { below, check, dealt, draw, pack, seal, sealNumbers } from './sums';

const VECTORS = join(__dirname, '../../../tests/rules/data/fair.json');
const vectors = JSON.parse(readFileSync(VECTORS, 'utf8')) as FairRecord[];
const library: Hash = (text) => Promise.resolve(sha256(new TextEncoder().encode(text)));

describe.each([
  ['the browser’s hash', hasher],
  ['the library’s, where the browser has none', () => Promise.resolve(library)],
])('with %s', (_, hashes) => {
  test.each(vectors)('Python’s vector of $table $match $deal comes out', async (vector) => {
    const hash = await hashes();
    expect(await seal(hash, vector, vector.seed)).toBe(vector.seal);
    expect(await sealNumbers(hash, vector, vector.numbers)).toBe(vector.numbers_seal);
    const drawn = await draw(hash, vector, vector.seed, vector.numbers);
    expect(drawn.cards).toEqual(vector.cards);
    expect(drawn.dealer).toBe(vector.dealer);
    if (vector.turned) expect(drawn.turned).toBe(vector.turned);
    expect(await check(hash, vector)).toEqual([]);
  });
});

const first = vectors[0] as FairRecord;

test.each([
  [{ seal: 'f'.repeat(64) }, ['seal']],
  [{ numbers_seal: 'f'.repeat(64) }, ['numbers']],
  [{ cards: [...first.cards].reverse() }, ['cards']],
  [{ turned: first.turned === 'C' ? ('D' as const) : ('C' as const) }, ['turned']],
  [{ dealer: (first.dealer + 1) % 4 }, ['dealer']],
  [{ numbers: [null, ...first.numbers.slice(1)] }, ['numbers', 'cards']],
])('a record with another %o is found out', async (change, faults) => {
  expect(await check(library, { ...first, ...change })).toEqual(expect.arrayContaining(faults));
});

test('a word of the last round is passed over', async () => {
  async function* stream() {
    yield 2 ** 32 - 1;
    yield 31;
  }
  expect(await below(31, stream())).toBe(0);
  expect(2 ** 32 % 31).toBeGreaterThan(0);
});

test('a pack has 32 cards, with three players 24', () => {
  expect([pack(4).length, pack(2).length, pack(3).length]).toEqual([32, 32, 24]);
});

test.each(vectors)('all cards of $table $deal are dealt, eight to a hand', (vector) => {
  const hands = dealt(vector);
  expect(hands.map(({ hand }) => hand.length)).toEqual(hands.map(() => 8));
  const all = hands.flatMap(({ hand, open, closed }) => [...hand, ...open, ...closed]);
  expect(all.sort()).toEqual([...vector.cards].sort());
  expect(hands[(vector.dealer + 1) % vector.seats]?.hand.slice(0, 3)).toEqual(
    vector.cards.slice(0, 3),
  );
});

test('hex is two digits a byte', () => expect(hex(new Uint8Array([0, 10, 255]))).toBe('000aff'));
