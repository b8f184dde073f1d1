/**
 * What this device saw of the deals of one table before they were dealt, and what it makes of their records
 * afterwards. It also gives the number that every browser adds (docs/fair.md).
 */
import type { AnyFact, Card, FairRecord, GiveNumber, Seat, ToBrowser } from '../wire.gen';
import type { Fault } from './sums';

/** What was seen of one deal, when, and what this device did. */
type Note = {
  match: number;
  deal: number;
  /** Seen before the cards came. */
  seal?: string;
  /** Drawn here and sent. */
  drawn?: string;
  /** The table confirmed this number of my seat. */
  mine?: string;
  /** Seen while the deal was played. */
  numbersSeal?: string;
  seat?: Seat;
  hand?: Card[];
};

export type Verdict = 'fair' | 'without' | 'unseen' | 'unfair';
export type Finding = {
  record: FairRecord;
  seat: Seat;
  verdict: Verdict;
  faults: Fault[];
  /** Whether what was shown before the deal is what is shown now; none where this device did not see it. */
  seal: boolean | null;
  numbersSeal: boolean | null;
  hand: boolean | null;
  /** `in`: mine is in it; `elsewhere`: my chair gave another one, not from here; `late`: mine came too late;
   *  `none`: my chair gave none; `other`: the table had confirmed another one; `watching`: I have no chair. */
  number: 'in' | 'elsewhere' | 'late' | 'none' | 'other' | 'watching';
};

/** What outlives a reload; both may fail, as in a private window. */
export type Memory = { read: () => string | null; write: (text: string) => void };

const KEPT = 2;

/** 128 bits in hex. */
export const drawNumber = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

export class Witness {
  #memory: Memory;
  #give: (given: GiveNumber) => void;
  #tell: (finding: Finding | null) => void;
  #draw: () => string;
  #notes: Note[];
  #me: Seat = 0;
  /** Who only looks on has no chair, and gives no number. */
  #sits = true;
  #match = 0;

  constructor(
    memory: Memory,
    give: (given: GiveNumber) => void,
    tell: (finding: Finding | null) => void,
    draw: () => string = drawNumber,
  ) {
    this.#memory = memory;
    this.#give = give;
    this.#tell = tell;
    this.#draw = draw;
    this.#notes = remembered(memory);
  }

  async hear(message: ToBrowser): Promise<void> {
    if (message.t === 'snapshot') {
      const { view, fair } = message;
      this.#me = view.me;
      this.#sits = view.me < view.chairs.length;
      this.#match = view.match;
      const { coming, dealt, shown } = fair;
      if (dealt && !shown) this.#note(dealt, { seat: view.me, numbersSeal: dealt.numbers_seal });
      if (coming) this.#sealed(coming.match, coming.deal, coming.seal, coming.mine);
      if (shown) await this.#judge(shown);
      else this.#tell(null);
    } else if (message.t === 'told')
      for (const fact of message.facts) if (fact) await this.#hearFact(fact);
  }

  async #hearFact(fact: AnyFact): Promise<void> {
    switch (fact.t) {
      case 'ChairsSwapped':
        this.#me = this.#me === fact.a ? fact.b : this.#me === fact.b ? fact.a : this.#me;
        break;
      case 'MatchStarted':
        this.#match = fact.match;
        this.#tell(null);
        break;
      case 'DealSealed':
        this.#sealed(fact.match, fact.deal, fact.seal, null);
        break;
      case 'NumberGiven':
        this.#last({ mine: fact.number });
        break;
      case 'DealStarted':
        this.#note({ match: this.#match, deal: fact.number }, { seat: this.#me });
        this.#tell(null);
        break;
      case 'NumbersSealed':
        this.#last({ numbersSeal: fact.numbers_seal });
        break;
      case 'HandDealt':
        this.#last({ hand: fact.cards });
        break;
      case 'DealShown':
      case 'HandsShown':
        if (fact.record) await this.#judge(fact.record);
    }
  }

  /** A deal will come: remember its seal, and give a number unless the table has one of this seat. */
  #sealed(match: number, deal: number, seal: string, mine: string | null): void {
    const note = this.#note({ match, deal }, { seal, ...(mine !== null && { mine }) });
    if (mine !== null || !this.#sits) return;
    // After a reload the same number again: the first one may be on its way.
    const drawn = note.drawn ?? this.#draw();
    this.#note(note, { drawn });
    this.#give({ t: 'number', match, deal, number: drawn });
  }

  #last(seen: Partial<Note>): void {
    const last = this.#notes[this.#notes.length - 1];
    if (last) this.#note(last, seen);
  }

  #note({ match, deal }: { match: number; deal: number }, seen: Partial<Note>): Note {
    const of = (note: Note) => note.match === match && note.deal === deal;
    const note = { ...(this.#notes.find(of) ?? { match, deal }), ...seen };
    this.#notes = [...this.#notes.filter((each) => !of(each)), note].slice(-KEPT);
    try {
      this.#memory.write(JSON.stringify(this.#notes));
    } catch {
      // Nothing outlives a reload then, and a later finding says that it was not seen.
    }
    return note;
  }

  async #judge(record: FairRecord): Promise<void> {
    const [{ hasher }, { check, dealt }] = await Promise.all([import('./hash'), import('./sums')]);
    const note = this.#notes.find((n) => n.match === record.match && n.deal === record.deal);
    const faults = await check(await hasher(), record);
    this.#tell(
      finding(record, note, note?.seat ?? this.#me, faults, (seat) => dealt(record)[seat]),
    );
  }
}

/** Compares what is shown now with what was seen before. */
function finding(
  record: FairRecord,
  note: Note | undefined,
  seat: Seat,
  faults: Fault[],
  dealtTo: (seat: Seat) => { hand: Card[] } | undefined,
): Finding {
  const seen = <T>(before: T | undefined, now: T) => (before === undefined ? null : before === now);
  const sorted = (cards: readonly Card[] | undefined) => cards && [...cards].sort().join();
  const found = {
    record,
    seat,
    faults,
    seal: seen(note?.seal, record.seal),
    numbersSeal: seen(note?.numbersSeal, record.numbers_seal),
    hand: seen(sorted(note?.hand), sorted(dealtTo(seat)?.hand)),
    number: seat < record.seats ? numberOf(note, record.numbers[seat] ?? null) : 'watching',
  };
  const wrong = [found.seal, found.numbersSeal, found.hand].includes(false);
  const verdict: Verdict =
    wrong || faults.length > 0 || found.number === 'other'
      ? 'unfair'
      : found.number === 'late' || found.number === 'none'
        ? 'without'
        : found.seal === null
          ? 'unseen'
          : 'fair';
  return { ...found, verdict };
}

function numberOf(note: Note | undefined, used: string | null): Finding['number'] {
  if (note?.mine !== undefined && note.mine !== used) return 'other';
  if (note?.drawn !== undefined && note.drawn === used) return 'in';
  if (used !== null) return 'elsewhere';
  return note?.drawn === undefined ? 'none' : 'late';
}

function remembered(memory: Memory): Note[] {
  try {
    const notes: unknown = JSON.parse(memory.read() ?? '[]');
    return Array.isArray(notes) ? (notes as Note[]) : [];
  } catch {
    return [];
  }
}

/** The notes of a table in this browser. */
export const browserMemory = (code: string): Memory => ({
  read: () => localStorage.getItem(`kk_fair_${code}`),
  write: (text) => localStorage.setItem(`kk_fair_${code}`, text),
});
