/** Where the keyboard goes when what it was on has left the page. */

const isLost = ({ activeElement, body }: Document): boolean =>
  activeElement === null || activeElement === body || activeElement.matches(':disabled');

/** The page's heading gets the focus, unless somebody is already elsewhere. */
export function focusHeading(page: Document = document): void {
  if (!isLost(page)) return;
  const heading = page.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
