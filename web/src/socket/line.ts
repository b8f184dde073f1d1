/**
 * The line to the table, as an explicit state machine.
 *
 * connecting -> open -> silent (nothing heard for 2 s: we ask) -> closed (dead after 6 s, or the socket
 * closed) -> connecting ... ; elsewhere (taken over by another screen) and gone (no such table, no chair
 * here, left) stay until `connect` is called.
 *
 * The command that was not yet acknowledged is kept, and sent once again after a new Snapshot that shows
 * the table does not have it. Clock, timers, chance and WebSocket are given.
 */
import type { AnyCommand, Bye, FromBrowser, GiveNumber, Say, ToBrowser } from '../wire.gen';

export type LineState = 'connecting' | 'open' | 'silent' | 'closed' | 'elsewhere' | 'gone';
/** Why the line is gone for good. */
export type Gone = 'no_such_table' | 'no_chair' | 'left';

/** A command without its number: the line gives the number. */
export type Wish = { [C in AnyCommand as C['t']]: Omit<C, 'n'> }[AnyCommand['t']];

export type SocketLike = {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send: (text: string) => void;
  close: () => void;
};

export type Surroundings = {
  open: () => SocketLike;
  now: () => number;
  /** Runs the task once after so many milliseconds; gives what cancels it. */
  after: (ms: number, task: () => void) => () => void;
  /** 0 up to 1 */
  random: () => number;
};

export type LineListener = {
  onMessage: (message: ToBrowser) => void;
  onState: (state: LineState, gone: Gone | null) => void;
};

export const PING_AFTER = 2000;
export const DEAD_AFTER = 6000;
/** So long a connection or an answer may take when the page or the network has just come back. */
const SLOW = 1000;
const SHORTEST_WAIT = 200;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/**
 * How many tries these goodbyes count for: when the server restarts everybody comes back together and within
 * 3.2 s; who is one too many had better wait longer.
 */
const TRIES_AFTER: Partial<Record<Bye['why'], number>> = { stopping: 3, too_fast: 3, crowded: 5 };
const NO_SUCH_TABLE = 4404;
const NO_CHAIR = 4403;

export class Line {
  state: LineState = 'closed';
  #surroundings: Surroundings;
  #listener: LineListener;
  #socket: SocketLike | null = null;
  #cancel: (() => void) | null = null;
  #heard = 0;
  #tries = 0;
  /** Number of the last command that the table has. */
  #acknowledged = 0;
  #pending: AnyCommand | null = null;
  /** Until the Snapshot of this connection came no command may go out: its number is not certain. */
  #known = false;

  constructor(surroundings: Surroundings, listener: LineListener) {
    this.#surroundings = surroundings;
    this.#listener = listener;
  }

  get pending(): AnyCommand | null {
    return this.#pending;
  }

  /** Opens a new connection now, whatever was before. */
  connect(): void {
    this.#drop();
    this.#enter('connecting');
    this.#heard = this.#surroundings.now();
    const socket = this.#surroundings.open();
    this.#socket = socket;
    socket.onmessage = (event) => this.#receive(socket, event.data);
    socket.onclose = (event) => this.#closed(socket, event.code);
    this.#watch();
  }

  /** The page came back, or the network did: an open line is asked at once, a waiting one tries at once. */
  wake(): void {
    const still = this.#surroundings.now() - this.#heard;
    const slept = this.state === 'connecting' ? still >= SLOW : still >= DEAD_AFTER;
    if (this.state === 'closed' || (slept && this.state !== 'elsewhere' && this.state !== 'gone')) {
      // While the device slept no timer ran: what was silent for so long is dead.
      this.#tries = 0;
      this.connect();
    } else if (this.state === 'open' || this.state === 'silent') {
      // A line that slept may be dead without knowing: a little patience is enough.
      this.#heard = Math.min(this.#heard, this.#surroundings.now() - DEAD_AFTER + SLOW);
      this.#enter('silent');
      this.#say({ t: 'ping' });
      this.#watch();
    }
  }

  /** The browser says there is no network. */
  offline(): void {
    if (this.state === 'connecting' || this.state === 'open' || this.state === 'silent')
      this.#lost();
  }

  /** Ends the line; nothing is called any more. */
  end(): void {
    this.#drop();
    this.state = 'closed';
  }

  /** Sends a command; false when another one is still on its way. It is kept while the line is down. */
  send(wish: Wish): boolean {
    if (this.#pending) return false;
    this.#pending = { ...wish, n: this.#acknowledged + 1 } as AnyCommand;
    if (this.#known) this.#say(this.#pending);
    return true;
  }

  /**
   * Sends what is no command; false when the line is down. It has no number and is not kept: what came late would
   * be about something else.
   */
  tell(message: GiveNumber | Say): boolean {
    if (this.#known) this.#say(message);
    return this.#known;
  }

  #receive(socket: SocketLike, data: unknown): void {
    if (socket !== this.#socket || typeof data !== 'string') return;
    const message = JSON.parse(data) as ToBrowser;
    this.#heard = this.#surroundings.now();
    if (message.t === 'bye') {
      this.#bye(message.why);
      this.#listener.onMessage(message);
      return;
    }
    if (this.state !== 'open') this.#enter('open');
    if (message.t === 'snapshot') this.#begin(message.n);
    else if (message.t === 'told') this.#acknowledge(message.n);
    else if (message.t === 'refused') this.#refused(message.n);
    this.#listener.onMessage(message);
    if (socket === this.#socket) this.#watch();
  }

  #begin(acknowledged: number): void {
    this.#tries = 0;
    this.#known = true;
    // A server that knows fewer commands than we do lost nothing: it tells the truth, we count from there.
    this.#acknowledged = acknowledged;
    if (!this.#pending) return;
    if (this.#pending.n <= acknowledged) this.#pending = null;
    else {
      this.#pending = { ...this.#pending, n: acknowledged + 1 };
      this.#say(this.#pending);
    }
  }

  #acknowledge(n: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, n);
    if (this.#pending && this.#pending.n <= n) this.#pending = null;
  }

  #refused(n: number): void {
    if (this.#pending && (n === this.#pending.n || n === 0)) this.#pending = null;
  }

  #bye(why: Bye['why']): void {
    this.#tries = Math.max(this.#tries, TRIES_AFTER[why] ?? 0);
    if (why === 'elsewhere') this.#leaveFor('elsewhere', null);
    else if (why === 'left') this.#leaveFor('gone', 'left');
    else this.#lost();
  }

  #closed(socket: SocketLike, code: number): void {
    if (socket !== this.#socket) return;
    if (code === NO_SUCH_TABLE) this.#leaveFor('gone', 'no_such_table');
    else if (code === NO_CHAIR) this.#leaveFor('gone', 'no_chair');
    else this.#lost();
  }

  #leaveFor(state: LineState, gone: Gone | null): void {
    this.#drop();
    if (gone) this.#pending = null;
    this.#enter(state, gone);
  }

  #lost(): void {
    this.#drop();
    this.#enter('closed');
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    this.#tries += 1;
    // Nearly all of it chance: when a server is back, not everybody comes at the same moment.
    const wait = SHORTEST_WAIT + (longest - SHORTEST_WAIT) * this.#surroundings.random();
    this.#cancel = this.#surroundings.after(wait, () => this.connect());
  }

  /** Looks again when the line will have been still long enough to ask, or to be called dead. */
  #watch(): void {
    this.#cancel?.();
    const still = this.#surroundings.now() - this.#heard;
    const next = still < PING_AFTER ? PING_AFTER : still < DEAD_AFTER ? nextPing(still) : still;
    this.#cancel = this.#surroundings.after(Math.max(0, next - still), () => this.#check());
  }

  #check(): void {
    const still = this.#surroundings.now() - this.#heard;
    if (still >= DEAD_AFTER) {
      this.#lost();
      return;
    }
    if (still >= PING_AFTER && this.state !== 'connecting') {
      this.#enter('silent');
      this.#say({ t: 'ping' });
    }
    this.#watch();
  }

  #say(message: FromBrowser): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #enter(state: LineState, gone: Gone | null = null): void {
    if (this.state === state) return;
    this.state = state;
    this.#listener.onState(state, gone);
  }

  #drop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#known = false;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

const nextPing = (still: number) => (Math.floor(still / PING_AFTER) + 1) * PING_AFTER;

/** The real browser: a WebSocket to this table on the page's own host. */
export function browserSurroundings(code: string): Surroundings {
  const { protocol, host } = window.location;
  const address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws/${code}`;
  return {
    open: () => new WebSocket(address) as unknown as SocketLike,
    now: () => performance.now(),
    after: (ms, task) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
  };
}
