/** Every list of the nine interfaces: how its pages are served, and how its last item is declared. */

import type { TargetEntry } from "./project.ts";
import { controller, device } from "./servers/controller.ts";
import { dashboard } from "./servers/dashboard.ts";
import type { Answer, Fields, Heard } from "./servers/http.ts";
import { firewall, sdwan } from "./servers/inventory.ts";
import { messaging } from "./servers/messaging.ts";
import type { Paging } from "./servers/pages.ts";
import { profiles } from "./servers/profiles.ts";

/** A list, the settings for it, and the declaration of its last item, which equals the live one. */
export interface List {
  readonly interface: TargetEntry["interface"];
  readonly served: (paging: Paging, envelope?: string | null) => (heard: Heard) => Answer;
  readonly desired: Fields;
  /** The address of the declared item without the target. */
  readonly key: string;
  /** True for requests that add an item to the list. */
  readonly isAdding: (heard: Heard) => boolean;
}

const numbers = [1, 2, 3, 4, 5];
const last = "item-5";
const named: readonly Fields[] = numbers.map((each) => ({
  id: `i${each}`,
  serial: `SN${each}`,
  name: `item-${each}`,
}));
const posts = (path: RegExp) => (heard: Heard) => heard.method === "POST" && path.test(heard.path);

/** The lists, by the names that rows use. */
export const lists = {
  controller: {
    interface: "controller",
    served: (paging, envelope = "response") =>
      controller({
        devices: numbers.map((each) => device(`item-${each}`, `10.0.0.${each}`)),
        paging,
        envelope,
      }),
    desired: { devices: { it: { name: last, managementIpAddress: "10.0.0.5" } } },
    key: "controllerDevice/it",
    isAdding: posts(/network-device/),
  },
  servers: {
    interface: "servers",
    served: (paging, envelope = "items") => profiles({ profiles: named, paging, envelope }),
    desired: { devices: { it: { serial: "SN5", name: last } } },
    key: "serverProfile/it",
    isAdding: posts(/profiles$/),
  },
  rooms: {
    interface: "messaging",
    served: (paging, envelope = null) => messaging({ rooms: named, paging, envelope }),
    desired: { rooms: { it: { name: last } } },
    key: "room/it",
    isAdding: posts(/rooms$/),
  },
  members: {
    interface: "messaging",
    served: (paging, envelope = null) => {
      const people = numbers.map((each) => ({
        id: `m${each}`,
        email: `p${each}@example.net`,
        moderator: false,
      }));
      return messaging({ rooms: [{ id: "r1", name: "NOC" }], members: { r1: people }, paging, envelope });
    },
    desired: { rooms: { noc: { name: "NOC", members: { "p5@example.net": {} } } } },
    key: "member/noc.p5@example.net",
    isAdding: posts(/members$/),
  },
  sdwan: {
    interface: "sdwan",
    served: (paging, envelope = null) => sdwan({ devices: named, paging, envelope }),
    desired: { devices: { it: { serial: "SN5", name: last } } },
    key: "sdwanDevice/it",
    isAdding: () => false,
  },
  firewall: {
    interface: "firewall",
    served: (paging, envelope = null) => firewall({ devices: named, paging, envelope }),
    desired: { devices: { it: { serial: "SN5", name: last } } },
    key: "firewallDevice/it",
    isAdding: () => false,
  },
  networks: {
    interface: "dashboard",
    served: (paging) => dashboard({ networks: named, paging }),
    desired: { organization: "Acme", networks: { it: { name: last } } },
    key: "network/it",
    isAdding: posts(/networks$/),
  },
  devices: {
    interface: "dashboard",
    served: (paging) => dashboard({ devices: named.map((each) => ({ ...each, model: "switch" })), paging }),
    desired: { organization: "Acme", devices: { it: { serial: "SN5", name: last } } },
    key: "dashboardDevice/it",
    isAdding: () => false,
  },
} satisfies Record<string, List>;
