/** The stored forms to record after an apply: fields that servers did not keep as written. Pure. */

import type { Address } from "../model/address.ts";
import type { Difference, SettledField } from "../model/change.ts";
import type { Desired } from "../model/desired.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import type { FieldForm, Memory, RememberedForm } from "../model/memory.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { ApplyResult } from "../model/reply.ts";
import type { Digest } from "../model/wire.ts";
import { digestsOf } from "./forms.ts";
import { rolledBackAddresses } from "./incomplete.ts";

/** The input and the result of an apply. */
interface FormsOfApply {
  readonly before: Memory["forms"];
  readonly desired: Desired;
  readonly base: Desired;
  readonly plan: Plan;
  readonly snapshot: Pick<Snapshot, "observations">;
  /** The result of the apply; undefined if there was nothing to do. */
  readonly result: ApplyResult | undefined;
  /** The scope of the run. Default: everything. */
  readonly only?: ((address: Address) => boolean) | undefined;
  /** True if the plan ignores changes from Git. */
  readonly driftOnly?: boolean | undefined;
  /** The commit that was applied. */
  readonly commit: string;
  readonly digest: Digest;
}

type Forms = readonly RememberedForm[];

/**
 * Returns the forms that are remembered for each address.
 *
 * | the address was                                 | remembered from now on                         |
 * |-------------------------------------------------|------------------------------------------------|
 * | written, and read again                         | what that read showed                          |
 * | written and rolled back                         | as before, and what the read after both showed |
 * | removed, or is absent                           | nothing                                        |
 * | read, and a field is settled                    | the settled form                               |
 * | read, and a field still differs as before       | the settled form: base may be the value sent   |
 * | read otherwise: live is as declared, or changed | nothing                                        |
 * | unknown, out of scope, or written and not read  | as before                                      |
 */
export function formsAfter(on: FormsOfApply): Memory["forms"] {
  const { before = new Map<Address, Forms>(), desired, base, plan, result } = on;
  if (before.size === 0 && !result?.forms && !result?.rolledBack?.forms) return undefined;
  const former = new Map(plan.moved.map(({ address, was }) => [address, was]));
  const moved = new Set(plan.moved.map(({ was }) => was));
  const isGone = goneIn(on);
  const seen = seenIn(on);
  const after = new Map<Address, Forms>();
  for (const side of [desired, base])
    for (const [address, { observed }] of side.resources) {
      if (after.has(address) || observed || isGone(address)) continue;
      if (moved.has(address) && !desired.resources.has(address)) continue;
      const was = before.get(former.get(address) ?? address) ?? [];
      const now = seen(address, was);
      if (now.length > 0) after.set(address, now);
    }
  return after.size > 0 ? after : undefined;
}

function goneIn({ plan, result }: FormsOfApply): (address: Address) => boolean {
  const states = new Map(result?.settled.map(({ step, outcome }) => [step, outcome.state] as const));
  const removed = plan.steps.filter(({ id, operation }) => {
    return operation === "remove" && ["applied", "converged"].includes(states.get(id) ?? "");
  });
  const gone = new Set(removed.flatMap(({ because }) => because));
  for (const address of rolledBackAddresses(plan, result?.rolledBack?.settled ?? [])) gone.delete(address);
  return (address) => gone.has(address);
}

/** Returns what to remember for an address, given what was remembered before. */
function seenIn(on: FormsOfApply): (address: Address, was: Forms) => Forms {
  const { plan, snapshot, result, only, driftOnly, commit, digest } = on;
  const written = new Set(
    result?.settled
      .filter(({ outcome: { state } }) => state === "applied" || state === "unknown")
      .map(({ address }) => address),
  );
  const back = new Set(rolledBackAddresses(plan, result?.rolledBack?.settled ?? []));
  const settled = Map.groupBy([...(plan.storedOtherwise ?? []), ...(plan.notTaken ?? [])], addressOf);
  const open = new Map(
    plan.changes.map((one) => [one.address, one.action === "update" ? one.differences : []] as const),
  );
  const marked = (form: FieldForm, was: Forms) => was.find((one) => isSame(one, form)) ?? { ...form, commit };
  const withSeen = (was: Forms, seen: readonly FieldForm[]) => {
    const more = seen.map((form) => marked(form, was)).filter((form) => !was.includes(form));
    return more.length > 0 ? [...was, ...more] : was;
  };
  return (address, was) => {
    if (back.has(address)) return withSeen(was, result?.rolledBack?.forms?.get(address) ?? []);
    const forms = result?.forms?.get(address);
    if (forms)
      return same(
        forms.map((form) => marked(form, was)),
        was,
      );
    const observation = snapshot.observations.get(address)?.state;
    const isUnasked = only?.(address) === false || driftOnly === true;
    if (was.length === 0 || written.has(address) || isUnasked) return was;
    if (observation === undefined || observation === "unknown") return was;
    if (observation === "absent") return [];
    const kept = (settled.get(address) ?? []).map((one) => digestsOf(one, { digest }));
    const differs = (open.get(address) ?? []).map((one: Difference) => digestsOf(one, { digest }));
    return same(
      was.filter(
        ({ path, sent, live }) =>
          kept.some((one) => one.path === path && one.sent === sent && one.live === live) ||
          differs.some((one) => one.path === path && one.live === live),
      ),
      was,
    );
  };
}

function addressOf({ address }: SettledField): Address {
  return address;
}

/** Returns the previous list itself if the new list equals it, so that most of the record need not be rewritten. */
function same(now: Forms, was: Forms): Forms {
  return now.length === was.length && was.every((one) => now.includes(one)) ? was : now;
}

function isSame(a: FieldForm, b: FieldForm): boolean {
  return a.path === b.path && a.is === b.is && a.sent === b.sent && a.live === b.live;
}

/** Returns the remembered forms, extended by the forms in a journal. */
export function withFormsOf<Remembered extends Pick<Memory, "forms">>(
  memory: Remembered,
  left: NonNullable<Memory["forms"]>,
): Remembered {
  if (left.size === 0) return memory;
  const forms = new Map(memory.forms);
  for (const [address, own] of left) {
    const known = forms.get(address) ?? [];
    const more = own.filter((form) => !known.some((one) => isSame(one, form)));
    if (more.length > 0) forms.set(address, [...known, ...more]);
  }
  return { ...memory, forms };
}
