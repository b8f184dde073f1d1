/** Facts as sentences: for the slip beside the table and for who listens to it. */
import { cardName, meldName, suitName } from '../texts/cards';
import { list, t } from '../texts/texts.svelte';
import type { AnyFact, Call, DealResult, Meld, Seat, Suit, TableView } from '../wire.gen';
import { meldPoints } from './fold';

type Who = { who: 'me' | 'other'; name: string };

const who = (view: TableView, seat: Seat): Who => ({
  who: seat === view.me ? 'me' : 'other',
  name: nameOf(view, seat),
});

/** The name at a chair. */
export function nameOf(view: TableView, seat: Seat): string {
  return view.chairs[seat]?.name || t('words.seat', { n: seat + 1 });
}

/** The name at a chair, or "jij". */
export function youOr(view: TableView, seat: Seat): string {
  return seat === view.me ? t('words.you') : nameOf(view, seat);
}

export function meldSentence(melds: Meld[]): string {
  const names = list(melds.map((meld) => meldName(meld.kind)));
  return t('log.meld', { names, points: meldPoints(melds) });
}

/** Any call but a pass makes trump, which says all of it. */
function called(view: TableView, seat: Seat, call: Call): string | null {
  const { who: w, name } = who(view, seat);
  return call === 'pass' ? t(`log.pass.${w}`, { name }) : null;
}

function trumpMade(view: TableView, declarer: Seat, trump: Suit): string {
  const { who: w, name } = who(view, declarer);
  return t(`log.trump.${w}`, { name, suit: suitName(trump) });
}

function scored(view: TableView, result: DealResult): string {
  const [mine = 0, others = 0] = result.points.map((points, i) => points + (result.meld[i] ?? 0));
  if (result.revoke) {
    const { who: w, name } = who(view, result.revoke.culprit);
    return result.revoke.upheld
      ? t(`log.revoked.${w}`, { name })
      : t(`log.wrong_claim.${w}`, { name });
  }
  const { who: w, name } = who(view, result.declarer);
  const kind = result.failed ? 'failed' : 'made';
  const march = result.march ? ` ${t('log.march')}` : '';
  return t(`log.${kind}.${w}`, { name, mine, others }) + march;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What happened, in one or two sentences; none for what is not worth saying. `view` is the view after it. */
export function sentence(view: TableView, fact: AnyFact): string | null {
  switch (fact.t) {
    case 'Joined':
      return t('log.joined', { name: fact.name });
    case 'ChairsSwapped':
      return t('log.swapped');
    case 'Left':
      if (fact.by !== null)
        return t('log.freed', { name: nameOf(view, fact.seat), by: capital(youOr(view, fact.by)) });
      return fact.regular === null
        ? t('log.left', { name: nameOf(view, fact.seat) })
        : t('log.replaced', { name: nameOf(view, fact.seat), regular: fact.regular });
    case 'StoodIn': {
      const { who: w, name } = who(view, fact.seat);
      return t(`log.stood_in.${w}`, { name, regular: fact.regular });
    }
    case 'CameBack': {
      const { who: w, name } = who(view, fact.seat);
      return t(`log.came_back.${w}`, { name });
    }
    case 'Admitted':
      return t('log.admitted', { name: nameOf(view, fact.seat) });
    case 'TurnedAway':
      return t('log.turned_away', { name: nameOf(view, fact.seat) });
    case 'MatchStarted':
      return t('log.match', { n: view.rules.deals });
    case 'DealStarted': {
      const { who: w, name } = who(view, fact.dealer);
      return t(`log.deal.${w}`, { name, n: fact.number + 1, of: view.rules.deals });
    }
    case 'HandDealt':
    case 'TableLaid':
    case 'Readied':
    case 'DealSealed':
    case 'NumberGiven':
    case 'NumbersAwaited':
    case 'NumbersSealed':
    case 'DealShown':
    case 'HandsShown':
      return null;
    case 'SuitTurned':
      return capital(t('log.turned', { suit: suitName(fact.suit) }));
    case 'Called':
      return called(view, fact.seat, fact.call);
    case 'TrumpMade':
      return trumpMade(view, fact.declarer, fact.suit);
    case 'CardPlayed': {
      const { who: w, name } = who(view, fact.seat);
      return t(`log.card.${w}`, { name, card: cardName(fact.card) });
    }
    case 'CardOpened': {
      const { who: w, name } = who(view, fact.seat);
      return t(`log.opened.${w}`, { name, card: cardName(fact.card) });
    }
    case 'TrickWon': {
      const { who: w, name } = who(view, fact.winner);
      const won = t(`log.won.${w}`, { name, n: fact.number + 1, points: fact.points });
      return fact.melds.length > 0 ? `${won} ${meldSentence(fact.melds)}` : won;
    }
    case 'TakenBack': {
      if (fact.ruled) return null; // the ruling has said it
      const { who: w, name } = who(view, fact.by);
      return t(`log.taken_back.${w}`, { name });
    }
    case 'Ruled': {
      const { who: w, name } = who(view, fact.accused);
      const known = { name, n: fact.trick + 1, card: cardName(fact.card) };
      if (fact.corrected) return t(`log.corrected.${w}`, known);
      const others = fact.held.filter((card) => card !== fact.card).map(cardName);
      const held = others.length > 0 ? list(others) : t('words.nothing');
      return t(`log.${fact.upheld ? 'upheld' : 'denied'}.${w}`, { ...known, held });
    }
    case 'DealScored':
      return scored(view, fact.result);
    case 'MatchEnded': {
      const mineFirst = [...fact.winners].sort((a, b) => +(b === view.me) - +(a === view.me));
      const names = capital(list(mineFirst.map((seat) => youOr(view, seat))));
      if (fact.winners.length === view.rules.seats) return t('log.draw');
      return fact.winners.length === 1 && fact.winners[0] === view.me
        ? t('log.winner.me')
        : fact.winners.length === 1
          ? t('log.winner.one', { name: names })
          : t('log.winner.more', { names });
    }
  }
}

/** Whose turn it is, in words. */
export function turnSentence(view: TableView, turn: Seat | null): string | null {
  if (turn === null) return null;
  return turn === view.me ? t('turn.me') : t('turn.other', { name: nameOf(view, turn) });
}
