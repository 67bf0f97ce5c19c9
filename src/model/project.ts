/** The project file, `trueup.yaml`, once it is checked: where credentials go and what limits hold. */

import type { JsonObject } from "./json.ts";
import type { SecretReference } from "./secret.ts";
import type { SourcePosition } from "./source.ts";

/** One of the nine protocols of the specification. */
export type InterfaceName =
  | "dashboard"
  | "controller"
  | "fabric"
  | "restconf"
  | "netconf"
  | "messaging"
  | "servers"
  | "sdwan"
  | "firewall";

/** TLS settings of one target. Verification is on unless `insecure` is true. */
export interface TlsSettings {
  /** Path of a PEM bundle, absolute (the loader resolves it against the project file). */
  readonly ca?: string;
  readonly insecure?: boolean;
}

/** Limits that a user set on a target; each replaces the dialect's default. */
export interface LimitSettings {
  /** Requests a second that the controller allows. Over 0. */
  readonly requestsPerSecond?: number;
  /** The part of that limit this tool may use, over 0 to 1. Leaves room for other clients. */
  readonly share?: number;
  /** Requests in flight at once. 1 or more. */
  readonly concurrency?: number;
  /** One request may take this long, in seconds. Default 30. */
  readonly timeoutSeconds?: number;
  /** How long a network that is not ready is waited for, in seconds. Default 300. */
  readonly readinessSeconds?: number;
  /** How long a lock is waited for, in seconds. Default 120. */
  readonly lockSeconds?: number;
}

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
  /** Field name → reference (or plain text for what is not secret, such as a user name). */
  readonly credential: Readonly<Record<string, SecretReference | string>>;
  readonly tls: TlsSettings;
  readonly limits: LimitSettings;
  /** Overrides of the dialect's settings, checked against the dialect's own schema. */
  readonly settings: JsonObject;
  readonly at: SourcePosition;
}

/** The checked project file. */
export interface Project {
  readonly version: 1;
  readonly environment: string;
  /** Absolute path of the folder that holds `trueup.yaml`. */
  readonly folder: string;
  /** The desired-state folder, relative to `folder`. Default `desired-state`. */
  readonly desiredState: string;
  readonly targets: ReadonlyMap<string, Target>;
  /** Globs over secret references (`env:*_PSK`) that desired state may name. */
  readonly secretsAllowed: readonly string[];
}
