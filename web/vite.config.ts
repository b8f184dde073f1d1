import { svelte } from '@sveltejs/vite-plugin-svelte';
import { parse } from 'smol-toml';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tables of the texts that are fetched with the part of the page that says them; the others come at once. */
const CHAPTERS: Record<string, string[]> = {
  rules: ['rules', 'rules_text'],
  home: ['home'],
  settings: ['settings'],
  talk: ['talk'],
  waiting: ['waiting'],
  match: ['match'],
  chairs: ['chairs'],
  house: ['house'],
  lesson: ['lesson'],
  people: ['people', 'regulars', 'conventions'],
  fair: ['fair'],
  watch: ['watch'],
  fair_page: ['fair_page'],
};

/** What is fetched together: what every page needs, what every table needs, and where cards lie. */
const CHUNKS = [
  {
    name: 'index',
    test: /node_modules\/svelte\/|\/src\/(main|App|api|pages\/(Notice|Looking)|lib\/(Icon|Dialog|Arrival|TopBar|Face|Rug|Page))\b/,
    priority: 3,
  },
  { name: 'TablePage', test: /\/src\/(pages\/TablePage|store\/table)\./, priority: 2 },
  // A slate is read without a board.
  { name: 'marks', test: /\/src\/table\/marks\./, priority: 2 },
  { name: 'Board', test: /\/src\/table\/Board\.svelte/, priority: 1 },
];

/** The tables that `import texts from '$texts/nl.toml?part'` gives: a chapter, `sentences` (what is in none),
 *  `spoken` (all but the rules text); without a part everything. */
function isWanted(table: string, part: string | undefined): boolean {
  if (!part) return true;
  if (part === 'sentences') return !Object.values(CHAPTERS).flat().includes(table);
  if (part === 'spoken') return table !== 'rules_text';
  return CHAPTERS[part]?.includes(table) ?? false;
}

function toml(): Plugin {
  return {
    name: 'toml',
    transform: {
      filter: { id: /\.toml(\?\w+)?$/ },
      handler: (code, id) => {
        const part = id.split('?')[1];
        const tables = Object.entries(parse(code)).filter(([table]) => isWanted(table, part));
        const texts = JSON.stringify(Object.fromEntries(tables));
        return { code: `export default ${texts};`, moduleType: 'js', map: null };
      },
    },
  };
}

/** `/sw.js`: the service worker with the list of the files of this build, whose names hold their hashes. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        const icons = readdirSync(fromHere('./public'));
        const shell = [...built, ...icons].map((name) => `/${name}`).sort();
        const code = readFileSync(fromHere('./src/worker/sw.js'), 'utf8');
        const html = JSON.stringify(bundle['index.html'] ?? null);
        const hash = createHash('sha256').update(shell.join() + code + html);
        const source = `const SHELL = ${JSON.stringify(shell)};
const BUILD = '${hash.digest('hex').slice(0, 12)}';
${code}`;
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}

export default defineConfig({
  base: '/',
  plugins: [svelte(), toml(), serviceWorker()],
  resolve: {
    alias: {
      $lib: fromHere('./src'),
      $texts: fromHere('../src/klaverjas/texts'),
    },
    // Vitest would otherwise load Svelte's server build, where mount() does not exist.
    conditions: [...defaultClientConditions],
  },
  build: {
    outDir: fromHere('../src/klaverjas/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // The page is served under script-src 'self'; style-src 'self': nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Cut by who shares what, a visit takes twenty small files that pack badly.
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    restoreMocks: true,
    // Long enough for a machine that has other things to do; nothing here waits.
    testTimeout: 60_000,
  },
});
