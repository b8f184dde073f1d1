/** The table as it was last seen on this device, so that it can be shown without a network. */
import type { TableView } from '../wire.gen';
import { recall, remember, type Store } from './settings.svelte';

export type LastSeen = { code: string; at: number; view: TableView };

const KEY = 'klaverkroeg.last';
/** A table is not offered any more after this many milliseconds. */
const STALE = 3 * 24 * 3600 * 1000;

/** The one table that is remembered, none when it is old or cannot be read. */
export function lastSeen(store: Store | null, now: number): LastSeen | null {
  try {
    const kept = JSON.parse(recall(store, KEY) ?? 'null') as Partial<LastSeen> | null;
    if (typeof kept?.code !== 'string' || typeof kept.at !== 'number' || !kept.view) return null;
    return now - kept.at < STALE ? (kept as LastSeen) : null;
  } catch {
    return null;
  }
}

export const keepSeen = (store: Store | null, view: TableView, now: number): void =>
  remember(store, KEY, JSON.stringify({ code: view.code, at: now, view } satisfies LastSeen));

/** Who left a table for good is not led back to it. */
export function forgetSeen(store: Store | null, code: string): void {
  if (lastSeen(store, 0)?.code === code) remember(store, KEY, 'null');
}
