/** Keeps the screen on where the browser can; it lets go by itself when the page is hidden, so we ask again. */
export function stayAwake(page: Document = document): () => void {
  let held: WakeLockSentinel | null = null;
  let ended = false;

  async function hold(): Promise<void> {
    if (ended || page.hidden || (held && !held.released)) return;
    try {
      const lock = await window.navigator.wakeLock?.request('screen');
      if (ended) void lock?.release();
      else held = lock ?? null;
    } catch {
      // The battery is low, or the browser does not want to.
    }
  }
  const again = (): void => void hold();

  page.addEventListener('visibilitychange', again);
  again();
  return () => {
    ended = true;
    page.removeEventListener('visibilitychange', again);
    void held?.release();
  };
}
