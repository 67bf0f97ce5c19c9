/**
 * 429 and `Retry-After`: the command waits as long as the header says, by its own clock, which is sixty times faster.
 */

import { beforeAll, expect, test } from "vitest";
import { fastClock } from "./clock.ts";
import { type Laboratory, laboratory } from "./laboratory.ts";
import type { Ended } from "./project.ts";
import { failing, holding, holds, type Row, stillFails } from "./rows.ts";
import { dashboard } from "./servers/dashboard.ts";
import type { Answer, Heard } from "./servers/http.ts";

const factor = 60;
const { env, now } = fastClock(factor);

interface ThrottledRow extends Row {
  /** Returns the headers of a 429 at the time when it is sent. */
  readonly headers: () => Answer["headers"];
  /** How many of the first requests get a 429. */
  readonly times?: number;
  readonly check: (seen: Seen) => void;
}

interface Seen {
  /** The seconds between a 429 and the target's next request, by the command's clock. */
  readonly waits: readonly number[];
  /** True if the plan could read the target. */
  readonly isRead: boolean;
  /** Everything that the plan and its output say about the target. */
  readonly said: string;
}

/**
 * Checks that a wait is within bounds, in seconds of the command's fast clock. By this clock, a delay of a busy machine
 * counts sixty times.
 */
const waitsFor =
  (least: number, most: number) =>
  ({ waits, isRead }: Seen) => {
    expect(waits[0], "asked too early").toBeGreaterThanOrEqual(least);
    expect(waits[0], "waited too long").toBeLessThan(most);
    expect(isRead).toBe(true);
  };
const after = (ms: number) => new Date(now() + ms).toUTCString();
const honoured = "on 429 the client waits and honours the `Retry-After` header";

const rows: readonly ThrottledRow[] = [
  {
    name: "120 seconds",
    reason: honoured,
    headers: () => ({ "retry-after": "120" }),
    check: waitsFor(120, 700),
  },
  {
    name: "600 seconds",
    reason: honoured,
    headers: () => ({ "retry-after": "600" }),
    check: waitsFor(600, 1500),
  },
  {
    name: "a date in 280 seconds, and the server's own Date",
    reason: "RFC 9110: Retry-After may be a date; the server's clock is the one that it means",
    headers: () => ({ "retry-after": after(280_000), date: after(0) }),
    check: waitsFor(278, 900),
  },
  {
    name: "a date in 280 seconds by a server whose clock is an hour slow",
    reason: "RFC 9110: Retry-After may be a date; the server's clock is the one that it means",
    headers: () => ({ "retry-after": after(280_000 - 3_600_000), date: after(-3_600_000) }),
    check: waitsFor(278, 900),
  },
  {
    name: "a date in 280 seconds without a Date header",
    reason: "dates without a Date header count from the arrival",
    headers: () => ({ "retry-after": after(280_000), date: undefined }),
    check: waitsFor(278, 900),
  },
  {
    name: "a date that is past",
    reason: "then is now: a short wait",
    headers: () => ({ "retry-after": after(-60_000), date: after(0) }),
    check: waitsFor(0, 280),
  },
  ...["soon", "-5", "", "1e9", "12.5.3"].map(
    (text): ThrottledRow => ({
      name: `what cannot be read: "${text}"`,
      reason: "without a Retry-After that can be read the wait is the client's own, and short",
      headers: () => ({ "retry-after": text }),
      check: waitsFor(0.2, 280),
    }),
  ),
  {
    name: "a year",
    reason:
      "beyond a bound the target ends as throttled, says when to come back, and nobody sits there for it",
    headers: () => ({ "retry-after": String(365 * 86_400) }),
    times: 1000,
    check: ({ waits, isRead, said }) => {
      expect(isRead).toBe(false);
      expect(waits, "asked again before the year was over").toEqual([]);
      expect(said).toMatch(/throttled/);
      expect(said).toMatch(/20\d\d-\d\d-\d\d|365 d|8760 h/);
    },
  },
  {
    name: "two hours, what it costs is said at once",
    reason: "a pause that long is told when it begins, not when it ends",
    headers: () => ({ "retry-after": "7200" }),
    times: 1000,
    check: ({ said, isRead }) => {
      expect(isRead).toBe(false);
      expect(said).toMatch(/throttled/);
      expect(said).toMatch(/7200 s|2 h|120 min|\d\d:\d\d/);
    },
  },
];

let all: Laboratory;
let ended: Ended;

beforeAll(async () => {
  const subjects = rows.map(({ name, headers, times = 1 }) => {
    let said = 0;
    const instead = (): Answer | undefined => {
      said += 1;
      return said <= times ? { status: 429, headers: headers() } : undefined;
    };
    const subject = {
      served: dashboard({ networks: [{ id: "n1", name: "Berlin" }], instead }),
      target: { interface: "dashboard", limits: { requestsPerSecond: 1000, timeoutSeconds: 3000 } },
      desired: { organization: "Acme", networks: { berlin: { name: "Berlin" } } },
    } as const;
    return [name, subject] as const;
  });
  all = await laboratory(Object.fromEntries(subjects));
  ended = await all.trueup(["plan", "--format", "json"], { env });
  return () => all.close();
});

function seenOf(name: string): Seen {
  const heard = all.heard(name);
  const target = all.targetOf(name);
  const plan = JSON.parse(ended.out);
  const unknown = plan.unknown.filter((each: { address: string }) => each.address.startsWith(`${target}/`));
  const lines = ended.err.split("\n").filter((each) => each.startsWith(`${target}:`));
  return {
    waits: heard.flatMap(({ status }, at) => (status === 429 ? waitAfter(heard, at) : [])),
    isRead: unknown.length === 0,
    said: `${JSON.stringify(unknown)}\n${lines.join("\n")}`,
  };
}

/** Returns the wait after a request, in seconds of the command's fast clock. */
function waitAfter(heard: readonly Heard[], at: number): readonly number[] {
  const [one, next] = [heard[at], heard[at + 1]];
  return one && next ? [((next.at - one.at) * factor) / 1000] : [];
}

const isObeyed = ({ name, check }: ThrottledRow) => check(seenOf(name));

test.each(holding("retryAfter", rows))("a server that says when to come back is obeyed: %s", holds(isObeyed));

test.each(failing("retryAfter", rows))("open, %s: %s", stillFails(isObeyed));
