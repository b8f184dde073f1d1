/**
 * Every sentence a person reads, by key, from src/klaverjas/texts. `t` is reactive: a change of language
 * changes the page at once. Keys and placeholders are types (`keys.gen.ts`), so a wrong one fails the check.
 */
import nl from '$texts/nl.toml?sentences';
import type { TomlValue } from '*.toml';
import type { Language } from '../store/settings.svelte';
import type { Texts } from './keys.gen';

export type Key = keyof Texts;
type Params<K extends Key> = [Texts[K]] extends [never] ? [] : [Record<Texts[K], string | number>];

type Book = ReadonlyMap<string, string>;

/** The tables of a texts file as `a.b.c` -> sentence; arrays (the rules text) are left out. */
export function flatten(tables: { [key: string]: TomlValue }, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tables)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else if (value && typeof value === 'object' && !Array.isArray(value))
      for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

/**
 * Dutch comes with the page, but for the chapters that only a later part of it says; another language is
 * fetched when it is asked for.
 */
const BOOKS: Record<Language, () => Promise<Book>> = {
  nl: () => Promise.resolve(DUTCH),
  en: async () => flatten((await import('$texts/en.toml?spoken')).default),
};
const DUTCH = flatten(nl);

/** What a later part of the page says in Dutch: a module in `chapters` that this part imports. */
export function addChapter(tables: { [key: string]: TomlValue }): void {
  for (const [key, text] of flatten(tables)) DUTCH.set(key, text);
}

let wished: Language = 'nl';
let spoken: { language: Language; book: Book } = $state.raw({ language: 'nl', book: DUTCH });

/** The page speaks this language when the promise is kept. A later wish goes before an earlier one. */
export async function setLanguage(language: Language): Promise<void> {
  wished = language;
  try {
    const found = await BOOKS[language]();
    if (wished === language && spoken.language !== language) spoken = { language, book: found };
  } catch {
    // The other language cannot be fetched now: the page goes on speaking the one it has.
  }
}

export function language(): Language {
  return spoken.language;
}

/** Hebrew, Arabic and what else is written from right to left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** First strong isolate, and its end; as characters the compiler takes them for an attack. */
const [APART, END] = [String.fromCodePoint(0x2068), String.fromCodePoint(0x2069)];

/** A name that is written from right to left stays by itself, so that it does not turn the points behind it. */
const isolated = (text: string): string => (LEFTWARD.test(text) ? APART + text + END : text);

/** The sentence of a key with its placeholders filled. */
export function t<K extends Key>(key: K, ...params: Params<K>): string {
  const text = spoken.book.get(key) ?? key;
  const given = (params[0] ?? {}) as Record<string, string | number>;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    isolated(String(given[name] ?? whole)),
  );
}

/** "a", "a en b", "a, b en c". */
export function list(words: string[]): string {
  const each = words.map(isolated);
  const last = each.pop() ?? '';
  return each.length === 0 ? last : `${each.join(', ')} ${t('words.and')} ${last}`;
}
