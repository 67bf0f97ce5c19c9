/**
 * The dashboard's limit of 5 requests per second, counted in any second as they arrive, and the behaviour after a 429.
 * The servers here allow one request more, because on a busy machine a request may travel longer than the 50 ms that
 * the command expects. `test/pace/promise.test.ts` counts exactly, in virtual time.
 */

import { beforeAll, expect, test } from "vitest";
import { type Laboratory, laboratory, type Subject } from "./laboratory.ts";
import type { Ended } from "./project.ts";
import { failing, holding, holds, type Row, stillFails } from "./rows.ts";
import { type DashboardSwitches, dashboard } from "./servers/dashboard.ts";
import type { Fields, Heard } from "./servers/http.ts";

interface RateRow extends Row {
  readonly switches: DashboardSwitches;
  readonly networks: number;
  readonly limits?: Fields;
  readonly check: (heard: readonly Heard[]) => void;
}

const refusedIn = (heard: readonly Heard[]) => heard.filter(({ status }) => status === 429);

/** Returns the seconds from each 429 to the next request. */
function waitsAfter429(heard: readonly Heard[]): readonly number[] {
  return heard.flatMap(({ status, at }, index) => {
    const next = heard[index + 1];
    return status === 429 && next ? [(next.at - at) / 1000] : [];
  });
}

/** Returns the seconds from each 429 to the repetition of the same request. */
function waitsUntilAgain(heard: readonly Heard[]): readonly number[] {
  const asks = ({ method, path, query }: Heard) => `${method} ${path}?${query}`;
  return heard.flatMap((refused, index) => {
    const { status, at } = refused;
    const again = heard.slice(index + 1).find((one) => asks(one) === asks(refused));
    return status === 429 && again ? [(again.at - at) / 1000] : [];
  });
}

/** Returns the requests per second after the first `burst` requests, which may come all at once. */
function rateAfter(burst: number, heard: readonly Heard[]): number {
  const [first, last] = [heard[0]?.at ?? 0, heard.at(-1)?.at ?? 0];
  return ((heard.length - burst) / (last - first)) * 1000;
}

let refusals = 0;
let asked = 0;

const rows: readonly RateRow[] = [
  {
    name: "5 in any second, and none is refused",
    reason: "5 requests per second; above it, requests get status 429",
    switches: { perSecond: 6 },
    networks: 14,
    check: (heard) => {
      expect(heard.length).toBeGreaterThan(14);
      expect(refusedIn(heard)).toEqual([]);
      expect(rateAfter(5, heard), "faster than 5 a second").toBeLessThan(5.25);
      expect(rateAfter(5, heard), "far slower than it might be").toBeGreaterThan(2);
    },
  },
  {
    name: "a share of it, where other clients use the rest",
    reason: "a delay between sequential calls keeps a single key under the limit",
    switches: { perSecond: 4 },
    networks: 6,
    limits: { share: 0.6 },
    check: (heard) => {
      expect(refusedIn(heard)).toEqual([]);
      expect(rateAfter(3, heard)).toBeLessThan(3.15);
    },
  },
  {
    name: "a server that refuses more than the specification says: Retry-After is waited out",
    reason: "on 429 the client waits and honours the `Retry-After` header",
    switches: {
      instead: () => {
        asked += 1;
        // Every fourth request is refused, so that some are refused even on a slow machine.
        return asked % 4 === 0 ? { status: 429, headers: { "retry-after": "2" } } : undefined;
      },
    },
    networks: 6,
    check: (heard) => {
      expect(refusedIn(heard).length).toBeGreaterThan(0);
      const waits = waitsUntilAgain(heard);
      expect(waits.length).toBeGreaterThan(0);
      for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(1.95);
    },
  },
  {
    name: "429 three times without Retry-After: each wait is longer",
    reason: "the client waits and retries with exponential backoff",
    switches: {
      instead: () => {
        refusals += 1;
        return refusals <= 3 ? { status: 429 } : undefined;
      },
    },
    networks: 0,
    check: (heard) => {
      const [first = 0, , third = 0] = waitsAfter429(heard);
      expect(refusedIn(heard)).toHaveLength(3);
      expect(first).toBeGreaterThan(0.3);
      expect(third).toBeGreaterThan(1.2 * first);
    },
  },
];

let all: Laboratory;
let ended: Ended;

beforeAll(async () => {
  all = await laboratory(Object.fromEntries(rows.map((row) => [row.name, subjectOf(row)])));
  ended = await all.trueup(["plan"]);
  return () => all.close();
});

/**
 * Returns a dashboard with one network more than `networks` says. Each network has a list of SSIDs. Default limits:
 * those of the specification.
 */
function subjectOf({ switches, networks: count, limits = {} }: RateRow): Subject {
  const numbers = Array.from({ length: count + 1 }, (_, at) => at);
  const networks = numbers.map((at) => ({ id: `n${at}`, name: `Network ${at}` }));
  const declared = networks.map(({ id, name }) => [id, { name, ssids: { 0: { name: "Corp" } } }]);
  const live = numbers.map((at) => [`n${at}`, [{ number: 0, name: "Corp" }]]);
  return {
    served: dashboard({ networks, ssids: Object.fromEntries(live), ...switches }),
    target: { interface: "dashboard", limits },
    desired: { organization: "Acme", networks: Object.fromEntries(declared) },
  };
}

function isKept({ name, check }: RateRow): void {
  expect(ended.status, ended.out + ended.err).toBe(0);
  check(all.heard(name));
}

test.each(holding("rates", rows))("the limit is kept: %s", holds(isKept));

test.each(failing("rates", rows))("open, %s: %s", stillFails(isKept));
