/** Table codes as people type, paste or say them. */
const ALPHABET = 'BCDFGHJKMNPQRTVWXZ34679';
const LENGTH = 5;

const clean = (text: string) => text.toUpperCase().replace(/[\s\-.·]/g, '');
const isCode = (text: string) =>
  text.length === LENGTH && [...text].every((sign) => ALPHABET.includes(sign));

/** The code in any case, with spaces, or in a whole pasted link; none when there is no code in it. */
export function readCode(text: string): string | null {
  const linked = /\/t\/([^/?#\s]+)/i.exec(text)?.[1];
  if (linked !== undefined) {
    const code = clean(decodeLoosely(linked));
    return isCode(code) ? code : null;
  }
  const code = clean(text);
  if (isCode(code)) return code;
  // A sentence around it ("tafel KR7TM"): the one word that is a code.
  const words = text.split(/\s+/).map((word) => clean(word.replace(/[^\w]/g, '')));
  return words.find(isCode) ?? null;
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
