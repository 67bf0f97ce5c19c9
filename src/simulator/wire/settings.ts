/** The settings of the simulated interfaces: limits, windows, pages, credentials, habits. */

import type { ValueHabit } from "../habits/habit.ts";
import { type NetconfSettings, netconfDefaults } from "../netconf/settings.ts";
import { defaultCredentials, type SimulatorCredentials } from "./accepted-credentials.ts";
import { type ModeSettings, neutralModes } from "./mode-settings.ts";
import type { SimulatedName } from "./served-names.ts";
import { defaultVariants, type VariantSettings } from "./variants.ts";

/** The known ways in which servers count requests. */
export type LimiterModel = "slidingWindow" | "tokenBucket" | "fixedWindow";

/** A short name for habits. `habits/short-names.ts` defines the habits of each name. */
export type Normalisation =
  | "sortTags"
  | "lowerCaseTags"
  | "timeZoneAlias"
  | "portAsText"
  /** The names of all objects are trimmed, and runs of blanks in them become one blank. */
  | "trimName"
  | "upperCaseName"
  /** Names are stored in composed Unicode form. */
  | "composeName";

/** A refusal with the status 403. It applies to those requests of a credential that match. */
export interface Refusal {
  /** An API key, a user name or a token. If absent, the refusal applies to every credential. */
  readonly credential?: string;
  /** The affected interface. If absent, every interface is affected. */
  readonly interface?: SimulatedName | "openapi";
  /** The affected methods; for NETCONF, the names of operations. If absent, every method is affected. */
  readonly methods?: readonly string[];
  /** The path without its query, in which `*` matches any characters. For NETCONF, it is `/devices/{host}`. */
  readonly path: string;
  /** The form of the refusal. `privilege`: 403 with `error` and `message`. `endpoint`: only the status. */
  readonly lacks: "privilege" | "endpoint";
}

/** All settings. A rate of 0 means no limit. */
export interface SimulatorSettings extends ModeSettings {
  /** The number of requests that the whole dashboard admits per second. */
  readonly dashboardRequestsPerSecond: number;
  readonly controllerRequestsPerSecond: number;
  readonly fabricRequestsPerSecond: number;
  /** The number of requests that each device admits per second. */
  readonly restconfRequestsPerSecond: number;
  readonly messagingRequestsPerSecond: number;
  readonly serversRequestsPerSecond: number;
  readonly sdwanRequestsPerSecond: number;
  readonly firewallRequestsPerSecond: number;
  readonly openapiRequestsPerSecond: number;
  readonly limiter: LimiterModel;
  /** The value of the header `Retry-After` of a 429. */
  readonly retryAfterSeconds: number;
  /** How long a new network refuses SSIDs. */
  readonly readinessMs: number;
  /** How long a token of the controller or an authorization server is valid. */
  readonly tokenLifetimeMs: number;
  /**
   * How long the controller's inventory omits an added device. If this is more than 0, the request that adds the device
   * gets 202.
   */
  readonly addedAfterMs: number;
  /** How long lists omit a new object. A read of the object's own path shows it at once. */
  readonly listedAfterMs: number;
  /** The answer to a POST that creates an object. `whole`: 201 with the object. `accepted`: 202 without a body. */
  readonly createAnswers: "whole" | "accepted";
  /** The number of items on a page of the controller. */
  readonly pageSize: number;
  /**
   * The number of items on a page of the dashboard. Pages are linked by `Link`. If it is 0, lists are not paginated.
   */
  readonly dashboardPageSize: number;
  readonly messagingPageSize: number;
  readonly serversPageSize: number;
  /** The page size of the SD-WAN manager's device inventory. If it is 0, the list is not paginated. */
  readonly sdwanPageSize: number;
  /** The page size of the firewall manager's device inventory. If it is 0, the list is not paginated. */
  readonly firewallPageSize: number;
  /** The default page size of a served description's paginated lists. */
  readonly openapiPageSize: number;
  /**
   * What a `PUT` does in a served description. `replace`: the whole resource is replaced. `merge`: the members in the
   * request are set.
   */
  readonly openapiPut: "merge" | "replace";
  /** The form of `nextPageUri`, and of `next` in the servers interface. */
  readonly nextPageUri: "absolute" | "relative";
  /**
   * The fabric controller's answer if an object is missing. `status`: the status 404. Any other value: the status 200,
   * with this value as the body.
   */
  readonly absentObject: "status" | "{}" | "[]" | '{"imdata":[]}';
  /** `ignored`: paths of the fabric controller that differ only in case are paths of the same object. */
  readonly fabricCase: "sensitive" | "ignored";
  /** Names of leaves that routers show as `****`. */
  readonly maskedLeaves: readonly string[];
  readonly normalise: readonly Normalisation[];
  /** How written values are changed, and when they are shown. These habits are applied after those of `normalise`. */
  readonly habits: readonly ValueHabit[];
  /** How long a batch takes for each action, in mode `meraki`. */
  readonly batchActionMs: number;
  /** How long a task takes, in mode `catalyst-center`. If it is 0, the task has ended by the first poll. */
  readonly taskMs: number;
  /** How routers answer a GET of a whole top-level container. The contents of the container have their own paths. */
  readonly restconfContainers: "shown" | 404 | 405;
  /**
   * How a read of a whole list, without an entry's key, is answered in mode `rfc8040`. `shown`: with the list, as on
   * many devices. `refused`: with the status 400.
   */
  readonly restconfLists: "shown" | "refused";
  /** The form of `error` in mode `rfc8040`: a list, or one object. */
  readonly restconfErrors: "list" | "object";
  /**
   * The ETags in mode `rfc8040`. `node`: each node has its own ETag. `device`: a device has a single ETag. `none`:
   * there are no ETags.
   */
  readonly restconfEtags: "node" | "device" | "none";
  /**
   * If true, YANG Patch (RFC 8072) is supported and announced in mode `rfc8040`. Otherwise, a YANG Patch is answered
   * with 415.
   */
  readonly restconfYangPatch: boolean;
  /** The form of the routers' module list: RFC 7895 or RFC 8525. */
  readonly yangLibrary: "modules-state" | "yang-library";
  readonly netconf: NetconfSettings;
  /** How long every reply takes. */
  readonly latencyMs: number;
  /**
   * What happens if a request asks for a scope that is not allowed. `shrink`: the scope is left out. `refuse`: the
   * request gets `invalid_scope`.
   */
  readonly excessScope: "shrink" | "refuse";
  /**
   * Who approves logins at the firewall manager. `page`: a person on a page. `automatic`: nobody needs to approve. The
   * query parameter `approval` overrides this setting.
   */
  readonly approval: "page" | "automatic";
  readonly authorizationCodeLifetimeMs: number;
  /** If false, no refresh tokens are issued: a code is exchanged only for an access token. */
  readonly givesRefreshTokens: boolean;
  /** If true, a refresh token can be used only once. The reply to its use then contains the next refresh token. */
  readonly rotateRefreshTokens: boolean;
  /** Choices about lists, waits and tokens that the specification of the simulated APIs leaves open. */
  readonly variants: VariantSettings;
  readonly credentials: SimulatorCredentials;
  readonly permissions: readonly Refusal[];
}

/** The default settings. */
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
