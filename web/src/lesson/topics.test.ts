import { expect, test } from 'vitest';
import { dealtView, NOTHING_TODO } from '../../tests/build';
import { NOTHING_SHOWN } from '../store/table.svelte';
import type { Shown } from '../table/api';
import type { DealView, TableView, Todo } from '../wire.gen';
import { isTold, topicsOf as topicsWith } from './topics';

const topicsOf = (view: TableView, todo: Todo, shown: Shown = NOTHING_SHOWN) =>
  topicsWith(view, todo, shown);

const todo = (change: Partial<Todo> = {}): Todo => ({ ...NOTHING_TODO, turn: 0, ...change });
function playing(deal: Partial<DealView>, hand = ['H7', 'S7']): TableView {
  const view = dealtView(hand);
  const trick = { leader: 1, cards: [] as string[] };
  return {
    ...view,
    phase: 'playing',
    deal: view.deal && { ...view.deal, trump: 'C', declarer: 1, trick, ...deal },
  };
}

test('making trump is explained by what may be said', () => {
  const calling = dealtView(['HJ']);
  expect(topicsOf(calling, todo({ calls: ['play', 'pass'] }))).toEqual(['welcome', 'turned']);
  expect(topicsOf(calling, todo({ calls: ['C', 'D'] }))).toEqual(['welcome', 'name_trump']);
  expect(topicsOf(calling, todo({ turn: 2 }))).toEqual(['welcome']);
});

test.each([
  ['follow', 'follow'],
  ['follow_trump', 'follow_trump'],
  ['ruff', 'ruff'],
  ['overtrump', 'overtrump'],
  ['no_undertrump', 'no_undertrump'],
  ['must_undertrump', 'must_undertrump'],
] as const)('a hand that must %s is told about %s', (must, topic) => {
  const view = playing({ trick: { leader: 1, cards: ['H8'] } });
  expect(topicsOf(view, todo({ must, cards: ['H7'] }))).toEqual(['welcome', 'trumps', topic]);
});

test('the welcome is for the first deal, however quick the others are', () => {
  const later = { ...playing({}), sheet: [{} as TableView['sheet'][number]] };
  expect(topicsOf(later, todo({ turn: 1 }))).toEqual(['trumps']);
});

test('leading, and what cannot follow, are free', () => {
  expect(topicsOf(playing({}), todo({ cards: ['H7', 'S7'] }))).toEqual([
    'welcome',
    'trumps',
    'lead',
  ]);
  const diamonds = playing({ trick: { leader: 1, cards: ['D8'] } });
  expect(topicsOf(diamonds, todo({ cards: ['H7', 'C7'] }))).toEqual(['welcome', 'trumps', 'free']);
  const hearts = playing({ trick: { leader: 1, cards: ['H8'] } }, ['H7']);
  expect(topicsOf(hearts, todo({ cards: ['H7'] }))).toEqual(['welcome', 'trumps']);
});

test('without a trump one is told so, also when trumps were led', () => {
  const diamonds = playing({ trick: { leader: 1, cards: ['D8'] } });
  expect(topicsOf(diamonds, todo({ cards: ['H7', 'C7'] })).at(-1)).toBe('free');
  expect(topicsOf(diamonds, todo({ cards: ['H7', 'S7'] })).at(-1)).toBe('free_no_trump');
  const clubs = playing({ trick: { leader: 1, cards: ['C8'] } });
  expect(topicsOf(clubs, todo({ cards: ['H7', 'S7'] })).at(-1)).toBe('free_no_trump');
});

test('roem and the trick are explained while they lie there, the score when the deal is over', () => {
  const lies = (shown: Partial<Shown>) =>
    topicsOf(playing({}), todo(), { ...NOTHING_SHOWN, ...shown });
  expect(lies({ hold: 'trick' })).toEqual(['trick']);
  expect(lies({ hold: 'meld' })).toEqual(['meld', 'trick']);
  expect(lies({ hold: 'score' })).toEqual([]);
  const won = { number: 0, leader: 0, cards: [], winner: 0, points: 20, melds: [] };
  const quick = (last: DealView['last']) => topicsOf(playing({ last }), todo({ turn: 1 })).slice(2);
  expect(quick(won)).toEqual(['trick']);
  expect(quick({ ...won, melds: [{ kind: 'marriage', points: 20 }] })).toEqual(['meld', 'trick']);
  expect(topicsOf({ ...playing({}), phase: 'scored' }, todo({ turn: null }))).toEqual(['score']);
});

test('a bubble goes when it was put in practice or is past, and not because a trick lies over it', () => {
  expect(isTold('trumps', false, false, ['trumps', 'trick'])).toBe(false);
  expect(isTold('trumps', false, true, [])).toBe(false);
  expect(isTold('follow', false, false, ['trick'])).toBe(true);
  expect(isTold('trumps', true, true, ['trumps'])).toBe(true);
});
