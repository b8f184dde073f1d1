/**
 * The board in every state, for looking at and for tests: open board.html in `vite`. Not in the shipped pages.
 * `?scene=four` chooses, `?taal=en`, `?groot=1`, `?vier=1`, `?hand=rows`, `?club=1` and `?open=last` change it.
 */
import { mount } from 'svelte';
import sprite from '../assets/sprite.svg?raw';
import { DEFAULTS, type Settings } from '../store/settings.svelte';
import '../styles/base.css';
import '../styles/tokens.css';
import { setLanguage } from '../texts/texts.svelte';
import Board from './Board.svelte';
import { scenes } from './scenes';

const query = new URLSearchParams(location.search);
const language = query.get('taal') === 'en' ? 'en' : 'nl';
const hand = query.get('hand');
const settings: Settings = {
  ...DEFAULTS,
  language,
  large: query.has('groot'),
  fourColours: query.has('vier'),
  hand: hand === 'rows' || hand === 'fan' ? hand : 'auto',
};
await setLanguage(language);
document.documentElement.lang = language;
document.documentElement.classList.toggle('large', settings.large);
document.documentElement.classList.toggle('four', settings.fourColours);

const holder = document.createElement('div');
holder.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
holder.innerHTML = sprite;
document.body.append(holder);

const name = query.get('scene') ?? 'four';
const scene = scenes[name] ?? scenes['four'];
if (!scene) throw new Error(`no scene ${name}; there are ${Object.keys(scenes).join(', ')}`);
if (query.has('club'))
  scene.view.rules = { ...scene.view.rules, preset: 'club', revoke: 'claimable' };
document.title = name;
mount(Board, {
  target: document.body,
  props: { ...scene, settings, act: (act) => console.log(JSON.stringify(act)) },
});

const open = query.get('open');
if (open) {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-button="${open}"]`)?.click(),
  );
}
