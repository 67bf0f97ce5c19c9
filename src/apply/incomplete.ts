/** Incomplete addresses after an apply: those whose base is not the applied commit. Pure. */

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

/** What an apply was made from, and came to. */
interface FinishedApply {
  /** What was to be applied. */
  readonly desired: Desired;
  /** What the applied commit declares: desired, but for what was not committed. */
  readonly committed: Desired;
  /** With the addresses it was recorded under. */
  readonly base: Pick<Base, "desired" | "commitOf">;
  readonly plan: Plan;
  readonly snapshot: Pick<Snapshot, "observations">;
  /** Of the plan's steps; none when there was nothing to do. */
  readonly settled: readonly SettledStep[];
  /** What was written, and was found different when it was read again. */
  readonly nonConvergent?: readonly NonConvergent[] | undefined;
  /** What the record remembers as not taken, or as stored otherwise, by this run's writes. Default: nothing. */
  readonly notTaken?: readonly SettledField[] | undefined;
  readonly storedOtherwise?: readonly SettledField[] | undefined;
  /** What was created and accepted, and is not seen yet: by this run, or by an earlier one. */
  readonly acceptedUnseen?: readonly AcceptedCreate[] | undefined;
  /** What the run was asked for; what it only read besides counts as not looked at. Without it: everything. */
  readonly only?: ((address: Address) => boolean) | undefined;
  /** The steps that took something back. */
  readonly rolledBack?: readonly SettledStep[] | undefined;
}

/**
 * In address order; only addresses for which the applied commit and base differ.
 *
 * | the address is                              | its base from now on                     |
 * |---------------------------------------------|------------------------------------------|
 * | as desired, or written                      | the applied commit                       |
 * | removed, or not live any more               | none                                     |
 * | failed, skipped, unknown, held, excluded    | as before                                |
 * | created and accepted, and not seen yet      | as before: unknown                       |
 * | written, and taken back                     | as before                                |
 * | written, and live as it was all the same,   | as before                                |
 * | or not there; by an earlier run too         |                                          |
 * | written, but for fields that the record     | the applied commit: the memory says what |
 * | remembers as not taken, its name excepted   | is live instead                          |
 * | no longer declared, and kept                | as before                                |
 * | as desired, but not as the commit has it    | as before: no commit says what is live   |
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

/** The addresses that the two declare differently, in address order. */
export function differing(a: Desired, b: Desired): readonly Address[] {
  if (a === b) return [];
  const all = new Set([...a.resources.keys(), ...b.resources.keys()]);
  return [...all].filter((address) => !same(a.resources.get(address), b.resources.get(address))).sort();
}

interface Facts {
  readonly outcomes: ReadonlyMap<Address, Outcome>;
  readonly takenBack: ReadonlySet<Address>;
  /** What the way back found removed, and what went with it. */
  readonly foundGone: ReadonlySet<Address>;
  readonly ineffective: ReadonlySet<Address>;
  readonly unknown: ReadonlySet<Address>;
  readonly unseen: ReadonlySet<Address>;
  readonly held: ReadonlySet<Address>;
  /** An earlier run has written its name without effect. */
  readonly notTaken: ReadonlySet<Address>;
  /** By the address that base has, those that desired declares the same by. */
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

/** Which fields that differ are remembered, names excepted that were not taken. */
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
 * What a removal has taken with it that was made again afterwards. Only what a whole read shows as absent is made
 * again: however that went, it was removed.
 */
export function foundGone({ steps }: Plan, rolledBack: readonly SettledStep[]): ReadonlySet<Address> {
  const again = new Set<string>(rolledBack.map(({ step }) => step));
  const removals = steps.filter(
    ({ operation, address }) => operation === "remove" && again.has(`create ${address}`),
  );
  return new Set(removals.flatMap(({ because }) => because));
}

/** What was taken back, or perhaps was; and what was made in it, and went with it. */
export function rolledBackAddresses(
  { changes }: Pick<Plan, "changes">,
  rolledBack: readonly SettledStep[],
): ReadonlySet<Address> {
  const back = rolledBack.filter(({ outcome }) => isDone(outcome) || outcome.state === "unknown");
  const taken = new Set(back.map(({ address }) => address));
  const made = new Set<Address>();
  // What something is in comes before it.
  for (const change of changes) {
    if (change.action !== "create") continue;
    const { address, parent } = change.desired;
    made.add(address);
    if (parent !== undefined && made.has(parent) && taken.has(parent)) taken.add(address);
  }
  return taken;
}

/** Why its base is not the applied commit; and whether nothing is its base, as it is removed. */
interface IncompleteCause {
  readonly because: IncompleteReason;
  readonly gone?: true;
}

/** Why its base stays as it was; undefined when it is the applied commit's from now on. */
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

/** Of what desired declares no longer: under another key, or not at all. */
function reasonOfDropped(address: Address, on: FinishedApply, facts: Facts): IncompleteCause | undefined {
  const now = facts.nowAt.get(address);
  // It is base until the last of these has what it said.
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

/** The entry that keeps base as it was; none when the applied commit says the same. */
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
 * What something is in, and what it names, belongs to its base too, also where it is only read or not declared
 * any more: without its live id it would be unknown what is there.
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

/** True when both say the same of a resource, or both nothing. */
function same(a: Resource | undefined, b: Resource | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && sameJson(saidOf(a), saidOf(b));
}

function saidOf(resource: Resource): Json {
  const { value, parent, scope, ownership, protect, secrets, lists } = resource;
  const identity = ownName(resource);
  return { value, identity, parent: parent ?? null, scope, ownership, protect, secrets, lists };
}

/** True for what desired declares under another key: it is not gone, whatever was seen at the address that it had. */
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

/** By the address that base has, those that desired declares the same by. */
function nowAt(moved: readonly Move[]): ReadonlyMap<Address, readonly Address[]> {
  const byWas = Map.groupBy(moved, ({ was }) => was);
  return new Map([...byWas].map(([was, all]) => [was, all.map(({ address }) => address)]));
}
