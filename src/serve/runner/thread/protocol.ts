/** The messages between a runner's thread and its caller, as plain data. */

import type { ApplyEnding, ApplyEvent } from "../../../engine/recorded-apply/events.ts";
import type { Address } from "../../../model/address.ts";
import type { RunEvent } from "../../../model/event.ts";
import type { Pointer } from "../../../model/pointer.ts";
import type { Problem } from "../../../model/problem.ts";
import type { Origin } from "../../../model/source.ts";
import type { LearnedSecrets } from "../../../runtime/secrets/learned-secrets.ts";
import type { SeenSides, ShardProject } from "../../served.ts";
import type { LookRequest, SeenLook, Shard, ShardApply } from "../runner.ts";
import type { PartName } from "./parts.ts";

/** A reference to an earlier result. */
export interface LookName {
  /** The shard of that result. */
  readonly shard: string;
  readonly look: number;
}

/** A message to the runner. `call` is the number of the request; `id` names a look in later requests. */
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

/** A message from the runner. */
export type FromRunner =
  | { readonly is: "learned"; readonly call: number; readonly learned: LearnedSecrets }
  | { readonly is: "event"; readonly call: number; readonly event: RunEvent }
  | { readonly is: "said"; readonly call: number; readonly event: ApplyEvent }
  /** The text of a part. Later messages about the shard refer to it by its id. */
  | { readonly is: "part"; readonly shard: string; readonly id: number; readonly text: string }
  | { readonly is: "looked"; readonly call: number; readonly look: PlainLook }
  /** The source locations of all fields of a desired state. */
  | {
      readonly is: "origins";
      readonly shard: string;
      readonly desired: number;
      readonly parts: readonly PartName[];
    }
  | { readonly is: "ended"; readonly call: number; readonly ending: ApplyEnding }
  | { readonly is: "threw"; readonly call: number; readonly message: string };

/** A result as plain data. */
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

/** The inputs of a plan, as names of parts. */
export interface PlainSides extends Pick<SeenSides["snapshot"], "takenAt" | "unmanaged" | "requests"> {
  readonly observations: readonly PartName[];
  readonly desired: readonly PartName[];
  readonly base?: readonly PartName[] | undefined;
  /** The id of the desired state: the same id means the same desired state, with the same source locations. */
  readonly desiredIs: number;
  /**
   * The source locations of resources in the plan: at most the first `originsAtOnce` changes, and as many other
   * resources. Other source locations are sent later.
   */
  readonly origins: readonly (readonly [Address, Pointer, Origin])[];
}

/** The source locations of one resource's fields. */
export type PlainOrigins = readonly (readonly [Pointer, Origin])[];
