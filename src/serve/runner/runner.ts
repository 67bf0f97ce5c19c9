/** The port of whatever runs shards: what is asked of it, and what it answers. One contract suite holds for all. */

import type { ApplyEnding, LastApplied } from "../../engine/recorded-apply/events.ts";
import type { RecordedApplyOptions } from "../../engine/recorded-apply/running-apply.ts";
import type { Listener } from "../../model/event.ts";
import type { GuardFinding } from "../../model/plan/guard.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Problem } from "../../model/problem.ts";
import type { Redactions } from "../../model/secret.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import type { SeenSides, ShardProject } from "../served.ts";

/** Which secrets a project may open: what its branch says cannot widen that. */
export interface ProjectSecrets {
  /** Globs over references: `env:DASHBOARD_*`, `file:/run/secrets/*`. None unless listed. */
  readonly allow: readonly string[];
  /** True: programs that the project file names may be run for secrets. */
  readonly commands: boolean;
  /** Where `env:` looks. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One project in a work tree that stands still for as long as something is asked. */
export interface Shard {
  /** What is kept from one question to the next is kept by it. */
  readonly id: string;
  /** Absolute. */
  readonly projectFile: string;
  /** The commit that is checked out. */
  readonly commit: string;
  /** Stands for what its refs are: while it is the same text, what was read of them counts. */
  readonly refs: string;
  readonly secrets: ProjectSecrets;
  /**
   * Where a proposal is checked out: the commit of the branch that it goes to, which decides all but desired state, as
   * by `--config-from` and `--proposal-base`. Such a shard is looked at, and never applied.
   */
  readonly into?: string | undefined;
}

/** What is looked at. */
export interface LookRequest {
  /**
   * What this runner has seen before, and which targets are looked at anew; those that are defined otherwise since then
   * are in any case, and all of them where it does not know that look any more. Default: nothing was, and all are.
   */
  readonly earlier?: { readonly look: SeenLook; readonly anew: ReadonlySet<string> } | undefined;
  /** The plan is narrowed by these, as by `--only`. Default: it is not. */
  readonly only?: readonly string[] | undefined;
  /** True: nothing counts as unchanged for a change log. */
  readonly full?: boolean | undefined;
  /** Learns every secret that is opened. Default: one of this look's own. */
  readonly redactor?: Redactor | undefined;
  readonly listener: Listener;
  readonly signal: AbortSignal;
}

/** How much of a target is known, and the first problem of the rest. */
export interface SeenTarget {
  readonly known: number;
  readonly problem?: Problem | undefined;
}

/** A look that saw something. */
export interface SeenLook {
  readonly is: "seen";
  readonly read: ShardProject;
  /** Warnings. */
  readonly problems: readonly Problem[];
  /** As it may be shown. */
  readonly plan: Plan;
  readonly made: SeenSides;
  /** By name, those of which anything is declared, or was. */
  readonly targets: ReadonlyMap<string, SeenTarget>;
  /** What an apply of it would need a consent for now. */
  readonly findings: readonly GuardFinding[];
  readonly last: LastApplied | undefined;
  readonly secrets: Redactions;
}

/** What a look came to. */
export type ShardLook =
  | SeenLook
  | {
      readonly is: "failed";
      /** Absent: the project cannot be read. */
      readonly read?: ShardProject | undefined;
      readonly problems: readonly Problem[];
    };

/** What is applied, and who hears of it. */
export interface ShardApply
  extends Required<Pick<RecordedApplyOptions, "signal" | "afterWave" | "on" | "listener">>,
    Pick<RecordedApplyOptions, "consents" | "only" | "actor" | "redactor"> {
  readonly approval: { readonly fingerprint: string };
  /** What this runner has seen before: only what changes by it is looked at again. Default: nothing was. */
  readonly earlier?: SeenLook | undefined;
}

/** Runs shards. What a server counts by who asks is owned here once for all: rates, pauses, what is in flight. */
export interface Runner {
  /** Looks, and plans by what it sees. Sends no write. Rejects with the signal's reason, and mistakes of our own. */
  look(shard: Shard, request: LookRequest): Promise<ShardLook>;
  /** One phase of an apply: up to its end, or to the end of a wave. As `recordedApply`, which decides all of it. */
  apply(shard: Shard, request: ShardApply): Promise<ApplyEnding>;
}
