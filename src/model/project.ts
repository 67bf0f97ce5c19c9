/** The project file, `trueup.yaml`, once it is checked: where credentials go and what limits hold. */

import type { HealthSettings, WaveSettings } from "./health.ts";
import type { JsonObject } from "./json.ts";
import type { StoreSettings } from "./login.ts";
import type { Notify } from "./notify.ts";
import type { Policy, PolicySettings } from "./policy.ts";
import type { SecretReference } from "./secret.ts";
import type { SourcePosition } from "./source.ts";

/** One of the nine protocols of the specification; `rest` is any other, by a catalog of the project. */
export type InterfaceName =
  | "dashboard"
  | "controller"
  | "fabric"
  | "restconf"
  | "netconf"
  | "messaging"
  | "servers"
  | "sdwan"
  | "firewall"
  | "rest";

/** TLS settings of one target. Verification is on unless `insecure` is true. */
export interface TlsSettings {
  /** Path of a PEM bundle, absolute (the loader resolves it against the project file). */
  readonly ca?: string;
  readonly insecure?: boolean;
}

/** Limits that a user set on a target; each replaces the dialect's default. */
interface LimitSettings {
  /** Requests a second that the controller allows. Over 0. */
  readonly requestsPerSecond?: number;
  /** How the controller counts these. Absent: as the product's limit of another number; else unknown. */
  readonly limiter?: Limiter;
  /** The part of that limit this tool may use, over 0 to 1. Leaves room for other clients. */
  readonly share?: number;
  /** The most requests in flight at once; how many there are follows the latency. 1 or more. */
  readonly concurrency?: number;
  /** Requests in flight at one device of a fleet. 1 or more. Default 1. */
  readonly concurrencyPerHost?: number;
  /** One request may take this long, in seconds. Default 30. */
  readonly timeoutSeconds?: number;
  /** The longest `Retry-After` that is waited for, in seconds; a longer one ends the target. Default 900. */
  readonly retryAfterMaxSeconds?: number;
  /** How long a network that is not ready is waited for, in seconds. Default 300. */
  readonly readinessSeconds?: number;
  /** How long a lock is waited for, in seconds. Default 120. */
  readonly lockSeconds?: number;
  /** How much a run holds of all answers together, in MB. Default 512. */
  readonly answerMegabytes?: number;
  /** Within how many seconds what was created is shown by every read. Default 15. */
  readonly createVisibleSeconds?: number;
  /** What was read less than so many seconds ago is not read again before a write. 0 to 60. Default 5. */
  readonly freshSeconds?: number;
}

/** How a server counts requests against its rate. */
export type Limiter =
  /** A bucket that fills at the rate, and holds so many. */
  | { readonly is: "tokenBucket"; readonly burst: number }
  /** So many seconds' worth in any so many seconds, or in each so many by its own clock. */
  | { readonly is: "slidingWindow" | "fixedWindow"; readonly seconds: number };

/** How much a product takes, as it is said of it or assumed; a target's `limits` replace these. */
export interface ProductLimits {
  readonly requestsPerSecond: number;
  /** How these are counted. Absent: unknown. */
  readonly limiter?: Limiter;
  /** Requests a second of all budgets of an origin together. */
  readonly ofSource?: number;
  /** The word of a scope whose resources have a limit each. Absent: all share one. */
  readonly sharedBy?: string;
  /** In flight at once: where it begins. */
  readonly concurrency: number;
  /** As many as there may be where the latency asks for more. Default: `concurrency`. */
  readonly concurrencyMax?: number;
  /** In flight at one device of a fleet, whose rate is that of each device. */
  readonly concurrencyPerHost?: number;
}

/** From what on the removals of one kind at one target need a consent: both must hold. */
export interface RemovalLimit {
  /** More than this part of its objects, in percent. */
  readonly percent: number;
  /** With at least this many objects. */
  readonly minimum: number;
}

/** Fields that are neither compared nor changed. */
interface Ignore {
  /** A glob over addresses: `cloud/network/*`. */
  readonly address: string;
  /** Globs over pointers, `/netflow/*`; a field stands for all that is in it. */
  readonly fields: readonly string[];
}

/** A time in which nothing is applied: once, or in every week. */
export type Freeze = FreezeOnce | FreezeWeekly;

interface FreezeReason {
  /** Why: shown with the refusal. */
  readonly reason: string;
  /** The targets that it holds for. Without it: all. */
  readonly targets?: readonly string[] | undefined;
}

/** From one moment to another, both in ISO 8601 with an offset. */
interface FreezeOnce extends FreezeReason {
  readonly from: string;
  /** The first moment that is free again. */
  readonly to: string;
}

/** On days of every week. */
export interface FreezeWeekly extends FreezeReason {
  /** The days on which it begins. */
  readonly days: readonly Weekday[];
  /** `HH:MM` by the clock of the time zone. */
  readonly from: string;
  /** `HH:MM`, up to `24:00`; when it is not after `from`, of the next day. */
  readonly to: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** A day of the week, as freezes name it. */
export type Weekday = "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun";

/** One endpoint named in `trueup.yaml`. */
export interface Target {
  readonly name: string;
  readonly interface: InterfaceName;
  /** The dialect's name; `neutral` is the specification's. */
  readonly dialect: string;
  /** Absolute, without a trailing slash. `{host}` in it makes the target a fleet. */
  readonly url: string;
  /** For a fleet: which device hosts may receive the credential. CIDR, `.suffix` or exact name. */
  readonly hosts: readonly string[];
  /**
   * True: what the product's change log says is unchanged is not read again; `assumed`: also of kinds of which it is
   * only assumed that the log tells of them. Default false.
   */
  readonly changedSince?: boolean | "assumed" | undefined;
  /** Field name → reference (or plain text for what is not secret, such as a user name). */
  readonly credential: Readonly<Record<string, SecretReference | string>>;
  /** For a fleet, by host: what is another for one device than for the others. */
  readonly devices?: Readonly<Record<string, DeviceAccess>> | undefined;
  /** Where the refresh token of a login is kept; a path is absolute. Default: a file of this user's. */
  readonly store?: StoreSettings | undefined;
  readonly tls: TlsSettings;
  readonly limits: LimitSettings;
  /** The target through which the live side of what is declared here is read; it is written through this one. */
  readonly readVia?: string | undefined;
  /** Thresholds of the guards that this target sets itself. */
  readonly guards?: { readonly removals?: Partial<RemovalLimit> } | undefined;
  /** Overrides of the dialect's settings, checked against the dialect's own schema. */
  readonly settings: JsonObject;
  readonly at: SourcePosition;
}

/** Where Git keeps what was applied. */
interface GitSettings {
  /** What the refs begin with. Default `refs/trueup`. */
  readonly refs?: string;
  /** The remote that has them too. Default: `origin` where there is one. False: this repository alone. */
  readonly remote?: string | false;
  /** How long each git process may take. Default 30. */
  readonly timeoutSeconds?: number;
  /** The form of records that are written. Default 2. */
  readonly recordVersion?: 1 | 2;
}

/** What a wire must know of what it reaches. */
export type Endpoint = Pick<Target, "name" | "url" | "hosts" | "devices" | "tls" | "limits">;

/** How one device of a fleet is reached. */
export interface DeviceAccess {
  /** Instead of that of the target's URL. */
  readonly port?: number | undefined;
  /** Instead of the target's. */
  readonly credential?: Target["credential"] | undefined;
}

/** Variables that the project file gives, and where each is written. */
interface ProjectVariables {
  readonly values: JsonObject;
  /** Of `inputs:`: weaker than every other layer. */
  readonly defaults: JsonObject;
  readonly at: Readonly<Record<string, SourcePosition>>;
  /** Those that `inputs:` declares: no layer of desired state needs to. */
  readonly inputs: readonly string[];
}

/** What a project allows a server that follows it, with its defaults. */
export interface ServeSettings {
  /** How often each target is observed, in milliseconds. Default 15 minutes. */
  readonly observeMs: number;
  /** How often everything is read, whatever change logs say, in milliseconds. Default 24 hours. */
  readonly fullReadMs: number;
  /** Whether what was merged is applied by itself, or once somebody asks. Default `asked`. */
  readonly apply: "onMerge" | "asked";
  /** How drift is set back by itself. Absent: it is not. */
  readonly selfHeal?: HealingBounds | undefined;
}

/** The bounds of setting drift back by itself. */
export interface HealingBounds {
  /** At least so long between two times, in milliseconds. */
  readonly pauseMs: number;
  /** So often at most in any 24 hours. */
  readonly perDayMax: number;
}

/** The folders of desired state, the weakest first. */
export function desiredFolders({
  desiredState,
  desiredBelow = [],
}: Pick<Project, "desiredState" | "desiredBelow">) {
  return [...desiredBelow, desiredState];
}

/** The checked project file. */
export interface Project {
  readonly version: 1;
  readonly environment: string;
  /** Absolute path of the folder that holds `trueup.yaml`. */
  readonly folder: string;
  /** The desired-state folder, relative to `folder`. Default `desired-state`. */
  readonly desiredState: string;
  /** Folders that it is laid over, the weakest first: the same address in a later one wins, field by field. */
  readonly desiredBelow?: readonly string[];
  /** Variables of this environment: stronger than all others. */
  readonly vars?: ProjectVariables;
  readonly targets: ReadonlyMap<string, Target>;
  /** Globs over secret references (`env:*_PSK`) that desired state may name. */
  readonly secretsAllowed: readonly string[];
  /** The key of the fingerprints by which the record shows that a secret was rotated. Without it: not recognized. */
  readonly fingerprintKey?: SecretReference | undefined;
  /** True: what base declares and desired state no longer does is removed, as with `--prune`. */
  readonly prune?: boolean | undefined;
  /** True: what was accepted a day ago and is not seen may be created again, where apply is asked to. */
  readonly retryUnseen?: boolean | undefined;
  readonly ignore?: readonly Ignore[] | undefined;
  readonly freeze?: readonly Freeze[] | undefined;
  /** Without it health holds nothing back. */
  readonly health?: HealthSettings | undefined;
  /** Without it everything is one wave. */
  readonly waves?: readonly WaveSettings[] | undefined;
  readonly git?: GitSettings | undefined;
  readonly policySettings?: PolicySettings | undefined;
  /** Those that count: the project's own, and those that it uses of the program's. */
  readonly policies?: readonly Policy[] | undefined;
  /** Who is notified of applies and of drift. */
  readonly notify?: readonly Notify[] | undefined;
  /** What a server that follows it does. Absent: `serveDefaults`. */
  readonly serve?: ServeSettings | undefined;
}

/** A folder of the project, beside the project file; `.` is all of it. */
export const projectFolderPattern: RegExp = /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\0]+$/;

/** A folder below the project's own. */
export const ownFolderPattern: RegExp = /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\0]*[^\\\0/.][^\\\0]*$/;

/** What is said of any other text. */
export const noFolder = "must be a folder inside the project, without `..`";
