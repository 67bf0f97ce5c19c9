/** What a runner of another thread is told and asked, and what it answers: plain data. */

import type { ApplyEnding, ApplyEvent } from "../../../engine/recorded-apply/events.ts";
import type { Address } from "../../../model/address.ts";
import type { RunEvent } from "../../../model/event.ts";
import type { Pointer } from "../../../model/pointer.ts";
import type { Problem } from "../../../model/problem.ts";
import type { Origin } from "../../../model/source.ts";
import type { SeenSides, ShardProject } from "../../served.ts";
import type { LookRequest, SeenLook, Shard, ShardApply } from "../runner.ts";
import type { LearnedSecrets } from "./learned-secrets.ts";
import type { PartName } from "./parts.ts";

/** A look that was answered before. */
export interface LookName {
  /** The shard that it was of. */
  readonly shard: string;
  readonly look: number;
}

/** To the runner. `call`: which question; of a look `id` is what it is called in later ones. */
export type ToRunner =
  | {
      readonly is: "look";
      readonly call: number;
      readonly shard: Shard;
      readonly request: Pick<LookRequest, "only" | "full"> & {
        readonly earlier?: (LookName & { readonly anew: ReadonlySet<string> }) | undefined;
      };
    }
  | {
      readonly is: "apply";
      readonly call: number;
      readonly shard: Shard;
      readonly request: Pick<ShardApply, "approval" | "consents" | "only" | "actor"> & {
        readonly earlier?: LookName | undefined;
      };
    }
  | { readonly is: "abort"; readonly call: number }
  | { readonly is: "endAfterWave"; readonly call: number };

/** From the runner. */
export type FromRunner =
  | { readonly is: "learned"; readonly call: number; readonly learned: LearnedSecrets }
  | { readonly is: "event"; readonly call: number; readonly event: RunEvent }
  | { readonly is: "said"; readonly call: number; readonly event: ApplyEvent }
  /** A text that sides of the shard's looks have from now on. */
  | { readonly is: "part"; readonly shard: string; readonly id: number; readonly text: string }
  | { readonly is: "looked"; readonly call: number; readonly look: PlainLook }
  /** Where all fields of a look's desired state were written. */
  | {
      readonly is: "origins";
      readonly shard: string;
      readonly desired: number;
      readonly parts: readonly PartName[];
    }
  | { readonly is: "ended"; readonly call: number; readonly ending: ApplyEnding }
  | { readonly is: "threw"; readonly call: number; readonly message: string };

/** A look as plain data. */
export type PlainLook =
  | {
      readonly is: "failed";
      readonly read?: ShardProject | undefined;
      readonly problems: readonly Problem[];
    }
  | ({
      readonly id: number;
      readonly read: ShardProject;
      readonly sides: PlainSides;
    } & Pick<SeenLook, "is" | "problems" | "plan" | "targets" | "findings" | "last">);

/** What a plan was made of: the names of parts. */
export interface PlainSides extends Pick<SeenSides["snapshot"], "takenAt" | "unmanaged" | "requests"> {
  readonly observations: readonly PartName[];
  readonly desired: readonly PartName[];
  readonly base?: readonly PartName[] | undefined;
  /** The same number: the same desired state, written in the same places. */
  readonly desiredIs: number;
  /** Where what the plan says was written; of all others it comes later. */
  readonly origins: readonly (readonly [Address, Pointer, Origin])[];
}

/** Where the fields of one resource were written. */
export type PlainOrigins = readonly (readonly [Pointer, Origin])[];
