/** Policies: conditions on declarations and plans. Trusted like the project file. */

import type { Address } from "./address.ts";
import type { Pointer } from "./pointer.ts";
import type { Origin, SourcePosition } from "./source.ts";

/** The subject of a policy. */
export type PolicySubject =
  /** Matching resources: individually, or all together. */
  | ({ readonly is: "each" | "all" } & PolicySelection)
  /** The writes of a plan. `timed`: also when they would happen. */
  | { readonly is: "plan"; readonly timed: boolean };

/** Which resources. Globs: one of each list must match; an empty list matches all. */
export interface PolicySelection {
  readonly kinds: readonly string[];
  readonly addresses: readonly string[];
  /** Excluded addresses. */
  readonly except: readonly string[];
}

/** A validated policy. */
export interface Policy {
  readonly name: string;
  readonly about: PolicySubject;
  /** An expression: true, or an empty list of violations, if the policy is satisfied. */
  readonly assert: string;
  /** A text with expressions. */
  readonly message: string;
  /** `error`: `validate` fails, and apply refuses. `warning`: both report it and continue. */
  readonly severity: "error" | "warning";
  /** What to do about it. */
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
  /** The resources concerned; the first determines the position. None: everything in the policy's scope. */
  readonly addresses: readonly Address[];
  /** The field of the first resource, for the position. */
  readonly path: Pointer;
}

/** A violated policy that only warns. */
export interface PolicyWarning {
  readonly policy: string;
  readonly message: string;
  readonly addresses: readonly Address[];
  readonly fix?: string | undefined;
  readonly at?: Origin | undefined;
}

/** The policy settings of the project file. */
export interface PolicySettings {
  /** The folder of the project's own policies. Undefined: `policies`, if it exists. */
  readonly folder?: string | undefined;
  /** Built-in policies in use. */
  readonly use: readonly UsedPolicy[];
}

/** A built-in policy, and its settings. */
export interface UsedPolicy {
  readonly policy: ShippedPolicyName;
  readonly at: SourcePosition;
  /** Its name in this project. Default: the policy's. */
  readonly name?: string | undefined;
  readonly severity?: Policy["severity"] | undefined;
  readonly except: readonly string[];
  /** For `names-match` and `sites-have`. */
  readonly kind?: string | undefined;
  /** For `names-match`: a regular expression for the whole name. */
  readonly pattern?: string | undefined;
  /** For `sites-have`: what counts as a site. Default: `site`. */
  readonly per?: string | undefined;
}

/** The built-in policies. */
export type ShippedPolicyName =
  | "no-address-twice"
  | "no-overlapping-subnets"
  | "no-open-ssid"
  | "names-match"
  | "sites-have";
