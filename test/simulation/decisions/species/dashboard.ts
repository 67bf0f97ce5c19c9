/** Networks and SSIDs of the dashboard, for the simulation of decisions. */

import type { JsonObject } from "../../../../src/model/json.ts";
import { dashboardState } from "../../../../src/simulator/dashboard/state.ts";
import type { World, WorldSeed } from "../../../../src/simulator/world.ts";
import { maybe } from "../../draw.ts";
import type { Held, Realm, RealmOf, Species } from "../species.ts";
import { addressOn, fieldsOn, keyOn, leavesOf, nameOn, type Side, type Thing, treeOf } from "../truth.ts";
import { deviceDocuments, heldDevices, withDevices } from "./dashboard-devices.ts";

const network: Species = {
  target: "cloud",
  kind: "network",
  fields: [
    { path: "/timeZone", values: ["Europe/Berlin", "Asia/Kolkata", "Europe/Kyiv"], byServer: "Etc/UTC" },
    { path: "/tags", values: [["branch"], ["emea", "new"], ["old"]], byServer: [] },
    { path: "/netflow/enabled", values: [true, false, true] },
    { path: "/netflow/collectorIp", values: ["10.20.0.9", "10.20.0.10", "10.20.0.11"] },
    { path: "/netflow/collectorPort", values: [2055, 2056, 2057] },
  ],
  canMove: true,
  canBeRenamed: true,
  isRemovable: true,
  key: ({ number, was }) => (was ? `was${number}` : `n${number}`),
  keyWithin: (_, own) => own,
  name: ({ number, was }) => (was ? `Former ${number}` : `Office ${number}`),
  object: (name) => `network ${name}`,
  besides: (number, isNew) => (isNew ? [] : [["/notes", `notes ${number}`]]),
};

const ssid: Species = {
  target: "cloud",
  kind: "ssid",
  within: network,
  isWrittenWithin: true,
  fields: [
    { path: "/name", values: ["Corp", "Guest", "Lab"], needed: true },
    { path: "/vlan", values: [20, 30, 40] },
  ],
  hasSecret: true,
  isRemovable: false,
  key: ({ number }) => String(number % 15),
  keyWithin: (parent, own) => `${parent}.${own}`,
  name: ({ number }) => String(number % 15),
  object: (name, parent) => `${parent}/${name}`,
  besides: (_, isNew) => (isNew ? [] : [["/band", "dual"]]),
};

/** The two references to secrets, with the values to which they resolve. */
export const references = {
  a: { reference: "env:CORP_PSK", value: "canary-corp-psk" },
  b: { reference: "env:GUEST_PSK", value: "canary-guest-psk" },
} as const;

/** The live password until trueup writes another one. */
export const formerPassword = "nobody knows this one";

type Organizations = NonNullable<WorldSeed["organizations"]>;

/** Returns the reference to the secret on a side of Git; undefined if there is none. */
function referenceOn({ secret }: Thing, side: "desired" | "base"): string | undefined {
  const letter = secret?.[side] ?? "-";
  return letter === "-" ? undefined : references[letter].reference;
}

/** The dashboard. */
const realm: Realm = {
  species: [network, ssid],
  targets: `  cloud:
    interface: dashboard
    url: https://cloud.example.net
    credential: { apiKey: { secret: env:KEY } }
`,
  documents: (things, side) => [
    ...things
      .filter(({ species }) => species === network)
      .map((thing) => ({
        target: "cloud",
        organization: thing.relocated && side === "desired" ? "Globex" : "Acme",
        networks: { [keyOn(thing, side)]: networkOn(thing, side, things) },
      })),
    ...deviceDocuments(things, side),
  ],
  put: (things, world) => {
    const isFormer = world.settings.normalise.includes("timeZoneAlias");
    const state = dashboardState(organizationsOf(things, isFormer));
    return { ...world, dashboard: withDevices(state, things) };
  },
  state: (world) => world.dashboard,
  held,
};

/** Draws the dashboard. In some seeds it sorts tags, which are a set, or uses former names of time zones. */
export const dashboard: RealmOf = (draw) => {
  const sorts = maybe(draw, 0.5) ? (["sortTags"] as const) : [];
  const renames = maybe(draw, 0.5) ? (["timeZoneAlias"] as const) : [];
  return { ...realm, settings: { normalise: [...sorts, ...renames] } };
};

function networkOn(thing: Thing, side: "desired" | "base", things: readonly Thing[]): JsonObject {
  const address = addressOn(thing, side);
  const ssids = things
    .filter(({ parent }) => parent && addressOn(parent, side) === address)
    .map((each) => [nameOn(each, side), ssidOn(each, side)] as const);
  return {
    name: nameOn(thing, side),
    ...treeOf(fieldsOn(thing, side)),
    ...(thing.protect && { protect: true }),
    ...(ssids.length > 0 && { ssids: Object.fromEntries(ssids) }),
  };
}

function ssidOn(thing: Thing, side: "desired" | "base"): JsonObject {
  const secret = referenceOn(thing, side);
  return {
    ...treeOf(fieldsOn(thing, side)),
    ...(secret !== undefined && { password: { secret } }),
    ...(thing.protect && { protect: true }),
  };
}

/** Time zones with their former names. Both names mean the same zone, but some dashboards know only the former name. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ["Asia/Kolkata", "Asia/Calcutta"],
  ["Europe/Kyiv", "Europe/Kiev"],
]);

/** Returns the fields of a network in one form: with sorted tags, and with the current name of the time zone. */
function normal({ tags, timeZone, ...rest }: JsonObject): JsonObject {
  const zone = [...formerNames].find(([, former]) => former === timeZone)?.[0] ?? timeZone;
  return { ...rest, timeZone: zone ?? null, tags: isTexts(tags) ? tags.toSorted() : (tags ?? null) };
}

function organizationsOf(things: readonly Thing[], isFormer: boolean): Organizations {
  const networks = things.filter(({ species }) => species === network);
  const side: Side = "live";
  return [
    {
      id: "O_1",
      name: "Acme",
      networks: networks.map((thing) => {
        const { timeZone, tags, netflow } = treeOf(fieldsOn(thing, side));
        const ssids = things.filter(({ parent }) => parent === thing);
        return {
          id: `${thing.isAnother ? "M" : "L"}_${thing.number}`,
          name: nameOn(thing, side),
          ...(typeof timeZone === "string" && {
            timeZone: (isFormer && formerNames.get(timeZone)) || timeZone,
          }),
          ...(isTexts(tags) && { tags: tags.toReversed() }),
          ...(isTree(netflow) && { netflow }),
          more: { notes: `notes ${thing.number}` },
          ssids: Object.fromEntries(ssids.map((each) => [nameOn(each, side), ssidLive(each)])),
        };
      }),
    },
    { id: "O_2", name: "Globex", networks: [] },
  ];
}

function ssidLive(thing: Thing): JsonObject {
  return { ...treeOf(fieldsOn(thing, "live")), band: "dual", password: formerPassword };
}

function held({ dashboard: state }: World): Held {
  const all = new Map<string, ReadonlyMap<string, JsonObject[string]>>();
  for (const { fields, ssids } of state.networks.values()) {
    const { name, ...rest } = fields;
    const object = network.object(String(name), undefined);
    // Without the suffix, a second network would replace the first one of the same name.
    all.set(all.has(object) ? `${object} again` : object, new Map(leavesOf(normal(rest))));
    for (const [number, one] of ssids) {
      const { number: _, ...shown } = one.fields;
      const secret = one.password === undefined ? {} : { password: one.password };
      all.set(ssid.object(String(number), object), new Map(leavesOf({ ...shown, ...secret })));
    }
  }
  return new Map([...all, ...heldDevices(state)]);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isTree(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
