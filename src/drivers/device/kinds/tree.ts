/** What the kinds of a device have in common: all are read with its tree, and written one at a time. */

import type { Kind } from "../../contract.ts";

/** One read for each device; what its tree does not hold is absent. */
export const tree: Kind["collection"] = { name: "tree", scopeKeys: ["host"], absence: "list", alone: true };

/** One write at a time for each device. */
export const onePerDevice: readonly string[] = ["host"];
