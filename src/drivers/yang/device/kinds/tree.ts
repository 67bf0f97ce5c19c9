/** The collection that the kinds of a device share: one read of its tree; each is written alone. */

import type { Kind } from "../../../contract/contract.ts";

/** One read for each device; what its tree does not hold is absent. */
export const tree: Kind["collection"] = { name: "tree", scopeKeys: ["host"], absence: "list", alone: true };

/** One write at a time for each device. */
export const onePerDevice: readonly string[] = ["host"];
