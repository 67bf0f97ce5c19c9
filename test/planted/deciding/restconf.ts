/** Bugs in the RESTCONF driver. */

import type { DecidingBug } from "./bug.ts";

/** The bugs in `src/drivers/yang/restconf/`. */
export const restconf: readonly DecidingBug[] = [
  {
    name: "a create does not say that nothing may be there",
    file: "src/drivers/yang/restconf/places.ts",
    find: 'if (operation === "create") return { "if-none-match": "*" };',
    put: 'if (operation === "create") return {};',
  },
  {
    name: "a 404 makes something absent because the device answers for something of another kind",
    file: "src/drivers/yang/restconf/read-resources.ts",
    find: "if (proven.has(one.kind)) continue;",
    put: "if (proven.size > 0) continue;",
  },
];
