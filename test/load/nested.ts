/** A dashboard whose kinds are in groups of sections, some with short forms. */

import { z } from "zod";
import type { Driver, Kind } from "../../src/drivers/contract/contract.ts";
import type { Json } from "../../src/model/json.ts";
import type { KindPlace } from "../../src/model/place.ts";
import { drivers as flat } from "./fixtures.ts";

function kind(name: string, place: Omit<KindPlace, "within">, shape: z.ZodRawShape): Kind {
  return {
    name,
    title: name,
    place: { within: "network", ...place },
    schema: z.strictObject(shape),
    secrets: [],
    collection: { name, scopeKeys: [], within: "network", absence: "list" },
    canonical: (value: Json) => value,
    identity: ({ key }) => key,
  };
}

/** A kind that nobody declares. Its schema must never be read. */
export const unread: Kind = {
  ...kind("unread", { section: "appliance.ports" }, {}),
  get schema(): never {
    throw new Error("nobody has written such a thing, so nobody needs its schema");
  },
};

/** Kinds: SSIDs with a short form, VLANs, and settings that consist of one value. */
export const nested = [
  kind(
    "ssid",
    { section: "wireless.ssids", also: ["ssids"] },
    { name: z.string(), vlan: z.int().max(4094).optional() },
  ),
  kind("vlan", { section: "appliance.vlans" }, { name: z.string().optional() }),
  kind("settings", { section: "appliance.settings", single: true, also: ["settings"] }, { on: z.boolean() }),
];

/** Returns the drivers, with these kinds in the networks of dashboards. */
export function withKinds(more: readonly Kind[]): readonly Driver[] {
  return flat.map((driver) =>
    driver.interface === "dashboard"
      ? { ...driver, kinds: [...driver.kinds.filter(({ name }) => name !== "ssid"), ...more] }
      : driver,
  );
}
