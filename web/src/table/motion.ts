/**
 * All that moves on the board: cards that slide, by the Web Animations API, on transform and opacity alone, and chalk
 * that is written, behind an edge that goes to the right. What
 * is on the page is always *now*; a move only shows for a moment where it came from, so it holds nothing up.
 */
import type { Seat } from '../wire.gen';
import type { Move } from './middle';

/** In milliseconds at pace 1. */
export const CARD_SLIDES = 250;
export const TO_WINNER = 350;
/** A figure on the slate, and between the starts of two. */
export const WRITES = 300;
const NEXT_FIGURE = 120;
/** So many figures are waited for; the others of a long slate come with the last. */
const MOST_WAIT = 10;
/** Between two packets of a deal. */
const PACKET = 90;
/** The packets of a deal: the first place of each, and the one after its last. */
const PACKETS = [
  [0, 3],
  [3, 5],
  [5, 8],
] as const;
const EASING = 'cubic-bezier(0.2, 0.7, 0.3, 1)';

/** Where things move; each is asked for anew, for a new potje is a new board. */
export type Stage = {
  board: () => Element | null;
  /** Over all: cards fly here that do not lie on the board any more. */
  air: () => HTMLElement | null;
  /** The query of somebody's mat. */
  matOf: (seat: Seat) => string;
  me: Seat;
  pace: number;
};

type Spot = { x: number; y: number; width: number };

function spotOf(element: Element): Spot {
  const { left, top, width, height } = element.getBoundingClientRect();
  // A card that lies askew has a box wider than itself.
  const own = element instanceof HTMLElement ? element.offsetWidth : width;
  return { x: left + width / 2, y: top + height / 2, width: own };
}

/** The transform that shows what lies at `to` as if it lay at `from`. */
const asIfAt = (from: Spot, to: Spot, scale: number): string =>
  `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`;

const isStill = (): boolean =>
  document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A card is this much smaller where it comes out of a hand that is not seen. */
const HALF = 0.5;
/** How wide a card is that is dealt to somebody else, in px. */
const BACK = 44;

const spotAt = (board: Element, what: string | Element): Spot | null => {
  const element = typeof what === 'string' ? board.querySelector(what) : what;
  return element && spotOf(element);
};

/** Lets an element come from `from` to where it lies. */
function slide(element: Element, from: Spot, pace: number, scale?: number, delay = 0): void {
  const to = spotOf(element);
  element.animate(
    [
      { transform: asIfAt(from, to, scale ?? from.width / to.width), opacity: scale ? 0 : 1 },
      { opacity: 1, offset: 0.3 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: CARD_SLIDES * pace, delay: delay * pace, easing: EASING, fill: 'backwards' },
  );
}

/** Lets a copy go from one spot to another and vanish there. */
function fly(copy: Element, from: Spot, to: Spot, stage: Stage, ms: number, delay = 0): void {
  const air = stage.air();
  if (!air) return;
  const box = document.createElement('span');
  box.style.cssText = `left:${from.x}px;top:${from.y}px;width:${from.width}px`;
  box.append(copy);
  air.append(box);
  const middle = 'translate(-50%, -50%)';
  const flight = box.animate(
    [
      { transform: middle, opacity: 1 },
      { opacity: 1, offset: 0.7 },
      {
        transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) ${middle} scale(${HALF})`,
        opacity: 0,
      },
    ],
    { duration: ms * stage.pace, delay: delay * stage.pace, easing: EASING, fill: 'both' },
  );
  const gone = () => box.remove();
  flight.finished.then(gone, gone);
}

function aBack(): Element {
  const back = document.createElement('span');
  back.className = 'back';
  return back;
}

/**
 * To be called with the moves that come while the board still shows what was. What it gives is to be called
 * when the board shows what is.
 */
export function prepare(moves: readonly Move[], stage: Stage): () => void {
  const board = stage.board();
  if (moves.length === 0 || stage.pace === 0 || !board || !('animate' in board) || isStill())
    return () => {};
  const then = moves.map((move) => PREPARE[move.t](move as never, stage, board));
  return () => then.forEach((go) => go());
}

type Prepare<M> = (move: M, stage: Stage, board: Element) => () => void;
const PREPARE: { [T in Move['t']]: Prepare<Extract<Move, { t: T }>> } = {
  play: ({ seat, card }, stage, board) => {
    const mine = board.querySelector(`.card[data-card="${card}"]`);
    const from = spotAt(board, mine ?? stage.matOf(seat));
    return () => {
      const lies = stage.board()?.querySelector(`[data-lies="${card}"] .face`);
      if (from && lies) slide(lies, from, stage.pace, mine ? undefined : HALF);
    };
  },
  gather: ({ winner }, stage, board) => {
    const faces = [...board.querySelectorAll('.trick .face')];
    const flights = faces.map((face) => ({
      copy: face.cloneNode(true) as Element,
      from: spotOf(face),
    }));
    return () => {
      // Under a result there is no mat: the trick is gone, and nothing flies over the slate.
      const now = stage.board();
      const to = now && spotAt(now, stage.matOf(winner));
      if (to) for (const { copy, from } of flights) fly(copy, from, to, stage, TO_WINNER);
    };
  },
  open:
    ({ seat, pile }, stage) =>
    () => {
      const whose = seat === stage.me ? '.my-piles' : '.their-piles';
      const face = stage.board()?.querySelectorAll(`${whose} .pile`)[pile]?.querySelector('.face');
      face?.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], {
        duration: CARD_SLIDES * stage.pace,
        easing: EASING,
      });
    },
  sort: (_, stage, board) => {
    const cards = (where: Element | null) => [
      ...(where?.querySelectorAll<HTMLElement>('.hand .card') ?? []),
    ];
    const spots = new Map(cards(board).map((card) => [card.dataset['card'], spotOf(card)]));
    return () => {
      for (const card of cards(stage.board())) {
        const from = spots.get(card.dataset['card']);
        if (from) slide(card, from, stage.pace);
      }
    };
  },
  write: (_, stage, board) => {
    const figures = (where: Element | null) => [
      ...(where?.querySelectorAll('.slate .chalk') ?? []),
    ];
    const stood = figures(board).map((figure) => figure.textContent);
    return () => {
      const now = figures(stage.board());
      // Another slate is written whole, and on the same one what is new.
      const fresh = now.filter(
        (figure, i) => now.length !== stood.length || figure.textContent !== stood[i],
      );
      for (const [i, figure] of fresh.entries())
        figure
          .querySelector('svg')
          ?.animate([{ clipPath: 'inset(0 100% 0 0)' }, { clipPath: 'inset(0)' }], {
            duration: WRITES * stage.pace,
            delay: Math.min(i, MOST_WAIT) * NEXT_FIGURE * stage.pace,
            fill: 'backwards',
          });
    };
  },
  reseat: (_, stage, board) => {
    const mats = (where: Element | null) => [
      ...(where?.querySelectorAll<HTMLElement>('.seat .mat') ?? []),
    ];
    const spots = mats(board).map(spotOf);
    return () => {
      for (const [i, mat] of mats(stage.board()).entries()) {
        const from = spots[i];
        if (from) slide(mat, { ...from, width: spotOf(mat).width }, stage.pace);
      }
    };
  },
  deal:
    ({ dealer, order }, stage) =>
    () => {
      const board = stage.board();
      const from = board && spotAt(board, stage.matOf(dealer));
      if (!from) return;
      const places = [...board.querySelectorAll('.hand li')];
      for (const [round, [first, end]] of PACKETS.entries())
        for (const [turn, seat] of order.entries()) {
          const delay = (round * order.length + turn) * PACKET;
          if (seat === stage.me)
            for (const place of places.slice(first, end))
              slide(place, from, stage.pace, HALF, delay);
          else {
            const to = spotAt(board, stage.matOf(seat));
            if (to && seat !== dealer)
              fly(aBack(), { ...from, width: BACK }, to, stage, CARD_SLIDES, delay);
          }
        }
      // With two players the table cards follow.
      const after = PACKETS.length * order.length * PACKET;
      for (const [i, pile] of [...board.querySelectorAll('.pile')].entries())
        slide(pile, from, stage.pace, HALF, after + (i % 4) * PACKET);
    },
};
