import { mount } from 'svelte';
import App from './App.svelte';
import { watchLetters } from './lib/huge';
import { routeOf } from './router.svelte';
import { bringSprite } from './sprite';
import { loadSettings } from './store/settings.svelte';
import { setLanguage } from './texts/texts.svelte';
import './styles/tokens.css';
import './styles/base.css';

/** Fetches the page that is going to be shown beside everything else that is needed. */
function warm(path: string): void {
  const { page } = routeOf(path, '');
  if (page === 'home') void import('./pages/Home.svelte');
  else if (page === 'table') void import('./pages/TablePage.svelte');
}

/** The page then opens without a network too. Browsers allow it over https and on one's own machine. */
function keepShell(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}

// No top-level await: a language is a chunk of its own that may import this one, and would wait for it forever.
async function start(target: HTMLElement): Promise<void> {
  const settings = loadSettings();
  watchLetters();
  warm(window.location.pathname);
  // Cards without their drawings would be blank paper: the page waits, for both are fetched at once.
  await Promise.all([setLanguage(settings.now.language), bringSprite()]);
  mount(App, { target, props: { settings } });
  keepShell();
}

const target = document.getElementById('app');
if (target) void start(target);
