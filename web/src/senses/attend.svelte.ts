/**
 * What the table does besides drawing: sounds, a shake of the phone, the page's icon, a screen that stays on, and
 * what this device remembers of it.
 * A part of its own, fetched when somebody sits at a table.
 */
import { untrack } from 'svelte';
import plain from '../assets/logo.svg?url';
import turned from '../assets/logo-turn.svg?url';
import { forgetSeen, keepSeen } from '../store/last_seen';
import { browserStorage, type LiveSettings } from '../store/settings.svelte';
import type { TableStore } from '../store/table.svelte';
import { stayAwake } from './awake';
import { cuesBetween, type Moment } from './cues';
import { Sounds } from './sounds';

const SHAKE = [60, 40, 60];

/** A phone shakes only for who has touched the page; asking before that is a fault to the browser. */
export function shake(browser: Navigator = window.navigator): void {
  if (browser.userActivation?.hasBeenActive) browser.vibrate?.(SHAKE);
}

function showIcon(address: string): void {
  document.querySelector('link[rel=icon]')?.setAttribute('href', address);
}

/** Attends to this table until the function that it gives is called. */
export function attend(store: TableStore, settings: LiveSettings): () => void {
  const sounds = new Sounds();
  const storage = browserStorage();
  let before: Moment = { view: null, todo: store.todo, shown: store.shown };

  const stop = $effect.root(() => {
    $effect(() => {
      const now = { view: store.view, todo: store.todo, shown: store.shown };
      const { sound, shakes } = settings.now;
      for (const cue of cuesBetween(before, now)) {
        if (sound) sounds.play(cue);
        if (shakes && cue === 'turn') shake();
      }
      before = now;
    });
    $effect(() => {
      const { asked } = store;
      if (asked && untrack(() => settings.now.sound)) sounds.play(asked.cue);
    });
    $effect(() => {
      if (store.gone === 'left' && before.view) forgetSeen(storage, before.view.code);
      else if (store.view) keepSeen(storage, store.view, Date.now());
    });
    $effect(() => showIcon(store.due ? turned : plain));
    const awake = $derived(settings.now.awake);
    $effect(() => (awake ? stayAwake() : undefined));
  });

  return () => {
    stop();
    sounds.end();
    showIcon(plain);
  };
}
