/** Makes a plan with the consent to write secrets that the plan would otherwise not write. */

import { secretsConsent } from "../../../src/model/plan/consent.ts";
import type { Expected } from "./expected.ts";
import { unexpectedIn } from "./expected.ts";
import { differ, judgePlan } from "./judges.ts";
import type { Play } from "./play.ts";
import { filesOn, onlyOf, requestOf, staged } from "./scene.ts";

/**
 * Plans twice: once with a consent to write the secrets that the first plan does not write, and once with a consent to
 * another plan, which must have no effect.
 */
export async function plannedConsented(play: Play): Promise<readonly string[]> {
  const { truth, secrets, made, lie, expected } = play;
  const project = play.project !== undefined && { project: play.project };
  const planWith = async (consent: string) => {
    const on = staged(truth, { ...project });
    const base = on.load(filesOn(truth, "base"));
    const request = { ...requestOf(truth.manner, base, secrets), ...onlyOf(truth), consents: [consent] };
    const { plan } = await on.plan(request);
    return lie.plan?.(plan) ?? plan;
  };
  const allowed = await planWith(secretsConsent(made.plan));
  const other = await planWith(`secrets@${"0".repeat(64)}`);
  const written = expected.map((one) => withSecret(one, truth.manner.overwrite));
  return [
    ...judgePlan(allowed, written, unexpectedIn(truth)).map((line) => `consented: ${line}`),
    ...judgePlan(other, expected, unexpectedIn(truth)).map((line) => `consented to another: ${line}`),
    ...differ("consented: fingerprint", [allowed.fingerprint], [made.plan.fingerprint]),
  ];
}

function withSecret(one: Expected, overwrite: boolean): Expected {
  if (one.secret !== "takenOver") return one;
  const causes = new Map([...one.causes, ["/password", "pending"] as const]);
  const isHeld = !overwrite && [...causes.values()].includes("conflict");
  return { ...one, causes, action: "update", stepped: !isHeld, secret: "written" };
}
