/** What the board says: small sentences made of a view. */
import { cardShort, meldName, suitName } from '../texts/cards';
import { reasonText } from '../texts/reasons';
import { list, t } from '../texts/texts.svelte';
import type { Call, Card, Meld, Seat, TableView, Todo } from '../wire.gen';
import { columns, looksOn, mineFirst, together } from './seats';

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** "jij", or the name. */
export function who(view: TableView, seat: Seat): string {
  return seat === view.me ? t('words.you') : (view.chairs[seat]?.name ?? '');
}

/** "jou", or the name: for whom, against whom. */
export function whom(view: TableView, seat: Seat): string {
  return seat === view.me ? t('words.you_object') : who(view, seat);
}

/** "jou en Henk" */
export function whomAll(view: TableView, seats: readonly Seat[]): string {
  return list(mineFirst(seats, view.me).map((seat) => whom(view, seat)));
}

/** "jij en Henk" */
export function whoAll(view: TableView, seats: readonly Seat[]): string {
  return list(mineFirst(seats, view.me).map((seat) => who(view, seat)));
}

/** The head of a column of the slate: us and them with four, else the names. */
export function columnName(view: TableView, seats: readonly Seat[]): string {
  if (view.rules.seats !== 4 || looksOn(view)) return capital(whoAll(view, seats));
  return seats.includes(view.me) ? t('table.we') : t('table.they');
}

/** A column of the slate: whose it is, and what stands over it. */
export type Column = { seats: Seat[]; name: string };

/** The columns of the slate as this table reads them. */
export const slateColumns = (view: TableView): Column[] =>
  columns(view).map((seats) => ({ seats, name: columnName(view, seats) }));

/** For whom something counts, in the middle of a sentence: "ons", "hen" or names. */
export function forWhom(view: TableView, seat: Seat): string {
  if (view.rules.seats === 4 && !looksOn(view))
    return together(view, view.me, seat) ? t('table.us') : t('table.them');
  const side = view.deal?.sides.find((seats) => seats.includes(seat)) ?? [seat];
  return whomAll(view, side);
}

/** The two lines of the beam: trump, and who plays. */
export function trumpLines(view: TableView): { title: string; line: string } {
  const deal = view.deal;
  if (deal?.trump && deal.declarer !== null) {
    const alone = view.rules.seats === 3;
    const name = who(view, deal.declarer);
    const mine = deal.declarer === view.me;
    return {
      title: t('table.trump', { suit: capital(suitName(deal.trump)) }),
      line: mine
        ? t(alone ? 'table.you_play_alone' : 'table.you_play')
        : alone
          ? t('table.plays_alone', { name })
          : t('table.plays', { name }),
    };
  }
  if (deal?.turned) {
    return {
      title: t('table.turned', { suit: capital(suitName(deal.turned)) }),
      line: everybodyPassed(view) ? t('table.all_passed_line') : t('table.who_plays'),
    };
  }
  const first = forehand(view);
  return {
    title: t('table.no_trump'),
    line:
      first === view.me ? t('table.you_name_it') : t('table.names_it', { name: who(view, first) }),
  };
}

/** What the seat in turn has to do, as written on its mat. */
export function turnWords(view: TableView, seat: Seat): string {
  const mine = seat === view.me;
  if (view.phase === 'calling') return mine ? t('table.you_speak') : t('table.speaks');
  return mine && view.rules.seats !== 2 ? t('table.your_turn') : t('table.in_turn');
}

/** What a seat said in this deal, while calls are being made. */
export function saidBy(view: TableView, seat: Seat): Call | null {
  if (view.phase !== 'calling') return null;
  return view.deal?.calls.filter((call) => call.seat === seat).pop()?.call ?? null;
}

/** Whether everybody passed, so that the forehand must name another suit. */
export function everybodyPassed(view: TableView): boolean {
  const passes = view.deal?.calls.filter((call) => call.call === 'pass').length ?? 0;
  return passes === view.rules.seats;
}

/** Who must name another suit when everybody passes. */
export function forehand(view: TableView): Seat {
  return ((view.deal?.dealer ?? 0) + 1) % view.rules.seats;
}

/** "♥9 mag nu niet. Je moet bekennen: je hebt ♦H en ♦10." */
export function whyNotThis(card: Card, view: TableView, todo: Todo): string {
  const why = todo.must ? reasonText(todo.must, view, todo) : t('refused.not_now');
  return t('table.not_now', { card: cardShort(card), why });
}

/** "drie op een rij en stuk, 40 punten" */
export function meldWords(melds: readonly Meld[]): string {
  const points = melds.reduce((sum, meld) => sum + meld.points, 0);
  return t('table.meld_words', { melds: list(melds.map((meld) => meldName(meld.kind))), points });
}
