/** The name somebody plays under, remembered in the browser. */
import { browserStorage, recall, remember } from '../store/settings.svelte';

const KEY = 'klaverkroeg.name';

export const rememberedName = (): string => recall(browserStorage(), KEY) ?? '';
export const rememberName = (name: string): void => remember(browserStorage(), KEY, name.trim());

/** What the door would say about this name, before it is asked. */
export function nameProblem(name: string): 'name_missing' | 'name_too_long' | null {
  const length = [...name.trim().replace(/\s+/g, ' ').normalize('NFC')].length;
  if (length === 0) return 'name_missing';
  return length > 20 ? 'name_too_long' : null;
}
