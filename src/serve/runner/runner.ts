/** The interface of everything that runs shards. One contract suite tests all implementations. */

import type { ApplyEnding, LastApplied } from "../../engine/recorded-apply/events.ts";
import type { RecordedApplyOptions } from "../../engine/recorded-apply/running-apply.ts";
import type { Listener } from "../../model/event.ts";
import type { GuardFinding } from "../../model/plan/guard.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Problem } from "../../model/problem.ts";
import type { Redactions } from "../../model/secret.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import type { SeenSides, ShardProject } from "../served.ts";

/** The secrets that a project may open. No branch of the project can allow more. */
export interface ProjectSecrets {
  /** Globs of the references that may be opened, such as `env:DASHBOARD_*` or `file:/run/secrets/*`. */
  readonly allow: readonly string[];
  /** If true, programs that the project file names may be run to get secrets. */
  readonly commands: boolean;
  /** The variables that `env:` refers to. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One project in a work tree that does not change while a request is running. */
export interface Shard {
  /** State that is kept between requests is stored under this id. */
  readonly id: string;
  /** The absolute path of the project file. */
  readonly projectFile: string;
  /** The commit that is checked out. */
  readonly commit: string;
  /**
   * A text that identifies the state of the refs. While the text is the same, everything read from the refs remains
   * valid.
   */
  readonly refs: string;
  readonly secrets: ProjectSecrets;
  /**
   * For the work tree of a pull request: the commit of its target branch, which decides everything except desired
   * state, as with `--config-from` and `--proposal-base`. Such a shard is only planned, never applied.
   */
  readonly into?: string | undefined;
}

/** What to observe and plan. */
export interface LookRequest {
  /**
   * An earlier result of this runner, and the targets to observe again. Targets with a changed definition are observed
   * again in any case. If the runner has forgotten that result, all targets are observed again. Default: everything is
   * observed.
   */
  readonly earlier?: { readonly look: SeenLook; readonly anew: ReadonlySet<string> } | undefined;
  /** Narrows the plan, as `--only` does. Default: it is not narrowed. */
  readonly only?: readonly string[] | undefined;
  /** True if everything is read, whatever a change log says. */
  readonly full?: boolean | undefined;
  /** Learns every secret that is opened. Default: a redactor for this request alone. */
  readonly redactor?: Redactor | undefined;
  readonly listener: Listener;
  readonly signal: AbortSignal;
}

/** The number of a target's resources with a known state, and the first problem of its other resources. */
export interface SeenTarget {
  readonly known: number;
  readonly problem?: Problem | undefined;
}

/** The result of observing and planning. */
export interface SeenLook {
  readonly is: "seen";
  readonly read: ShardProject;
  /** The warnings about the project and its targets. */
  readonly problems: readonly Problem[];
  /** The plan without secrets. */
  readonly plan: Plan;
  readonly made: SeenSides;
  /** The targets that have, or had, declared resources, by name. */
  readonly targets: ReadonlyMap<string, SeenTarget>;
  /** The guards that would require a consent if the plan were applied now. */
  readonly findings: readonly GuardFinding[];
  readonly last: LastApplied | undefined;
  readonly secrets: Redactions;
}

/** The result of observing and planning, or why that failed. */
export type ShardLook =
  | SeenLook
  | {
      readonly is: "failed";
      /** The project; absent if it cannot be read. */
      readonly read?: ShardProject | undefined;
      readonly problems: readonly Problem[];
    };

/** What to apply, and who is notified. */
export interface ShardApply
  extends Required<Pick<RecordedApplyOptions, "signal" | "afterWave" | "on" | "listener">>,
    Pick<RecordedApplyOptions, "consents" | "only" | "actor" | "redactor"> {
  readonly approval: { readonly fingerprint: string };
  /**
   * An earlier result of this runner. Only resources that its plan changes are observed again. Default: everything is
   * observed.
   */
  readonly earlier?: SeenLook | undefined;
}

/**
 * Runs shards. All shards of a runner share the limits that controllers set for a client, such as rates, pauses and
 * concurrent requests.
 */
export interface Runner {
  /** Observes and plans, without any write. Rejects with the signal's reason, or because of a bug. */
  look(shard: Shard, request: LookRequest): Promise<ShardLook>;
  /**
   * Runs an apply to its end, or only to the end of the current wave if `afterWave` is aborted. `recordedApply` makes
   * all decisions.
   */
  apply(shard: Shard, request: ShardApply): Promise<ApplyEnding>;
}
