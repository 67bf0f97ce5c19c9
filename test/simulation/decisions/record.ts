/** What an apply records, as the command line does it, and whether that is what must be recorded. */

import { secretsApplied } from "../../../src/apply/applied-secrets.ts";
import { leftBehind } from "../../../src/apply/incomplete.ts";
import type { PlannedRun } from "../../../src/engine/reconcile.ts";
import type { Address } from "../../../src/model/address.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { IncompleteEntry } from "../../../src/model/record.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import type { SecretFingerprints } from "../../../src/model/secret.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { before } from "./afterwards.ts";
import { differ } from "./judges.ts";
import { dropped, type Fingerprints } from "./scene.ts";

/** What is recorded: what was left behind, and the fingerprints of secrets. */
export interface Recorded {
  readonly left: readonly IncompleteEntry[];
  readonly secrets: SecretFingerprints;
}

/** What apply records, as the command line does it. */
export function recordOf(of: {
  readonly on: Stage;
  readonly made: PlannedRun;
  readonly result: ApplyResult;
  readonly base: Desired;
  readonly secrets: Fingerprints;
}): Recorded {
  const { desired } = of.on.context;
  const { plan, snapshot } = of.made;
  const { settled, nonConvergent, acceptedUnseen, rolledBack } = of.result;
  const left = leftBehind({
    ...{ desired, committed: desired, base: { desired: of.base, commitOf: () => before } },
    ...{ plan, snapshot, settled, nonConvergent, acceptedUnseen, only: of.made.request.only },
    rolledBack: rolledBack?.settled,
  });
  const isLive = (address: Address) => snapshot.observations.get(address)?.state === "present";
  return {
    left,
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

/** The record of an apply whose steps were all carried out. */
export function judgeRecord(
  { left, secrets }: Recorded,
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
