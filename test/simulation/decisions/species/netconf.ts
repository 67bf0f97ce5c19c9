/** Devices over NETCONF, for decisions. */

import { type NetconfSettings, netconfDefaults } from "../../../../src/simulator/netconf/settings.ts";
import type { World } from "../../../../src/simulator/world.ts";
import { type Draw, maybe, pick } from "../../draw.ts";
import type { Realm, RealmOf } from "../species.ts";
import { treeRealm } from "./trees.ts";

const target = (hosts: string) => `  edge:
    interface: netconf
    url: ssh://{host}
    hosts: [${hosts}]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
`;

/** The default value of `weight`, on a device that has defaults. */
const weight = 1;

const unset = ({ settings }: World) => (settings.netconf.withDefaults ? { weight } : {});

const byAddress: Realm = {
  ...treeRealm({ target: "edge", hosts: ["10.30.0.1", "10.30.0.2"], isWhole: true, unset }),
  targets: target("10.30.0.0/16"),
};

/**
 * Devices that the project knows by name, so that it is unknown which interface has the address by which a device is
 * reached.
 */
const byName: Realm = {
  ...treeRealm({
    ...{ target: "edge", hosts: ["edge-1.example.net", "edge-2.example.net"], address: "10.30.0.1" },
    ...{ isWhole: true, unset },
  }),
  targets: target(".example.net"),
};

/**
 * The leaf that a device may omit, because it has a default: the first of its drawn values. The leaf is in a list, so
 * that nothing is shown where nothing exists.
 */
const defaults = Object.fromEntries(
  Array.from({ length: 80 }, (_, number) => [`/Vendor-native:native/part${number}/server/weight`, weight]),
);

/**
 * How a device treats leaves with their default value, in the words of RFC 6243; undefined: it does not announce that.
 */
function withDefaultsOf(draw: Draw): NetconfSettings["withDefaults"] {
  const basic = pick(draw, [undefined, undefined, "trim", "explicit"]);
  return basic && { basic, also: ["report-all"] };
}

/**
 * Devices over NETCONF: with or without a candidate, confirmed commits and validation, and with either kind of framing.
 */
export const netconf: RealmOf = (draw) => {
  const filter = maybe(draw, 0.3) ? ["filter: xpath"] : [];
  const habits = habitsOf(draw);
  const realm = maybe(draw, 0.3) ? byName : byAddress;
  // Some of the devices without confirmed commits get each change in a separate edit.
  const isAlone = habits.netconf?.confirmedCommit === false && habits.netconf.base11;
  const said = [...filter, ...(isAlone ? ["transaction: resource"] : [])].join(", ");
  const settings = said === "" ? "" : `    settings: { ${said} }\n`;
  return { ...realm, targets: `${realm.targets}${settings}`, settings: habits };
};

const habitsOf = (draw: Draw): NonNullable<Realm["settings"]> => ({
  netconf: {
    ...netconfDefaults,
    xpath: true,
    withDefaults: withDefaultsOf(draw),
    defaults,
    writableRunning: true,
    chunkBytes: pick(draw, [0, 7, 1000]),
    candidate: maybe(draw, 0.7),
    confirmedCommit: maybe(draw, 0.6),
    validate: maybe(draw, 0.6),
    rollbackOnError: maybe(draw, 0.6),
    base11: maybe(draw, 0.7),
    listKeys: maybe(draw, 0.7),
    elementsPerFilter: pick(draw, ["all", "first"]),
    reads: pick(draw, [["get", "get-config"], ["get", "get-config"], ["get"]]),
  },
});
