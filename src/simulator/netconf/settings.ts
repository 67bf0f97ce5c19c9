/** What a device offers over NETCONF. */

import type { Json } from "../../model/json.ts";

/** The modes of RFC 6243, section 2. */
type DefaultsMode = "report-all" | "trim" | "explicit";

/** How a device treats leaves that have their default value: its basic mode, and the other modes that it supports. */
export interface WithDefaults {
  readonly basic: DefaultsMode;
  readonly also: readonly DefaultsMode[];
}

/** The defaults of leaves, by data path without keys, for example `/Vendor-native:native/logging/level`. */
export type DefaultValues = Readonly<Record<string, Json>>;

/** The capabilities of devices, and their output format. */
export interface NetconfSettings {
  /** If true, `base:1.1` with chunked framing is supported. `base:1.0` is always supported. */
  readonly base11: boolean;
  readonly candidate: boolean;
  /** If true, the confirmed commit is supported, which requires a candidate. */
  readonly confirmedCommit: boolean;
  readonly validate: boolean;
  readonly writableRunning: boolean;
  /** If true, `rollback-on-error` is supported. */
  readonly rollbackOnError: boolean;
  readonly xpath: boolean;
  /**
   * If true, there is a startup configuration (`:startup`). A restart loses changes of the running configuration that
   * were not copied to it.
   */
  readonly startup: boolean;
  /** If true, the module `cisco-ia` is supported, with its rpc `save-config`. */
  readonly saveConfig: boolean;
  /** The supported read operations. */
  readonly reads: readonly ("get" | "get-config")[];
  /**
   * The support for `with-defaults`. If undefined, the device does not announce it, and shows only leaves that were
   * set.
   */
  readonly withDefaults: WithDefaults | undefined;
  /** The defaults of leaves, by data path without keys. */
  readonly defaults: DefaultValues;
  /** Presence containers, by data path. A default never creates or removes such a container (RFC 7950, 7.6.1). */
  readonly presence: readonly string[];
  /** If true, list elements include their keys, even if a filter does not select the keys. */
  readonly listKeys: boolean;
  /**
   * What a subtree filter selects if it has several elements of one list: all of these elements, or only the first one.
   */
  readonly elementsPerFilter: "all" | "first";
  /** The maximum number of octets in one chunk. If it is 0, a message is one chunk. */
  readonly chunkBytes: number;
  /** Modules of YANG 1.1. A hello never lists them, but the YANG library does (RFC 7950, section 5.6.4). */
  readonly libraryModules: readonly string[];
  /** Public keys that SSH accepts instead of the routers' password, in the format of `authorized_keys`. */
  readonly publicKeys: readonly string[];
}

/** All capabilities except XPath. Chunks are so short that they split words. */
export const netconfDefaults: NetconfSettings = {
  base11: true,
  candidate: true,
  confirmedCommit: true,
  validate: true,
  writableRunning: true,
  rollbackOnError: true,
  xpath: false,
  startup: false,
  saveConfig: false,
  reads: ["get", "get-config"],
  withDefaults: undefined,
  defaults: {},
  presence: [],
  listKeys: true,
  elementsPerFilter: "all",
  chunkBytes: 1000,
  libraryModules: [],
  publicKeys: [],
};
