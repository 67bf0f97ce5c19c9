/** Networks, SSIDs and devices of a dashboard. */

import type { Json, JsonObject } from "../../../src/model/json.ts";
import type { NetworkSeed } from "../../../src/simulator/dashboard/state.ts";
import { type Draw, entryIf, type Fate, type Item, oneOf, type Part } from "./part.ts";

const count = 5;
const secret: JsonObject = { secret: "env:ACME_CORP_PSK" };
const password = "canary-corp-psk-1";

interface Network {
  readonly key: string;
  readonly fate: Fate;
  readonly name: string;
  readonly was: string;
  readonly ssid: "create" | "update" | "keep" | "none";
}

/** Draws networks, most of which have an SSID, and a device that may be renamed. */
export function cloud(draw: Draw): Part {
  const networks = Array.from({ length: count }, (_, at) => drawn(draw, at));
  const renamed = draw() < 0.5;
  const device = (name: string): JsonObject => ({ serial: "Q2MR-0001", name, tags: ["floor"] });
  const documents = (side: "base" | "desired"): readonly JsonObject[] => [
    {
      target: "cloud",
      organization: "Acme",
      networks: Object.fromEntries(networks.flatMap((each) => declared(each, side))),
      devices: { ap: { serial: "Q2MR-0001", name: side === "desired" && renamed ? "ap-new" : "ap-was" } },
    },
  ];
  const live = networks.flatMap((each): NetworkSeed[] => (each.fate === "create" ? [] : [seeded(each)]));
  const depot: NetworkSeed = {
    name: "Depot",
    tags: ["theirs"],
    more: { notes: "nobody declares it" },
    devices: [{ serial: "Q2MR-0001", name: "ap-was", model: "MR", tags: ["floor"] }],
  };
  return {
    items: [
      ...networks.flatMap(itemsOf),
      {
        address: "cloud/dashboardDevice/ap",
        object: "cloud device Q2MR-0001",
        before: device("ap-was"),
        after: device(renamed ? "ap-new" : "ap-was"),
      },
    ],
    base: documents("base"),
    desired: documents("desired"),
    seed: {
      organizations: [
        { id: "O_1001", name: "Acme", networks: [depot, ...live] },
        // This network of another organization has a name that also occurs in the first organization.
        { id: "O_1002", name: "Globex", networks: [{ name: "Net 0", tags: ["theirs"] }] },
      ],
    },
  };
}

function drawn(draw: Draw, at: number): Network {
  const fate = oneOf<Fate>(draw, ["create", "create", "update", "rename", "remove", "keep"]);
  const ssid =
    fate === "create"
      ? oneOf<Network["ssid"]>(draw, ["create", "create", "none"])
      : oneOf<Network["ssid"]>(draw, ["create", "update", "keep", "none"]);
  const name = `Net ${at}`;
  return {
    key: `n${at}`,
    fate,
    name,
    was: fate === "rename" ? `Former ${at}` : name,
    ssid: fate === "remove" ? "none" : ssid,
  };
}

const tagsOf = ({ fate }: Network, side: "base" | "desired"): readonly string[] =>
  fate === "update" && side === "desired" ? ["branch", "new"] : ["branch"];

const ssidOf = ({ ssid }: Network, side: "base" | "desired"): Record<string, Json> => ({
  name: ssid === "update" && side === "desired" ? "Corp new" : "Corp",
  vlan: 20,
});

function declared(network: Network, side: "base" | "desired"): readonly [string, Json][] {
  const { key, fate, name, was, ssid } = network;
  if (fate === (side === "base" ? "create" : "remove")) return [];
  const there = ssid !== "none" && !(ssid === "create" && side === "base");
  const inside = { ...ssidOf(network, side), password: secret };
  return [
    [
      key,
      {
        name: side === "base" ? was : name,
        timeZone: "Europe/Berlin",
        tags: tagsOf(network, side),
        ...entryIf(there, "ssids", { 0: inside }),
      },
    ],
  ];
}

function seeded(network: Network): NetworkSeed {
  const there = network.ssid === "update" || network.ssid === "keep";
  return {
    name: network.was,
    timeZone: "Europe/Berlin",
    tags: tagsOf(network, "base"),
    more: { notes: `notes of ${network.key}` },
    ssids: there ? { 0: { ...ssidOf(network, "base"), password, band: "dual" } } : {},
  };
}

function itemsOf(network: Network): readonly Item[] {
  const { key, fate, name, was, ssid } = network;
  const fields = (side: "base" | "desired"): JsonObject => ({
    name: side === "base" ? was : name,
    timeZone: "Europe/Berlin",
    tags: tagsOf(network, side),
    ...entryIf(fate !== "create", "notes", `notes of ${key}`),
  });
  const object = `cloud network Acme/${name}`;
  const own: Item = {
    address: `cloud/network/${key}`,
    object,
    was: `cloud network Acme/${was}`,
    before: fate === "create" ? undefined : fields("base"),
    after: fate === "remove" ? undefined : fields("desired"),
  };
  if (ssid === "none") return [own];
  const held = (side: "base" | "desired"): JsonObject => ({
    ...ssidOf(network, side),
    ...entryIf(ssid !== "create", "band", "dual"),
    password,
  });
  const inside: Item = {
    address: `cloud/ssid/${key}.0`,
    object: `cloud ssid Acme/${name}/0`,
    was: `cloud ssid Acme/${was}/0`,
    before: ssid === "create" ? undefined : held("base"),
    after: held("desired"),
  };
  return [own, inside];
}
