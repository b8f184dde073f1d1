/** The link to one's own chair keeps its ticket behind the #, where no server, log or preview gets it. */
export const MOVE = '#stoel=';

export const ticketIn = (hash: string): string | null =>
  hash.startsWith(MOVE) && hash.length > MOVE.length ? hash.slice(MOVE.length) : null;

/** The ticket is used, or nobody's: it does not stay in the address. */
export function forgetTicket(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', pathname + search);
}
