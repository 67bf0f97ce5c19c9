/** The collection of all device kinds: the tree is read at once, and each resource is written separately. */

import type { Kind } from "../../../contract/contract.ts";

/** The tree is read with one read per device. Everything that the tree lacks is absent. */
export const tree: Kind["collection"] = { name: "tree", scopeKeys: ["host"], absence: "list", alone: true };

/** At each device, only one write is carried out at a time. */
export const onePerDevice: readonly string[] = ["host"];
