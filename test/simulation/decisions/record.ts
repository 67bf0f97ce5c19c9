/** Makes the record of an apply as the command line does, and checks it. */

import { secretsApplied } from "../../../src/apply/applied-secrets.ts";
import { leftBehind } from "../../../src/apply/incomplete.ts";
import type { PlannedRun } from "../../../src/engine/reconcile.ts";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import type { Address } from "../../../src/model/address.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { Memory } from "../../../src/model/memory.ts";
import type { IncompleteEntry } from "../../../src/model/record.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import type { SecretFingerprints } from "../../../src/model/secret.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { before } from "./afterwards.ts";
import type { Expected } from "./expected.ts";
import { namesOf } from "./judge-trouble.ts";
import { differ } from "./judges.ts";
import { dropped, type Fingerprints } from "./scene.ts";
import type { Held } from "./species.ts";

/** A record of an apply: incomplete addresses, fingerprints of secrets, and the memory. */
export interface Recorded {
  readonly left: readonly IncompleteEntry[];
  readonly secrets: SecretFingerprints;
  readonly memory: Memory;
}

/** Makes the record of an apply as the command line does. */
export function recordOf(of: {
  readonly on: Stage;
  readonly made: PlannedRun;
  readonly result: ApplyResult;
  readonly base: Desired;
  readonly secrets: Fingerprints;
}): Recorded {
  const { desired } = of.on.context;
  const { plan, snapshot } = of.made;
  const { settled, nonConvergent, storedOtherwise, notTaken, acceptedUnseen, rolledBack } = of.result;
  const left = leftBehind({
    ...{ desired, committed: desired, base: { desired: of.base, commitOf: () => before } },
    ...{
      plan,
      snapshot,
      settled,
      nonConvergent,
      storedOtherwise,
      notTaken,
      acceptedUnseen,
      only: of.made.request.only,
    },
    rolledBack: rolledBack?.settled,
  });
  const isLive = (address: Address) => snapshot.observations.get(address)?.state === "present";
  const { targets, clock } = of.on.context;
  const { memory } = of.made.request;
  const run = { memory, desired, base: of.base, targets, commit: before, time: clock.date() };
  return {
    left,
    memory: memoryAfter(run, of.made, of.result),
    secrets: secretsApplied({
      ...of.secrets,
      plan,
      isLive,
      settled,
      nonConvergent,
      rolledBack: rolledBack?.settled,
    }),
  };
}

/** Compares a record with the expected entries and fingerprints. */
export function judgeRecord(
  { left, secrets }: Pick<Recorded, "left" | "secrets">,
  wanted: readonly string[],
  fingerprints: readonly string[],
): readonly string[] {
  const lines = left
    .filter(({ address }) => !address.includes("/organization/"))
    .map(({ address, because, commit }) => `${address} ${because} ${commit}`);
  const held = secrets.of
    .filter(({ fingerprint }) => fingerprint !== dropped)
    .map(({ address, path, fingerprint }) => `${address} ${path} ${fingerprint}`);
  const judged = fingerprints.length === 0 ? [] : differ("fingerprint", held, fingerprints);
  return [...differ("left behind", lines, wanted), ...judged];
}

/**
 * A resource that Git no longer declares and that its server still has must stay in base, whatever was reported about
 * its removal. Otherwise no later run would remove it.
 */
export function judgeStays(
  { left }: Pick<Recorded, "left">,
  expected: readonly Expected[],
  held: Held,
): readonly string[] {
  const known = new Set<string>(left.flatMap(({ address, commit }) => (commit === null ? [] : [address])));
  const removed = expected.filter(({ action, stepped }) => action === "remove" && stepped);
  return removed.flatMap(({ address, thing }) =>
    namesOf(thing).some((name) => held.has(name)) && !known.has(address)
      ? [`recorded: ${address} is still there, and base forgets it`]
      : [],
  );
}
