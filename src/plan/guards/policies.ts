/** Policies that a plan does not keep: dangers where they are errors, warnings else. Pure. */

import type { Change } from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import type { Policy, PolicyFinding, PolicyWarning } from "../../model/policy.ts";
import type { Danger } from "./finding.ts";

/** What judges a plan by policies. */
export interface PolicyJudge {
  /** What desired state does not keep. */
  readonly found: readonly PolicyFinding[];
  /** What a plan that writes these does not keep. */
  readonly ofPlan: (written: readonly Change[]) => readonly PolicyFinding[];
}

/** What a plan meets of policies. */
export interface MetPolicies {
  readonly dangers: readonly Danger[];
  readonly warnings: readonly PolicyWarning[];
}

/**
 * What is met by a plan that writes these changes: what a policy says of the plan itself, and what desired state does
 * not keep at one of the resources that are written, or where it is about many and one of them goes.
 */
export function metPolicies(
  { found, ofPlan }: PolicyJudge,
  written: readonly Change[],
  desired: Pick<Desired, "locate">,
): MetPolicies {
  const addresses = new Set<string>(written.map(({ address }) => address));
  const removes = written.some(({ action }) => action === "remove");
  const isMet = ({ policy: { about }, addresses: of }: PolicyFinding) =>
    of.some((address) => addresses.has(address)) ||
    (about.is === "all" && (removes || (of.length === 0 && written.length > 0)));
  return sortedOut([...found.filter(isMet), ...ofPlan(written)], desired);
}

/** Findings by their policies: one danger or warning each. */
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

/** As many are shown in words; the others are counted. */
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
