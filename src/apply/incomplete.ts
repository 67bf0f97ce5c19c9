/** Finds incomplete addresses after an apply: the addresses whose base is not the applied commit. Pure. */

import type { Address } from "../model/address.ts";
import type { AcceptedCreate, Move, SettledField } from "../model/change.ts";
import { byAddress } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { type Json, sameJson } from "../model/json.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import { ownName } from "../model/names/hierarchy.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Base, IncompleteEntry, IncompleteReason } from "../model/record.ts";
import { referred } from "../model/references.ts";
import type { NonConvergent, Outcome, SettledStep } from "../model/reply.ts";
import { ineffectiveAddresses, isOwnName } from "./ineffective.ts";

/** The input and the result of an apply. */
interface FinishedApply {
  /** The desired state of this apply. */
  readonly desired: Desired;
  /** The declarations of the applied commit: desired, without uncommitted changes. */
  readonly committed: Desired;
  /** The state that was applied before this run, under its addresses in the record. */
  readonly base: Pick<Base, "desired" | "commitOf">;
  readonly plan: Plan;
  readonly snapshot: Pick<Snapshot, "observations">;
  /** The plan's steps; none if there was nothing to do. */
  readonly settled: readonly SettledStep[];
  /** Written fields that still differed when they were read again. Default: none. */
  readonly nonConvergent?: readonly NonConvergent[] | undefined;
  /** Fields that the record remembers as not accepted by their server. Default: none. */
  readonly notTaken?: readonly SettledField[] | undefined;
  /** Fields that the record remembers as stored in another form. Default: none. */
  readonly storedOtherwise?: readonly SettledField[] | undefined;
  /** Creates of this run or an earlier run that were accepted and are not visible yet. Default: none. */
  readonly acceptedUnseen?: readonly AcceptedCreate[] | undefined;
  /**
   * The scope of the run. Resources that were read only as context are out of scope. Default: everything is in scope.
   */
  readonly only?: ((address: Address) => boolean) | undefined;
  /** The steps of the rollback. */
  readonly rolledBack?: readonly SettledStep[] | undefined;
}

/**
 * Returns the incomplete addresses in order: the addresses whose base differs from the applied commit.
 *
 * | the address is                                 | its base from now on                                 |
 * |------------------------------------------------|------------------------------------------------------|
 * | as desired, or written                         | the applied commit                                   |
 * | removed, or no longer live                     | none                                                 |
 * | failed, skipped, unknown, held, excluded       | as before                                            |
 * | created and accepted, and not visible yet      | as before: unknown                                   |
 * | written and rolled back                        | as before                                            |
 * | written without effect, by this run or earlier | as before                                            |
 * | written, except fields remembered as not taken | the applied commit; the memory has their live values |
 * | the same, and one of these fields is the name  | as before                                            |
 * | no longer declared, and kept                   | as before                                            |
 * | as desired, but not as committed               | as before: no commit says what is live               |
 */
export function leftBehind(on: FinishedApply): readonly IncompleteEntry[] {
  const facts = factsOf(on);
  const all = new Set(
    [on.desired, on.committed, on.base.desired].flatMap(({ resources }) => [...resources.keys()]),
  );
  const left = new Map<Address, IncompleteEntry>();
  for (const address of all) {
    const reason = reasonOf(address, on, facts);
    const entry = reason && entryOf(address, reason, on);
    if (entry) left.set(address, entry);
  }
  for (const { address, commit } of [...left.values()])
    if (commit !== null) keepNeeded(address, { on, facts }, left);
  return [...left.values()].sort(byAddress);
}

/** The addresses at which the two states differ, in address order. */
export function differing(a: Desired, b: Desired): readonly Address[] {
  if (a === b) return [];
  const all = new Set([...a.resources.keys(), ...b.resources.keys()]);
  return [...all].filter((address) => !same(a.resources.get(address), b.resources.get(address))).sort();
}

interface Facts {
  readonly outcomes: ReadonlyMap<Address, Outcome>;
  readonly takenBack: ReadonlySet<Address>;
  /** Resources that the rollback found removed, and their children. */
  readonly foundGone: ReadonlySet<Address>;
  readonly ineffective: ReadonlySet<Address>;
  readonly unknown: ReadonlySet<Address>;
  readonly unseen: ReadonlySet<Address>;
  readonly held: ReadonlySet<Address>;
  /** Addresses whose name an earlier run wrote without effect. */
  readonly notTaken: ReadonlySet<Address>;
  /** For each address in base, the new addresses in desired. */
  readonly nowAt: ReadonlyMap<Address, readonly Address[]>;
}

function factsOf(on: FinishedApply): Facts {
  const { plan, settled, rolledBack = [] } = on;
  const steps = new Map(plan.steps.map((step) => [step.id, step.because]));
  const outcomes = settled.flatMap(({ step, outcome }) =>
    (steps.get(step) ?? []).map((address) => [address, outcome] as const),
  );
  const changes = plan.changes.map(({ address }) => address);
  return {
    outcomes: new Map(outcomes),
    takenBack: rolledBackAddresses(plan, rolledBack),
    foundGone: foundGone(plan, rolledBack),
    ineffective: ineffectiveAddresses({ ...on, keptApart: keptApart(on) }),
    unknown: new Set(plan.unknown.map(({ address }) => address)),
    unseen: new Set([...(on.acceptedUnseen ?? []), ...(plan.acceptedUnseen ?? [])].map((one) => one.address)),
    held: new Set([...plan.unwritable.map(({ address }) => address), ...changes]),
    notTaken: new Set(plan.notTaken?.filter((one) => isName(one, on)).map(({ address }) => address)),
    nowAt: nowAt(plan.moved),
  };
}

/**
 * Returns a function that is true for a differing field whose live value the record remembers as not accepted, or as
 * stored in another form. A name that the server did not accept does not count.
 */
function keptApart(on: FinishedApply): (field: NonConvergent) => boolean {
  const placeOf = ({ address, path }: Pick<SettledField, "address" | "path">) => `${address} ${path}`;
  const ignored = (on.notTaken ?? []).filter((one) => !isName(one, on));
  const places = new Set([...ignored, ...(on.storedOtherwise ?? [])].map(placeOf));
  return (field) => places.has(placeOf(field));
}

function isName(field: SettledField, { desired }: FinishedApply): boolean {
  return isOwnName(field, desired.resources.get(field.address));
}

/**
 * Returns the resources, including children, that the rollback planned to recreate after a removal of this run. The
 * rollback recreates a resource only if a complete read shows it as absent, so these resources were certainly removed.
 */
export function foundGone({ steps }: Plan, rolledBack: readonly SettledStep[]): ReadonlySet<Address> {
  const again = new Set<string>(rolledBack.map(({ step }) => step));
  const removals = steps.filter(
    ({ operation, address }) => operation === "remove" && again.has(`create ${address}`),
  );
  return new Set(removals.flatMap(({ because }) => because));
}

/**
 * Returns addresses that were or may have been rolled back, including children that were created inside them and
 * disappear with them.
 */
export function rolledBackAddresses(
  { changes }: Pick<Plan, "changes">,
  rolledBack: readonly SettledStep[],
): ReadonlySet<Address> {
  const back = rolledBack.filter(({ outcome }) => isDone(outcome) || outcome.state === "unknown");
  const taken = new Set(back.map(({ address }) => address));
  const made = new Set<Address>();
  // Parents come before their children in this order.
  for (const change of changes) {
    if (change.action !== "create") continue;
    const { address, parent } = change.desired;
    made.add(address);
    if (parent !== undefined && made.has(parent) && taken.has(parent)) taken.add(address);
  }
  return taken;
}

/**
 * Why the base of an address is not the applied commit. `gone`: the address has no base, because the resource was
 * removed.
 */
interface IncompleteCause {
  readonly because: IncompleteReason;
  readonly gone?: true;
}

/** Returns why the address keeps its previous base; undefined if its base is now the applied commit. */
function reasonOf(address: Address, on: FinishedApply, facts: Facts): IncompleteCause | undefined {
  const desired = on.desired.resources.get(address);
  if (!desired) return reasonOfDropped(address, on, facts);
  if (desired.observed) return undefined;
  if (!isAsked(address, on)) return { because: "excluded" };
  const because = reasonOfOutcome(address, facts);
  if (because) return { because };
  if (!on.snapshot.observations.has(address)) return { because: "excluded" };
  return same(desired, on.committed.resources.get(address)) ? undefined : { because: "uncommitted" };
}

function reasonOfOutcome(
  address: Address,
  { outcomes, takenBack, ineffective, unknown, unseen, held, notTaken }: Facts,
): IncompleteReason | undefined {
  if (takenBack.has(address)) return "rolledBack";
  if (unseen.has(address) && outcomes.get(address)?.state !== "failed") return "unknown";
  if (ineffective.has(address)) return "failed";
  const outcome = outcomes.get(address);
  if (!outcome && unknown.has(address)) return "unknown";
  if (!outcome && held.has(address)) return "held";
  if (!outcome) return notTaken.has(address) ? "failed" : undefined;
  switch (outcome.state) {
    case "applied":
    case "converged":
      return undefined;
    case "failed":
    case "unknown":
    case "skipped":
      return outcome.state;
  }
}

/** Like `reasonOf`, for an address that is no longer declared, or is declared under another key. */
function reasonOfDropped(address: Address, on: FinishedApply, facts: Facts): IncompleteCause | undefined {
  const now = facts.nowAt.get(address);
  // The old address stays in base until the last of its new addresses is applied.
  if (now) return now.map((each) => reasonOf(each, on, facts)).find((each) => each !== undefined);
  const base = on.base.desired.resources.get(address);
  if (base?.observed) return undefined;
  if (base && !isAsked(address, on)) return { because: "excluded" };
  const observation = on.snapshot.observations.get(address);
  const stays = facts.takenBack.has(address) || facts.ineffective.has(address);
  const isRemoved = isDone(facts.outcomes.get(address)) || facts.foundGone.has(address);
  const done = isRemoved && !stays;
  if (!base || observation?.state === "absent" || done) return { because: "uncommitted", gone: true };
  const because = reasonOfOutcome(address, facts);
  return { because: because ?? (observation ? "kept" : "excluded") };
}

function isAsked(address: Address, { only }: FinishedApply): boolean {
  return only?.(address) ?? true;
}

function isDone(outcome: Outcome | undefined): boolean {
  return outcome?.state === "applied" || outcome?.state === "converged";
}

/** Returns the entry that keeps the previous base of an address; none if the applied commit declares the same. */
function entryOf(
  address: Address,
  { because, gone }: IncompleteCause,
  { base, committed }: FinishedApply,
): IncompleteEntry | undefined {
  const resource = gone ? undefined : base.desired.resources.get(address);
  if (same(resource, committed.resources.get(address))) return undefined;
  return { address, because, commit: (resource && base.commitOf(address)) ?? null };
}

/**
 * Keeps the base of a resource's parents and references too, even if these are only read or no longer declared. Without
 * their live ids, the resource would be unknown.
 */
function keepNeeded(
  address: Address,
  of: { readonly on: FinishedApply; readonly facts: Facts },
  left: Map<Address, IncompleteEntry>,
): void {
  const { on, facts } = of;
  const was = on.base.desired.resources.get(address);
  if (!was) return;
  const above = was.parent === undefined ? [] : [was.parent];
  for (const needed of [...above, ...referred(was, was.value).values()]) {
    const entry = left.has(needed) ? undefined : entryOf(needed, { because: "kept" }, on);
    if (!entry || entry.commit === null || on.committed.resources.has(needed)) continue;
    if (reasonOf(needed, on, facts)?.gone && !isDeclaredElsewhere(needed, on)) continue;
    left.set(needed, entry);
    keepNeeded(needed, of, left);
  }
}

/** True if both sides declare the resource identically, or neither declares it. */
function same(a: Resource | undefined, b: Resource | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && sameJson(saidOf(a), saidOf(b));
}

function saidOf(resource: Resource): Json {
  const { value, parent, scope, ownership, protect, secrets, lists } = resource;
  const identity = ownName(resource);
  return { value, identity, parent: parent ?? null, scope, ownership, protect, secrets, lists };
}

/**
 * True if desired declares the same resource (target, kind and identity), under any key. The resource is then not gone,
 * whatever was observed at its old address.
 */
export function isDeclaredElsewhere(
  address: Address,
  { base, desired }: { readonly base: Pick<Base, "desired">; readonly desired: Desired },
): boolean {
  const was = base.desired.resources.get(address);
  if (!was) return false;
  for (const { target, kind, identity } of desired.resources.values())
    if (identity === was.identity && kind === was.kind && target === was.target) return true;
  return false;
}

/** Returns the new addresses in desired, for each address in base that has moved. */
function nowAt(moved: readonly Move[]): ReadonlyMap<Address, readonly Address[]> {
  const byWas = Map.groupBy(moved, ({ was }) => was);
  return new Map([...byWas].map(([was, all]) => [was, all.map(({ address }) => address)]));
}
