import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyView } from '../../tests/build';
import type { AnyFact, FairRecord, FairView, GiveNumber, ToBrowser } from '../wire.gen';
import { hasher } from './hash';
import { dealt, draw, sealNumbers } from './sums';
import { drawNumber, Witness, type Finding, type Memory } from './witness';

const VECTORS = join(__dirname, '../../../tests/rules/data/fair.json');
const record = (JSON.parse(readFileSync(VECTORS, 'utf8')) as FairRecord[])[0] as FairRecord;
const MINE = record.numbers[0] ?? '';
const HAND = dealt(record)[0]?.hand ?? [];

let given: GiveNumber[];
let found: Finding | null;
let kept: string | null;
let witness: Witness;
const memory: Memory = { read: () => kept, write: (text) => (kept = text) };
const come = (draws = MINE) =>
  new Witness(
    memory,
    (number) => given.push(number),
    (finding) => (found = finding),
    () => draws,
  );

beforeEach(() => {
  given = [];
  found = null;
  kept = null;
  witness = come();
});

const told = (...facts: AnyFact[]): ToBrowser =>
  ({ t: 'told', v: 1, n: 0, facts, todo: {} }) as unknown as ToBrowser;
const snapshot = (fair: Partial<FairView>): ToBrowser =>
  ({
    t: 'snapshot',
    view: { ...emptyView(), match: record.match },
    fair: { coming: null, dealt: null, shown: null, ...fair },
  }) as unknown as ToBrowser;
const sealed: AnyFact = { t: 'DealSealed', match: 1, deal: 0, seal: record.seal };
const confirmed: AnyFact = { t: 'NumberGiven', seat: 0, number: MINE };
const cards: AnyFact[] = [
  { t: 'DealStarted', number: 0, dealer: record.dealer, count: 8 },
  { t: 'NumbersSealed', numbers_seal: record.numbers_seal, gave: [0, 1, 2, 3] },
  { t: 'HandDealt', seat: 0, cards: [...HAND].reverse() },
];
const shown = (change: Partial<FairRecord> = {}): AnyFact => ({
  t: 'DealShown',
  record: { ...record, ...change },
});
const whole = async (last: AnyFact, ...before: AnyFact[]) => {
  await witness.hear(snapshot({}));
  await witness.hear(told({ t: 'MatchStarted', match: 1, regulars: [] }, ...before));
  await witness.hear(told(...cards));
  await witness.hear(told(last));
};

describe('a deal that was sealed', () => {
  test('gets one number of 128 bits, for that deal', async () => {
    await witness.hear(told(sealed));
    expect(given).toEqual([{ t: 'number', match: 1, deal: 0, number: MINE }]);
    expect(drawNumber()).toMatch(/^[0-9a-f]{32}$/);
  });

  test('gets the same number again after a reload, and none when the table has it', async () => {
    await witness.hear(told(sealed));
    witness = come('e'.repeat(32));
    const coming = { match: 1, deal: 0, seal: record.seal, mine: null };
    await witness.hear(snapshot({ coming }));
    expect(given.map(({ number }) => number)).toEqual([MINE, MINE]);
    await witness.hear(snapshot({ coming: { ...coming, mine: MINE } }));
    expect(given).toHaveLength(2);
  });
});

describe('a record', () => {
  test('of a deal that was seen from the seal on is fair', async () => {
    await whole(shown(), sealed, confirmed);
    expect(found).toMatchObject({
      verdict: 'fair',
      faults: [],
      seal: true,
      numbersSeal: true,
      hand: true,
      number: 'in',
    });
  });

  test('is still fair after a reload in the middle of the deal', async () => {
    await witness.hear(told({ t: 'MatchStarted', match: 1, regulars: [] }, sealed, confirmed));
    await witness.hear(told(...cards));
    witness = come();
    await witness.hear(snapshot({ shown: record }));
    expect(found).toMatchObject({ verdict: 'fair', hand: true, number: 'in' });
  });

  test.each<[string, Partial<FairRecord>, Partial<Finding>]>([
    ['another seal', { seal: 'f'.repeat(64) }, { seal: false }],
    ['another seed', { seed: 'f'.repeat(64) }, { seal: true }],
    ['another order', { cards: [...record.cards].reverse() }, { hand: false }],
    ['other numbers', { numbers: [null, null, null, null] }, { number: 'other' }],
    ['another seal of the numbers', { numbers_seal: 'f'.repeat(64) }, { numbersSeal: false }],
  ])('with %s is not', async (_, change, seen) => {
    await whole(shown(change), sealed, confirmed);
    expect(found).toMatchObject({ verdict: 'unfair', ...seen });
  });

  test('without my number says so, when it came too late and was never confirmed', async () => {
    const numbers = [null, ...record.numbers.slice(1)];
    const hash = await hasher();
    const drawn = await draw(hash, record, record.seed, numbers);
    const late = {
      ...record,
      numbers,
      numbers_seal: await sealNumbers(hash, record, numbers),
      cards: drawn.cards,
      dealer: drawn.dealer,
      turned: drawn.turned,
    };
    await witness.hear(told({ t: 'MatchStarted', match: 1, regulars: [] }, sealed));
    await witness.hear(
      told(
        { t: 'DealStarted', number: 0, dealer: late.dealer, count: 8 },
        { t: 'NumbersSealed', numbers_seal: late.numbers_seal, gave: [1, 2, 3] },
      ),
    );
    await witness.hear(told({ t: 'DealShown', record: late }));
    expect(found).toMatchObject({ verdict: 'without', number: 'late', faults: [] });
  });

  test('on a device that came later takes the seal from the pub, and says so', async () => {
    await witness.hear(snapshot({ shown: record }));
    expect(found).toMatchObject({ verdict: 'unseen', seal: null, hand: null, number: 'elsewhere' });
  });

  test('is forgotten when the next deal begins', async () => {
    await whole(shown(), sealed, confirmed);
    await witness.hear(told({ t: 'DealStarted', number: 1, dealer: 0, count: 8 }));
    expect(found).toBeNull();
  });

  test('is judged also where nothing can be remembered', async () => {
    const forgetful: Memory = {
      read: () => {
        throw new Error('a private window');
      },
      write: () => {
        throw new Error('a private window');
      },
    };
    witness = new Witness(
      forgetful,
      (number) => given.push(number),
      (finding) => (found = finding),
      () => MINE,
    );
    await whole(shown(), sealed, confirmed);
    expect(found?.verdict).toBe('fair');
  });
});

describe('who looks on', () => {
  const lookOn = (fair: Partial<FairView>): ToBrowser => {
    const message = snapshot(fair) as Extract<ToBrowser, { t: 'snapshot' }>;
    return { ...message, view: { ...message.view, me: message.view.chairs.length } };
  };
  const handsShown: AnyFact = { t: 'HandsShown', hands: [], record };

  test('gives no number, and checks what he saw', async () => {
    await witness.hear(lookOn({}));
    await witness.hear(told({ t: 'MatchStarted', match: 1, regulars: [] }, sealed));
    await witness.hear(told(...cards.slice(0, 2)));
    await witness.hear(told(handsShown));
    expect(given).toEqual([]);
    expect(found).toMatchObject({
      verdict: 'fair',
      seal: true,
      numbersSeal: true,
      hand: null,
      number: 'watching',
    });
  });

  test('finds another seal than the one he saw', async () => {
    const coming = { match: 1, deal: 0, seal: 'e'.repeat(64), mine: null };
    await witness.hear(lookOn({ coming }));
    await witness.hear(told(...cards.slice(0, 2), handsShown));
    expect(found).toMatchObject({ verdict: 'unfair', seal: false });
  });

  test('who came later says what he did not see, and without a record there is no finding', async () => {
    await witness.hear(lookOn({ shown: record }));
    expect(found).toMatchObject({ verdict: 'unseen', number: 'watching' });
    await witness.hear(lookOn({}));
    await witness.hear(told({ t: 'HandsShown', hands: [], record: null }));
    expect(found).toBeNull();
  });
});
