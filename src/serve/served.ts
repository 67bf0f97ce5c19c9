/**
 * A server's knowledge about its environments, and the requests that it accepts: the interface between the loop and its
 * readers.
 */

import type { RepositoryPages } from "../code-host/repository-pages.ts";
import type { PlannedRun } from "../engine/reconcile.ts";
import type { Address } from "../model/address.ts";
import type { Cause } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { RunEvent } from "../model/event.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Problem } from "../model/problem.ts";
import type { ServeSettings } from "../model/project.ts";
import type { RecordSummary } from "../model/record.ts";
import type { Redactions } from "../model/secret.ts";
import type { ReadProject } from "../project/read.ts";

/** A commit that a server follows. Its texts come from Git; they are escaped wherever they are shown. */
export interface ServedCommit {
  readonly id: string;
  readonly subject: string;
  readonly author: string;
  /** The time of the commit: ISO 8601, UTC. */
  readonly time: string;
}

/**
 * The state of an environment: the worst one that applies.
 *
 * | state      |                                                                            |
 * |------------|----------------------------------------------------------------------------|
 * | `starting` | nothing is known yet                                                       |
 * | `failing`  | the project cannot be read, or a target cannot be observed                 |
 * | `blocked`  | there is something to do, but something prevents it: see `reasons`         |
 * | `applying` | an apply is running                                                        |
 * | `drifted`  | live differs from what was applied                                         |
 * | `pending`  | Git declares what is not applied yet                                       |
 * | `inSync`   | live is as Git declares                                                    |
 */
export type ServedState = "starting" | "failing" | "blocked" | "applying" | "drifted" | "pending" | "inSync";

/** Why nothing happens although there are changes to apply. */
export interface StandstillReason {
  readonly because: /** A freeze in `trueup.yaml`. `until`: when the freeze ends; absent if no end is known. */
    | "frozen"
    /** A guard or a policy requires a consent. */
    | "consentNeeded"
    /** `apply` is not `onMerge`: somebody must apply. */
    | "approvalNeeded"
    /** There is drift, and `selfHeal` is not enabled. */
    | "selfHealOff"
    /** `selfHeal` has reached its current maximum number of corrections. */
    | "selfHealBound"
    | "health"
    /** Another run holds the environment's lock; `by` names it. */
    | "locked"
    /** A change is declared, but its start time has not come. */
    | "notDue"
    /** The last apply of this plan failed. It is retried only if something changes or somebody requests it. */
    | "lastFailed"
    | "unreachable"
    | "projectInvalid"
    /** The branch was deleted, or moved to a commit that does not descend from the accepted one. */
    | "branchGone"
    | "branchForced";
  /** One or two sentences for people. */
  readonly message: string;
  readonly by?: string | undefined;
  /**
   * Only for `locked`: the run that holds the lock, as `releaseLock` expects it. If absent, `releaseLock` cannot
   * release the lock.
   */
  readonly run?: string | undefined;
  /** Since when the reason applies: ISO 8601, UTC. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The part of a project that is shown. */
export type ShardProject = Pick<ReadProject, "project" | "fileName">;

/** The inputs of a plan, read only. */
export interface SeenSides extends Pick<PlannedRun, "base"> {
  readonly desired: Desired & {
    /**
     * The same resources in pieces, in address order. An unchanged piece is the same object again in later results. If
     * absent, all resources form one piece.
     */
    readonly pieces?: readonly ReadonlyMap<Address, Resource>[] | undefined;
  };
  readonly snapshot: Pick<Snapshot, "takenAt" | "observations" | "unmanaged" | "requests">;
}

/** The last observation of an environment, and its plan. */
export interface ServedLook {
  /** The time of the oldest part of the observation: ISO 8601, UTC. */
  readonly observedAt: string;
  /** The commit that the live state was compared with. */
  readonly commit: string;
  /** The plan, without secrets. */
  readonly plan: Plan;
  /** The desired state and observations behind the plan. Read only. */
  readonly made: SeenSides;
  /** Redacts opened secrets when parts of `made` are shown. If absent, only values of `plan` are shown. */
  readonly secrets?: Redactions | undefined;
}

/** One target of an environment. */
export interface ServedTarget {
  readonly name: string;
  readonly interface: string;
  readonly dialect: string;
  readonly origin: string;
  /** The time of the last observation: ISO 8601, UTC. If absent, the target was not observed yet. */
  readonly observedAt?: string | undefined;
  /** When the next observation is due; absent if none is scheduled. */
  readonly nextLookAt?: string | undefined;
  /**
   * Since when the target could not be observed, and why. If absent, the last observation succeeded, or there was none.
   */
  readonly failing?: { readonly since: string; readonly message: string } | undefined;
  /** Counts since the server started. */
  readonly counts: {
    readonly requests: number;
    readonly writes: number;
    readonly throttled: number;
    readonly waitedMs: number;
  };
}

/** One apply, running or ended. */
export interface ServedRun {
  /** The id of the apply: a time and a number, unique within the server's state file. */
  readonly id: string;
  readonly why: "merge" | "selfHeal" | "asked";
  /** The person or token that requested the apply, or `trueup serve`. */
  readonly by: string;
  readonly commit: string;
  readonly fingerprint?: string | undefined;
  /** The time at which the apply began: ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
  /** How the apply ended; absent while it is running. */
  readonly ended?:
    | "applied"
    | "partly"
    | "failed"
    | "refused"
    | "nothingToDo"
    | "cancelled"
    | "lockLost"
    | undefined;
  /** Why the apply ended as it did, for people. Absent while it is running, and if `ended` needs no explanation. */
  readonly message?: string | undefined;
  readonly waves: readonly ServedWave[];
  readonly steps: { readonly all: number; readonly applied: number; readonly failed: number };
  /** The last events, oldest first; at most 200. */
  readonly events: readonly ServedEvent[];
  readonly recorded?: RecordSummary | undefined;
}

/** A wave of an apply. A project without waves has a single one, without a name. */
export interface ServedWave {
  readonly name?: string | undefined;
  readonly state: "waiting" | "running" | "done" | "failed" | "skipped";
  readonly steps: { readonly all: number; readonly settled: number };
}

/** An event in an apply. */
export interface ServedEvent {
  /** The time of the event: ISO 8601, UTC. */
  readonly at: string;
  /** One line for people, without control characters. */
  readonly text: string;
  readonly address?: Address | undefined;
  readonly is?: RunEvent["type"] | undefined;
}

/** How many resources differed at one moment, for a chart over time. */
export interface DriftPoint {
  /** The moment: ISO 8601, UTC. */
  readonly at: string;
  readonly drifted: number;
  readonly pending: number;
  readonly unknown: number;
}

/** One environment that a server follows. An immutable value: each change makes a new one. */
export interface ServedEnvironment {
  /** `NAME/ENVIRONMENT`: the repository's name in serve.yaml, and the project's environment. */
  readonly id: string;
  /** The repository's name in serve.yaml. */
  readonly repository: string;
  readonly branch: string;
  /** The repository's web pages. Absent if unknown. */
  readonly pages?: RepositoryPages | undefined;
  /** The project file's path in the repository. */
  readonly projectFile: string;
  readonly environment: string;
  readonly state: ServedState;
  readonly reasons: readonly StandstillReason[];
  /** The newest commit of the branch that the server has read. */
  readonly commit?: ServedCommit | undefined;
  readonly applied?: { readonly commit: string; readonly at: string; readonly by: string } | undefined;
  /** Absent as long as the project was not read. If it cannot be read, `problems` say why. */
  readonly read?: ShardProject | undefined;
  readonly problems: readonly Problem[];
  /** The last observation; absent if the environment was not observed yet. */
  readonly look?: ServedLook | undefined;
  readonly targets: readonly ServedTarget[];
  readonly run?: ServedRun | undefined;
  /** Ended applies, newest first; at most 50. */
  readonly runs: readonly ServedRun[];
  /** For each differing resource, the time since which it has differed: ISO 8601, UTC. */
  readonly since: ReadonlyMap<Address, { readonly cause: Cause; readonly at: string }>;
  /** Declared resources that are not due yet, each with its start time: ISO 8601, UTC. Absent if there are none. */
  readonly notDue?: ReadonlyMap<Address, string> | undefined;
  /** The history of drift, oldest first; at most 500 points. */
  readonly history: readonly DriftPoint[];
  /** The actions that the project allows the server: `serve:` in trueup.yaml, with its defaults. */
  readonly may: ServeSettings;
}

/** A request by a person, or by a machine with a token. */
export type ServedRequest =
  /** Observe and plan now. `full`: read everything again. */
  | { readonly do: "look"; readonly environment: string; readonly full?: boolean | undefined }
  /** Apply the shown plan, unless it has changed since. `consents`: as on the command line. */
  | {
      readonly do: "apply";
      readonly environment: string;
      readonly fingerprint: string;
      readonly consents?: readonly string[] | undefined;
    }
  /** Revert the drift. `fingerprint` is the fingerprint of the shown plan. */
  | { readonly do: "setBack"; readonly environment: string; readonly fingerprint: string }
  /** End the running apply after its current wave. */
  | { readonly do: "stopAfterWave"; readonly environment: string }
  /** Release the environment's lock that `run` holds, as `trueup unlock` does. */
  | { readonly do: "releaseLock"; readonly environment: string; readonly run: string };

/** The answer to a request. The work on an accepted request continues after the answer. */
export type ServedAnswer =
  /**
   * For an apply, `run` is the run that the request starts, or the run that is already applying this plan. The run may
   * not have begun yet.
   */
  | { readonly is: "accepted"; readonly message: string; readonly run?: string | undefined }
  | { readonly is: "unknown"; readonly message: string }
  | { readonly is: "refused"; readonly message: string };

/** Everything that a server knows, and the single entry point for requests. */
export interface Served {
  /** The environments, in the order of their ids. */
  environments(): readonly ServedEnvironment[];
  find(id: string): ServedEnvironment | undefined;
  /** Calls the listener with the id of each environment that changed. Returns a function that removes the listener. */
  listen(listener: (id: string) => void): () => void;
  /**
   * Sends a request. `by` says who sends it, for the record and the audit. Rejects only on bugs of the program, never
   * on failures outside of it.
   */
  ask(request: ServedRequest, by: string): Promise<ServedAnswer>;
  /** Called when a webhook reports a push to a repository, which is then fetched soon. Unknown names are ignored. */
  moved(repository: string): void;
  /** Alive: the loop runs. Ready: each environment was read once, or could not be read. */
  status(): { readonly isAlive: boolean; readonly isReady: boolean };
}
