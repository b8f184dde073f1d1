/**
 * What somebody asks for at the door, by a key of his own that becomes the secret of his chair.
 *
 * The key stays the same until there is an answer, also after a reload and in a second tab: the answer may have
 * been lost on its way, and with another key he would get a second chair. With the answer it goes into a cookie
 * that no script can read, and is kept nowhere else.
 */
import { newKey, type Answer } from '../api';
import { browserStorage, recall, remember } from '../store/settings.svelte';

export function wish(
  name: string,
): <T>(ask: (key: string) => Promise<Answer<T>>) => Promise<Answer<T>> {
  const place = `kk_wish_${name}`;
  const own = newKey();
  return async (ask) => {
    const store = browserStorage();
    const key = recall(store, place) || own;
    remember(store, place, key);
    const answer = await ask(key);
    if (answer.ok) remember(store, place, null);
    return answer;
  };
}
