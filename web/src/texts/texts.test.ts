import en from '$texts/en.toml';
import nl from '$texts/nl.toml';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import './chapters/waiting';
import type { RuleSection } from './rules';
import { flatten, list, t } from './texts.svelte';

const dutch = flatten(nl);
const english = flatten(en);
const rules = (tables: unknown) => (tables as { rules_text: RuleSection[] }).rules_text;
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ''))].sort();

/** Source text of everything that may use a key, this test and the generated file left out. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(ts|svelte)$/.test(entry.name) && !/\.(test|gen)\.ts$/.test(entry.name)
      ? [readFileSync(path, 'utf8')]
      : [];
  });
}

const source = sources(join(__dirname, '..')).join('\n');

describe('a name in a sentence', () => {
  test('that is written from right to left is kept apart, so that it turns nothing beside it', () => {
    expect(t('waiting.wait_for', { name: 'דוד' })).toMatch(/^\u2068דוד\u2069 /);
    expect(list(['Tineke', 'דוד'])).toMatch(/^Tineke \S+ \u2068דוד\u2069$/);
  });

  test('that is written from left to right stays as it is', () => {
    expect(t('waiting.wait_for', { name: 'Zoë 🍺' })).toMatch(/^Zoë 🍺 /);
    expect(list([])).toBe('');
    expect(list(['Tineke'])).toBe('Tineke');
    expect(list(['Tineke', 'Joop', 'Wil'])).toMatch(/^Tineke, Joop \S+ Wil$/);
  });
});

describe('the texts', () => {
  test('Dutch and English have the same keys and placeholders', () => {
    expect([...english.keys()].sort()).toEqual([...dutch.keys()].sort());
    for (const [key, text] of dutch)
      expect([key, placeholders(english.get(key) ?? '')]).toEqual([key, placeholders(text)]);
  });

  test('no sentence is empty', () => {
    for (const book of [dutch, english])
      for (const [key, text] of book) expect([key, text.trim().length > 0]).toEqual([key, true]);
  });

  test('every key used in the source exists', () => {
    const used = [...source.matchAll(/\bt\(\s*'([\w.]+)'/g)].map((found) => found[1] ?? '');
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((key) => !dutch.has(key))).toEqual([]);
  });

  test('no key is unused', () => {
    const patterns = [...source.matchAll(/`((?:[\w.]|\$\{[^}]*\})*)`/g)]
      .map((found) => found[1] ?? '')
      .filter((template) => /^\w+\./.test(template))
      .map((template) => template.replace(/\$\{[^}]*\}/g, '\\w+').replaceAll('.', '\\.'))
      .map((pattern) => new RegExp(`^${pattern}$`));
    const unused = [...dutch.keys()].filter(
      (key) => !source.includes(`'${key}'`) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  test('both rules texts have the same sections, anchors and conditions', () => {
    const shape = (sections: RuleSection[]) =>
      sections.map(({ id, when, items }) => ({
        id,
        when,
        items: items.map((item) => ({ id: item.id, when: item.when })),
      }));
    expect(shape(rules(en))).toEqual(shape(rules(nl)));
  });

  test('the types of the keys are those of the texts (renew with vitest run src/texts -u)', async () => {
    const lines = [...dutch].map(([key, text]) => {
      const names = placeholders(text).map((name) => `'${name}'`);
      return `  '${key}': ${names.join(' | ') || 'never'};`;
    });
    const file = `// Written by texts.test.ts from the texts; do not edit.\nexport interface Texts {\n${lines.join('\n')}\n}\n`;
    await expect(file).toMatchFileSnapshot('./keys.gen.ts');
  });
});
