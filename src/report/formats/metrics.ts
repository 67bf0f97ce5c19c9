/** Converts a plan's drift to metrics in the text format of Prometheus (0.0.4). Pure. */

import type { Address } from "../../model/address.ts";
import { addressParts } from "../../model/address.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { driftOf } from "../drift/drift.ts";

/**
 * Gauges for resources and settled fields by target and state, and one for the time of the read. `takenAt` is ISO 8601.
 * Every target has every state, even with the value 0, so that alerts can tell "none" from "not observed".
 */
export function driftMetrics(plan: Plan, targets: readonly string[], takenAt: string): string {
  const { conflicts, drifted, pending, expected, unexpected } = driftOf(plan);
  const named = (all: readonly { readonly address: Address }[]) => all.map(({ address }) => address);
  const states: Readonly<Record<string, readonly Address[]>> = {
    conflict: named(conflicts),
    drift: named(drifted),
    pending: named(pending),
    unknown: named(plan.unknown),
    expected: named(expected),
    unexpected,
  };
  const environment = label(plan.environment);
  const rows = [...targets].sort().flatMap((target) =>
    Object.entries(states).map(([state, all]) => {
      const count = all.filter((address) => addressParts(address).target === target).length;
      const labels = `environment="${environment}",target="${label(target)}",state="${state}"`;
      return `trueup_resources{${labels}} ${count}`;
    }),
  );
  const settled = { stored_otherwise: plan.storedOtherwise, not_taken: plan.notTaken };
  const fields = [...targets].sort().flatMap((target) =>
    Object.entries(settled).map(([state, all = []]) => {
      const count = all.filter(({ address }) => addressParts(address).target === target).length;
      const labels = `environment="${environment}",target="${label(target)}",state="${state}"`;
      return `trueup_fields{${labels}} ${count}`;
    }),
  );
  const seconds = Math.floor(Date.parse(takenAt) / 1000);
  return [
    "# HELP trueup_resources Declared resources that differ from the live state, or are unknown, by state.",
    "# TYPE trueup_resources gauge",
    ...rows,
    "# HELP trueup_fields Fields that differ because their server stores another form, or did not accept a write.",
    "# TYPE trueup_fields gauge",
    ...fields,
    "# HELP trueup_resources_as_declared Declared resources that are as declared.",
    "# TYPE trueup_resources_as_declared gauge",
    `trueup_resources_as_declared{environment="${environment}"} ${plan.converged}`,
    "# HELP trueup_observed_timestamp_seconds When the live state was read.",
    "# TYPE trueup_observed_timestamp_seconds gauge",
    `trueup_observed_timestamp_seconds{environment="${environment}"} ${seconds}`,
    "",
  ].join("\n");
}

function label(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
