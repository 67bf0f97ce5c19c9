/**
 * Checks what the next run reports about the writes that an earlier run left open, against the state of the servers.
 */

import { resolve } from "../../../../src/apply/journal.ts";
import type { Intent } from "../../../../src/model/journal.ts";
import type { Json } from "../../../../src/model/json.ts";
import type { Plan } from "../../../../src/model/plan/plan.ts";
import type { Expected } from "../expected.ts";
import { namesOf } from "../judge-trouble.ts";
import type { Play } from "../play.ts";
import { onlyOf } from "../scene.ts";
import type { Held } from "../species.ts";
import { nameOn } from "../truth.ts";
import { worldAfter } from "../world-after.ts";

/**
 * Checks the report about open writes. A write reported as carried out must be live; a write reported as not carried
 * out must have had no effect. If only a secret could be missing, the report must be `unknown`, because secrets cannot
 * be read. `held` is the live state before the next run.
 */
export function judgeFound(
  { truth, expected, lie }: Play,
  {
    interrupted,
    plan,
    held,
    isRecorded,
    applied,
    inTasks,
  }: {
    readonly interrupted: readonly Intent[];
    readonly plan: Plan;
    readonly held: Held;
    /** True if the run that left the writes open has ended, and recorded what it knew. */
    readonly isRecorded: boolean;
    /** The steps recorded as applied, even if a full disk kept them out of the journal. */
    readonly applied: ReadonlySet<string>;
    /** Creates that became tasks. No run has seen the end of these tasks. */
    readonly inTasks: ReadonlySet<string>;
  },
): readonly string[] {
  const findings = resolve(interrupted, plan, onlyOf(truth).only);
  const [none, all] = [false, true].map((stepped) =>
    worldAfter(
      expected.map((one) => ({ ...one, stepped: one.stepped && stepped, carried: one.carried && stepped })),
    ),
  );
  if (!none || !all) return [];
  return findings.flatMap(({ intent, is: found }) => {
    const is = lie.found?.(found) ?? found;
    const isMeant = ({ action, address }: Expected) =>
      intent.back ? address === intent.address : `${action} ${address}` === intent.step;
    // A later run may still update an object that an earlier run created.
    const isFurther = ({ action, address }: Expected) =>
      intent.operation === "update" && action === "create" && address === intent.address;
    if (is === "unknown" && inTasks.has(intent.address)) return [];
    const one = expected.find(isMeant) ?? expected.find(isFurther);
    if (!one) return [`found: ${intent.step} is ${is}, and nobody planned it`];
    const [now, before, after] = [held, none, all].map((world) => textOf(one, world));
    // If the next plan updates the object again, it is unknown whether the earlier run wrote the secret.
    const isAgain = plan.changes.some(
      ({ action, address }) => action === "update" && address === one.address,
    );
    const isLeft = one.action === "create" && (one.thing.secret?.desired ?? "-") !== "-" && isAgain;
    // The secret was certainly written if the record has its fingerprint, or has the step as applied.
    const isNoted = (isRecorded && truth.manner.fingerprints) || applied.has(intent.step);
    const isProven = isNoted && !isAgain;
    const isSecret = isLeft || (one.action === "update" && one.causes.has("/password") && !isProven);
    if (before === after && !isSecret) return [];
    if (intent.back) return judgeBack({ is, of: intent.step, now, before, after });
    const must =
      now === after ? (isSecret ? "unknown" : "applied") : now === before ? "not applied" : "applied in part";
    return is.startsWith(must) ? [] : [`found: ${intent.step} is ${is}, and was ${must}`];
  });
}

/**
 * Returns the state of a resource, found under any current or former name of the resource or its parent. The password
 * is left out, because it cannot be read.
 */
function textOf({ thing }: Expected, world: Held): string {
  const seen = (leaves: ReadonlyMap<string, Json>) => [...leaves].filter(([path]) => path !== "/password");
  const own = (["live", "desired"] as const).map((side) => nameOn(thing, side));
  const objects = [...new Set(own)].sort().flatMap((name) => {
    const within = thing.parent ? namesOf(thing.parent) : [undefined];
    const leaves = within.map((parent) => world.get(thing.species.object(name, parent))).find(Boolean);
    return leaves ? [[name, seen(leaves).sort()]] : [];
  });
  return JSON.stringify(objects);
}

/**
 * Checks the report about a rollback. The state after the apply means that the rollback was not carried out; the state
 * before the apply means that it was. After an irreversible change the state is in between, and is not checked.
 */
function judgeBack(on: {
  readonly is: string;
  readonly of: string;
  readonly now: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
}): readonly string[] {
  const { is, of, now, before, after } = on;
  if (is === "unknown" || (now !== before && now !== after)) return [];
  const must = now === after ? "not applied" : "applied";
  return is === must ? [] : [`found: ${of}, on the way back, is ${is}, and was ${must}`];
}
