/** Devices over NETCONF, for the simulation of decisions. */

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

/** The default of the leaf `weight`, on devices that have defaults. */
const weight = 1;

const unset = ({ settings }: World) => (settings.netconf.withDefaults ? { weight } : {});

const byAddress: Realm = {
  ...treeRealm({ target: "edge", hosts: ["10.30.0.1", "10.30.0.2"], isWhole: true, unset }),
  targets: target("10.30.0.0/16"),
};

/** Devices whose host is a name, so that nobody knows which interface has the address of the host. */
const byName: Realm = {
  ...treeRealm({
    ...{ target: "edge", hosts: ["edge-1.example.net", "edge-2.example.net"], address: "10.30.0.1" },
    ...{ isWhole: true, unset },
  }),
  targets: target(".example.net"),
};

/**
 * The default of each leaf `weight`. A device may leave out a leaf that has its default. The leaf is inside a list
 * element, so it is not shown if the element does not exist.
 */
const defaults = Object.fromEntries(
  Array.from({ length: 80 }, (_, number) => [`/Vendor-native:native/part${number}/server/weight`, weight]),
);

/**
 * Draws how a device shows leaves that have their default, in the terms of RFC 6243; undefined if the device does not
 * say.
 */
function withDefaultsOf(draw: Draw): NetconfSettings["withDefaults"] {
  const basic = pick(draw, [undefined, undefined, "trim", "explicit"]);
  return basic && { basic, also: ["report-all"] };
}

/**
 * Draws devices over NETCONF: with or without a candidate, confirmed commits and validation, and with one of the two
 * framings.
 */
export const netconf: RealmOf = (draw) => {
  const filter = maybe(draw, 0.3) ? ["filter: xpath"] : [];
  const habits = habitsOf(draw);
  const realm = maybe(draw, 0.3) ? byName : byAddress;
  // Some devices without confirmed commits get each change in an edit of its own.
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
