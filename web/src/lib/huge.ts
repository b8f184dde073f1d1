/** Letters so large that hardly a word fits beside another: whatever made them so, the page says it in a class. */
const NARROW = 19;

/** Keeps `huge` on the page's root as long as fewer than 19 em lie side by side. */
export function watchLetters(page: Document = document): void {
  const probe = page.createElement('div');
  probe.className = 'letter-probe';
  probe.setAttribute('aria-hidden', 'true');
  page.body.append(probe);
  const look = (): void => {
    const em = parseFloat(getComputedStyle(page.documentElement).fontSize);
    page.documentElement.classList.toggle('huge', window.innerWidth / em < NARROW);
  };
  new ResizeObserver(look).observe(probe);
  window.addEventListener('resize', look);
  look();
}
