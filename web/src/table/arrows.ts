/** Arrow keys among the cards one can press: left and right in order, up and down by where they lie. */

type Keep = (card: string) => void;

const cardsIn = (place: Element): HTMLElement[] => [
  ...place.querySelectorAll<HTMLElement>('button[data-card]'),
];

/** The card that lies nearest in the row above (-1) or below (1). */
function nearest(
  from: HTMLElement,
  all: HTMLElement[],
  direction: 1 | -1,
): HTMLElement | undefined {
  const here = from.getBoundingClientRect();
  const distance = (other: HTMLElement) => {
    const there = other.getBoundingClientRect();
    const down = (there.top - here.top) * direction;
    // Cards of the same row are a little askew; a row is another when it is half a card away.
    return down > here.height / 2 ? down * 4 + Math.abs(there.left - here.left) : Infinity;
  };
  return all
    .map((card) => ({ card, far: distance(card) }))
    .filter(({ far }) => far < Infinity)
    .sort((a, b) => a.far - b.far)[0]?.card;
}

function goal(key: string, from: HTMLElement, list: HTMLElement): HTMLElement | undefined {
  const here = cardsIn(list);
  const at = here.indexOf(from);
  const everywhere = cardsIn(list.closest('.board') ?? list);
  switch (key) {
    case 'ArrowLeft':
      return here[at - 1];
    case 'ArrowRight':
      return here[at + 1];
    case 'Home':
      return here[0];
    case 'End':
      return here[here.length - 1];
    case 'ArrowUp':
      return nearest(from, everywhere, -1);
    case 'ArrowDown':
      return nearest(from, everywhere, 1);
    default:
      return undefined;
  }
}

/** An action on a list of card buttons; `keep` hears which card has the focus. */
export function arrows(list: HTMLElement, keep: Keep): { destroy: () => void } {
  const onKey = (event: KeyboardEvent): void => {
    const from = event.target as HTMLElement;
    if (!from.dataset['card'] || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = goal(event.key, from, list);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  const onFocus = (event: FocusEvent): void => {
    const card = (event.target as HTMLElement).dataset['card'];
    if (card) keep(card);
  };
  list.addEventListener('keydown', onKey);
  list.addEventListener('focusin', onFocus);
  return {
    destroy() {
      list.removeEventListener('keydown', onKey);
      list.removeEventListener('focusin', onFocus);
    },
  };
}
