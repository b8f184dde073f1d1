/** Five addresses on the history API. */
export type Route =
  | { page: 'home' }
  | { page: 'table'; code: string }
  | { page: 'slate'; code: string; key: string }
  | { page: 'rules'; section: string }
  | { page: 'fair' }
  | { page: 'watch'; key: string }
  | { page: 'missing' };

/** The page of an address. */
export function routeOf(path: string, hash: string): Route {
  const parts = path.split('/').filter(Boolean);
  if (parts.length === 0) return { page: 'home' };
  if (parts.length === 2 && parts[0] === 't')
    return { page: 'table', code: (parts[1] ?? '').toUpperCase() };
  if (parts.length === 3 && parts[0] === 'leitje')
    return { page: 'slate', code: (parts[1] ?? '').toUpperCase(), key: parts[2] ?? '' };
  if (parts.length === 1 && (parts[0] === 'regels' || parts[0] === 'rules'))
    return { page: 'rules', section: hash.replace(/^#/, '') };
  if (parts.length === 2 && parts[0] === 'kijk') return { page: 'watch', key: parts[1] ?? '' };
  if (parts.length === 1 && (parts[0] === 'eerlijk' || parts[0] === 'fair'))
    return { page: 'fair' };
  return { page: 'missing' };
}

export class Router {
  route: Route = $state.raw({ page: 'home' });
  /** Somebody went here from another page of ours. */
  moved = false;

  constructor() {
    this.#read();
    window.addEventListener('popstate', () => {
      this.moved = true;
      this.#read();
    });
    window.addEventListener('hashchange', () => this.#read());
  }

  /** Goes to an address of ours. What the address asked (`?groot=1`, `?tempo=0`) stays. */
  go = (path: string): void => {
    const [place = '/', hash] = path.split('#');
    const query = window.location.search;
    this.moved = true;
    window.history.pushState(null, '', place + query + (hash ? `#${hash}` : ''));
    this.#read();
    window.scrollTo(0, 0);
  };

  /** A click on a link of ours: no new page is fetched, unless a new tab was asked for. */
  follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.origin !== window.location.origin || link.hash) return;
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    this.go(link.pathname);
  };

  #read(): void {
    this.route = routeOf(window.location.pathname, window.location.hash);
  }
}
