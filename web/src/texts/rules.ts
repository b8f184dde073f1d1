/** The rules of the house in both languages: a part of the page that is fetched when somebody reads them. */
import en from '$texts/en.toml?rules';
import nl from '$texts/nl.toml?rules';
import type { HouseRules } from '../wire.gen';
import { addChapter, language } from './texts.svelte';

// The words around the rules come with them.
addChapter({ rules: nl['rules'] ?? {} });

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

const BOOKS = { nl: nl['rules_text'], en: en['rules_text'] } as unknown as Record<
  'nl' | 'en',
  RuleSection[]
>;

const holds = (when: When | undefined, rules: Partial<HouseRules>) =>
  Object.entries(when ?? {}).every(([field, values]) => {
    const agreed = rules[field as keyof HouseRules];
    return agreed === undefined || (values as unknown[]).includes(agreed);
  });

/** The rules text for what was agreed; what is left open (say the number of seats) is told for every choice. */
export function rulesText(rules: Partial<HouseRules>): RuleSection[] {
  return BOOKS[language()]
    .filter((section) => holds(section.when, rules))
    .map((section) => ({
      ...section,
      items: section.items.filter((item) => holds(item.when, rules)),
    }))
    .filter((section) => section.items.length > 0);
}
