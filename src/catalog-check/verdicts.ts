/** The results of a test by kind: which operations work, and why other operations do not. Pure. */

import type { Catalog } from "../catalog/schema/kind.ts";
import type { Address } from "../model/address.ts";
import type { Difference } from "../model/change.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Operation } from "../model/plan/step.ts";
import type { Problem } from "../model/problem.ts";
import type { ApplyResult, Outcome } from "../model/reply.ts";

/** The verdict on one operation. `none`: the operation does not exist or was not tested; `why` gives the reason. */
interface OperationVerdict {
  readonly is: "works" | "fails" | "none";
  readonly why?: string | undefined;
}

/** The verdict on one kind. */
export interface KindVerdict {
  readonly kind: string;
  /** Why the kind was not tested at all. Absent: the kind was tested. */
  readonly untried?: string | undefined;
  readonly operations: Readonly<Record<Operation | "read", OperationVerdict>>;
}

/** One of the three runs of a test: the plan, its outcome, and the remaining changes. */
export interface TrialRun {
  readonly operation: Operation;
  readonly plan: Plan;
  readonly result: ApplyResult;
  readonly after: Plan;
}

/** The facts about kinds that are known before the runs. */
export interface TriedKinds {
  readonly addresses: ReadonlyMap<string, Address>;
  /** Kinds of which a field was changed in the second run. */
  readonly changed: ReadonlySet<string>;
  readonly untried: ReadonlyMap<string, string>;
}

const works: OperationVerdict = { is: "works" };
const none = (why: string): OperationVerdict => ({ is: "none", why });
const fails = (why: string): OperationVerdict => ({ is: "fails", why });

/** Returns the verdict for a kind that was not tested. */
export function untriedVerdict(kind: string, why: string): KindVerdict {
  const not = none("not tried");
  return { kind, untried: why, operations: { create: not, read: not, update: not, remove: not } };
}

/** Returns the verdicts, in catalog order. Kinds that are only observed have no verdict. */
export function verdictsOf(
  { kinds }: Catalog,
  { addresses, changed, untried }: TriedKinds,
  runs: readonly TrialRun[],
): readonly KindVerdict[] {
  const runOf = (operation: Operation) => runs.find((run) => run.operation === operation);
  const [made, updated, removed] = [runOf("create"), runOf("update"), runOf("remove")];
  return kinds.flatMap(({ kind, form, observed }): readonly KindVerdict[] => {
    if (observed) return [];
    const at = addresses.get(kind);
    if (at === undefined)
      return [untriedVerdict(kind, untried.get(kind) ?? "no resource of this kind was declared")];
    const unread = made?.plan.unknown.find(({ address }) => address === at)?.problem;
    if (unread) return [unreadVerdict(kind, unread)];
    const first = written(made, at);
    const isAlways = form !== "collection";
    if (first.is === "none" && !isAlways)
      return [untriedVerdict(kind, first.why ?? "no resource was created")];
    if (first.is === "fails" && isAlways) return [{ kind, operations: unwrittenAlways(first) }];
    const isThere = first.is !== "fails";
    const update = changed.has(kind)
      ? written(updated, at)
      : isAlways
        ? first
        : none("no field of this kind can be changed");
    const notThere = none("no resource was created");
    const operations = {
      create: isAlways ? none("the resource always exists") : first,
      read: isThere ? shown(made, at) : notThere,
      update: isThere ? update : notThere,
      remove: isThere ? written(removed, at) : notThere,
    };
    return [{ kind, operations }];
  });
}

/**
 * Returns the verdicts for a kind that always exists, if none of its fields could be written. `update` is the verdict
 * with the reason.
 */
function unwrittenAlways(update: OperationVerdict): KindVerdict["operations"] {
  const unwritten = none("no field of this kind could be written");
  return { create: none("the resource always exists"), read: unwritten, update, remove: unwritten };
}

/** Returns the verdict for a kind that could not be read, and therefore was not written. */
function unreadVerdict(kind: string, { code, message }: Problem): KindVerdict {
  if (code === "parent-unknown") return untriedVerdict(kind, "the parent could not be read");
  const not = none("the resource could not be read");
  return { kind, operations: { create: not, read: fails(message), update: not, remove: not } };
}

/** Returns the verdict on a write: its result for an address, or a failure if changes remained at the address. */
function written(run: TrialRun | undefined, at: Address): OperationVerdict {
  if (run === undefined) return none("not tried");
  const { plan, result, after, operation } = run;
  const settled = result.settled.find(({ address }) => address === at);
  if (settled && !["applied", "converged"].includes(settled.outcome.state))
    return notWritten(settled.outcome);
  const unknown = plan.unknown.find(({ address }) => address === at);
  if (unknown) return fails(unknown.problem.message);
  const unwritable = plan.unwritable.find(({ address }) => address === at);
  if (unwritable) return none(unwritable.reason);
  if (settled === undefined)
    return none(operation === "remove" ? "no resource exists" : "there was nothing to change");
  // If a created resource is read back with differences, the read is at fault, not the create.
  const left = operation === "create" ? undefined : after.changes.find(({ address }) => address === at);
  if (left?.action === "update")
    return fails(`the write was accepted, but afterwards ${differing(left.differences)}`);
  return left?.action === "remove" ? fails("the removal was accepted, but the object still exists") : works;
}

function notWritten(outcome: Outcome): OperationVerdict {
  if (outcome.state === "failed" || outcome.state === "unknown") return fails(outcome.problem.message);
  return none("a resource on which this resource depends was not created");
}

/** Returns the verdict on a read: a created resource must be read back as it was written. */
function shown(run: TrialRun | undefined, at: Address): OperationVerdict {
  const unknown = run?.after.unknown.find(({ address }) => address === at);
  if (unknown) return fails(unknown.problem.message);
  const left = run?.after.changes.find(({ address }) => address === at);
  if (left?.action === "update") return fails(differing(left.differences));
  return left?.action === "create" ? fails("the created resource was not found") : works;
}

const shownMost = 3;

function differing(differences: readonly Difference[]): string {
  const all = differences.map(({ path, desired, live }) => `${path} is ${text(live)}, not ${text(desired)}`);
  const more = all.length > shownMost ? ` and ${all.length - shownMost} more` : "";
  return `${all.slice(0, shownMost).join(", ")}${more}`;
}

function text(value: unknown): string {
  return value === undefined ? "missing" : JSON.stringify(value).slice(0, 80);
}
