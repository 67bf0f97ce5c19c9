/** Converts a plan to the JSON document for machines: versioned, without secrets. */

import { patchOf } from "../../diff/patch.ts";
import { type Change, removedObject } from "../../model/change.ts";
import { blastRadius } from "../../model/plan/blast-radius.ts";
import { alikeConsent, secretsConsent } from "../../model/plan/consent.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Problem } from "../../model/problem.ts";

/** `{ format: "trueup.plan", version: 2, ... }`: the plan, an RFC 6902 patch for each update, and the problems. */
export function planDocument(plan: Plan, problems: readonly Problem[] = []): object {
  const { version, changes, unknown, fingerprint, touched: _, ...rest } = plan;
  const isOffered = plan.secretsTakenOver.length > 0 && !plan.preview;
  const steps = new Set(plan.steps.map(({ address }) => address));
  return {
    format: "trueup.plan",
    version,
    ...rest,
    secretsConsent: isOffered ? secretsConsent(plan) : undefined,
    ...(plan.alike && !plan.preview && { alikeConsent: alikeConsent(plan) }),
    touches: blastRadius(plan),
    changes: changes.map((change) => ({ ...changeDocument(change), writable: steps.has(change.address) })),
    unknown: unknown.map(({ address, problem }) => ({ address, problem })),
    problems,
    fingerprint,
  };
}

/** One change, with references instead of secrets. Raw values in wire format and internal fields are left out. */
function changeDocument(change: Change): Readonly<Record<string, unknown>> {
  const { action, address, wire } = change;
  const { scope } = action === "remove" ? change.base : change.desired;
  const where = { action, address, scope, wire };
  switch (action) {
    case "create":
      return {
        ...where,
        ...whyOf(change),
        desired: change.desired.value,
        ...atOf(change),
        ...(change.along !== undefined && { along: change.along }),
        ...(change.displaces && { displaces: change.displaces }),
      };
    case "update":
      return {
        ...where,
        ...(change.live.byId && { known: "id" }),
        differences: change.differences,
        patch: patchOf(change),
        ...atOf(change),
      };
    case "remove":
      return { ...where, ...whyOf(change), ids: removedObject(change), live: change.live.value };
  }
}

function whyOf({ cause, broughtBy }: Exclude<Change, { action: "update" }>): object {
  return { cause, broughtBy };
}

function atOf({ at }: { readonly at?: unknown }): object {
  return at === undefined ? {} : { at };
}
