/** The validated project file, `trueup.yaml`: where credentials are sent, and which limits apply. */

import type { HealthSettings, WaveSettings } from "./health.ts";
import type { JsonObject } from "./json.ts";
import type { StoreSettings } from "./login.ts";
import type { Notify } from "./notify.ts";
import type { Policy, PolicySettings } from "./policy.ts";
import type { SecretReference } from "./secret.ts";
import type { SourcePosition } from "./source.ts";

/**
 * One of the nine protocols of the specification, or `rest` for any other protocol that a catalog of the project
 * describes.
 */
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
  /** The absolute path of a PEM bundle. In the project file, it is relative to that file. */
  readonly ca?: string;
  readonly insecure?: boolean;
}

/** Limits that a user sets for a target; each overrides the dialect's default. */
interface LimitSettings {
  /** Requests per second that the controller allows, above 0. Absent: the product's limit. */
  readonly requestsPerSecond?: number;
  /**
   * How the controller counts requests. Absent: as the product's limit says, even if `requestsPerSecond` is overridden;
   * unknown if the product's limit does not say it.
   */
  readonly limiter?: Limiter;
  /**
   * The share of the rate limit that trueup may use: above 0, at most 1. A share below 1 leaves room for other clients.
   * Default 1.
   */
  readonly share?: number;
  /**
   * The maximum number of requests in flight, 1 or more. The actual number follows the latency. Absent: the product's
   * maximum.
   */
  readonly concurrency?: number;
  /** The maximum number of requests in flight at one device of a fleet. 1 or more. Default 1. */
  readonly concurrencyPerHost?: number;
  /** The timeout of one request, in seconds. Default 30. */
  readonly timeoutSeconds?: number;
  /**
   * The longest accepted `Retry-After`, in seconds. If a target asks for a longer pause, the run sends no more requests
   * to the target. Default 900.
   */
  readonly retryAfterMaxSeconds?: number;
  /** How long to wait for a network to become ready, in seconds. Default 300. */
  readonly readinessSeconds?: number;
  /** How long to wait for a lock, in seconds. Default 120. */
  readonly lockSeconds?: number;
  /** The maximum total size of the replies that a run keeps, in MB. Default 512. */
  readonly answerMegabytes?: number;
  /** The number of seconds after which a created resource is visible to every read. Default 15. */
  readonly createVisibleSeconds?: number;
  /** The maximum age of a read that apply need not repeat before a write: 0 to 60 seconds. Default 5. */
  readonly freshSeconds?: number;
  /** The longest delay of change log entries, if apply asks the log before writes: 0 to 600. Absent: apply reads. */
  readonly logLateSeconds?: number;
}

/** How a server counts requests. */
export type Limiter =
  /** A token bucket that fills at the rate, and holds `burst` requests. */
  | { readonly is: "tokenBucket"; readonly burst: number }
  /**
   * Allows as many requests in `seconds` as the rate gives for that time. `slidingWindow`: in any period of that
   * length. `fixedWindow`: in fixed periods by the server's clock.
   */
  | { readonly is: "slidingWindow" | "fixedWindow"; readonly seconds: number };

/** A product's limits, documented or assumed; a target's `limits` override them. */
export interface ProductLimits {
  readonly requestsPerSecond: number;
  /** How the server counts requests. Absent: nothing is known about that. */
  readonly limiter?: Limiter;
  /** The limit in requests per second for the whole origin, over all its budgets. */
  readonly ofSource?: number;
  /** The scope key whose values have separate limits. Absent: all resources share one limit. */
  readonly sharedBy?: string;
  /** The initial number of requests in flight. */
  readonly concurrency: number;
  /** The maximum number of requests in flight, to which a high latency can raise it. Default: `concurrency`. */
  readonly concurrencyMax?: number;
  /** The maximum number of requests in flight at one device of a fleet. If set, the rate limit is also per device. */
  readonly concurrencyPerHost?: number;
}

/** The limit for removals of one kind at one target. A consent is needed if both conditions hold. */
export interface RemovalLimit {
  /** The first condition: more than this percentage of the objects that base declares are removed. */
  readonly percent: number;
  /** The second condition: base declares at least this many objects of the kind. */
  readonly minimum: number;
}

/** Fields that are neither compared nor changed. */
interface Ignore {
  /** A glob over addresses: `cloud/network/*`. */
  readonly address: string;
  /** Globs for pointers, such as `/netflow/*`. A matched field includes everything in it. */
  readonly fields: readonly string[];
}

/** A period in which nothing is applied: once, or every week. */
export type Freeze = FreezeOnce | FreezeWeekly;

interface FreezeReason {
  /** The reason, which apply shows when it refuses. */
  readonly reason: string;
  /** The targets to which the freeze applies. Absent: all. */
  readonly targets?: readonly string[] | undefined;
}

/** A freeze from one moment to another. Both moments are ISO 8601 with an offset. */
interface FreezeOnce extends FreezeReason {
  readonly from: string;
  /** The end, which is not part of the period. */
  readonly to: string;
}

/** A freeze every week, on certain days. */
export interface FreezeWeekly extends FreezeReason {
  /** The days on which the period begins. */
  readonly days: readonly Weekday[];
  /** `HH:MM` in local time of the time zone. */
  readonly from: string;
  /** `HH:MM`, up to `24:00`. If this is not after `from`, the period ends on the next day. */
  readonly to: string;
  /** The IANA name of the time zone. */
  readonly timeZone: string;
}

/** A day of the week, as named in freezes. */
export type Weekday = "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun";

/** One endpoint named in `trueup.yaml`. */
export interface Target {
  readonly name: string;
  readonly interface: InterfaceName;
  /** The dialect's name; `neutral` is the dialect of the specification. */
  readonly dialect: string;
  /** An absolute URL, without a trailing slash. `{host}` in it makes the target a fleet. */
  readonly url: string;
  /** For a fleet: the device hosts to which the credential may be sent, each as a CIDR, `.suffix` or exact name. */
  readonly hosts: readonly string[];
  /**
   * True: resources that are unchanged according to the product's change log are not read again. `assumed`: so are
   * kinds that the log is only assumed to cover. Default false.
   */
  readonly changedSince?: boolean | "assumed" | undefined;
  /** The credential's fields: secret references, or plain text if the value is not secret, such as a user name. */
  readonly credential: Readonly<Record<string, SecretReference | string>>;
  /** For a fleet: the settings of single devices, by host. */
  readonly devices?: Readonly<Record<string, DeviceAccess>> | undefined;
  /** Where the refresh token of a login is stored; a path is absolute. Default: in the user's configuration folder. */
  readonly store?: StoreSettings | undefined;
  readonly tls: TlsSettings;
  readonly limits: LimitSettings;
  /**
   * The name of another target through which the live state is read. Writes are still sent to this target itself.
   * Absent: the live state is read from this target.
   */
  readonly readVia?: string | undefined;
  /** Guard thresholds of this target. */
  readonly guards?: { readonly removals?: Partial<RemovalLimit> } | undefined;
  /** Overrides of the dialect's settings, validated by the dialect's own schema. */
  readonly settings: JsonObject;
  readonly at: SourcePosition;
}

/** How Git stores the applied state. */
interface GitSettings {
  /** The prefix of the refs. Default `refs/trueup`. */
  readonly refs?: string;
  /** The remote that also stores these refs. Default: `origin` if it exists. False: they are stored only locally. */
  readonly remote?: string | false;
  /** The timeout of each git process, in seconds. Default 30. */
  readonly timeoutSeconds?: number;
  /** The format of written records. Default 2. */
  readonly recordVersion?: 1 | 2;
}

/** The parts of a target that are needed to send requests. */
export type Endpoint = Pick<Target, "name" | "url" | "hosts" | "devices" | "tls" | "limits"> & {
  /** The place where the URL was given, for hints. Default: the target with this name in trueup.yaml. */
  readonly given?: string;
};

/** How one device of a fleet is reached. */
export interface DeviceAccess {
  /** Overrides the port in the target's URL. */
  readonly port?: number | undefined;
  /** Overrides the target's credential. */
  readonly credential?: Target["credential"] | undefined;
}

/** The variables of the project file, and the place of each. */
interface ProjectVariables {
  readonly values: JsonObject;
  /** The defaults in `inputs:`. Every other layer overrides them. */
  readonly defaults: JsonObject;
  readonly at: Readonly<Record<string, SourcePosition>>;
  /** The variables that `inputs:` declares. Layers of desired state need not declare them again. */
  readonly inputs: readonly string[];
}

/** A project's settings for a server, with their defaults. */
export interface ServeSettings {
  /** How often each target is observed, in milliseconds. Default 15 minutes. */
  readonly observeMs: number;
  /** How often everything is read, even if change logs report no change, in milliseconds. Default 24 hours. */
  readonly fullReadMs: number;
  /** When merged changes are applied: `onMerge` (automatically), or `asked` (on request). Default `asked`. */
  readonly apply: "onMerge" | "asked";
  /** How drift is reverted automatically. Absent: drift is not reverted automatically. */
  readonly selfHeal?: HealingBounds | undefined;
}

/** The limits for reverting drift automatically. */
export interface HealingBounds {
  /** The minimum interval between two automatic reverts, in milliseconds. */
  readonly pauseMs: number;
  /** The maximum number of automatic reverts in any 24 hours. */
  readonly perDayMax: number;
}

/** Returns the folders of desired state, lowest precedence first. */
export function desiredFolders({
  desiredState,
  desiredBelow = [],
}: Pick<Project, "desiredState" | "desiredBelow">) {
  return [...desiredBelow, desiredState];
}

/** The validated project file. */
export interface Project {
  readonly version: 1;
  readonly environment: string;
  /** The absolute path of the folder that contains `trueup.yaml`. */
  readonly folder: string;
  /** The desired-state folder, relative to `folder`. Default `desired-state`. */
  readonly desiredState: string;
  /** The folders with lower precedence than `desiredState`, the lowest first. Resources are merged field by field. */
  readonly desiredBelow?: readonly string[];
  /** The variables of this environment, which override all others. */
  readonly vars?: ProjectVariables;
  readonly targets: ReadonlyMap<string, Target>;
  /** Globs for the secret references (`env:*_PSK`) that desired state may use. */
  readonly secretsAllowed: readonly string[];
  /** The key of the fingerprints by which the record detects rotated secrets. Absent: rotation is not detected. */
  readonly fingerprintKey?: SecretReference | undefined;
  /** True: resources that were applied but are no longer declared are removed, as with `--prune`. */
  readonly prune?: boolean | undefined;
  /** True: apply may be asked to repeat creates that were accepted at least a day ago and are still not visible. */
  readonly retryUnseen?: boolean | undefined;
  readonly ignore?: readonly Ignore[] | undefined;
  readonly freeze?: readonly Freeze[] | undefined;
  /** Health settings. Absent: health holds nothing back. */
  readonly health?: HealthSettings | undefined;
  /** The waves. Absent: everything is in one wave. */
  readonly waves?: readonly WaveSettings[] | undefined;
  readonly git?: GitSettings | undefined;
  /** How many applies the history keeps. Absent: `defaultKept`. */
  readonly history?: { readonly keep: number } | undefined;
  readonly policySettings?: PolicySettings | undefined;
  /** The policies in use: the project's own, and those built-in ones that the project selects. */
  readonly policies?: readonly Policy[] | undefined;
  /** Who is notified of applies and drift. */
  readonly notify?: readonly Notify[] | undefined;
  /** The behavior of a server that follows the project. Absent: `serveDefaults`. */
  readonly serve?: ServeSettings | undefined;
}

/** Matches a folder of the project, relative to the project file; `.` is the project folder itself. */
export const projectFolderPattern: RegExp = /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\0]+$/;

/** Matches a folder below the project folder. */
export const ownFolderPattern: RegExp = /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\0]*[^\\\0/.][^\\\0]*$/;

/** The error message for a folder that is not inside the project. */
export const noFolder = "must be a folder inside the project, without `..`";
