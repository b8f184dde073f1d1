import { expect, test } from 'vitest';
import { dealtView, NOTHING_TODO } from '../../tests/build';
import type { DealView, TableView, Todo } from '../wire.gen';
import { topicsOf } from './topics';

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
  ['no_undertrump', 'undertrump'],
  ['must_undertrump', 'undertrump'],
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
  expect(topicsOf(diamonds, todo({ cards: ['H7', 'S7'] }))).toEqual(['welcome', 'trumps', 'free']);
  const hearts = playing({ trick: { leader: 1, cards: ['H8'] } }, ['H7']);
  expect(topicsOf(hearts, todo({ cards: ['H7'] }))).toEqual(['welcome', 'trumps']);
});

test('roem and the trick are explained when they lie there, the score when the deal is over', () => {
  const won = { number: 0, leader: 0, cards: [], winner: 0, points: 20, melds: [] };
  const meld = { kind: 'marriage' as const, points: 20 };
  expect(topicsOf(playing({ last: won }), todo({ turn: 1 }))).toEqual([
    'welcome',
    'trumps',
    'trick',
  ]);
  expect(topicsOf(playing({ last: { ...won, melds: [meld] } }), todo({ turn: 1 }))).toEqual([
    'welcome',
    'trumps',
    'meld',
    'trick',
  ]);
  expect(topicsOf({ ...playing({}), phase: 'scored' }, todo({ turn: null }))).toEqual(['score']);
});
