/** What the board is given and what it asks for. The board knows no socket and no address. */
import type { Snippet } from 'svelte';
import type { Settings } from '../store/settings.svelte';
import type { Call, Card, DealResult, Meld, Seat, TableView, Todo, Wait } from '../wire.gen';

/** What lies still on the table for a moment, while later facts wait. */
export type Shown = {
  /** `trick`: a full trick lies; `meld`: its roem is called as well; `score`: nat or pit is. None: nothing waits. */
  hold: 'trick' | 'meld' | 'score' | null;
  /** The roem that is called now, and who won it. */
  melds: Meld[];
  winner: Seat | null;
  /** How the potje ended, where that is called. */
  result?: DealResult;
};

/** One sentence of the slip; `key` grows. */
export type LogLine = { key: number; text: string };

/** Why something was refused, in words; `section` is an anchor of the rules text. */
export type Refusal = { text: string; section?: string; key: number };

export type Act =
  | { t: 'play'; card: Card }
  | { t: 'call'; call: Call }
  | { t: 'take_back' }
  | { t: 'claim'; accused: Seat; trick: number }
  | { t: 'go_on' }
  | { t: 'again' }
  | { t: 'leave' }
  /** My chair on another device. */
  | { t: 'move' }
  | { t: 'hurry' }
  /** `why`: the refusal that leads there, in words. */
  | { t: 'rules'; section?: string; why?: string }
  | { t: 'settings' }
  /** The link with which others may look on. */
  | { t: 'watch' }
  /** Tell others how the match ended. */
  | { t: 'share' }
  /** Sounds off, or on again. */
  | { t: 'sound' }
  /** Who is the regular of this name? */
  | { t: 'meet'; name: string };

/** Pub talk as the board shows it; none where nobody talks. */
export type Aloud = {
  /** What hangs at a seat, or an empty text. */
  bubble: (seat: Seat) => string;
  /** What hangs anywhere, in one line each, for a screen without seats. */
  lines: string[];
  /** How much was said since one looked last. */
  unread: number;
};

export type BoardProps = {
  view: TableView;
  todo: Todo;
  online: boolean[];
  waits?: Wait[];
  shown: Shown;
  log: LogLine[];
  settings: Settings;
  /** Connected: commands go out at once. When false buttons are disabled. */
  ready: boolean;
  refusal: Refusal | null;
  /** Factor of all motion; 0 is none. */
  pace?: number;
  /** What stands under a result about how its cards came. */
  fair?: Snippet;
  /** What is the matter at the table or with the line: it lies where trump, turn and score stay in sight. */
  notices?: Snippet;
  /** How many look on. */
  watchers?: number;
  aloud?: Aloud | null;
  /** What stands in the sheet of talk; it may ask to be closed. */
  talk?: Snippet<[close: () => void]>;
  act: (a: Act) => void;
};
