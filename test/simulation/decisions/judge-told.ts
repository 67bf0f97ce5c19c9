/** Checks what a run passes to the next run in its journal, and to all later runs in its record. */

import type { Intent } from "../../../src/model/journal.ts";
import { sameJson } from "../../../src/model/json.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import { composed } from "./afterwards.ts";
import type { Play } from "./play.ts";
import { recordOf } from "./record.ts";
import { addressOn } from "./truth.ts";

/** The journal must contain every step with an unknown outcome, and no other step. */
export function judgeTold({ settled }: ApplyResult, interrupted: readonly Intent[]): readonly string[] {
  const told = new Set<string>(interrupted.map(({ step }) => step));
  const unknown = new Set<string>(
    settled.filter(({ outcome }) => outcome.state === "unknown").map(({ step }) => step),
  );
  return [
    ...[...unknown]
      .filter((step) => !told.has(step))
      .map((step) => `told: nothing of ${step}, which is unknown`),
    ...[...told].filter((step) => !unknown.has(step)).map((step) => `told: ${step}, which is known`),
  ];
}

/** If a step is reported as rolled back, its resource must be recorded as before the run. */
export function judgeBackRecord(
  play: Play,
  result: ApplyResult,
  { rolledBack }: Pick<ApplyResult, "rolledBack">,
): readonly string[] {
  const { on, base, made, secrets, expected } = play;
  const { left } = recordOf({ on, made, result, base, secrets });
  const known = composed(on.context.desired, base, left);
  const back = new Set(
    (rolledBack?.settled ?? [])
      .filter(({ outcome }) => outcome.state === "applied")
      .map(({ address }) => address),
  );
  return expected.flatMap(({ thing, address }) => {
    if (!back.has(address)) return [];
    const former = addressOn(thing, "base");
    const [is, was] = [known, base].map(({ resources }) => resources.get(former));
    const isSame = is && was ? is.identity === was.identity && sameJson(is.value, was.value) : is === was;
    return isSame ? [] : [`record: ${former} is recorded as applied, and was taken back`];
  });
}
