/**
 * Pub talk in this browser: what was said, what is said now, and whom its owner does not want to hear. Who is
 * muted is known here alone.
 */
import '../texts/chapters/talk';
import { browserStorage, recall, remember, type Store } from '../store/settings.svelte';
import { t } from '../texts/texts.svelte';
import type { Phrase, Say, Seat, Spoken, UnsaidCode } from '../wire.gen';
import type { Ear, TalkMessage } from './ear';

/** As they stand in the dialog. */
export const PHRASES: Phrase[] = [
  'nice',
  'well_played',
  'asleep',
  'cheers',
  'close',
  'lucky',
  'bad_luck',
  'sorry',
  'thinking',
  'thanks',
  'hello',
  'back_soon',
  'one_more',
  'good_night',
];
export const KNOCKS: Phrase[] = ['knock', 'thump'];
export const LONGEST = 200;

const KEY = 'klaverkroeg.muted';
const TABLES_KEPT = 20;
const LINES_KEPT = 40;
const BUBBLE = 4000;
const BUBBLE_PER_LETTER = 50;

type Line = Spoken & { key: number };
type Muted = Record<string, string[]>;

/** What the talk needs of the page. */
export type Around = {
  after: (ms: number, task: () => void) => () => void;
  /** Factor of how long a bubble stays, at least 1. */
  pace: () => number;
  store: Store | null;
};

/** The words of a line in the language of the page. */
export const words = (line: Spoken): string =>
  line.phrase === null ? line.text : t(`talk.phrase.${line.phrase}`);

export class Talk {
  #lines: Line[] = $state.raw([]);
  /** Per seat the line that hangs there now. */
  #now: ReadonlyMap<Seat, Line> = $state.raw(new Map());
  muted: readonly string[] = $state.raw([]);
  open = $state(false);
  /** Why nobody heard what was said last. */
  why: UnsaidCode | null = $state(null);
  draft = $state('');
  /** How often this person was heard. */
  heard = $state(0);
  #seen = $state(0);
  #ear: Ear;
  #around: Around;
  #code: string;
  /** The signs by which others know me. */
  #own: readonly string[] = $state.raw([]);
  #keys = 0;
  /** What was said and not answered yet, oldest first; empty for a phrase. */
  #sent: string[] = [];
  #timers = new Map<Seat, () => void>();

  constructor(code: string, ear: Ear, around: Around) {
    this.#code = code;
    this.#ear = ear;
    this.#around = around;
    this.muted = readMuted(around.store)[code] ?? [];
    ear.listen((message) => this.#hear(message));
  }

  /** What may be read back, oldest first. */
  get said(): Line[] {
    return this.#lines.filter((line) => !this.muted.includes(line.who));
  }

  /** What hangs at this seat, or nothing. */
  bubble = (seat: Seat): string => {
    const line = this.#now.get(seat);
    return line && !this.muted.includes(line.who) ? words(line) : '';
  };

  /** What hangs anywhere, for who cannot see the seats; the oldest first. */
  get bubbles(): Line[] {
    return [...this.#now.values()]
      .filter((line) => !this.muted.includes(line.who))
      .sort((a, b) => a.key - b.key);
  }

  /** The same in words. */
  get lines(): string[] {
    return this.bubbles.map(this.told);
  }

  /** "Joop: Proost!" */
  told = (line: Spoken): string =>
    t('talk.aloud', { name: this.mine(line) ? t('talk.you') : line.name, words: words(line) });

  /** How many lines came since the dialog was open last. */
  get unread(): number {
    return this.open ? 0 : this.said.filter((line) => line.key > this.#seen).length;
  }

  /** Whether I said it. */
  mine = (line: Spoken): boolean => this.#own.includes(line.who);

  /** Everybody else who spoke, the one who spoke last first. */
  get others(): { who: string; name: string }[] {
    const last = new Map<string, string>();
    for (const line of [...this.#lines].reverse())
      if (!this.mine(line) && !last.has(line.who)) last.set(line.who, line.name);
    return [...last].map(([who, name]) => ({ who, name }));
  }

  say = (phrase: Phrase): void => this.#send({ t: 'say', phrase, text: '' });

  /** Says what is written. */
  write = (): void => {
    const text = this.draft.trim();
    if (text === '') return;
    this.draft = '';
    this.#send({ t: 'say', phrase: null, text });
  };

  mute(who: string, silent: boolean): void {
    const others = this.muted.filter((each) => each !== who);
    this.muted = silent ? [...others, who] : others;
    const { [this.#code]: _, ...rest } = readMuted(this.#around.store);
    const kept = Object.entries(rest).slice(1 - TABLES_KEPT);
    const all: Muted = Object.fromEntries([...kept, [this.#code, [...this.muted]]]);
    remember(this.#around.store, KEY, JSON.stringify(all));
  }

  /** The dialog is on the screen, or no longer. */
  show(open: boolean): void {
    this.open = open;
    this.#seen = this.#keys;
    if (!open) this.why = null;
  }

  end(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #send(say: Say): void {
    this.why = null;
    this.#sent.push(say.text);
    if (!this.#ear.say(say)) this.#restore(this.#sent.pop());
  }

  #hear(message: TalkMessage): void {
    if (message.t === 'said') this.#said({ ...message.line, key: ++this.#keys });
    else if (message.t === 'heard') this.#begin(message.lines);
    else {
      this.why = message.why;
      this.#restore(this.#sent.shift());
    }
  }

  /** After a new connection: all that can be read back. What was on the screen before is not news. */
  #begin(lines: Spoken[]): void {
    this.#sent = [];
    this.#lines = lines.map((line) => ({ ...line, key: ++this.#keys }));
    for (const line of lines) this.#learn(line);
    this.#seen = this.#keys;
  }

  #said(line: Line): void {
    this.#lines = [...this.#lines, line].slice(-LINES_KEPT);
    this.#learn(line);
    if (this.mine(line)) {
      this.heard += 1;
      this.#sent.shift();
      this.#seen = line.key;
    }
    if (this.muted.includes(line.who)) return;
    const { phrase } = line;
    this.#ear.sound(phrase === 'knock' || phrase === 'thump' ? phrase : 'said');
    this.#hang(line);
  }

  /** Chairs may be swapped; the sign stays. */
  #learn(line: Spoken): void {
    const me = this.#ear.me();
    if (me && line.seat === me.seat && line.name === me.name && !this.mine(line))
      this.#own = [...this.#own, line.who];
  }

  #hang(line: Line): void {
    this.#timers.get(line.seat)?.();
    this.#now = new Map(this.#now).set(line.seat, line);
    const ms = BUBBLE + BUBBLE_PER_LETTER * words(line).length;
    const take = () => {
      const rest = new Map(this.#now);
      rest.delete(line.seat);
      this.#now = rest;
    };
    this.#timers.set(line.seat, this.#around.after(ms * Math.max(1, this.#around.pace()), take));
  }

  /** What nobody heard stands in the field again. */
  #restore(text = ''): void {
    if (this.draft === '') this.draft = text;
  }
}

function readMuted(store: Store | null): Muted {
  try {
    const kept: unknown = JSON.parse(recall(store, KEY) ?? '{}');
    return kept && typeof kept === 'object'
      ? Object.fromEntries(
          Object.entries(kept).filter(
            (entry): entry is [string, string[]] =>
              Array.isArray(entry[1]) && entry[1].every((who) => typeof who === 'string'),
          ),
        )
      : {};
  } catch {
    return {}; // Somebody else's text under our key.
  }
}

/** The talk of a table in the real browser. */
export function browserTalk(code: string, ear: Ear, pace: () => number): Talk {
  return new Talk(code, ear, {
    after: (ms, task) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    pace,
    store: browserStorage(),
  });
}
