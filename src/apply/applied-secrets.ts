/** The secret fingerprints of the record after an apply: of live secrets, each as it was last written. Pure. */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { byTextOf } from "../model/compare.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Pointer } from "../model/pointer.ts";
import type { NonConvergent, SettledStep } from "../model/reply.ts";
import type { SecretFingerprints } from "../model/secret.ts";
import { foundGone, rolledBackAddresses } from "./incomplete.ts";
import { ineffectiveAddresses } from "./ineffective.ts";

/** The result of an apply. */
export interface AppliedSecrets {
  /** Of the secrets that this run opened. */
  readonly now: SecretFingerprints;
  /** Of the record before this one. */
  readonly recorded: SecretFingerprints | undefined;
  readonly plan: Plan;
  /** True for what was looked at and found. */
  readonly isLive: (address: Address) => boolean;
  readonly settled: readonly SettledStep[];
  /** What was written, and was found different when it was read again. */
  readonly nonConvergent?: readonly NonConvergent[] | undefined;
  /** The steps that took something back: a secret that was written and not read cannot be. */
  readonly rolledBack?: readonly SettledStep[] | undefined;
}

/**
 * The fingerprints from now on. One that the record has of another key counts as none.
 *
 * | the secret                                   | is recorded                              |
 * |----------------------------------------------|------------------------------------------|
 * | written                                      | as it is now                             |
 * | to be written, and not: failed, held, unsure | as before: it is to be written next time |
 * | written, and the write had no effect         | as before                                |
 * | not to be written, and recorded              | as before, which is as it is now         |
 * | not to be written, and never recorded        | as it is now: it is taken as it stands   |
 * | not looked at                                | as before                                |
 * | taken back with its parent                   | as before                                |
 * | gone with a parent that was made again       | no longer                                |
 *
 * Where its key has changed it is recorded under its new address.
 */
export function secretsApplied(on: AppliedSecrets): SecretFingerprints {
  const { now, recorded } = on;
  const moved = new Map(on.plan.moved.map((move) => [move.was, move]));
  const known = (recorded?.key === now.key ? recorded.of : []).flatMap((one) => {
    const move = moved.get(one.address);
    // What another section or path says of it has other fields.
    return move?.elsewhere ? [] : { ...one, address: move?.address ?? one.address };
  });
  const was = new Map(known.map((one) => [placeOf(one), one]));
  const done = doneBy(on);
  const writes = writesOf(on.plan);
  const after = new Map(was);
  for (const one of now.of) {
    const place = placeOf(one);
    const isWritten = writes.has(place);
    const isTaken = !was.has(place) && on.isLive(one.address);
    if (isWritten ? done.has(one.address) : isTaken) after.set(place, one);
  }
  const gone = goneIn(on, done);
  for (const change of on.plan.changes) {
    if (change.action !== "remove" || !gone.has(change.address)) continue;
    for (const path of change.base.secrets) after.delete(placeOf({ address: change.address, path }));
  }
  return { key: now.key, of: [...after.values()].sort(byTextOf(placeOf)) };
}

/** The addresses whose changes were carried out, had an effect, and were not taken back. */
function doneBy({ plan, settled, nonConvergent, rolledBack = [] }: AppliedSecrets): ReadonlySet<Address> {
  const steps = new Map(plan.steps.map(({ id, because }) => [id, because]));
  const taken = rolledBackAddresses(plan, rolledBack);
  const idle = ineffectiveAddresses({ plan, nonConvergent });
  const done = settled.filter(isDone).flatMap(({ step }) => steps.get(step) ?? []);
  return new Set(done.filter((address) => !taken.has(address) && !idle.has(address)));
}

/** What was removed and not made again: also where only the way back has seen that, and has made what it was in. */
function goneIn({ plan, rolledBack = [] }: AppliedSecrets, done: ReadonlySet<Address>): ReadonlySet<Address> {
  const again = rolledBackAddresses(plan, rolledBack);
  return new Set([...done, ...[...foundGone(plan, rolledBack)].filter((address) => !again.has(address))]);
}

/** The secret fields that the plan's changes write. */
function writesOf({ changes }: Plan): ReadonlySet<string> {
  const paths = (change: Change): readonly Pointer[] => {
    switch (change.action) {
      case "create":
        return change.desired.secrets;
      case "update":
        return change.differences.map(({ path }) => path);
      case "remove":
        return [];
    }
  };
  return new Set(changes.flatMap((one) => paths(one).map((path) => placeOf({ address: one.address, path }))));
}

function isDone({ outcome }: SettledStep): boolean {
  return outcome.state === "applied" || outcome.state === "converged";
}

function placeOf({ address, path }: { readonly address: Address; readonly path: Pointer }): string {
  return `${address} ${path}`;
}
