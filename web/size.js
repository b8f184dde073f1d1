// What a first visit fetches, packed as the server packs it: npm run size (after npm run build).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const ASSETS = fileURLToPath(new URL('../src/klaverjas/server/static/assets', import.meta.url));
/** What is fetched by a newcomer who opens the link of a table and waits there, and by who comes back to his game. */
const VISITS = {
  'a first visit at a table': ['index', 'TablePage', 'Door', 'WaitingRoom', 'Share'],
  'a table where cards lie': ['index', 'TablePage', 'Board'],
};
const AIM = 60_000;

const names = readdirSync(ASSETS);
const text = (name) => readFileSync(join(ASSETS, name), 'utf8');
const packed = (name) => {
  const bytes = readFileSync(join(ASSETS, name));
  return name.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
};

/** A script and every script that it cannot run without. */
function withImports(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, needed] of text(name).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    withImports(needed, found);
  return found;
}

const scripts = (parts) =>
  new Set(
    parts
      .flatMap((part) =>
        names.filter((name) => name.startsWith(`${part}-`) && name.endsWith('.js')),
      )
      .flatMap((name) => [...withImports(name)]),
  );
const first = scripts(VISITS['a first visit at a table']);
const rows = names.map((name) => [packed(name), name, first.has(name) ? '*' : '']);
rows.sort(([a], [b]) => b - a);
for (const [bytes, name, mark] of rows) console.log(`${bytes}`.padStart(7), name, mark);
for (const [visit, parts] of Object.entries(VISITS)) {
  const total = [...scripts(parts)].reduce((sum, name) => sum + packed(name), 0);
  console.log(`${total}`.padStart(7), `scripts of ${visit}, aim: under ${AIM}`);
  if (total >= AIM) process.exitCode = 1;
}
