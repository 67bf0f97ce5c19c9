/**
 * Simulates reasons to hold back a plan: it removes too much, too much was removed within a day, or an earlier wave is
 * unhealthy.
 */

import type { Address } from "../../../../src/model/address.ts";
import type { Change } from "../../../../src/model/change.ts";
import type { Resource } from "../../../../src/model/desired.ts";
import type { RemovedOfKind } from "../../../../src/model/memory.ts";
import type { Plan } from "../../../../src/model/plan/plan.ts";
import type { GuardInput } from "../../../../src/plan/guards/finding.ts";
import { removals } from "../../../../src/plan/guards/removals.ts";
import { removalsOfDay } from "../../../../src/plan/guards/removals-of-day.ts";
import { gateBehind } from "../../../../src/plan/health/gate.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";

/** Falsifies the addresses of held resources, to test that the checks notice it. */
export type HeldLie = (addresses: readonly Address[]) => readonly Address[];

/** Reports changes that are wrongly sent or held. */
export function judgeDayAndGate(seed: number, lie: HeldLie = (some) => some): readonly string[] {
  const draw = seeded(seed * 16 + 37);
  return [...judgeDay(draw, lie), ...judgeGate(draw, lie), ...judgeMany(draw, lie)];
}

const kinds = ["site", "zone"] as const;
const hourMs = 3_600_000;

/**
 * Several runs have removed resources, and a plan removes more. For each kind, the removals of the last 24 hours are
 * added up, and compared with the number of resources before the first of these removals.
 */
function judgeDay(draw: Draw, lie: HeldLie): readonly string[] {
  const now = Date.UTC(2026, 4, 1, 12);
  const limit = { percent: pick(draw, [10, 30]), minimum: pick(draw, [5, 10]) };
  let there = 20 + under(draw, 20);
  const runs = Array.from({ length: under(draw, 5) }, () => ({
    hours: pick(draw, [0.01, 1, 5, 23.9, 24, 24.1, 40]),
    kind: pick(draw, kinds),
    removed: 1 + under(draw, 4),
  })).sort((one, other) => other.hours - one.hours);
  const before = runs.map(({ hours, kind, removed }): RemovedOfKind => {
    const of = there;
    there -= removed;
    return { time: new Date(now - hours * hourMs).toISOString(), kind, removed, of };
  });
  const changes = kinds.flatMap((kind) =>
    Array.from({ length: under(draw, 6) }, (_, at): Change => {
      const base = resourceOf(`wide/${kind}/${at}`);
      return { action: "remove", address: base.address, base, live: { value: {} }, cause: "pending" };
    }),
  );
  const steps = changes.map(({ address }) => ({ address, because: [address], operation: "remove" }));
  const plan = { changes, steps, guards: [], fingerprint: "0".repeat(64) } as unknown as Plan;
  const found = removalsOfDay(plan, {
    removed: new Map(before.length > 0 ? [["wide", before]] : []),
    nowIso: new Date(now).toISOString(),
    limitOf: () => limit,
  });
  const must = kinds.flatMap((kind) => {
    const own = changes.filter(({ address }) => address.split("/")[1] === kind);
    const counted = before.filter((one, at) => one.kind === kind && (runs[at]?.hours ?? 0) < 24);
    const [first] = counted;
    if (!first || own.length === 0 || first.of < limit.minimum) return [];
    const all = own.length + counted.reduce((sum, { removed }) => sum + removed, 0);
    return (all / first.of) * 100 > limit.percent ? own.map(({ address }) => address) : [];
  });
  const text = runs.map(({ hours, kind, removed }) => `${removed} ${kind} ${hours} h ago`).join();
  return differ("removals of a day", lie(found?.addresses ?? []), must).map((line) => `${line} (${text})`);
}

/** If a plan is limited to some addresses, the share of base that the unlimited plan removes must count. */
function judgeMany(draw: Draw, lie: HeldLie): readonly string[] {
  const there = 5 + under(draw, 20);
  const removalLimits = { percent: pick(draw, [10, 30]), minimum: pick(draw, [5, 10]) };
  const all = Array.from({ length: there }, (_, at) => resourceOf(`wide/site/${at}`));
  const removed = all.slice(0, under(draw, there)).map(({ address, ...base }): Change => {
    return { action: "remove", address, base: { address, ...base }, live: { value: {} }, cause: "pending" };
  });
  const own = removed.filter(() => maybe(draw, 0.4));
  const base = { resources: new Map(all.map((one) => [one.address, one])), locate: () => undefined };
  const facts = new Map([["wide", { removals: removalLimits }]]) as unknown as GuardInput["facts"];
  const isNarrowed = maybe(draw, 0.7);
  const asked = isNarrowed ? own : removed;
  const found = removals({
    ...{ changes: asked, desired: sideOf([]), base, facts },
    steps: asked.map(({ address }) => ({ address, because: [address] })) as unknown as GuardInput["steps"],
    ...(isNarrowed && { whole: () => ({ written: removed, held: [], base }) }),
  });
  const isTooMany = there >= removalLimits.minimum && (removed.length / there) * 100 > removalLimits.percent;
  return differ(
    "removals of a plan",
    lie(found?.addresses ?? []),
    isTooMany ? asked.map(({ address }) => address) : [],
  ).map((line) => `${line} (${asked.length} of ${removed.length} of ${there})`);
}

/**
 * Some waves run now, some have held changes, and some have an unhealthy site. Among the waves that do not run now, the
 * first one with a held change or an unhealthy site must make all later waves wait, except for exempt targets.
 */
function judgeGate(draw: Draw, lie: HeldLie): readonly string[] {
  const count = 2 + under(draw, 4);
  const sites = Array.from({ length: count }, (_, at) => ({ site: `s${at}`, isWell: maybe(draw, 0.7) }));
  const waves = sites.map(({ site }, at) => ({
    ...{ name: `wave ${at}`, keys: [`w${at}-*`] },
    ...(maybe(draw, 0.7) && { sites: [site] }),
  }));
  const filled = new Set([...waves.keys()].filter(() => maybe(draw, 0.4)));
  const exempt = maybe(draw, 0.5) ? ["spared"] : [];
  const places = Array.from({ length: count * 2 }, (_, at) => ({
    wave: at % (count + 1),
    address: `${maybe(draw, 0.2) ? "spared" : "wide"}/site/w${at % (count + 1)}-${at}` as const,
    isHeld: maybe(draw, 0.2),
  }));
  const changes = places.map(({ address }): Change => {
    return { action: "create", address, desired: resourceOf(address), cause: "pending" };
  });
  const isHeldNow = ({ wave, isHeld }: (typeof places)[number]) => isHeld && !filled.has(wave);
  const gate = gateBehind(
    {
      ...{ waves, filled, changes, desired: sideOf(changes), facts: new Map() },
      held: places.filter(isHeldNow).map(({ address }) => ({
        ...{ address, action: "create" as const, reason: "it is not well" },
      })),
    },
    {
      settings: {
        ...{ controller: "c", bound: 50, scale: [0, 100], settleSeconds: 0, sites: {}, exempt },
      },
      reading: {
        sites: {
          state: "whole",
          records: sites.map(({ site, isWell }) => ({ site, score: isWell ? 90 : 10 })),
        },
      },
    },
  );
  const first = waves.findIndex(({ sites: own = [] }, at) => {
    const isIll = sites.some(({ site, isWell }) => own.includes(site) && !isWell);
    const holds = places.some((one) => one.wave === at && isHeldNow(one));
    return !filled.has(at) && (isIll || holds);
  });
  const waits = places.filter(
    ({ wave, address }) => first >= 0 && wave > first && !exempt.includes(address.split("/")[0] ?? ""),
  );
  const said = changes.filter((change) => gate?.(change) !== undefined).map(({ address }) => address);
  return differ(
    "behind a wave",
    lie(said),
    waits.map(({ address }) => address),
  );
}

function sideOf(changes: readonly Change[]) {
  const resources = changes.map(({ address }) => [address, resourceOf(address)] as const);
  return { resources: new Map(resources), locate: () => undefined };
}

function resourceOf(address: Address): Resource {
  const [target = "", kind = "", key = ""] = address.split("/");
  return {
    ...{ address, target, kind, key, identity: key, scope: {}, value: {}, secrets: [], lists: {} },
    ...{ ownership: "declared", protect: false, observed: false },
  };
}
