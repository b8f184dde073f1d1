/** What is heard and felt at the table, derived from what was on the screen before and what is there now. */
import type { Shown } from '../table/api';
import type { TableView, Todo } from '../wire.gen';

export type Cue = 'deal' | 'card' | 'trick' | 'meld' | 'knock' | 'turn' | 'said' | 'thump';

export type Moment = { view: TableView | null; todo: Todo; shown: Shown };

const dealOf = ({ view }: Moment) => (view?.deal ? `${view.match}.${view.deal.number}` : null);
const tricks = ({ view }: Moment) =>
  view?.deal?.taken.reduce((sum, taken) => sum + taken.tricks, 0) ?? 0;
/** How many cards have been played in this deal. */
const played = (moment: Moment) =>
  tricks(moment) * (moment.view?.rules.seats ?? 0) + (moment.view?.deal?.trick?.cards.length ?? 0);
const passes = ({ view }: Moment) =>
  view?.deal?.calls.filter(({ call }) => call === 'pass').length ?? 0;
const mine = ({ view, todo }: Moment) => view !== null && todo.turn === view.me;

/** The cues between two moments, in the order in which they are given. A table that has just been opened is silent. */
export function cuesBetween(before: Moment, now: Moment): Cue[] {
  if (!before.view || !now.view || before.view.code !== now.view.code) return [];
  const anew = dealOf(before) !== dealOf(now);
  const happened: [Cue, boolean][] = [
    ['deal', anew && dealOf(now) !== null],
    ['knock', !anew && passes(now) > passes(before)],
    ['card', !anew && played(now) > played(before)],
    ['meld', now.shown.hold === 'meld' && before.shown.hold !== 'meld'],
    ['trick', !anew && tricks(now) > tricks(before)],
    ['turn', mine(now) && !mine(before)],
  ];
  return happened.filter(([, is]) => is).map(([cue]) => cue);
}
