/**
 * The board in every state, for looking at and for tests: open board.html in `vite`. Not in the shipped pages.
 * `?scene=four` chooses, `?taal=en`, `?groot=1`, `?vier=1`, `?hand=rows`, `?club=1`, `?praat=1` (pub talk), `?lang=1`
 * (long names) and `?open=last` change it; `show(name, change)` on the console lays another.
 */
import { mount, tick, unmount } from 'svelte';
import sprite from '../assets/sprite.svg?raw';
import { watchLetters } from '../lib/huge';
import { DEFAULTS, type Settings } from '../store/settings.svelte';
import '../styles/base.css';
import '../styles/tokens.css';
import '../texts/chapters/talk';
import { setLanguage } from '../texts/texts.svelte';
import Board from './Board.svelte';
import { scenes, type Scene } from './scenes';

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
watchLetters();
await setLanguage(language);
document.documentElement.lang = language;
document.documentElement.classList.toggle('large', settings.large);
document.documentElement.classList.toggle('four', settings.fourColours);

const holder = document.createElement('div');
holder.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden';
holder.innerHTML = sprite;
document.body.append(holder);

type Change = {
  /** Revokes can be claimed here. */
  club?: boolean;
  /** Everybody's name. */
  names?: string;
  dealer?: number;
  /** Whose turn it is. */
  turn?: number;
  /** Regulars sit there, or people who are away for a moment. */
  others?: 'regulars' | 'away';
  refused?: boolean;
  /** People talk here, and something was said. */
  talk?: boolean;
};

/** The scene with some things otherwise: what a board must be able to bear all at once. */
function changed(name: string, change: Change): Scene {
  const scene = scenes[name];
  if (!scene) throw new Error(`no scene ${name}; there are ${Object.keys(scenes).join(', ')}`);
  const { view, todo } = scene;
  const chairs = view.chairs.map((chair, seat) => ({
    ...chair,
    ...(change.names && { name: change.names }),
    ...(change.others === 'regulars' && seat !== view.me && { kind: 'regular' as const }),
    ...(change.others === 'away' && { kind: 'person' as const }),
  }));
  const deal = view.deal && { ...view.deal, dealer: change.dealer ?? view.deal.dealer };
  const rules = change.club
    ? { ...view.rules, preset: 'club' as const, revoke: 'claimable' as const }
    : view.rules;
  const refusal = {
    text: '♥9 mag nu niet. Je moet ruiten bekennen: je hebt ♦H, ♦10 en ♦7.',
    section: 'follow',
    key: 1,
  };
  return {
    ...scene,
    view: { ...view, chairs, deal, rules },
    todo: { ...todo, turn: change.turn ?? todo.turn, may_claim: change.club || todo.may_claim },
    online:
      change.others === 'away' ? view.chairs.map((_, seat) => seat === view.me) : scene.online,
    refusal: change.refused ? refusal : scene.refusal,
    ...(change.talk && { aloud: { bubble: () => '', lines: [], unread: 1 } }),
  };
}

let shown: Record<string, unknown> | null = null;

/** Lays the board anew. */
async function show(name: string, change: Change = {}): Promise<void> {
  if (shown) await unmount(shown);
  document.title = name;
  shown = mount(Board, {
    target: document.body,
    props: { ...changed(name, change), settings, act: (act) => console.log(JSON.stringify(act)) },
  });
  await tick();
}

await show(query.get('scene') ?? 'four', {
  club: query.has('club'),
  talk: query.has('praat'),
  ...(query.has('lang') && { names: 'W'.repeat(20) }),
});
Object.assign(window, { show, scenes: Object.keys(scenes) });

const open = query.get('open');
if (open) {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-button="${open}"]`)?.click(),
  );
}
