/** Finds the resource of a create whose reply contained no id, by comparing its list before and after the create. */

import { alikeOf } from "../../drivers/contract/alike-of.ts";
import type { Address } from "../../model/address.ts";
import type { Resource } from "../../model/desired.ts";
import type { UnseenCreate } from "../../model/memory.ts";
import { ownName } from "../../model/names/hierarchy.ts";
import type { Problem } from "../../model/problem.ts";
import type { LookAround } from "../../observe/look.ts";
import * as problems from "../../observe/problems.ts";
import type { ApplyRun } from "../run.ts";
import { madeInList, perhapsMade } from "./made-in-list.ts";

/**
 * Finds the resource of a create whose reply contained no id. Compares the undeclared entries of the resource's list
 * before and after the create, and notes the id of the new entry in the run. Returns undefined if no entry is certainly
 * this resource. Returns a problem if several entries match and the create may not have been carried out: nothing more
 * may be created then. `around`: the read that did not show the resource by name.
 */
export async function identifiedInList(
  run: ApplyRun,
  address: Address,
  around: LookAround,
): Promise<"found" | Problem | undefined> {
  const change = run.changes.get(address);
  if (change?.action !== "create" || run.ids.has(address) || run.seen.has(address)) return undefined;
  if (!isSought(run, address) && !isLeftCreate(run, address)) return undefined;
  const { desired: created } = change;
  const { target, kind, parent, below } = created;
  const group = run.collectionOf(address);
  const creates = [...run.changes.keys()].filter((one) => run.collectionOf(one) === group);
  const known = run.snapshot.unmanaged.filter(
    (one) => one.target === target && one.kind === kind && one.within === parent,
  );
  const elsewhere = leftElsewhere(run, created);
  const theirs = new Set(elsewhere.flatMap(({ id }) => id ?? []));
  const sought = creates.filter((one) => isSought(run, one) || isStillUnseen(run, one)).length;
  const list = {
    created,
    before: new Set(known.map(({ identity }) => identity)),
    after: (await around.beside(address)).filter(({ id }) => id === undefined || !theirs.has(id)),
    sought: sought + elsewhere.filter(({ id }) => id === undefined).length,
    alike: alikeOf(run.targets)(created),
    isAccepted: run.accepted.has(address),
  };
  const made = madeInList(list);
  const any = list.isAccepted ? [] : perhapsMade(list);
  if (any.length > 1) return problems.anyOf(address, any);
  if (made?.id === undefined) return undefined;
  run.ids.set(address, made.id);
  run.storedAs.set(address, ownName({ identity: made.identity, below }));
  return "found";
}

/**
 * Returns creates of this kind that an earlier run may have sent. This run does not plan them, because Git no longer
 * declares their resources.
 */
function leftElsewhere(
  { changes, snapshot, interrupted = [], leftUnseen = new Map() }: ApplyRun,
  { target, kind }: Pick<Resource, "target" | "kind">,
): readonly Pick<UnseenCreate, "id">[] {
  const isOther = (address: Address) =>
    address.startsWith(`${target}/${kind}/`) &&
    !changes.has(address) &&
    snapshot.observations.get(address)?.state !== "present";
  const unseen = new Map<Address, Pick<UnseenCreate, "id">>();
  for (const { address, operation, back } of interrupted)
    if (operation === "create" && !back && isOther(address)) unseen.set(address, {});
  for (const [address, one] of leftUnseen) if (isOther(address)) unseen.set(address, one);
  return [...unseen.values()];
}

/** True if an earlier run's create was accepted, or may have been sent, and the id of the resource is unknown. */
function isStillUnseen(run: ApplyRun, address: Address): boolean {
  if (run.ids.has(address) || run.seen.has(address)) return false;
  const { acceptedUnseen = [] } = run.plan;
  return (
    isLeftCreate(run, address) ||
    acceptedUnseen.some(({ address: of, id }) => of === address && id === undefined)
  );
}

/** True if the resource was or may have been created, and its id is unknown. */
function isSought(run: ApplyRun, address: Address): boolean {
  if (run.ids.has(address) || run.seen.has(address)) return false;
  const isCreate = run.changes.get(address)?.action === "create";
  return isCreate && (run.accepted.has(address) || run.maybeWritten.has(address));
}

/**
 * True if an earlier run may have sent the create of this resource, but left no task for it and did not learn its
 * outcome.
 */
export function isLeftCreate({ interrupted = [] }: Pick<ApplyRun, "interrupted">, address: Address): boolean {
  return interrupted.some(
    ({ operation, address: of, back, task }) => operation === "create" && of === address && !back && !task,
  );
}
