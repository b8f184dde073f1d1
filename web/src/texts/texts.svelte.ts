/**
 * Every sentence a person reads, by key, from src/klaverjas/texts. `t` is reactive: a change of language
 * changes the page at once. Keys and placeholders are types (`keys.gen.ts`), so a wrong one fails the check.
 */
import nl from '$texts/nl.toml';
import type { TomlValue } from '*.toml';
import type { Language } from '../store/settings.svelte';
import type { HouseRules } from '../wire.gen';
import type { Texts } from './keys.gen';

export type Key = keyof Texts;
type Params<K extends Key> = [Texts[K]] extends [never] ? [] : [Record<Texts[K], string | number>];

/** The choices under which a rule holds: per field of the house rules the values that bring it. */
export type When = { [Field in keyof HouseRules]?: HouseRules[Field][] };
/** One numbered rule; `id` is its anchor. */
export type RuleItem = { id?: string; text: string; when?: When };
export type RuleSection = {
  id: string;
  title: string;
  when?: When;
  items: RuleItem[];
};

type Book = { texts: ReadonlyMap<string, string>; rules: RuleSection[] };

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

const book = (tables: { [key: string]: TomlValue }): Book => ({
  texts: flatten(tables),
  rules: (tables['rules_text'] ?? []) as unknown as RuleSection[],
});

/** Dutch comes with the page; another language is fetched when it is asked for. */
const BOOKS: Record<Language, () => Promise<Book>> = {
  nl: () => Promise.resolve(DUTCH),
  en: async () => book((await import('$texts/en.toml')).default),
};
const DUTCH = book(nl);

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

/** The sentence of a key with its placeholders filled. */
export function t<K extends Key>(key: K, ...params: Params<K>): string {
  const text = spoken.book.texts.get(key) ?? key;
  const given = (params[0] ?? {}) as Record<string, string | number>;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole));
}

/** "a", "a en b", "a, b en c". */
export function list(words: string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${t('words.and')} ${words[words.length - 1]}`;
}

const holds = (when: When | undefined, rules: Partial<HouseRules>) =>
  Object.entries(when ?? {}).every(([field, values]) => {
    const agreed = rules[field as keyof HouseRules];
    return agreed === undefined || (values as unknown[]).includes(agreed);
  });

/** The rules text for what was agreed; what is left open (say the number of seats) is told for every choice. */
export function rulesText(rules: Partial<HouseRules>): RuleSection[] {
  return spoken.book.rules
    .filter((section) => holds(section.when, rules))
    .map((section) => ({
      ...section,
      items: section.items.filter((item) => holds(item.when, rules)),
    }))
    .filter((section) => section.items.length > 0);
}
