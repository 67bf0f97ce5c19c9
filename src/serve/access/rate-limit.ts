/** How often something may be done: so many a minute for each of a bounded number of keys, in memory. */

/** Counts. */
export interface RateLimit {
  /** Takes one. 0: there was one; else the seconds until there is. */
  take(key: string): number;
  /** The same without taking. */
  wait(key: string): number;
}

/** As many are remembered; the one that was asked for longest ago goes first. */
const mostKeys = 10_000;

interface Allowance {
  left: number;
  at: number;
}

/** A whole minute's allowance may be taken at once; it comes back evenly. `now`: milliseconds. */
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
      // Said anew, so that the map is in the order of use.
      known.delete(key);
      known.set(key, allowance);
      const [oldest] = known.keys();
      if (known.size > mostKeys && oldest !== undefined) known.delete(oldest);
      return wait;
    },
  };
}
