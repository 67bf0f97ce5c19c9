/** Checks the record of an apply against the outcomes of its steps. */

import type { Address } from "../../../../src/model/address.ts";
import type { ApplyResult, SettledStep } from "../../../../src/model/reply.ts";
import { leftAfter, secretsAfter, type UndoneReason } from "../afterwards.ts";
import type { Expected } from "../expected.ts";
import type { Play } from "../play.ts";
import { judgeRecord, type Recorded } from "../record.ts";
import type { Thing } from "../truth.ts";

/**
 * Applied resources must be recorded with their secrets. Every other resource must stay as recorded before, with the
 * reason why it was not applied.
 */
export function judgeRecorded(
  { truth: { manner }, expected, secrets, lie }: Play,
  result: ApplyResult,
  { left, secrets: held }: Pick<Recorded, "left" | "secrets">,
): readonly string[] {
  if (!manner.threeWay) return [];
  // Differences that the verifying read found are checked elsewhere, by its report.
  const unseen = result.acceptedUnseen ?? [];
  const odd = new Set<string>([...result.nonConvergent, ...unseen].map(({ address }) => address));
  for (const { address, was } of expected) if (was !== undefined && odd.has(address)) odd.add(was);
  // If the recorded declaration of a resource stays as before, so must those of its parents and of the resources it
  // refers to.
  const stays = new Set<string>(left.flatMap(({ address, commit }) => (commit === null ? [] : [address])));
  const idle = new Set([...odd].filter((address) => stays.has(address)));
  const undone = undoneIn(result, expected, idle);
  const isJudged = (line: string) => ![...odd].some((address) => line.startsWith(`${address} `));
  const secretsHeld = { ...held, of: held.of.filter(({ address }) => !odd.has(address)) };
  const fingerprints = manner.excluded.size > 0 ? [] : secretsAfter(expected, secrets, undone);
  return judgeRecord(
    { left: (lie.left?.(left) ?? left).filter(({ address }) => !odd.has(address)), secrets: secretsHeld },
    leftAfter(expected, undone).filter(isJudged),
    fingerprints.filter(isJudged),
  ).map((line) => `recorded: ${line}`);
}

/** Returns why a change was not made. The reason is the outcome of its own step, or of the parent's step. */
function undoneIn(
  { settled, rolledBack, acceptedUnseen = [] }: ApplyResult,
  expected: readonly Expected[],
  idle: ReadonlySet<string>,
): UndoneReason {
  const outcomes = new Map<string, SettledStep["outcome"]>(
    settled.map(({ step, outcome }) => [step, outcome]),
  );
  const back = (rolledBack?.settled ?? []).filter(({ outcome }) => isPerhaps(outcome));
  const taken = takenBack(new Set(back.map(({ address }) => address)), expected);
  // A rollback recreates only resources that are gone. So if it recreated a resource, the removal had been carried out.
  const again = new Set<string>((rolledBack?.settled ?? []).map(({ step }) => step));
  // A create that was accepted, but whose object is not visible, is recorded as left behind, with its identity.
  const unseen = new Set<string>(acceptedUnseen.map(({ address }) => `create ${address}`));
  const of = (thing: Thing | undefined) => expected.find((one) => one.thing === thing);
  const undone: UndoneReason = (one) => {
    if (taken.has(one.thing)) return "rolledBack";
    const holder = one.carried ? of(one.thing.parent) : undefined;
    const heldUp = holder ? undone(holder) : undefined;
    // If a resource was removed with its parent, only a step of its own can recreate it.
    if (holder) return heldUp === "rolledBack" ? undefined : heldUp;
    if (one.action === "remove" && again.has(`create ${one.address}`)) return undefined;
    if (idle.has(one.address) || (one.was !== undefined && idle.has(one.was))) return "failed";
    const outcome = outcomes.get(`${one.action} ${one.address}`);
    if (unseen.has(`${one.action} ${one.address}`)) return "unknown";
    if (!outcome || outcome.state === "applied" || outcome.state === "converged") return undefined;
    return outcome.state;
  };
  return undone;
}

function isPerhaps({ state }: SettledStep["outcome"]): boolean {
  return state === "applied" || state === "converged" || state === "unknown";
}

/**
 * Returns the resources whose creation was rolled back, with the children that were to be created in them. A rollback
 * removes these children with their parent.
 */
function takenBack(addresses: ReadonlySet<Address>, expected: readonly Expected[]): ReadonlySet<Thing> {
  const taken = new Set<Thing>();
  const made = new Set<Thing>();
  for (const { thing, address, action, stepped } of expected) {
    const { parent } = thing;
    // The parent of an object of a fabric does not count here, because such objects are nested only by path.
    const isWithin = parent !== undefined && thing.species.target !== "fabric";
    const goesAlong = action === "create" && isWithin && made.has(parent);
    if (addresses.has(address) || (goesAlong && taken.has(parent))) taken.add(thing);
    if (action === "create" && stepped) made.add(thing);
  }
  return taken;
}
