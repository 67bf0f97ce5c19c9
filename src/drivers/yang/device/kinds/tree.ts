/** The collection of all device kinds: the tree is read at once, and each resource is written separately. */

import type { Kind } from "../../../contract/contract.ts";

/** One read per device; everything that its tree lacks is absent. */
export const tree: Kind["collection"] = { name: "tree", scopeKeys: ["host"], absence: "list", alone: true };

/** One write at a time per device. */
export const onePerDevice: readonly string[] = ["host"];
