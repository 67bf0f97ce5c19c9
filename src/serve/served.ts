/** What a server knows of its environments, and what it can be asked: between the loop that works and whoever looks. */

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

/** A commit that a server follows. Its texts come from Git: they are escaped wherever they are shown. */
export interface ServedCommit {
  readonly id: string;
  readonly subject: string;
  readonly author: string;
  /** ISO 8601, UTC: when it was committed. */
  readonly time: string;
}

/**
 * The state of an environment, the worst that holds:
 *
 * | state      |                                                                            |
 * |------------|----------------------------------------------------------------------------|
 * | `starting` | nothing is known yet                                                       |
 * | `failing`  | the project cannot be read, or a target cannot be observed                 |
 * | `blocked`  | there is something to do, and something stands in its way: see `reasons`   |
 * | `applying` | an apply is under way                                                      |
 * | `drifted`  | live differs from what was applied                                         |
 * | `pending`  | Git declares what is not applied yet                                       |
 * | `inSync`   | live is as Git declares                                                    |
 */
export type ServedState = "starting" | "failing" | "blocked" | "applying" | "drifted" | "pending" | "inSync";

/** Why nothing happens where there is something to do. */
export interface StandstillReason {
  readonly because: /** A freeze of `trueup.yaml`; `until` where it ends by itself. */
    | "frozen"
    /** A guard or a policy asks for a consent. */
    | "consentNeeded"
    /** `apply` is not `onMerge`: it waits for a person. */
    | "approvalNeeded"
    /** There is drift, and `selfHeal` is not true. */
    | "selfHealOff"
    /** `selfHeal` has set back as often as it may for now. */
    | "selfHealBound"
    | "health"
    /** Another run has the environment's lock; `by` whom. */
    | "locked"
    /** It is declared, and its time has not come. */
    | "notDue"
    /** The last apply failed with this plan; it is not tried again until something changes or somebody asks. */
    | "lastFailed"
    | "unreachable"
    | "projectInvalid"
    /** The branch is gone, or was moved to something that is no descendant. */
    | "branchGone"
    | "branchForced";
  /** One or two sentences for people. */
  readonly message: string;
  readonly by?: string | undefined;
  /** Of `locked`: the run that has the lock, as `releaseLock` names it. Absent: it cannot be released from here. */
  readonly run?: string | undefined;
  /** ISO 8601, UTC. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** What is shown of a project. */
export type ShardProject = Pick<ReadProject, "project" | "fileName">;

/** What a plan was made of, for looking. */
export interface SeenSides extends Pick<PlannedRun, "base"> {
  readonly desired: Desired & {
    /**
     * The same resources in pieces, in address order. A piece that a later look has too is the same object there.
     * Absent: they are one piece.
     */
    readonly pieces?: readonly ReadonlyMap<Address, Resource>[] | undefined;
  };
  readonly snapshot: Pick<Snapshot, "takenAt" | "observations" | "unmanaged" | "requests">;
}

/** What was seen last. Values in it hold no opened secret. */
export interface ServedLook {
  /** ISO 8601, UTC: when the oldest observation in it was taken. */
  readonly observedAt: string;
  /** The commit that it was compared with. */
  readonly commit: string;
  /** Its plan as it may be shown. */
  readonly plan: Plan;
  /** What the plan was made of: desired state and observations. For looking; nothing in it is changed. */
  readonly made: SeenSides;
  /** Takes opened secrets out of what is shown of `made`. Absent: values are shown of `plan` alone. */
  readonly secrets?: Redactions | undefined;
}

/** One target of an environment. */
export interface ServedTarget {
  readonly name: string;
  readonly interface: string;
  readonly dialect: string;
  readonly origin: string;
  /** ISO 8601, UTC. */
  readonly observedAt?: string | undefined;
  /** The next look that is due. */
  readonly nextLookAt?: string | undefined;
  /** Since when it cannot be observed, and why. */
  readonly failing?: { readonly since: string; readonly message: string } | undefined;
  /** Since the server started. */
  readonly counts: {
    readonly requests: number;
    readonly writes: number;
    readonly throttled: number;
    readonly waitedMs: number;
  };
}

/** One apply, under way or ended. */
export interface ServedRun {
  /** Unique within the server's state file: a time with a number. */
  readonly id: string;
  readonly why: "merge" | "selfHeal" | "asked";
  /** Who asked for it, or `trueup serve`. */
  readonly by: string;
  readonly commit: string;
  readonly fingerprint?: string | undefined;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
  /** Absent while it is under way. */
  readonly ended?:
    | "applied"
    | "partly"
    | "failed"
    | "refused"
    | "nothingToDo"
    | "cancelled"
    | "lockLost"
    | undefined;
  /** What it came to, or why it was refused, for people. */
  readonly message?: string | undefined;
  readonly waves: readonly ServedWave[];
  readonly steps: { readonly all: number; readonly applied: number; readonly failed: number };
  /** The last events, oldest first; at most 200. */
  readonly events: readonly ServedEvent[];
  readonly recorded?: RecordSummary | undefined;
}

/** A wave of an apply; without waves in the project there is one, without a name. */
export interface ServedWave {
  readonly name?: string | undefined;
  readonly state: "waiting" | "running" | "done" | "failed" | "skipped";
  readonly steps: { readonly all: number; readonly settled: number };
}

/** Something that happened in an apply. */
export interface ServedEvent {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** One line for people, without control characters. */
  readonly text: string;
  readonly address?: Address | undefined;
  readonly is?: RunEvent["type"] | undefined;
}

/** How much differed at one moment: for a line over time. */
export interface DriftPoint {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly drifted: number;
  readonly pending: number;
  readonly unknown: number;
}

/** One environment that a server follows. A value: another one takes its place when something changes. */
export interface ServedEnvironment {
  /** `NAME/ENVIRONMENT`: its repository's name in serve.yaml, and the project's environment. */
  readonly id: string;
  /** Its repository's name in serve.yaml. */
  readonly repository: string;
  readonly branch: string;
  /** Where the repository can be looked at. Absent: nowhere that is known. */
  readonly pages?: RepositoryPages | undefined;
  /** The project file's path in the repository. */
  readonly projectFile: string;
  readonly environment: string;
  readonly state: ServedState;
  readonly reasons: readonly StandstillReason[];
  /** The newest commit of the branch that was read. */
  readonly commit?: ServedCommit | undefined;
  readonly applied?: { readonly commit: string; readonly at: string; readonly by: string } | undefined;
  /** Absent: it cannot be read; `problems` say why. */
  readonly read?: ShardProject | undefined;
  readonly problems: readonly Problem[];
  /** Absent: it was not observed yet. */
  readonly look?: ServedLook | undefined;
  readonly targets: readonly ServedTarget[];
  readonly run?: ServedRun | undefined;
  /** Ended ones, the newest first; at most 50. */
  readonly runs: readonly ServedRun[];
  /** Since when what differs has differed: ISO 8601, UTC. */
  readonly since: ReadonlyMap<Address, { readonly cause: Cause; readonly at: string }>;
  /** What is declared and not due yet, with the time from which it counts: ISO 8601, UTC. Absent: nothing. */
  readonly notDue?: ReadonlyMap<Address, string> | undefined;
  /** Oldest first; at most 500. */
  readonly history: readonly DriftPoint[];
  /** What its project allows the server: `serve:` of trueup.yaml, with its defaults. */
  readonly may: ServeSettings;
}

/** What a person, or a machine with a token, can ask for. */
export type ServedRequest =
  /** Observe and plan now. `full`: read everything. */
  | { readonly do: "look"; readonly environment: string; readonly full?: boolean | undefined }
  /** Apply the plan that is shown, if it is still this one. `consents`: as on the command line. */
  | {
      readonly do: "apply";
      readonly environment: string;
      readonly fingerprint: string;
      readonly consents?: readonly string[] | undefined;
    }
  /** Set back what drifted; the fingerprint is of the plan that is shown. */
  | { readonly do: "setBack"; readonly environment: string; readonly fingerprint: string }
  /** End the apply that is under way once its wave is done. */
  | { readonly do: "stopAfterWave"; readonly environment: string }
  /** Release the environment's lock that `run` holds, as `trueup unlock` does. */
  | { readonly do: "releaseLock"; readonly environment: string; readonly run: string };

/** Whether it is done: what is accepted goes on after the answer. */
export type ServedAnswer =
  /** `run`: of an apply, the run that it begins, or that is of this plan already; it may not have begun yet. */
  | { readonly is: "accepted"; readonly message: string; readonly run?: string | undefined }
  | { readonly is: "unknown"; readonly message: string }
  | { readonly is: "refused"; readonly message: string };

/** All that a server knows, and the one place where it is asked for something. */
export interface Served {
  /** In the order of their ids. */
  environments(): readonly ServedEnvironment[];
  find(id: string): ServedEnvironment | undefined;
  /** Hears the id of each environment that changed. Gives back how it stops. */
  listen(listener: (id: string) => void): () => void;
  /** `by`: who asks, for the record and the audit. Never rejects for what the world did. */
  ask(request: ServedRequest, by: string): Promise<ServedAnswer>;
  /** A webhook said that a repository moved: it is fetched soon. Unknown names are ignored. */
  moved(repository: string): void;
  /** Health: whether the loop runs. Readiness: whether each environment was read once, or failed to be. */
  status(): { readonly isAlive: boolean; readonly isReady: boolean };
}
