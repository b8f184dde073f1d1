/** A match that is over, in words for whoever was not there. */
import './texts/chapters/house';
import { list, t } from './texts/texts.svelte';
import type { DealResult, Seat, SlateCard, TableView } from './wire.gen';

/** What is told of a match; a table at its end and a slate both have it. */
export type Match = Pick<SlateCard, 'rules' | 'names' | 'sheet' | 'totals' | 'winners'>;

export const matchOf = ({ rules, chairs, sheet, totals, winners }: TableView): Match => ({
  rules,
  names: chairs.map((chair) => chair.name),
  sheet,
  totals,
  winners,
});

/** Who wrote in one column: partners with four, else everybody for himself. */
export const sidesOf = ({ rules, names }: Pick<Match, 'rules' | 'names'>): Seat[][] =>
  rules.seats === 4
    ? [
        [0, 2],
        [1, 3],
      ]
    : names.map((_, seat) => [seat]);

export const sideNames = (match: Pick<Match, 'names'>, seats: Seat[]): string =>
  list(seats.map((seat) => match.names[seat] ?? ''));

const totalOf = (match: Match, [first = 0]: Seat[]) => match.totals[first] ?? 0;

/** "Tineke en Henk winnen de boom", "Wil wint de boom", "Gelijkspel". */
export function winnerSentence(match: Match): string {
  const { winners, rules } = match;
  if (winners.length === rules.seats) return t('match.draw');
  const names = sideNames(match, winners);
  return winners.length === 1 ? t('match.winner', { names }) : t('match.winners', { names });
}

/** "16 potjes, 3 keer nat, 1 keer pit" */
export function tally({ sheet }: Match): string {
  const times = (is: (result: DealResult) => boolean) => sheet.filter(is).length;
  const nat = times((result) => result.failed && !result.revoke);
  const pit = times((result) => result.march);
  const revokes = times((result) => result.revoke !== null);
  return [
    t('house.deals', { n: sheet.length }),
    ...(nat > 0 ? [t('match.nat', { n: nat })] : []),
    ...(pit > 0 ? [t('match.pit', { n: pit })] : []),
    ...(revokes > 0 ? [t('match.revoked', { n: revokes })] : []),
  ].join(', ');
}

/** The result as a text without pictures, the best first, for WhatsApp and the like. */
export function matchText(match: Match, link: string): string {
  const rows = sidesOf(match)
    .map((seats) => ({ names: sideNames(match, seats), points: totalOf(match, seats) }))
    .sort((a, b) => b.points - a.points)
    .map((row) => t('match.row', row));
  const slate = link === '' ? [] : [t('match.slate', { link })];
  const lines = [t('match.title'), `${winnerSentence(match)}!`, ...rows, `${tally(match)}.`];
  return [...lines, ...slate].join('\n');
}
