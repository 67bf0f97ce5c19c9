/** An in-memory rate limit per minute, for each of a bounded number of keys. */

/** A rate limiter. */
export interface RateLimit {
  /** Takes a permit and returns 0. If no permit is available, returns the seconds until the next permit. */
  take(key: string): number;
  /** Returns what `take` would return, without taking a permit. */
  wait(key: string): number;
}

/** The maximum number of keys. Beyond it, the least recently used key is forgotten. */
const mostKeys = 10_000;

interface Allowance {
  left: number;
  at: number;
}

/** A whole minute's permits may be used at once; they are refilled evenly. `now` returns milliseconds. */
export function rateLimit(perMinute: number, now: () => number): RateLimit {
  const known = new Map<string, Allowance>();
  const of = (key: string): Allowance => {
    const at = now();
    const before = known.get(key) ?? { left: perMinute, at };
    const passed = Math.max(0, at - before.at);
    const left = Math.min(perMinute, before.left + (passed / 60_000) * perMinute);
    return { left, at };
  };
  const waitFor = ({ left }: Allowance) => (left >= 1 ? 0 : Math.ceil(((1 - left) / perMinute) * 60));
  return {
    wait: (key) => waitFor(of(key)),
    take: (key) => {
      const allowance = of(key);
      const wait = waitFor(allowance);
      if (wait === 0) allowance.left -= 1;
      // The key is inserted again, so that the map stays in the order of use.
      known.delete(key);
      known.set(key, allowance);
      const [oldest] = known.keys();
      if (known.size > mostKeys && oldest !== undefined) known.delete(oldest);
      return wait;
    },
  };
}
