/** Policies that a plan violates. Violations of severity `error` become dangers, and others become warnings. Pure. */

import type { Change } from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import type { BlastRadius } from "../../model/plan/blast-radius.ts";
import type { Policy, PolicyFinding, PolicyWarning } from "../../model/policy.ts";
import type { Danger } from "./finding.ts";

/** How a plan is judged by policies. */
export interface PolicyJudge {
  /** Violations in desired state. */
  readonly found: readonly PolicyFinding[];
  /** Returns the violations of a plan that writes these changes. */
  readonly ofPlan: (written: readonly Change[], radius: BlastRadius) => readonly PolicyFinding[];
}

/** The violations that concern a plan. */
export interface MetPolicies {
  readonly dangers: readonly Danger[];
  readonly warnings: readonly PolicyWarning[];
}

/**
 * Further inputs: where declarations are written, and what the plan affects. If `radius` is absent, the plan affects
 * nothing.
 */
interface MetBy extends Pick<Desired, "locate"> {
  readonly radius?: BlastRadius | undefined;
}

const nothing: BlastRadius = { networks: [], sites: [], devices: [], tenants: [] };

/**
 * Returns the violations that concern a plan with these changes. They are violations of policies about plans, and
 * violations in desired state that concern a written resource, or several resources of which one is removed.
 */
export function metPolicies(
  { found, ofPlan }: PolicyJudge,
  written: readonly Change[],
  { locate, radius }: MetBy,
): MetPolicies {
  const addresses = new Set<string>(written.map(({ address }) => address));
  const removes = written.some(({ action }) => action === "remove");
  const isMet = ({ policy: { about }, addresses: of }: PolicyFinding) =>
    of.some((address) => addresses.has(address)) ||
    (about.is === "all" && (removes || (of.length === 0 && written.length > 0)));
  return sortedOut([...found.filter(isMet), ...ofPlan(written, radius ?? nothing)], { locate });
}

/** Groups the findings by policy, with one danger or warning for each policy. */
export function sortedOut(findings: readonly PolicyFinding[], desired: Pick<Desired, "locate">): MetPolicies {
  const byPolicy = [...Map.groupBy(findings, ({ policy }) => policy)];
  const of = (severity: Policy["severity"]) => byPolicy.filter(([policy]) => policy.severity === severity);
  return {
    dangers: of("error").map(([policy, own]): Danger => {
      return { guard: "policy", policy: policy.name, ...together(policy, own, desired) };
    }),
    warnings: of("warning").map(([policy, own]) => ({
      policy: policy.name,
      ...together(policy, own, desired),
    })),
  };
}

/** The maximum number of findings that are listed. Further findings are only counted. */
const maxTold = 3;

function together(
  { name, fix }: Policy,
  findings: readonly PolicyFinding[],
  desired: Pick<Desired, "locate">,
): Pick<PolicyWarning, "message" | "addresses" | "fix" | "at"> {
  const [first] = findings;
  const told = findings.slice(0, maxTold).map(({ message }) => message);
  const more = findings.length - told.length;
  const words = [...new Set(told), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
  const addresses = [...new Set(findings.flatMap((each) => each.addresses))];
  const at = first?.addresses[0] && desired.locate(first.addresses[0], first.path);
  return { message: `policy ${name}: ${words}`, addresses, fix, at };
}
