import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dealtView, emptyView } from '../../tests/build';
import type { AnyFact, TableView, Told } from '../wire.gen';
import { fold } from './fold';

const FIXTURES = join(__dirname, '../../tests/fixtures');
type Game = { start: TableView; steps: { told: Told; after: TableView | null }[] };

const foldAll = (view: TableView, ...facts: (AnyFact | null)[]) => facts.reduce(fold, view);

describe('one fact', () => {
  test('that is not for this viewer changes nothing', () => {
    const view = emptyView();
    expect(fold(view, null)).toBe(view);
  });

  test('gives an empty chair to who sits down', () => {
    const after = fold(emptyView(), {
      t: 'Joined',
      seat: 2,
      name: 'Sjaan',
      host: false,
      arriving: false,
    });
    expect(after.chairs[2]).toEqual({
      kind: 'person',
      name: 'Sjaan',
      host: false,
      arriving: false,
      stand_in: null,
    });
  });

  test('marks who plays for whom, keeps it in the next deal, and takes it off when he is back', () => {
    const played = fold(
      { ...emptyView(), ready: [true, false, false, false] },
      { t: 'StoodIn', seat: 0, regular: 'Ria', by: 1 },
    );
    expect([played.chairs[0]?.stand_in, played.ready[0]]).toEqual(['Ria', false]);
    const later = fold(played, { t: 'DealStarted', number: 1, dealer: 0, count: 8 });
    expect(later.chairs[0]).toEqual(played.chairs[0]);
    expect(fold(later, { t: 'CameBack', seat: 0 }).chairs[0]?.stand_in).toBe(null);
  });

  test('that swaps chairs takes me along', () => {
    const after = fold(emptyView(), { t: 'ChairsSwapped', a: 0, b: 3 });
    expect(after.me).toBe(3);
    expect(after.chairs.map((chair) => chair.name)).toEqual(['', '', '', 'Tineke']);
  });

  test('hands the table to the next host when its host leaves', () => {
    const two = fold(emptyView(), {
      t: 'Joined',
      seat: 1,
      name: 'Henk',
      host: false,
      arriving: false,
    });
    const after = fold(two, { t: 'Left', seat: 0, regular: null, host: 1, by: null });
    expect(after.chairs.map((chair) => [chair.kind, chair.host])).toEqual([
      ['empty', false],
      ['person', true],
      ['empty', false],
      ['empty', false],
    ]);
  });

  test('puts regulars on the empty chairs when the match starts', () => {
    const after = fold(emptyView(), {
      t: 'MatchStarted',
      match: 1,
      regulars: [null, 'Bram', 'Sjaan', 'Henk'],
    });
    expect(after.chairs.map((chair) => chair.kind)).toEqual([
      'person',
      'regular',
      'regular',
      'regular',
    ]);
    expect(after.totals).toEqual([0, 0, 0, 0]);
  });

  test('never changes the view that goes in', () => {
    const view = dealtView(['H9', 'HA']);
    const before = JSON.stringify(view);
    foldAll(
      view,
      {
        t: 'TrumpMade',
        declarer: 0,
        suit: 'H',
        leader: 0,
        sides: [
          [0, 2],
          [1, 3],
        ],
      },
      { t: 'CardPlayed', seat: 0, card: 'H9', pile: null },
    );
    expect(JSON.stringify(view)).toBe(before);
  });

  test('that plays my card takes it from my hand and lays it in the trick', () => {
    const after = foldAll(
      dealtView(['H9', 'HA']),
      {
        t: 'TrumpMade',
        declarer: 0,
        suit: 'H',
        leader: 0,
        sides: [
          [0, 2],
          [1, 3],
        ],
      },
      { t: 'CardPlayed', seat: 0, card: 'H9', pile: null },
    );
    expect(after.deal?.hand).toEqual(['HA']);
    expect(after.deal?.counts).toEqual([7, 8, 8, 8]);
    expect(after.deal?.trick).toEqual({ leader: 0, cards: ['H9'] });
  });

  test('that takes a card back from a won trick undoes what the trick brought', () => {
    const cards: AnyFact[] = ['H9', 'HT', 'HJ', 'H7'].map((card, seat) => ({
      t: 'CardPlayed',
      seat,
      card,
      pile: null,
    }));
    const won: AnyFact = {
      t: 'TrickWon',
      number: 0,
      winner: 2,
      points: 44,
      melds: [{ kind: 'run3', points: 20 }],
      closing: false,
    };
    const full = foldAll(
      dealtView(['H9', 'HA']),
      {
        t: 'TrumpMade',
        declarer: 0,
        suit: 'H',
        leader: 0,
        sides: [
          [0, 2],
          [1, 3],
        ],
      },
      ...cards,
      won,
    );
    expect(full.deal?.taken[2]).toEqual({ tricks: 1, points: 44, meld: 20 });
    const after = fold(full, {
      t: 'TakenBack',
      by: 0,
      number: 0,
      keep: 0,
      piles: [],
      last: null,
      ruled: false,
    });
    expect(after.deal?.taken[2]).toEqual({ tricks: 0, points: 0, meld: 0 });
    expect(after.deal?.trick).toEqual({ leader: 0, cards: [] });
    expect([...(after.deal?.hand ?? [])].sort()).toEqual(['H9', 'HA']);
    expect(after.deal?.counts).toEqual([8, 8, 8, 8]);
    expect(after.deal?.last).toBeNull();
  });
});

describe('whole games as the table told them', () => {
  const files = readdirSync(FIXTURES).filter((name) => name.endsWith('.json'));

  test('there are such games', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  // A hand has no order; everything else has.
  const sorted = (view: TableView): TableView =>
    view.deal ? { ...view, deal: { ...view.deal, hand: [...view.deal.hand].sort() } } : view;

  test.each(files)('folded step by step they give what the table knows: %s', (file) => {
    const game = JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Game;
    let view = game.start;
    for (const [i, step] of game.steps.entries()) {
      view = foldAll(view, ...step.told.facts);
      if (step.after) expect([i, sorted(view)]).toEqual([i, sorted(step.after)]);
    }
  });
});
