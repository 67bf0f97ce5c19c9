/** What a device offers over NETCONF. */

import type { Json } from "../../model/json.ts";

/** The modes of RFC 6243, section 2. */
type DefaultsMode = "report-all" | "trim" | "explicit";

/** What a device announces of leaves at their default: its own way, and which others it takes. */
export interface WithDefaults {
  readonly basic: DefaultsMode;
  readonly also: readonly DefaultsMode[];
}

/** The defaults of leaves by their data path without keys: `/Vendor-native:native/logging/level`. */
export type DefaultValues = Readonly<Record<string, Json>>;

/** Which capabilities the devices have, and how they write. */
export interface NetconfSettings {
  /** `base:1.1`, and with it chunks; `base:1.0` is always there. */
  readonly base11: boolean;
  readonly candidate: boolean;
  /** Only where there is a candidate. */
  readonly confirmedCommit: boolean;
  readonly validate: boolean;
  readonly writableRunning: boolean;
  /** `rollback-on-error`. */
  readonly rollbackOnError: boolean;
  readonly xpath: boolean;
  /** `:startup`: what runs is gone after a restart unless it was copied there. */
  readonly startup: boolean;
  /** The module `cisco-ia`, with its rpc `save-config`. */
  readonly saveConfig: boolean;
  /** The reads that it serves. */
  readonly reads: readonly ("get" | "get-config")[];
  /** `with-defaults`; undefined: the device says nothing of defaults, and shows what is set. */
  readonly withDefaults: WithDefaults | undefined;
  /** The defaults of leaves, by data path without keys. */
  readonly defaults: DefaultValues;
  /** Containers that mean something by being there, by data path: no default makes or unmakes one (RFC 7950, 7.6.1). */
  readonly presence: readonly string[];
  /** Whether the keys of a list's elements come along when a filter leaves them out. */
  readonly listKeys: boolean;
  /** Whether a subtree filter that names several elements of one list selects all of them, or the first alone. */
  readonly elementsPerFilter: "all" | "first";
  /** Octets in one chunk; 0: a message is one chunk. */
  readonly chunkBytes: number;
  /** Modules of YANG 1.1: in no hello, and in the library alone (RFC 7950, section 5.6.4). */
  readonly libraryModules: readonly string[];
  /** Public keys that SSH takes instead of the routers' password, as `authorized_keys` has them. */
  readonly publicKeys: readonly string[];
}

/** All capabilities but XPath, in chunks that cut words in two. */
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
