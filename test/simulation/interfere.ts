/** Simulates somebody else who changes the live state before or during this run's apply. */

import type { Change } from "../../src/model/change.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { changeLive } from "../../src/simulator/changes.ts";
import type { LiveChange } from "../../src/simulator/live-change.ts";
import type { World } from "../../src/simulator/world.ts";
import type { Stage } from "../servers/virtual-time/run.ts";
import { liveLeaves } from "./leaves.ts";
import type { Foreign } from "./trouble.ts";

/** A change by somebody else. */
export interface Happened {
  readonly at: number;
  readonly change: LiveChange;
  /** The leaves that the change set or removed, with their new values; undefined for a removed leaf. */
  readonly leaves: ReadonlyMap<string, string | undefined>;
}

/**
 * Returns a function `arrived` to call for each arriving request. At the drawn request, it makes somebody else's
 * change.
 */
export function interfere(on: Stage, plan: Plan, foreign: Foreign | undefined) {
  const happened: Happened[] = [];
  const arrived = (count: number) => {
    if (!foreign || count !== foreign.before) return;
    const all = foreign.what === "elsewhere" ? elsewhere : plan.changes.flatMap(of[foreign.what]);
    const change = all[foreign.choice % Math.max(all.length, 1)];
    const { world } = on.network;
    const changed = change && changeLive(world, change);
    if (!changed) return;
    on.network.world = changed;
    happened.push({ at: on.clock.now(), change, leaves: changedLeaves(world, changed) });
  };
  arrived(0);
  return { happened, arrived };
}

const elsewhere: readonly LiveChange[] = [
  { interface: "dashboard", network: "Foreign Lab", organizationId: "O_1001", set: { tags: ["theirs"] } },
  { interface: "dashboard", network: "Depot North", remove: true },
  { interface: "dashboard", network: "Depot South", set: { notes: "theirs" } },
  { interface: "fabric", path: "uni/tn-Foreign", class: "fvTenant", set: { name: "Foreign" } },
  {
    interface: "restconf",
    host: "10.20.0.1",
    path: "Vendor-native:native/version",
    value: "theirs",
  },
];

type Touch = (change: Change) => readonly LiveChange[];

const of: Readonly<Record<"declared" | "unmanaged", Touch>> = {
  declared: (change) =>
    change.action !== "update" ? [] : change.differences.flatMap(({ path }) => touched(change, path)),
  unmanaged: (change) => (change.action === "update" ? untouched(change) : []),
};

type Update = Extract<Change, { action: "update" }>;

/** Returns changes by which somebody else gives another value to a field that the plan changes. */
function touched({ desired, live }: Update, path: string): readonly LiveChange[] {
  const { kind, identity, scope } = desired;
  if (kind === "network" && path.startsWith("/tags") && live.id !== undefined)
    return [{ interface: "dashboard", network: live.id, set: { tags: ["theirs"] } }];
  if (kind === "tenant") return [{ interface: "fabric", path: identity, set: { description: "theirs" } }];
  if (kind === "managedObject" && path.endsWith("/description"))
    return [{ interface: "fabric", path: identity, set: { description: "theirs" } }];
  if (kind === "deviceHostname") {
    const at = { host: scope.host ?? "", path: "Vendor-native:native/hostname" };
    return [{ interface: "restconf", ...at, value: "theirs" }];
  }
  if (kind === "deviceInterface" && path === "/description")
    return [{ interface: "restconf", ...portOf(desired), value: "theirs" }];
  return [];
}

/**
 * Returns changes by which somebody else gives a new value to an undeclared field of a resource that the plan updates.
 */
function untouched({ desired, live }: Update): readonly LiveChange[] {
  const { kind, identity } = desired;
  if (kind === "network" && live.id !== undefined)
    return [{ interface: "dashboard", network: live.id, set: { notes: "theirs" } }];
  if (kind === "tenant" || kind === "managedObject")
    return [{ interface: "fabric", path: identity, set: { annotation: "theirs" } }];
  if (kind === "deviceInterface") {
    const { host, path } = portOf(desired);
    return [{ interface: "restconf", host, path: path.replace(/description$/, "mtu"), value: 9000 }];
  }
  return [];
}

function portOf({ identity }: Update["desired"]): { readonly host: string; readonly path: string } {
  const [host = "", type = "", number = ""] = identity.split(" ");
  const element = `${type}=${encodeURIComponent(number)}`;
  return { host, path: `Vendor-native:native/interface/${element}/description` };
}

function changedLeaves(before: World, after: World): ReadonlyMap<string, string | undefined> {
  const [was, is] = [liveLeaves(before), liveLeaves(after)];
  const names = new Set([...was.keys(), ...is.keys()]);
  return new Map(
    [...names].flatMap((name) => (was.get(name) === is.get(name) ? [] : [[name, is.get(name)]])),
  );
}
