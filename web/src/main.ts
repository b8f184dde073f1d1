import { mount } from 'svelte';
import App from './App.svelte';
import { loadSettings } from './store/settings.svelte';
import { setLanguage } from './texts/texts.svelte';
import './styles/tokens.css';
import './styles/base.css';

// No top-level await: a language is a chunk of its own that may import this one, and would wait for it forever.
async function start(target: HTMLElement): Promise<void> {
  const settings = loadSettings();
  await setLanguage(settings.now.language);
  mount(App, { target, props: { settings } });
}

const target = document.getElementById('app');
if (target) void start(target);
