/**
 * One table as this browser sees it: what is known, what may be done, the line, and the pace at which facts
 * are shown. Nothing here is a rule of the game.
 */
import {
  browserSurroundings,
  Line,
  type Gone,
  type LineState,
  type Surroundings,
  type Wish,
} from '../socket/line';
import type { Finding } from '../fair/witness';
import type { Cue } from '../senses/cues';
import type { LogLine, Refusal, Shown } from '../table/api';
import type { Ear, TalkMessage } from '../talk/ear';
import { reasonText, refusalText } from '../texts/reasons';
import type {
  AnyFact,
  Ask,
  Call,
  Card,
  GiveNumber,
  Presence,
  Refused,
  Seat,
  Snapshot,
  TableView,
  Todo,
  Told,
  ToBrowser,
  Wait,
} from '../wire.gen';
import { fold } from './fold';
import { holdAfter, isBehind } from './pace';
import { nameOf, sentence, turnSentence } from './sentences';

type Step = { fact: AnyFact | null } | { todo: Todo; told: number };

export type Watching = {
  /** Factor of all holds now; 0 is no holds. */
  pace: () => number;
  /** Nobody looks: the tab is hidden. */
  hidden: () => boolean;
};

export const NOTHING_TODO: Todo = {
  turn: null,
  calls: [],
  cards: [],
  must: null,
  may_take_back: false,
  may_claim: false,
  auto_ms: null,
};
export const NOTHING_SHOWN: Shown = { hold: null, melds: [], winner: null };
const LOG_LENGTH = 60;

export class TableStore {
  view: TableView | null = $state.raw(null);
  todo: Todo = $state.raw(NOTHING_TODO);
  online: boolean[] = $state.raw([]);
  waits: Wait[] = $state.raw([]);
  asks: Ask[] = $state.raw([]);
  shown: Shown = $state.raw(NOTHING_SHOWN);
  refusal: Refusal | null = $state.raw(null);
  line: LineState = $state('connecting');
  gone: Gone | null = $state(null);
  /** The last word of a server that hung up: it restarts, or there are too many lines from this network. */
  farewell = $state<'stopping' | 'crowded' | null>(null);
  /** The sound that pub talk asked for last. */
  asked: { cue: Cue } | null = $state.raw(null);
  /** A command is on its way. */
  busy = $state(false);
  /** Whether the deal that is over was fair. */
  finding: Finding | null = $state.raw(null);
  /** The key with which others may look on; empty where nobody may. */
  watch = $state('');
  /** How many look on. */
  watchers = $state(0);
  /** For who looks on: what everybody was dealt, when the deal is over. */
  hands: Card[][] | null = $state.raw(null);
  /** Somebody who hears everything that is told. */
  witness: ((message: ToBrowser) => void) | null = null;
  /** `trick` of a line that shows a card: how many tricks had been won then. */
  #entries: { key: number; say: () => string; trick: number | null }[] = $state.raw([]);
  #won = 0;
  #spoken: (() => string)[] = $state.raw([]);

  #line: Line;
  #surroundings: Surroundings;
  #watching: Watching;
  #queue: Step[] = [];
  #version = 0;
  #keys = 0;
  #endHold: (() => void) | null = null;
  /** Somebody reads about what lies still; its time may be over meanwhile. */
  #reading = false;
  #overdue = false;
  /** Pub talk that nobody listens to yet. */
  #unheard: TalkMessage[] = [];
  #hear = (message: TalkMessage): void => void this.#unheard.push(message);
  /** Whose turn was said last. */
  #turnSaid: Seat | null = null;

  constructor(surroundings: Surroundings, watching: Watching) {
    this.#surroundings = surroundings;
    this.#watching = watching;
    this.#line = new Line(surroundings, {
      onMessage: (message) => this.#receive(message),
      onState: (state, gone) => this.#lineState(state, gone),
    });
  }

  /** Commands go out at once. */
  get ready(): boolean {
    return (this.line === 'open' || this.line === 'silent') && this.view !== null;
  }

  /** The table waits for me. */
  get due(): boolean {
    return this.view !== null && this.todo.turn === this.view.me;
  }

  /** Something is to be decided about who plays for whom, or whose chair is whose. */
  get deciding(): boolean {
    const { view, waits, asks } = this;
    if (!view) return false;
    const waited = waits.some(
      (wait, seat) => seat !== view.me && (wait === 'too_long' || wait === 'lost'),
    );
    const away = view.chairs[view.me]?.stand_in !== null;
    return asks.length > 0 || away || (waited && view.phase !== 'waiting');
  }

  /** Sentences for the slip, oldest first. */
  get log(): LogLine[] {
    return this.#entries.map(({ key, say }) => ({ key, text: say() }));
  }

  /** For who listens instead of looks: what was shown last, and whose turn it is. */
  get spoken(): string {
    return this.#spoken.map((say) => say()).join(' ');
  }

  // ---- the line

  connect(): void {
    this.gone = null;
    this.#line.connect();
  }

  end(): void {
    this.#stopHold();
    this.#line.end();
  }

  wake(): void {
    this.catchUp();
    this.#line.wake();
    this.#sayBack();
  }

  offline(): void {
    this.#line.offline();
  }

  get #deal(): number {
    return this.view?.deal?.number ?? 0;
  }

  // ---- wishes

  play = (card: Card): void => {
    this.catchUp();
    const { view, todo } = this;
    if (view && todo.turn === view.me && todo.must && !todo.cards.includes(card))
      this.#refuse(reasonText(todo.must, view, todo), todo.must);
    else this.#send({ t: 'play', card });
  };
  call = (call: Call): void => this.#send({ t: 'call', call });
  takeBack = (): void => this.#send({ t: 'take_back' });
  claim = (accused: Seat, trick: number): void =>
    this.#send({ t: 'claim', deal: this.#deal, accused, trick });
  /** After the last trick: show the score. After that: the next deal. */
  goOn = (): void =>
    this.#send(
      this.view?.phase === 'closing' ? { t: 'show_score' } : { t: 'go_on', deal: this.#deal },
    );
  again = (): void => this.#send({ t: 'again' });
  leave = (): void => this.#send({ t: 'leave' });
  swap = (seat: Seat): void => this.#send({ t: 'swap', seat });
  start = (): void => this.#send({ t: 'start' });
  standIn = (seat: Seat): void => this.#send({ t: 'stand_in', seat });
  back = (): void => this.#send({ t: 'back' });
  freeChair = (seat: Seat): void => this.#send({ t: 'free_chair', seat });
  admit = ({ seat, number }: Ask, yes: boolean): void =>
    this.#send({ t: 'admit', seat, number, yes });

  giveNumber = (given: GiveNumber): void => void this.#line.tell(given);

  /** Pub talk, which goes past the game. */
  readonly ear: Ear = {
    listen: (hear) => {
      this.#hear = hear;
      this.#unheard.splice(0).forEach(hear);
    },
    say: (say) => this.#line.tell(say),
    sound: (cue) => (this.asked = { cue }),
    me: () => this.view && { seat: this.view.me, name: nameOf(this.view, this.view.me) },
  };

  /** Ends what lies still now. */
  hurry = (): void => {
    if (!this.#endHold) return;
    this.#stopHold();
    this.#show();
  };

  /** While somebody reads about what lies still, it stays. */
  read = (reading: boolean): void => {
    this.#reading = reading;
    if (!reading && this.#overdue) this.hurry();
  };

  readonly #holdIsOver = (): void => {
    if (this.#reading) this.#overdue = true;
    else this.hurry();
  };

  /** Shows everything that was told, at once. */
  catchUp(): void {
    this.#stopHold();
    this.#show(true);
  }

  #send(wish: Wish): void {
    this.catchUp();
    this.refusal = null;
    this.#line.send(wish);
    this.busy = this.#line.pending !== null;
  }

  // ---- what is told

  #receive(message: ToBrowser): void {
    if (message.t === 'snapshot') this.#begin(message);
    else if (message.t === 'told') this.#told(message);
    else if (message.t === 'presence') this.#present(message);
    else if (message.t === 'refused') this.#refused(message);
    else if (message.t === 'bye')
      this.farewell = message.why === 'stopping' || message.why === 'crowded' ? message.why : null;
    else if (message.t !== 'pong') this.#hear(message);
    this.busy = this.#line.pending !== null;
    this.witness?.(message);
  }

  #begin(snapshot: Snapshot): void {
    this.#stopHold();
    this.#queue = [];
    this.#version = snapshot.v;
    this.view = snapshot.view;
    this.todo = snapshot.todo;
    this.#present(snapshot);
    this.watch = snapshot.watch;
    this.hands = snapshot.hands;
    this.shown = NOTHING_SHOWN;
    this.farewell = null;
    this.#speak([], snapshot.todo);
    this.#sayBack();
  }

  #present({ online, waits, asks, watchers }: Presence | Snapshot): void {
    this.watchers = watchers;
    this.online = online;
    this.waits = waits;
    this.asks = asks;
  }

  /** Who looks at his table again plays himself; a page that nobody looks at is not a person. */
  #sayBack(): void {
    const { view } = this;
    if (this.ready && view?.chairs[view.me]?.stand_in && !this.#watching.hidden()) this.back();
  }

  #told(told: Told): void {
    if (told.v - told.facts.length !== this.#version) {
      // A hole: only a new Snapshot can tell what was in it.
      this.#line.connect();
      return;
    }
    this.#version = told.v;
    for (const fact of told.facts) this.#queue.push({ fact });
    this.#queue.push({ todo: told.todo, told: this.#surroundings.now() });
    if (isBehind(this.#waiting)) this.#stopHold();
    // While facts wait, what may be done belongs to a moment that is not on the screen yet.
    if (!this.#endHold) this.#show();
  }

  #refused(refused: Refused): void {
    const { code, reason } = refused;
    if (code !== 'illegal_card') this.#refuse(refusalText(code));
    else if (this.view && reason) this.#refuse(reasonText(reason, this.view, this.todo), reason);
  }

  #refuse(text: string, section?: string): void {
    this.refusal = { text, key: ++this.#keys, ...(section && { section }) };
  }

  #lineState(state: LineState, gone: Gone | null): void {
    this.line = state;
    this.gone = gone;
  }

  // ---- the pace

  get #waiting(): AnyFact[] {
    return this.#queue.flatMap((step) => ('fact' in step && step.fact ? [step.fact] : []));
  }

  /** Shows what waits, until something must be looked at; `now` looks at nothing. */
  #show(now = false): void {
    const said: (() => string)[] = [];
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      if ('todo' in step) {
        this.todo = this.#aged(step.todo, step.told);
        continue;
      }
      this.todo = NOTHING_TODO;
      said.push(...this.#apply(step.fact));
      const hold = now || this.#watching.hidden() ? 0 : this.#holdFor(step.fact);
      if (hold > 0) {
        this.#endHold = this.#surroundings.after(hold, this.#holdIsOver);
        this.#speak(said, null);
        return;
      }
    }
    this.#clear();
    this.#speak(said, this.todo);
  }

  /** Nothing lies still any more. */
  #clear(): void {
    if (this.shown.hold || this.shown.winner !== null) this.shown = NOTHING_SHOWN;
  }

  #apply(fact: AnyFact | null): (() => string)[] {
    this.#clear();
    if (!this.view || !fact) return [];
    const before = this.view;
    const after = fold(before, fact);
    if (fact.t === 'HandsShown') this.hands = fact.hands;
    else if (fact.t === 'DealStarted') this.hands = null;
    this.view = after;
    if (fact.t !== 'Readied') this.refusal = null;
    const known = fact.t === 'Left' ? before : after; // who left has no name any more
    if (sentence(known, fact) === null) return [];
    // Kept as a way to say it: a change of language changes the slip too.
    const say = () => sentence(known, fact) ?? '';
    this.#note(say, fact);
    return [say];
  }

  /** Cards stay on the slip for as long as the last trick may be looked at (8.1). */
  #note(say: () => string, { t }: AnyFact): void {
    if (t === 'TrickWon') this.#won += 1;
    const trick = t === 'CardPlayed' || t === 'CardOpened' ? this.#won : null;
    this.#entries = [...this.#entries, { key: ++this.#keys, say, trick }]
      .filter((entry) => entry.trick === null || entry.trick >= this.#won - 1)
      .slice(-LOG_LENGTH);
  }

  #holdFor(fact: AnyFact | null): number {
    if (!this.view) return 0;
    const { ms, ...shown } = holdAfter(this.view, fact, this.#waiting);
    const wait = ms * this.#watching.pace();
    if (wait > 0) this.shown = shown;
    return wait;
  }

  /** The table's own clock ran on while facts waited. */
  #aged(todo: Todo, told: number): Todo {
    if (todo.auto_ms === null) return todo;
    return { ...todo, auto_ms: Math.max(0, todo.auto_ms - (this.#surroundings.now() - told)) };
  }

  /** Each thing is said once: whose turn it is only with something new, or when it is another's. */
  #speak(said: (() => string)[], todo: Todo | null): void {
    const view = this.view;
    const turn = todo?.turn ?? null;
    const news = said.length > 0 || turn !== this.#turnSaid;
    if (!news) return;
    this.#turnSaid = turn;
    const whose = view && turn !== null ? [() => turnSentence(view, turn) ?? ''] : [];
    if (said.length > 0 || whose.length > 0) this.#spoken = [...said, ...whose];
  }

  #stopHold(): void {
    this.#endHold?.();
    this.#endHold = null;
    this.#overdue = false;
  }
}

/**
 * Somebody who hears everything that is told, gives a number for every deal, and checks it. Of a table where one
 * only looks on (not `sits`) nothing is kept.
 */
function bringWitness(code: string, store: TableStore, sits: boolean): void {
  const nothing = { read: () => null, write: () => undefined };
  const witness = import('../fair/witness').then(
    ({ browserMemory, Witness }) =>
      new Witness(
        sits ? browserMemory(code) : nothing,
        store.giveNumber,
        (found) => (store.finding = found),
      ),
  );
  // In the order in which it was told. A witness that cannot be fetched now gives no number.
  let heard: Promise<unknown> = witness;
  store.witness = (message) => {
    heard = heard.then(async () => (await witness).hear(message)).catch(() => undefined);
  };
}

/**
 * A store on the real browser, which wakes when the page or the network comes back. `code` is that of the table,
 * or the key of who only looks on (not `sits`). `end` of what is given.
 */
export function openTable(
  code: string,
  pace: () => number,
  sits = true,
): { store: TableStore; end: () => void } {
  const store = new TableStore(browserSurroundings(code), { pace, hidden: () => document.hidden });
  bringWitness(code, store, sits);
  const wake = () => store.wake();
  const offline = () => store.offline();
  const visible = () => {
    if (document.hidden) store.catchUp();
    else wake();
  };
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', wake);
  window.addEventListener('offline', offline);
  document.addEventListener('visibilitychange', visible);
  store.connect();
  return {
    store,
    end: () => {
      window.removeEventListener('online', wake);
      window.removeEventListener('pageshow', wake);
      window.removeEventListener('offline', offline);
      document.removeEventListener('visibilitychange', visible);
      store.end();
    },
  };
}
