/** Compares the requests of the whole cycle for the example company with the theoretical minimum. */

import type { OpenedProject } from "../src/engine/open.ts";
import { applyPlan, makePlan, type PlannedRun } from "../src/engine/reconcile.ts";
import type { Address } from "../src/model/address.ts";
import type { Resource } from "../src/model/desired.ts";
import type { Snapshot } from "../src/model/live/snapshot.ts";
import { kindsByName } from "../src/observe/query.ts";
import { entriesOf } from "../src/simulator/log.ts";
import type { RunningSimulator } from "../src/simulator/serve.ts";
import { deviceReads } from "./device-reads.ts";
import { longApply } from "./long-apply.ts";
import { opened } from "./opened.ts";
import { type Row, table } from "./table.ts";

/** Measures a plan, an apply and the empty plan after it, as counted by the simulator, and then a long apply. */
export async function requests(smallest: boolean): Promise<string> {
  const fleet = await deviceReads(smallest ? 5 : 300);
  return `${await ofTheExample()}\n\n${await longApply(smallest ? 5 : 200)}\n\n${fleet}`;
}

async function ofTheExample(): Promise<string> {
  const { context, served, close } = await opened();
  const signal = new AbortController().signal;
  const rows: Row[] = [];
  const made = await makePlan(context, {}, signal);
  rows.push(rowOf("plan", served, leastToPlan(context, made)));
  await applyPlan(context, made, { onConflict: "hold", signal });
  rows.push(rowOf("apply", served, leastToApply(context, made)));
  const again = await makePlan(context, {}, signal);
  rows.push(rowOf("plan again", served, leastToPlan(context, again)));
  await close();
  if (again.plan.changes.length > 0) throw new Error("the second plan is not empty");
  return table("Requests over the example company", rows);
}

/** The simulator's requests since the last row. */
function rowOf(what: string, served: RunningSimulator, least: number): Row {
  const entries = entriesOf(served.world().log);
  served.edit((world) => ({ ...world, log: undefined }));
  const writes = entries.filter(({ write }) => write);
  const done = writes.filter(({ status }) => status < 300).length;
  return {
    what,
    requests: entries.length,
    "smallest possible": least,
    reads: entries.length - writes.length,
    "writes that were accepted": done,
    "writes sent too early (not ready)": writes.length - done,
  };
}

/** The fewest requests with which a plan is possible: one read of each collection whose parent exists. */
function leastToPlan(context: OpenedProject, { snapshot }: PlannedRun): number {
  const all = [...context.desired.resources.values()];
  return collectionsOf(
    context,
    all.filter(({ parent }) => parent === undefined || isPresent(snapshot, parent)),
  ).size;
}

/**
 * The fewest requests with which an apply is possible: one write per change, and one read of each collection with a
 * change.
 */
function leastToApply(context: OpenedProject, { plan }: PlannedRun): number {
  const written = plan.steps.flatMap(({ address }) => context.desired.resources.get(address) ?? []);
  return plan.steps.length + collectionsOf(context, written).size;
}

function isPresent({ observations }: Snapshot, parent: Address): boolean {
  return observations.get(parent)?.state === "present";
}

/** The reads that show these resources: a list per parent, a single object, or a container of a device. */
function collectionsOf({ targets }: OpenedProject, resources: readonly Resource[]): ReadonlySet<string> {
  return new Set(
    resources.map(({ target, kind, key, scope, parent }) => {
      const of = kindsByName(targets.get(target)?.driver.kinds ?? []).get(kind)?.collection;
      const words = (of?.scopeKeys ?? []).map((word) => scope[word]);
      const container = kind === "deviceConfiguration" ? containerOf(key) : "/Vendor-native:native";
      const within = of?.within === undefined ? undefined : parent;
      return JSON.stringify([target, of?.name, words, within, of?.name === "tree" && container]);
    }),
  );
}

/** The top-level container in the key of a device's configuration: `device./module:container/...`. */
function containerOf(key: string): string {
  return /\/[^/]+/.exec(key)?.[0] ?? key;
}
