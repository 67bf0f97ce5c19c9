/** What can be set about the simulated interfaces: limits, windows, pages, credentials, habits. */

import type { ValueHabit } from "../habits/habit.ts";
import { type NetconfSettings, netconfDefaults } from "../netconf/settings.ts";
import { defaultCredentials, type SimulatorCredentials } from "./accepted-credentials.ts";
import { type ModeSettings, neutralModes } from "./mode-settings.ts";
import type { SimulatedName } from "./served-names.ts";
import { defaultVariants, type VariantSettings } from "./variants.ts";

/** The ways in which servers are known to count requests. */
export type LimiterModel = "slidingWindow" | "tokenBucket" | "fixedWindow";

/** A short name of habits: what each stands for is in `habits/short-names.ts`. */
export type Normalisation =
  | "sortTags"
  | "lowerCaseTags"
  | "timeZoneAlias"
  | "portAsText"
  /** Names without blanks at their ends, and one where several stand in a row: of all that has a name. */
  | "trimName"
  | "upperCaseName"
  /** Names in composed Unicode form. */
  | "composeName";

/** A refusal with status 403 of requests that a credential may not send. */
export interface Refusal {
  /** An API key, a user name or a token. Absent: every credential. */
  readonly credential?: string;
  /** Absent: every interface. */
  readonly interface?: SimulatedName | "openapi";
  /** Absent: every method. NETCONF's are the names of its operations. */
  readonly methods?: readonly string[];
  /** The path without its query; `*` stands for any characters. NETCONF's is `/devices/{host}`. */
  readonly path: string;
  /** `privilege`: 403 with `error` and `message`. `endpoint`: the bare status. */
  readonly lacks: "privilege" | "endpoint";
}

/** Everything that can be set. Rates of 0 mean: no limit. */
export interface SimulatorSettings extends ModeSettings {
  /** Requests that the whole dashboard admits a second. */
  readonly dashboardRequestsPerSecond: number;
  readonly controllerRequestsPerSecond: number;
  readonly fabricRequestsPerSecond: number;
  /** For each device. */
  readonly restconfRequestsPerSecond: number;
  readonly messagingRequestsPerSecond: number;
  readonly serversRequestsPerSecond: number;
  readonly sdwanRequestsPerSecond: number;
  readonly firewallRequestsPerSecond: number;
  readonly openapiRequestsPerSecond: number;
  readonly limiter: LimiterModel;
  /** The value of the header `Retry-After` of a 429. */
  readonly retryAfterSeconds: number;
  /** How long a new network takes no SSID. */
  readonly readinessMs: number;
  /** How long a token is good that the controller or an authorization server gave out. */
  readonly tokenLifetimeMs: number;
  /** How long a device that was added to the controller's inventory is not in its list. Over 0: answered 202. */
  readonly addedAfterMs: number;
  /** How long lists leave out what was made. What is asked for by its own path is shown at once. */
  readonly listedAfterMs: number;
  /** How a POST that made something is answered: 201 and the whole of it, or 202 and nothing. */
  readonly createAnswers: "whole" | "accepted";
  /** Items on a page of the controller. */
  readonly pageSize: number;
  /** Items on a page of the dashboard, linked by `Link`; 0: lists come whole. */
  readonly dashboardPageSize: number;
  readonly messagingPageSize: number;
  readonly serversPageSize: number;
  /** Of the device inventories; 0: lists come whole. */
  readonly sdwanPageSize: number;
  readonly firewallPageSize: number;
  /** Of lists of a description that can be cut, where a client names no size. */
  readonly openapiPageSize: number;
  /** Whether a `PUT` of a description replaces the whole, or sets the members that it has. */
  readonly openapiPut: "merge" | "replace";
  /** How `nextPageUri`, and `next` of the servers, are written. */
  readonly nextPageUri: "absolute" | "relative";
  /** What the fabric controller says of an object that is not there: 404, or 200 with this body. */
  readonly absentObject: "status" | "{}" | "[]" | '{"imdata":[]}';
  /** `ignored`: the fabric controller takes paths that differ in case only for the same object. */
  readonly fabricCase: "sensitive" | "ignored";
  /** Names of leaves that routers show as `****`. */
  readonly maskedLeaves: readonly string[];
  readonly normalise: readonly Normalisation[];
  /** What becomes of values that are written, and when they are shown: after what `normalise` names. */
  readonly habits: readonly ValueHabit[];
  /** Mode `meraki`: how long a batch runs for each of its actions. */
  readonly batchActionMs: number;
  /** Mode `catalyst-center`: how long a task takes. 0: it has ended when it is asked for. */
  readonly taskMs: number;
  /** What routers say to a GET of a top-level container as a whole; what is in it is read by its own path. */
  readonly restconfContainers: "shown" | 404 | 405;
  /** Mode `rfc8040`: whether a list is shown without the key of an entry, as many devices do; `refused`: 400. */
  readonly restconfLists: "shown" | "refused";
  /** Mode `rfc8040`: whether `error` is a list, or one object. */
  readonly restconfErrors: "list" | "object";
  /** Mode `rfc8040`: whether each node has a tag, all of a device have one, or there are none. */
  readonly restconfEtags: "node" | "device" | "none";
  /** Mode `rfc8040`: whether YANG Patch is taken (RFC 8072), and announced; else it is answered 415. */
  readonly restconfYangPatch: boolean;
  /** The form in which routers list their modules: of RFC 7895, or of RFC 8525. */
  readonly yangLibrary: "modules-state" | "yang-library";
  readonly netconf: NetconfSettings;
  /** How long every reply takes. */
  readonly latencyMs: number;
  /** What becomes of a scope that a client may not have: it is left out, or the request gets `invalid_scope`. */
  readonly excessScope: "shrink" | "refuse";
  /** Who approves at the firewall manager: a person on a page, or nobody. A parameter `approval` overrides it. */
  readonly approval: "page" | "automatic";
  readonly authorizationCodeLifetimeMs: number;
  /** False: a code is exchanged for an access token alone. */
  readonly givesRefreshTokens: boolean;
  /** True: a refresh token is good for one use, and its reply holds the next one. */
  readonly rotateRefreshTokens: boolean;
  /** What the specification leaves open of lists, waits and tokens. */
  readonly variants: VariantSettings;
  readonly credentials: SimulatorCredentials;
  readonly permissions: readonly Refusal[];
}

/** The settings of a simulator that is told nothing else. */
export const defaultSettings: SimulatorSettings = {
  ...neutralModes,
  dashboardRequestsPerSecond: 5,
  controllerRequestsPerSecond: 0,
  fabricRequestsPerSecond: 0,
  restconfRequestsPerSecond: 0,
  messagingRequestsPerSecond: 0,
  serversRequestsPerSecond: 0,
  sdwanRequestsPerSecond: 0,
  firewallRequestsPerSecond: 0,
  openapiRequestsPerSecond: 0,
  limiter: "slidingWindow",
  retryAfterSeconds: 1,
  readinessMs: 3000,
  tokenLifetimeMs: 3_600_000,
  addedAfterMs: 0,
  listedAfterMs: 0,
  createAnswers: "whole",
  pageSize: 20,
  dashboardPageSize: 0,
  messagingPageSize: 20,
  serversPageSize: 20,
  sdwanPageSize: 0,
  firewallPageSize: 0,
  openapiPageSize: 100,
  openapiPut: "merge",
  nextPageUri: "absolute",
  absentObject: "status",
  fabricCase: "sensitive",
  maskedLeaves: [],
  normalise: [],
  habits: [],
  batchActionMs: 100,
  taskMs: 2000,
  restconfContainers: "shown",
  restconfLists: "shown",
  restconfErrors: "list",
  yangLibrary: "yang-library",
  restconfEtags: "node",
  restconfYangPatch: true,
  netconf: netconfDefaults,
  latencyMs: 0,
  excessScope: "shrink",
  approval: "page",
  authorizationCodeLifetimeMs: 60_000,
  givesRefreshTokens: true,
  rotateRefreshTokens: false,
  variants: defaultVariants,
  credentials: defaultCredentials,
  permissions: [],
};
