import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setLanguage } from '../texts/texts.svelte';
import type { DealResult, TableView } from '../wire.gen';
import { matchTitle, resultSentences, resultTitle } from './result';
import { aResult, aResultEach, scenes } from './scenes';
import { markOf } from './marks';
import { columnName, forWhom, meldWords, trumpLines, turnWords, whoAll, whyNotThis } from './words';

const sceneOf = (name: string) => {
  const scene = scenes[name];
  if (!scene) throw new Error(name);
  return scene;
};
const viewOf = (name: string): TableView => sceneOf(name).view;
const last = (name: string): DealResult => {
  const result = viewOf(name).sheet.at(-1);
  if (!result) throw new Error(name);
  return result;
};

afterEach(() => setLanguage('nl'));

describe('the beam', () => {
  test('names trump and who plays', () => {
    expect(trumpLines(viewOf('four'))).toEqual({ title: 'Harten troef', line: 'Henk gaat' });
    expect(trumpLines(viewOf('two'))).toEqual({ title: 'Klaveren troef', line: 'Jij gaat' });
    expect(trumpLines(viewOf('three')).line).toBe('Bram gaat alleen');
  });

  test('names the turned suit while calls are made, and that everybody passed', () => {
    expect(trumpLines(viewOf('call'))).toEqual({ title: 'Harten ligt voor', line: 'Wie speelt?' });
    expect(trumpLines(viewOf('call_choice')).line).toBe('Iedereen paste');
    expect(trumpLines(viewOf('call_forced'))).toEqual({ title: 'Welke troef?', line: 'Jij kiest' });
  });
});

test('the columns are us and them with four, else names with mine first', () => {
  expect(columnName(viewOf('four'), [0, 2])).toBe('Wij');
  expect(columnName(viewOf('four'), [1, 3])).toBe('Zij');
  expect(columnName(viewOf('three'), [0])).toBe('Jij');
  expect(whoAll(viewOf('three'), [1, 0])).toBe('jij en Sjaan');
});

test('a trick counts for us or them with four, and for names with three', () => {
  expect(forWhom(viewOf('four'), 1)).toBe('hen');
  expect(forWhom(viewOf('four'), 2)).toBe('ons');
  expect(forWhom(viewOf('three'), 1)).toBe('jou en Sjaan');
});

test('roem is called in words with its points', () => {
  expect(
    meldWords([
      { kind: 'run3', points: 20 },
      { kind: 'marriage', points: 20 },
    ]),
  ).toBe('drie op een rij en stuk, 40');
});

test('a refusal names the cards that may be played', () => {
  const { view, todo } = sceneOf('four');
  expect(whyNotThis('H9', view, todo)).toBe(
    '♥9 mag nu niet. Je moet ruiten bekennen: je hebt ♦H en ♦10.',
  );
});

test('in English the court cards are J, Q and K', async () => {
  await setLanguage('en');
  const { view, todo } = sceneOf('four');
  expect(whyNotThis('HJ', view, todo)).toContain('♥J');
  expect(whyNotThis('HJ', view, todo)).toContain('♦K');
});

test('the turn is told in words, to me and to the others', () => {
  expect(turnWords(viewOf('four'), 0)).toBe('Jij bent aan de beurt');
  expect(turnWords(viewOf('four'), 1)).toBe('aan de beurt');
  expect(turnWords(viewOf('call'), 0)).toBe('Jij mag het zeggen');
});

describe('the mark on the slate', () => {
  test('is N for the side that went and failed', () => {
    const result = aResult(1, [0, 0], [162, 0], { failed: true });
    expect(markOf(result, [0, 2])).toBe('N');
    expect(markOf(result, [1, 3])).toBe('');
  });

  test('is P for whoever took every trick', () => {
    expect(markOf(aResult(1, [162, 100], [0, 0], { march: true }), [0, 2])).toBe('P');
    const against = aResult(1, [0, 0], [162, 100], { march: true, failed: true });
    expect(markOf(against, [1, 3])).toBe('P');
    expect(markOf(against, [0, 2])).toBe('N');
  });

  test('is V for who pays for a claim', () => {
    expect(markOf(last('revoked'), [1, 3])).toBe('V');
    expect(markOf(last('revoked'), [0, 2])).toBe('');
  });

  test('is for the declarer alone with three', () => {
    const result = aResultEach(1, 1, [81, 0, 81], { failed: true });
    expect([0, 1, 2].map((seat) => markOf(result, [seat]))).toEqual(['', 'N', '']);
  });
});

describe('the result of a deal', () => {
  test('has its name', () => {
    const names = ['made', 'failed', 'march', 'revoked'].map((name) => resultTitle(last(name)));
    expect(names).toEqual(['Gehaald!', 'Nat!', 'Pit!', 'Verzaakt!']);
  });

  test('says what both sides took, points and roem apart', () => {
    expect(resultSentences(viewOf('failed'), last('failed'))).toEqual([
      'Niet meer dan de helft voor jou en Henk.',
      'Jij en Henk: 78 punten en 40 roem. Sjaan en Bram: 84 punten en 20 roem.',
      '162 en alle roem voor Sjaan en Bram.',
    ]);
  });

  test('tells of every trick, for whoever took them', () => {
    const view = viewOf('march');
    expect(resultSentences(view, last('march'))[0]).toBe('Alle slagen voor jou en Henk.');
    const against = aResult(4, [0, 0], [162, 100], { march: true, failed: true });
    expect(resultTitle(against)).toBe('Nat, en pit tegen!');
    expect(resultSentences(view, against)[0]).toBe('Alle slagen voor Sjaan en Bram.');
  });

  test('halves what the defenders get with three', () => {
    const result = aResultEach(4, 1, [81, 0, 81], { failed: true });
    expect(resultSentences(viewOf('three_made'), result).at(-1)).toBe(
      '162 en alle roem voor jou en Bram, ieder de helft.',
    );
  });

  test('shows the card and the hand that a claim laid open', () => {
    const { view } = sceneOf('revoked');
    expect(resultSentences(view, last('revoked'))).toEqual([
      'Jij wees Sjaan aan in slag 4, en dat klopte.',
      'Sjaan speelde ♠10 en had nog ♥7, ♦8 en ♦B.',
      '262 en alle roem voor jou en Henk.',
    ]);
  });

  test('gives everything to the others after a wrong claim', () => {
    const { view } = sceneOf('revoked');
    const revoke = {
      by: 0,
      accused: 1,
      trick: 3,
      upheld: false,
      culprit: 0,
      card: 'ST',
      held: ['ST'],
    };
    const result = aResult(4, [0, 0], [262, 0], { revoke });
    expect(resultTitle(result)).toBe('Niet verzaakt');
    expect(resultSentences(view, result).at(-1)).toBe('262 en alle roem voor Sjaan en Bram.');
  });
});

describe.each(['nl', 'en'] as const)('in %s, seen from every chair', (language) => {
  beforeEach(() => setLanguage(language));
  afterEach(() => setLanguage('nl'));

  test.each(Object.keys(scenes))('%s speaks of people in the right form', (name) => {
    const scene = sceneOf(name);
    for (let me = 0; me < scene.view.rules.seats; me += 1) {
      const view = { ...scene.view, me };
      const said = [
        ...scene.view.sheet.flatMap((result) => resultSentences(view, result)),
        ...view.chairs.map((_, seat) => `voor ${forWhom(view, seat)}`),
      ].join(' ');
      expect(said).not.toMatch(/\b(voor|tegen|wees|van|aan|for|by|with) (jij|wij|zij|we|they)\b/i);
      expect(said).not.toMatch(/\b(you was|you is|you has|jij heeft)\b/i);
    }
  });
});

describe('the end of a match', () => {
  const ended = (over: Partial<TableView>) => matchTitle({ ...viewOf('ended'), ...over });

  test('names the winners', () => {
    expect(ended({})).toBe('Wij winnen de boom!');
    expect(ended({ winners: [1, 3] })).toBe('Zij winnen de boom');
    expect(matchTitle({ ...viewOf('two'), winners: [1] })).toBe('Sjaan wint de boom!');
    expect(matchTitle({ ...viewOf('two'), winners: [0] })).toBe('Jij wint de boom!');
  });

  test('can be a draw', () => {
    expect(matchTitle(viewOf('draw'))).toBe('Gelijkspel!');
    expect(matchTitle({ ...viewOf('three'), winners: [0, 2] })).toBe('Gelijkspel: jij en Bram');
  });
});
