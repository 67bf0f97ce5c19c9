/** Bugs in the NETCONF driver. */

import type { DecidingBug } from "./bug.ts";

/** The bugs in `src/drivers/yang/netconf/`. */
export const netconf: readonly DecidingBug[] = [
  {
    name: "a commit that was not confirmed counts as applied",
    file: "src/drivers/yang/netconf/edits/edit.ts",
    find: "return { reply: confirmed, unconfirmed",
    put: "return { reply: committed, unconfirmed",
  },
  {
    name: "elements that nobody declares are taken out of a list with keys, and values are left in a list of values",
    file: "src/drivers/yang/netconf/edits/to-xml.ts",
    find: "return { removesOthers: leaves === undefined };",
    put: "return { removesOthers: leaves !== undefined };",
  },
];
