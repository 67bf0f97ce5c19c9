/** Draws the rollout of a seed's plan: its waves, its health, and what goes wrong meanwhile. */

import type { Fault } from "../../../src/simulator/faults.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import { type Expected, expectedOf, isHeld } from "./expected.ts";
import { controllerSeed, healthOf } from "./plans/health.ts";
import {
  isExemptOf,
  isIll,
  ownSitesOf,
  type Places,
  sites,
  type TargetName,
  targets,
} from "./plans/places.ts";
import { projectOf as projectWith } from "./realms.ts";
import { reducedRollout } from "./reduced/troubles.ts";
import type { Realm } from "./species.ts";
import type { TheirTime } from "./theirs.ts";
import { keyOn, type Thing, type Truth } from "./truth.ts";

/** What goes wrong during the rollout. */
type Mishap = "none" | "refused" | "unreadable" | "lost" | "falls" | "unclear" | "refusedLate";

/** The drawn properties of a rollout. */
export interface Rollout extends Places {
  readonly hasWaves: boolean;
  readonly hasHealth: boolean;
  readonly rollsBack: boolean;
  readonly mishap: Mishap;
  readonly fault?: Fault;
  /** The target at whose site the health falls during the rollout. */
  readonly falls?: TargetName;
  /** A fault that makes a read fail after a lost reply, so that the result of the write stays unknown. */
  readonly unclear?: Fault;
  /**
   * Selects a write to this target that is lost (`write`, counted from 0). The repeated write is carried out, but
   * answered with a refusal.
   */
  readonly refusedLate?: { readonly at: TargetName; readonly write: number };
  /** When somebody else writes to a resource that this run has written. */
  readonly theirs?: TheirTime;
  /**
   * When the process is killed: `turns` turns of the clock after a write of the rollback. `write` selects that write,
   * counted from 0.
   */
  readonly killedAt?: { readonly write: number; readonly turns: number };
}

/** The interface of each target whose resources are at sites. */
export const interfaces = { cloud: "dashboard", fabric: "fabric", routers: "restconf" } as const;

/** How many seconds to wait after a wave before health is read. */
export const settleSeconds = 5;

/** The methods that write. */
export const writing = ["POST", "PUT", "DELETE"];

/** Draws a rollout. */
export function rolloutOf(draw: Draw, realms: readonly Realm[]): Rollout {
  return reducedRollout(drawnRollout(draw, realms));
}

function drawnRollout(draw: Draw, realms: readonly Realm[]): Rollout {
  const hasWaves = maybe(draw, 0.7);
  const hasHealth = maybe(draw, 0.5);
  const rollsBack = maybe(draw, 0.75);
  const ill = hasHealth && maybe(draw, 0.3) && { ill: pick(draw, targets) };
  const mishap = pick<Mishap>(draw, [
    "none",
    "refused",
    "refused",
    "unreadable",
    "lost",
    hasHealth ? "falls" : "refused",
    "unclear",
    "unclear",
    "unclear",
    "refusedLate",
  ]);
  const theirs = maybe(draw, 0.3) && {
    theirs: { at: pick(draw, ["stepSettled", "rollingBack"]), choice: under(draw, 100) },
  };
  const illAt = ill ? ill.ill : undefined;
  const health = healthOf(draw, { ill: illAt, falls: mishap === "falls" });
  const isExempt = illAt !== undefined && maybe(draw, 0.2);
  const own = ownSitesOf(draw, hasHealth);
  const killed = rollsBack &&
    !theirs &&
    maybe(draw, 0.35) && { killedAt: { write: under(draw, 3), turns: under(draw, 5) } };
  const base = {
    hasWaves,
    hasHealth,
    rollsBack,
    ...ill,
    mishap,
    ...theirs,
    ...killed,
    health,
    isExempt,
    own,
  };
  const [first = "cloud", ...others] = targetsOf(realms);
  const at = pick(draw, [first, ...others]);
  const of = { interface: interfaces[at], after: under(draw, 3) };
  switch (mishap) {
    case "none":
      return base;
    case "refused":
      return {
        ...base,
        fault: { ...of, methods: writing, times: 1, effect: { kind: "answer", status: 400 } },
      };
    case "unreadable":
      return {
        ...base,
        fault: {
          ...of,
          methods: ["GET"],
          after: under(draw, 8),
          forMs: 60_000,
          effect: { kind: "answer", status: 403 },
        },
      };
    case "lost":
      return {
        ...base,
        fault: { ...of, methods: writing, times: 2 + under(draw, 4), effect: { kind: "lostBefore" } },
      };
    case "unclear":
      return {
        ...base,
        fault: { ...of, methods: writing, times: 1, effect: { kind: "lostAfter" } },
        unclear: {
          ...{ interface: of.interface, methods: ["GET"] },
          times: 1,
          effect: { kind: "answer", status: 403 },
        },
      };
    case "refusedLate":
      return { ...base, rollsBack: true, refusedLate: { at, write: under(draw, 3) } };
    case "falls": {
      const falls = pick(draw, [first, ...others]);
      const change = { interface: "controller", site: sites[falls], set: { healthScore: 10 } } as const;
      return {
        ...base,
        falls,
        fault: { ...of, methods: writing, times: 1, effect: { kind: "carriedOut" }, change },
      };
    }
  }
}

const controller = `  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;

function settingsOf(realms: readonly Realm[], exempt: TargetName | undefined): string {
  const has = (name: string) => realms.some((realm) => isOf(realm, name));
  const own = Object.fromEntries(Object.entries(sites).filter(([name]) => has(name)));
  const but = exempt !== undefined && has(exempt) ? `, exempt: [${exempt}]` : "";
  const asked = `controller: campus, bound: 50, settleSeconds: ${settleSeconds}`;
  return `health: { ${asked}, sites: ${JSON.stringify(own)}${but} }\n`;
}

function isOf({ species }: Realm, name: string): boolean {
  return species.some(({ target }) => target === name);
}

/** Returns the names of those targets with sites that take part. */
export function targetsOf(realms: readonly Realm[]): readonly TargetName[] {
  return targets.filter((name) => realms.some((realm) => isOf(realm, name)));
}

/** True for an interface whose target has a site. */
export function standsSomewhere({ species }: Realm): boolean {
  return species.every(({ target }) => Object.hasOwn(sites, target));
}

/** Returns the project file for a rollout. */
export function projectOf({ hasWaves, hasHealth, ...more }: Rollout, { realms, things }: Truth): string {
  const text = projectWith(realms);
  const asked = hasHealth
    ? text.replace("targets:\n", `targets:\n${controller}`) +
      settingsOf(realms, more.isExempt ? more.ill : undefined)
    : text;
  const waves = ["canary", "south"].map((name, rank) => ({ name, keys: keysOf(things, rank) }));
  const filled = waves.filter(({ keys }) => keys.length > 0);
  return hasWaves && filled.length > 0 ? `${asked}waves: ${JSON.stringify(filled)}\n` : asked;
}

function keysOf(things: readonly Thing[], rank: number): readonly string[] {
  // A wave that names the key of a network also contains the network's children; one that names a tenant does not.
  const named = ({ parent, species }: Thing) => parent === undefined || species.target === "fabric";
  const roots = things.filter((thing) => named(thing) && rankOf(thing) === rank);
  return [...new Set(roots.flatMap((thing) => [keyOn(thing, "desired"), keyOn(thing, "base")]))];
}

/** Returns the number of a resource's wave, which is that of its topmost ancestor: 0, 1, or 2 (the last). */
export function rankOf(thing: Thing): number {
  return thing.parent ? rankOf(thing.parent) : thing.number % 3;
}

/** Returns the state of the controller with the health of the sites. */
export function controlled({ ill, health }: Rollout): WorldSeed {
  return controllerSeed(sites, ill, health);
}

/**
 * Adjusts the expected results to health. Changes at an unhealthy site wait. If a whole wave waits, so do all later
 * waves.
 */
export function withHealth(
  expected: readonly Expected[],
  rollout: Rollout,
  { manner, ...truth }: Truth,
): readonly Expected[] {
  if (rollout.ill === undefined || manner.excluded.size === 0) return heldForHealth(expected, rollout);
  const whole = expectedOf({ ...truth, manner: { ...manner, excluded: new Set() } });
  const held = heldForHealth(whole, rollout).filter(({ waitsForHealth }) => waitsForHealth);
  const inWhole = new Set(held.map(({ thing }) => thing));
  return heldForHealth(expected, rollout).map((one) => (inWhole.has(one.thing) ? waiting(one) : one));
}

function heldForHealth(expected: readonly Expected[], rollout: Rollout): readonly Expected[] {
  const { ill, hasWaves } = rollout;
  if (ill === undefined) return expected;
  const alone = expected.map((one) => (isIll(one.thing, ill, rollout) ? waiting(one) : one));
  // If the create of a parent waits for health, the creates of its children wait too, even impossible ones.
  const waitsIn = ({ parent }: Thing): boolean =>
    parent !== undefined &&
    (alone.some((one) => one.thing === parent && one.action === "create" && one.waitsForHealth) ||
      waitsIn(parent));
  // The removal of a resource waits for the removals of its children.
  const holdsWaiting = (thing: Thing): boolean =>
    alone.some(
      (one) =>
        one.thing.parent === thing &&
        one.action === "remove" &&
        (one.waitsForHealth || holdsWaiting(one.thing)),
    );
  const first = alone.map((one): Expected => {
    if (one.action === "remove" && holdsWaiting(one.thing)) return waiting(one);
    return one.action === "create" && waitsIn(one.thing)
      ? { ...one, stepped: false, carried: false, waitsForHealth: true }
      : one;
  });
  if (!hasWaves) return first;
  const isFilled = (rank: number) => first.some((one) => one.stepped && rankOf(one.thing) === rank);
  const waits = (rank: number) => first.some((one) => one.waitsForHealth && rankOf(one.thing) === rank);
  const stopped = [0, 1].find((rank) => !isFilled(rank) && waits(rank));
  if (stopped === undefined) return first;
  return first.map((one) =>
    rankOf(one.thing) > stopped && !isExemptOf(one.thing, rollout) ? waiting(one) : one,
  );
}

function waiting(one: Expected): Expected {
  if (one.action === undefined || isHeld(one)) return one;
  return { ...one, stepped: false, carried: false, waitsForHealth: true };
}
