/**
 * The sums of a fair deal, as docs/fair.md writes them down. `klaverjas.rules.fair` is the same in Python;
 * tests/rules/data/fair.json holds both to one answer.
 */
import type { Card, FairRecord, Seat, Suit } from '../wire.gen';
import { hex, type Hash } from './hash';

/** What in a record does not follow from the rest. */
export type Fault = 'seal' | 'numbers' | 'cards' | 'turned' | 'dealer';
export type Place = Pick<FairRecord, 'table' | 'match' | 'deal' | 'seats'>;
/** What a seat was dealt: its hand, and with two players the open and the closed table cards. */
export type Dealt = { hand: Card[]; open: Card[]; closed: Card[] };

const WORD = 2 ** 32;
const SUITS: readonly Suit[] = ['C', 'D', 'H', 'S'];
const RANKS = '789TJQKA';
const PACKETS = [3, 2, 3];
const PILES = 4;

const placed = ({ table, match, deal, seats }: Place) => `${table} ${match} ${deal} ${seats}`;
const listed = (numbers: readonly (string | null)[]) => numbers.map((n) => n ?? '-').join(' ');

export const seal = async (hash: Hash, place: Place, seed: string): Promise<string> =>
  hex(await hash(`klaverkroeg 1 seal ${placed(place)} ${seed}`));

export const sealNumbers = async (
  hash: Hash,
  place: Place,
  numbers: readonly (string | null)[],
): Promise<string> => hex(await hash(`klaverkroeg 1 numbers ${placed(place)} ${listed(numbers)}`));

/** SHA-256 in counter mode, as numbers below 2^32. */
async function* words(hash: Hash, key: string, name: string): AsyncGenerator<number, never> {
  for (let block = 0; ; block++) {
    const digest = await hash(`klaverkroeg 1 ${name} ${key} ${block}`);
    const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** A number below `bound`; words of the last, incomplete round are passed over. */
export async function below(
  bound: number,
  stream: AsyncIterator<number, unknown>,
): Promise<number> {
  const fair = WORD - (WORD % bound);
  for (;;) {
    const { value } = (await stream.next()) as { value: number };
    if (value < fair) return value % bound;
  }
}

/** All cards that are in play, sorted. */
export const pack = (seats: number): Card[] =>
  SUITS.flatMap((suit) => [...(seats === 3 ? RANKS.slice(2) : RANKS)].map((rank) => suit + rank));

async function shuffled(cards: Card[], stream: AsyncIterator<number, unknown>): Promise<Card[]> {
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = await below(last + 1, stream);
    [order[last], order[chosen]] = [order[chosen] ?? '', order[last] ?? ''];
  }
  return order;
}

/** What seed and numbers make. */
export async function draw(
  hash: Hash,
  place: Place,
  seed: string,
  numbers: readonly (string | null)[],
): Promise<{ cards: Card[]; turned: Suit; dealer: Seat }> {
  const key = hex(await hash(`klaverkroeg 1 shuffle ${placed(place)} ${seed} ${listed(numbers)}`));
  return {
    cards: await shuffled(pack(place.seats), words(hash, key, 'cards')),
    turned: SUITS[await below(4, words(hash, key, 'turned'))] ?? 'C',
    dealer: await below(place.seats, words(hash, key, 'dealer')),
  };
}

/** What in the record does not follow from the rest; nothing when the deal was what it had to be. */
export async function check(hash: Hash, record: FairRecord): Promise<Fault[]> {
  const drawn = await draw(hash, record, record.seed, record.numbers);
  const faults: Record<Fault, boolean> = {
    seal: (await seal(hash, record, record.seed)) !== record.seal,
    numbers: (await sealNumbers(hash, record, record.numbers)) !== record.numbers_seal,
    cards: drawn.cards.join() !== record.cards.join(),
    turned: record.turned !== null && record.turned !== drawn.turned,
    dealer: record.deal === 0 && record.dealer !== drawn.dealer,
  };
  return (Object.keys(faults) as Fault[]).filter((fault) => faults[fault]);
}

/** The cards of the record as they were dealt, per seat (rules.md 2.1, 1.7). */
export function dealt({ seats, dealer, cards }: FairRecord): Dealt[] {
  const stock = [...cards];
  const order = Array.from({ length: seats }, (_, i) => (dealer + 1 + i) % seats);
  const all: Dealt[] = order.map(() => ({ hand: [], open: [], closed: [] }));
  for (const packet of PACKETS)
    for (const seat of order) all[seat]?.hand.push(...stock.splice(0, packet));
  if (seats === 2)
    for (const seat of order) {
      all[seat]?.closed.push(...stock.splice(0, PILES));
      all[seat]?.open.push(...stock.splice(0, PILES));
    }
  return all;
}
