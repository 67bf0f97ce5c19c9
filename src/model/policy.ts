/** Policies: conditions for declarations and plans. Trusted like the project file. */

import type { Address } from "./address.ts";
import type { Pointer } from "./pointer.ts";
import type { Origin, SourcePosition } from "./source.ts";

/** The subject of a policy: what it judges. */
export type PolicySubject =
  /** Matching resources: one by one, or all together. */
  | ({ readonly is: "each" | "all" } & PolicySelection)
  /** The plan's writes. `timed`: the policy also judges the time of the writes. */
  | { readonly is: "plan"; readonly timed: boolean };

/** Selects the resources that match one glob of each list. An empty list matches all resources. */
export interface PolicySelection {
  readonly kinds: readonly string[];
  readonly addresses: readonly string[];
  /** The addresses to which the policy does not apply. */
  readonly except: readonly string[];
}

/** A validated policy. */
export interface Policy {
  readonly name: string;
  readonly about: PolicySubject;
  /**
   * An expression. The policy is satisfied if its result is true or an empty list; the elements of any other list are
   * the violations.
   */
  readonly assert: string;
  /** A text with expressions in it. */
  readonly message: string;
  /** `error`: `validate` fails, and apply refuses. `warning`: both report it and continue. */
  readonly severity: "error" | "warning";
  /** What to do about a violation. */
  readonly fix?: string | undefined;
  /** The time zone of `run`: an IANA name. */
  readonly timeZone: string;
  readonly at: SourcePosition;
}

/** A policy violation. */
export interface PolicyFinding {
  readonly policy: Policy;
  /** A sentence without a full stop. */
  readonly message: string;
  /**
   * The resources that the violation concerns. The first resource determines the position. Empty: the violation
   * concerns everything to which the policy applies.
   */
  readonly addresses: readonly Address[];
  /** The field of the first resource that the violation concerns. It determines the position. */
  readonly path: Pointer;
}

/** The violation of a policy that only warns. */
export interface PolicyWarning {
  readonly policy: string;
  readonly message: string;
  readonly addresses: readonly Address[];
  readonly fix?: string | undefined;
  readonly at?: Origin | undefined;
}

/** The policy settings of the project file. */
export interface PolicySettings {
  /** The folder of the project's own policies. Undefined: `policies`, if that exists. */
  readonly folder?: string | undefined;
  /** Built-in policies in use. */
  readonly use: readonly UsedPolicy[];
}

/** A built-in policy, and its settings. */
export interface UsedPolicy {
  readonly policy: ShippedPolicyName;
  readonly at: SourcePosition;
  /** The name of the policy in this project. Default: its built-in name. */
  readonly name?: string | undefined;
  readonly severity?: Policy["severity"] | undefined;
  readonly except: readonly string[];
  /** The kind that the policy is about, for `names-match` and `sites-have`. */
  readonly kind?: string | undefined;
  /** For `names-match`: a regular expression for the whole name. */
  readonly pattern?: string | undefined;
  /** For `sites-have`: the kind that counts as a site. Default: `site`. */
  readonly per?: string | undefined;
}

/** The built-in policies. */
export type ShippedPolicyName =
  | "no-address-twice"
  | "no-overlapping-subnets"
  | "no-open-ssid"
  | "names-match"
  | "sites-have";
