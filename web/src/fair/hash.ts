/**
 * SHA-256 of a line of text. Browsers have it, but only on https and on localhost; a table on a home network has
 * neither, and there a library does the same.
 */
export type Hash = (text: string) => Promise<Uint8Array>;

/** The bytes of a text in ASCII. */
const bytes = (text: string) => new TextEncoder().encode(text);

const byBrowser: Hash = async (text) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(text)));

async function byLibrary(): Promise<Hash> {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return (text) => Promise.resolve(sha256(bytes(text)));
}

/** The browser's own where it lets us; else the library's. */
export const hasher = async (): Promise<Hash> =>
  typeof crypto.subtle === 'object' ? byBrowser : byLibrary();

export const hex = (digest: Uint8Array): string =>
  [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
