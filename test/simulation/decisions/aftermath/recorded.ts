/** Judges the record of an apply by how each of its steps has ended. */

import type { Address } from "../../../../src/model/address.ts";
import type { ApplyResult, SettledStep } from "../../../../src/model/reply.ts";
import { leftAfter, secretsAfter, type UndoneReason } from "../afterwards.ts";
import type { Expected } from "../expected.ts";
import type { Play } from "../play.ts";
import { judgeRecord, type Recorded } from "../record.ts";
import type { Thing } from "../truth.ts";

/** What was applied is recorded, with its secrets; all else is as it was, and it is recorded why. */
export function judgeRecorded(
  { truth: { manner }, expected, secrets, lie }: Play,
  result: ApplyResult,
  { left, secrets: held }: Pick<Recorded, "left" | "secrets">,
): readonly string[] {
  if (!manner.threeWay) return [];
  // What was found otherwise when it was read again is judged by what is told of it.
  const unseen = result.acceptedUnseen ?? [];
  const odd = new Set<string>([...result.nonConvergent, ...unseen].map(({ address }) => address));
  for (const { address, was } of expected) if (was !== undefined && odd.has(address)) odd.add(was);
  // Where that keeps its base, so does what it is in, and what it names.
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

/** Why something was not done, by how its step, or that of what it goes with, has ended. */
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
  // Only what was seen to be gone is made again: however that went, it had been removed.
  const again = new Set<string>((rolledBack?.settled ?? []).map(({ step }) => step));
  // What was accepted and is not seen is left behind, with what base alone knows it by.
  const unseen = new Set<string>(acceptedUnseen.map(({ address }) => `create ${address}`));
  const of = (thing: Thing | undefined) => expected.find((one) => one.thing === thing);
  const undone: UndoneReason = (one) => {
    if (taken.has(one.thing)) return "rolledBack";
    const holder = one.carried ? of(one.thing.parent) : undefined;
    const heldUp = holder ? undone(holder) : undefined;
    // What goes with something is made again by a step of its own, or not at all.
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

/** With what was to be made in something that was made too, and goes with it, however far that came. */
function takenBack(addresses: ReadonlySet<Address>, expected: readonly Expected[]): ReadonlySet<Thing> {
  const taken = new Set<Thing>();
  const made = new Set<Thing>();
  for (const { thing, address, action, stepped } of expected) {
    const { parent } = thing;
    // What a fabric has below something has no parent: it is named by its place.
    const isWithin = parent !== undefined && thing.species.target !== "fabric";
    const goesAlong = action === "create" && isWithin && made.has(parent);
    if (addresses.has(address) || (goesAlong && taken.has(parent))) taken.add(thing);
    if (action === "create" && stepped) made.add(thing);
  }
  return taken;
}
