/** Devices over NETCONF, as decisions are drawn of them. */

import { netconfDefaults } from "../../../../src/simulator/netconf/settings.ts";
import { maybe, pick } from "../../draw.ts";
import type { Realm, RealmOf } from "../species.ts";
import { treeRealm } from "./trees.ts";

const realm: Realm = {
  ...treeRealm({ target: "edge", hosts: ["10.30.0.1", "10.30.0.2"], isWhole: true }),
  targets: `  edge:
    interface: netconf
    url: ssh://{host}
    hosts: [10.30.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
`,
};

/** With a candidate or without, confirmed commits, validation, in frames of both kinds. */
export const netconf: RealmOf = (draw) => ({
  ...realm,
  settings: {
    netconf: {
      ...netconfDefaults,
      candidate: maybe(draw, 0.7),
      confirmedCommit: maybe(draw, 0.6),
      validate: maybe(draw, 0.6),
      rollbackOnError: maybe(draw, 0.6),
      base11: maybe(draw, 0.7),
      listKeys: maybe(draw, 0.7),
      elementsPerFilter: pick(draw, ["all", "first"]),
      reads: pick(draw, [["get", "get-config"], ["get", "get-config"], ["get"]]),
    },
  },
});
