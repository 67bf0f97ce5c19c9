/** The secret fingerprints that are recorded after an apply: each live secret as it was last written. Pure. */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { byTextOf } from "../model/compare.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Pointer } from "../model/pointer.ts";
import type { NonConvergent, SettledStep } from "../model/reply.ts";
import type { SecretFingerprints } from "../model/secret.ts";
import { foundGone, rolledBackAddresses } from "./incomplete.ts";
import { ineffectiveAddresses } from "./ineffective.ts";

/** The input and the result of an apply. */
export interface AppliedSecrets {
  /** Fingerprints of the secrets that this run resolved. */
  readonly now: SecretFingerprints;
  /** The fingerprints in the previous record; undefined if that record has none. */
  readonly recorded: SecretFingerprints | undefined;
  readonly plan: Plan;
  /** True if the resource at this address was read and is present. */
  readonly isLive: (address: Address) => boolean;
  readonly settled: readonly SettledStep[];
  /** Written fields that still differed when they were read again. Default: none. */
  readonly nonConvergent?: readonly NonConvergent[] | undefined;
  /**
   * The steps of the rollback. Default: none. A rollback cannot restore the previous value of a secret, because secrets
   * cannot be read.
   */
  readonly rolledBack?: readonly SettledStep[] | undefined;
}

/**
 * Returns the new fingerprints. Recorded fingerprints that were made with another fingerprint key are ignored.
 *
 * | the secret                                    | is recorded                                |
 * |-----------------------------------------------|--------------------------------------------|
 * | written                                       | with its current value                     |
 * | to be written, but failed, held or unknown    | as before, so the next apply writes it     |
 * | written, and the write had no effect          | as before                                  |
 * | not to be written, and recorded               | as before, which equals its current value  |
 * | not to be written, and never recorded         | with its current value: assumed to be live |
 * | not read                                      | as before                                  |
 * | rolled back with its parent                   | as before                                  |
 * | removed with a parent that was then recreated | no longer                                  |
 *
 * If the resource's key has changed, the secret is recorded under the new address.
 */
export function secretsApplied(on: AppliedSecrets): SecretFingerprints {
  const { now, recorded } = on;
  const moved = new Map(on.plan.moved.map((move) => [move.was, move]));
  const known = (recorded?.key === now.key ? recorded.of : []).flatMap((one) => {
    const move = moved.get(one.address);
    // A resource that moved to another section or path has other fields, so its fingerprints do not carry over.
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

/** Returns the addresses whose changes were carried out, had an effect, and were not rolled back. */
function doneBy({ plan, settled, nonConvergent, rolledBack = [] }: AppliedSecrets): ReadonlySet<Address> {
  const steps = new Map(plan.steps.map(({ id, because }) => [id, because]));
  const taken = rolledBackAddresses(plan, rolledBack);
  const idle = ineffectiveAddresses({ plan, nonConvergent });
  const done = settled.filter(isDone).flatMap(({ step }) => steps.get(step) ?? []);
  return new Set(done.filter((address) => !taken.has(address) && !idle.has(address)));
}

/**
 * Returns the addresses that were removed and not recreated: those that this run removed, and children that the
 * rollback found removed.
 */
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
