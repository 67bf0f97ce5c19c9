/**
 * What a planner without secrets asks about secrets, and the facts that it learns. It never learns a secret that it has
 * not seen.
 */

import type { Address } from "../model/address.ts";
import type { Pointer } from "../model/pointer.ts";
import type { Problem } from "../model/problem.ts";
import type { SecretFingerprints } from "../model/secret.ts";

/** A secret reference in desired state. */
interface AskedReference {
  readonly reference: string;
  readonly address: Address;
  readonly path: Pointer;
}

/** The secrets of a target that a run needs. The secrets of the target's credential are opened in any case. */
export interface AskedSecrets {
  readonly references: readonly AskedReference[];
  /** True if fingerprints of these secrets are wanted. They are computed only if the project names a key. */
  readonly isKeyed: boolean;
  /**
   * All texts of desired state. A secret that equals one of them can be guessed. If absent, it is not checked whether
   * secrets can be guessed in this way.
   */
  readonly texts?: readonly string[] | undefined;
}

/** The known facts about the secret of one reference. */
export interface ToldSecret {
  readonly reference: string;
  readonly isOpen: boolean;
  /** Why the secret is not open, or a warning about it. */
  readonly problem?: Problem | undefined;
  /** True if the secret is easy to guess, because it is short, is a word, or occurs in desired state. */
  readonly isWeak?: true | undefined;
}

/** The secrets of a run at one target. */
export interface ToldSecrets {
  readonly credentials: readonly ToldSecret[];
  readonly references: readonly ToldSecret[];
  /** The key of the fingerprints, if the project names one. */
  readonly key?: (ToldSecret & { readonly isShort?: true | undefined }) | undefined;
  readonly fingerprints?: SecretFingerprints | undefined;
}
