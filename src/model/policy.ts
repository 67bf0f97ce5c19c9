/** Policies: what must hold of what is declared, and of plans. Trusted like the project file. */

import type { Address } from "./address.ts";
import type { Pointer } from "./pointer.ts";
import type { Origin, SourcePosition } from "./source.ts";

/** What a policy is about. */
export type PolicySubject =
  /** Resources that match: each by itself, or all of them together. */
  | ({ readonly is: "each" | "all" } & PolicySelection)
  /** What a plan would write. `timed`: when it would, too. */
  | { readonly is: "plan"; readonly timed: boolean };

/** Which resources. Globs: one of each list must match; an empty list is matched by all. */
export interface PolicySelection {
  readonly kinds: readonly string[];
  readonly addresses: readonly string[];
  /** Addresses that it is not about. */
  readonly except: readonly string[];
}

/** A policy, checked. */
export interface Policy {
  readonly name: string;
  readonly about: PolicySubject;
  /** An expression: true, or an empty list of what is wrong, where the policy is kept. */
  readonly assert: string;
  /** A text with expressions. */
  readonly message: string;
  /** `error`: `validate` fails, and apply refuses. `warning`: both say so and go on. */
  readonly severity: "error" | "warning";
  /** What to do about it. */
  readonly fix?: string | undefined;
  /** The time zone of `run`: an IANA name. */
  readonly timeZone: string;
  readonly at: SourcePosition;
}

/** A breach of a policy. */
export interface PolicyFinding {
  readonly policy: Policy;
  /** A sentence without a full stop. */
  readonly message: string;
  /** What it is about; the first is where it stands. None: all that the policy is about. */
  readonly addresses: readonly Address[];
  /** The field of the first one that it is about: where the finding stands. */
  readonly path: Pointer;
}

/** A policy that a plan does not keep, and that only warns. */
export interface PolicyWarning {
  readonly policy: string;
  readonly message: string;
  readonly addresses: readonly Address[];
  readonly fix?: string | undefined;
  readonly at?: Origin | undefined;
}

/** What the project file says of policies. */
export interface PolicySettings {
  /** The folder of the project's own. Undefined: `policies`, where there is one. */
  readonly folder?: string | undefined;
  /** Those that come with the program. */
  readonly use: readonly UsedPolicy[];
}

/** A policy that comes with the program, and how it is used. */
export interface UsedPolicy {
  readonly policy: ShippedPolicyName;
  readonly at: SourcePosition;
  /** What it is called here. Default: as the policy. */
  readonly name?: string | undefined;
  readonly severity?: Policy["severity"] | undefined;
  readonly except: readonly string[];
  /** Of `names-match` and `sites-have`. */
  readonly kind?: string | undefined;
  /** Of `names-match`: a regular expression for the whole name. */
  readonly pattern?: string | undefined;
  /** Of `sites-have`: what counts as a site. Default: `site`. */
  readonly per?: string | undefined;
}

/** The policies that come with the program. */
export type ShippedPolicyName =
  | "no-address-twice"
  | "no-overlapping-subnets"
  | "no-open-ssid"
  | "names-match"
  | "sites-have";
