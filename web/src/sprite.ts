/** The drawings that every screen refers to by name (`<use href="#mHA">`), put into the page once. */
import address from './assets/sprite.svg?url';

const RETRY = 3000;

/** Resolves when the drawings are there, or when they cannot be had now; then it goes on trying by itself. */
export async function bringSprite(page: Document = document): Promise<void> {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    const { documentElement: svg } = new DOMParser().parseFromString(
      await answer.text(),
      'image/svg+xml',
    );
    svg.setAttribute('class', 'sprite');
    page.body.prepend(page.importNode(svg, true));
  } catch {
    setTimeout(() => void bringSprite(page), RETRY);
  }
}
