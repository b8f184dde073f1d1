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
import '../texts/chapters/chairs';
import '../texts/chapters/talk';
import { Talk } from '../talk/talk.svelte';
import { setLanguage } from '../texts/texts.svelte';
import type { Ask, Spoken, Wait } from '../wire.gen';
import { scenes, type Scene } from './scenes';
import Specimen from './Specimen.svelte';

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
  /** Who led the trick that lies there; whose turn it is moves along. */
  leader?: number;
  /** Regulars sit there, or people who are away for a moment. */
  others?: 'regulars' | 'away';
  refused?: boolean;
  /** People talk here, and something was said. */
  talk?: boolean;
  /** Everybody says this now. */
  aloud?: string;
  /** What the table asks: whether to wait for who is in turn, or about the person left of me. */
  asks?: 'late' | 'lost' | 'who';
  /** The line is lost. */
  lost?: boolean;
  /** Under a result: how the cards came. */
  stamped?: boolean;
  /** Seen by somebody who looks on. */
  watched?: boolean;
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
  const trick = view.deal?.trick ?? null;
  const moved = trick && change.leader !== undefined ? change.leader - trick.leader : 0;
  const deal = view.deal && {
    ...view.deal,
    dealer: change.dealer ?? view.deal.dealer,
    trick: trick && { ...trick, leader: trick.leader + moved },
  };
  const turn =
    todo.turn === null ? null : (todo.turn + moved + view.chairs.length) % view.chairs.length;
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
    view: { ...view, chairs, deal, rules, ...(change.watched && { me: rules.seats }) },
    todo: { ...todo, turn: change.turn ?? turn, may_claim: change.club || todo.may_claim },
    online:
      change.others === 'away' ? view.chairs.map((_, seat) => seat === view.me) : scene.online,
    refusal: change.refused ? refusal : scene.refusal,
    ...(change.talk && { aloud: { bubble: () => '', lines: [], unread: 1 } }),
  };
}

/** Pub talk without a pub, where everybody says `aloud` for good. */
function voiceOf({ view }: Scene, aloud: string): Talk {
  const lines: Spoken[] = view.chairs.map(({ name }, seat) => ({
    seat,
    name,
    who: `${seat}`,
    phrase: null,
    text: aloud,
  }));
  const nobody = { after: () => () => undefined, pace: () => 1, store: null };
  return new Talk(
    view.code,
    {
      listen: (hear) => lines.forEach((line) => hear({ t: 'said', line })),
      say: () => true,
      sound: () => undefined,
      me: () => ({ seat: view.me, name: view.chairs[view.me]?.name ?? '' }),
    },
    nobody,
  );
}

/** What Attention asks of a table's store. */
function othersOf({ view, todo, online }: Scene, asks: 'late' | 'lost' | 'who') {
  const left = (view.me + 1) % view.chairs.length;
  const seat = asks === 'late' ? todo.turn : left;
  const ask = { seat: left, number: 47 } as Ask;
  const waits: Wait[] = view.chairs.map((_, each) =>
    each === seat && asks !== 'who' ? (asks === 'late' ? 'too_long' : 'lost') : 'no',
  );
  return { asks: asks === 'who' ? [ask] : [], waits, online, ready: true };
}

let shown: Record<string, unknown> | null = null;

/** Lays the board anew. */
async function show(name: string, change: Change = {}): Promise<void> {
  if (shown) await unmount(shown);
  document.title = name;
  const scene = changed(name, change);
  shown = mount(Specimen, {
    target: document.body,
    props: {
      scene,
      settings,
      voice: change.aloud ? voiceOf(scene, change.aloud) : null,
      others: change.asks ? othersOf(scene, change.asks) : null,
      lost: change.lost ?? false,
      stamped: change.stamped ?? false,
      watched: change.watched ?? false,
      act: (act) => console.log(JSON.stringify(act)),
    },
  });
  await tick();
}

await show(query.get('scene') ?? 'four', {
  club: query.has('club'),
  talk: query.has('praat'),
  ...(query.has('lang') && { names: 'W'.repeat(20) }),
});
Object.assign(window, { show, scenes: Object.keys(scenes), drawings: holder });

const open = query.get('open');
if (open) {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-button="${open}"]`)?.click(),
  );
}
