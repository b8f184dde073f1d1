/** What the talk needs of the table: to hear, to say, and to know which seat is its own. */
import type { Cue } from '../senses/cues';
import type { Heard, Said, Say, Seat, Unsaid } from '../wire.gen';

export type TalkMessage = Said | Heard | Unsaid;

export type Ear = {
  /** From now on every message goes there, first those that came before. */
  listen: (hear: (message: TalkMessage) => void) => void;
  /** Says it now; false when the line is not open. It is not kept. */
  say: (say: Say) => boolean;
  /** Somebody was heard. */
  sound: (cue: Cue) => void;
  me: () => { seat: Seat; name: string } | null;
};
