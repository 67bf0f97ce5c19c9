/** The built-in company's router from another vendor. Its YANG module is in `examples/router`. */

import type { JsonObject } from "../../model/json.ts";
import type { RouterSeed } from "../restconf/state.ts";

/** The management address of the router `core`. */
export const coreHost = "10.20.0.31";

const text = "text";

/** A sample of every value that the router accepts. */
const model: JsonObject = {
  hostname: text,
  vlan: [{ id: 1, name: text }],
  vrf: [{ name: text, rd: text }],
  loopback: [{ id: 0, description: text, address: text, enabled: true, shutdown: [null], vrf: text }],
  svi: [{ vlan: 1, address: text, vrf: text }],
  bgp: { as: 1, "router-id": text, neighbor: [{ address: text, "remote-as": 1, vrf: text }] },
  acl: [{ name: text, rule: [{ name: text, action: text, source: text, log: [null] }] }],
  ntp: { server: [text] },
  user: [{ name: text, privilege: 1, password: text }],
};

/** The router's state: a hostname, its factory VLAN, and a manually created VLAN. */
export const core: RouterSeed = {
  data: {
    "acme-router:router": {
      hostname: "router",
      vlan: [
        { id: 1, name: "default" },
        { id: 20, name: "phones" },
      ],
    },
  },
  model: { "acme-router:router": model },
  keys: { vlan: ["id"], loopback: ["id"], svi: ["vlan"], neighbor: ["address"] },
};
