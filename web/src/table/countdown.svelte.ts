/** Whole seconds until `ms` after now; none without `ms`. Call it while a component is made. */
export function secondsUntil(
  ms: () => number | null,
  now: () => number = () => performance.now(),
): {
  readonly left: number | null;
} {
  let left: number | null = $state(null);
  $effect(() => {
    const wait = ms();
    if (wait === null) {
      left = null;
      return undefined;
    }
    const until = now() + wait;
    const tick = (): void => {
      left = Math.max(0, Math.ceil((until - now()) / 1000));
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  });
  return {
    get left() {
      return left;
    },
  };
}
