import { svelte } from '@sveltejs/vite-plugin-svelte';
import { parse } from 'smol-toml';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * `import texts from '$texts/nl.toml'` gives the file's tables as one plain object; `?sentences` leaves the
 * rules text out and `?rules` gives nothing else, so that it is fetched when somebody wants to read it.
 */
function toml(): Plugin {
  return {
    name: 'toml',
    transform: {
      filter: { id: /\.toml(\?\w+)?$/ },
      handler: (code, id) => {
        const { rules_text, ...sentences } = parse(code);
        const wanted = id.endsWith('?rules')
          ? rules_text
          : id.endsWith('?sentences')
            ? sentences
            : { ...sentences, rules_text };
        return { code: `export default ${JSON.stringify(wanted)};`, moduleType: 'js', map: null };
      },
    },
  };
}

export default defineConfig({
  base: '/',
  plugins: [svelte(), toml()],
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
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    restoreMocks: true,
  },
});
