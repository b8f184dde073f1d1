/** The result of a deal and of a match in words. */
import { cardShort, suitName } from '../texts/cards';
import { list, t } from '../texts/texts.svelte';
import type { DealResult, Revoke, Seat, TableView } from '../wire.gen';
import { looksOn, together } from './seats';
import { capital, who, whoAll, whom, whomAll } from './words';

/** "Henk ging met harten" */
export function resultHead(view: TableView, result: DealResult): string {
  const suit = suitName(result.trump);
  return result.declarer === view.me
    ? t('table.result.you_went', { suit })
    : t('table.result.went', { name: who(view, result.declarer), suit });
}

/** "Gehaald!", "Nat!", "Pit!", "Verzaakt!" or "Niet verzaakt". */
export function resultTitle(result: DealResult): string {
  if (result.revoke)
    return t(result.revoke.upheld ? 'table.result.revoked' : 'table.result.wrong_claim');
  if (result.march) return t(result.failed ? 'table.result.march_against' : 'table.result.march');
  return t(result.failed ? 'table.result.failed' : 'table.result.made');
}

/** What happened, as sentences. */
export function resultSentences(view: TableView, result: DealResult): string[] {
  const [declaring = [], others = []] = result.sides;
  const [points = 0, theirs = 0] = result.points;
  const [meld = 0, theirMeld = 0] = result.meld;
  const taken = (seats: Seat[], points: number, meld: number) =>
    t('table.result.took', { names: capital(whoAll(view, seats)), points, meld });
  const both = `${taken(declaring, points, meld)} ${taken(others, theirs, theirMeld)}`;
  if (result.revoke) {
    const { by, accused, trick, upheld, culprit } = result.revoke;
    const innocent = [declaring, others].find((side) => !side.includes(culprit)) ?? others;
    return [
      t(upheld ? 'table.result.claim_right' : 'table.result.claim_wrong', {
        by: capital(who(view, by)),
        accused: whom(view, accused),
        trick: trick + 1,
      }),
      shownCards(view, result.revoke),
      t('table.result.all_to', { points: 262, names: whomAll(view, innocent) }),
    ];
  }
  const everyTrick = result.march
    ? t('table.result.every_trick', { names: whomAll(view, points > 0 ? declaring : others) })
    : null;
  if (result.failed) {
    return [
      everyTrick ?? t('table.result.not_half', { names: whomAll(view, declaring) }),
      both,
      t(
        others.length > 1 && view.rules.seats === 3
          ? 'table.result.all_halved'
          : 'table.result.all_to',
        {
          points: 162,
          names: whomAll(view, others),
        },
      ),
    ];
  }
  const why = everyTrick ?? t('table.result.more_than_half', { names: whomAll(view, declaring) });
  // The columns below say what each side took; with three they say what each person got.
  return view.rules.seats === 3 ? [why, both] : [why];
}

/** The card that a claim was about and what its player still held. */
function shownCards(view: TableView, revoke: Revoke): string {
  const held = revoke.held.filter((card) => card !== revoke.card).map(cardShort);
  const name = capital(who(view, revoke.accused));
  const card = cardShort(revoke.card);
  return held.length > 0
    ? t('table.result.shown', { name, card, held: list(held) })
    : t('table.result.shown_last', { name, card });
}

/** "Wij winnen de boom!", "Sjaan wint de boom!", or a draw. */
export function matchTitle(view: TableView): string {
  const { winners, me } = view;
  const first = winners[0];
  if (first === undefined) return t('table.result.match_over');
  if (winners.length === 1) {
    return first === me
      ? t('table.result.you_win')
      : t('table.result.wins', { name: who(view, first) });
  }
  if (view.rules.seats === 4 && winners.length === 2) {
    if (looksOn(view)) return t('table.result.pair_wins', { names: whoAll(view, winners) });
    return t(together(view, me, first) ? 'table.result.we_win' : 'table.result.they_win');
  }
  return winners.length === view.rules.seats
    ? t('table.result.draw_all')
    : t('table.result.draw', { names: whoAll(view, winners) });
}
