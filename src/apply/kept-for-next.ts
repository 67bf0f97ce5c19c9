/**
 * Puts the states that a change log has verified into the cache of reads, so that the next plan need not read them
 * again.
 */

import type { Address } from "../model/address.ts";
import type { ReadGroup } from "../observe/query.ts";
import { idOf } from "./execute/facts.ts";
import type { ApplyRun } from "./run.ts";
import { logOf } from "./verified-by.ts";

/**
 * Caches the states of resources that were verified by their log and not by a read (`again`). In an existing parent,
 * these states update what the plan has read there. In a parent that this run has created, nothing else is known. If a
 * read has contradicted a target's log, the states from this log are dropped.
 */
export function keepForNext(run: ApplyRun, verified: readonly Address[], again: ReadonlySet<Address>): void {
  const byLog = verified.filter((address) => run.logged.has(address) && !again.has(address));
  for (const [name, { changes }] of run.targets) if (run.doubted.has(logOf(name))) changes?.forgetShown();
  for (const [group, own] of Map.groupBy(byLog, run.collectionOf)) if (group) keepGroup(run, group, own);
}

function keepGroup(run: ApplyRun, group: ReadGroup, own: readonly Address[]): void {
  const { target, collection, scope, parent } = group;
  const parentId = parent === undefined ? undefined : idOf(run, parent);
  if (parent === undefined || parentId === undefined) return;
  const states = own.flatMap((address) => run.logged.get(address) ?? []);
  const resources = own.flatMap((address) => {
    const declared = run.desired.resources.get(address);
    const { shown } = run.logged.get(address) ?? {};
    return declared && shown
      ? { kind: declared.kind, identity: declared.identity, shown, declared: declared.value }
      : [];
  });
  const about = new Set(states.flatMap((state) => state.own));
  const madeAt = run.made.has(parent) ? Math.min(...states.map(({ leftAt }) => leftAt)) : undefined;
  // In a new parent, older entries hide no change: the log showed every declared value after them.
  const first = Math.min(...[...about].map(({ at }) => at));
  const before = madeAt === undefined ? [] : states.flatMap(({ around }) => around);
  const entries = [...about, ...before.filter(({ at, part }) => part === undefined && at < first)];
  const shown = { collection: collection.name, scope, parentId, madeAt, resources, entries };
  run.targets.get(target)?.changes?.noteShown(shown);
}
