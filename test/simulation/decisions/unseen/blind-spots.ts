/** The reads that a plan depends on, by target: how each can fail, and which resources are unknown then. */

import type { Fault } from "../../../../src/simulator/faults.ts";
import { type Draw, pick } from "../../draw.ts";
import { namedBy } from "../naming/named.ts";
import { dashboardDevice } from "../species/dashboard-devices.ts";
import { fateOf, type Thing, type Truth } from "../truth.ts";

/** A failing read. */
export interface BlindSpot {
  readonly target: string;
  readonly fault: Fault;
  /** True for a resource that becomes unknown if the read fails. */
  readonly hides: (thing: Thing) => boolean;
}

type InterfaceName = NonNullable<Fault["interface"]>;

/** A read that can fail. How it fails is drawn elsewhere. */
interface ReadPlace extends Pick<BlindSpot, "hides"> {
  readonly interface: InterfaceName;
  readonly path: string;
  /** True if the list always exists, so that a 404 says nothing about its contents. */
  readonly isList?: true;
}

const failing: readonly [Fault["effect"], ...Fault["effect"][]] = [
  { kind: "answer", status: 500 },
  { kind: "answer", status: 403 },
  { kind: "notJson" },
  { kind: "truncated" },
  { kind: "lostBefore" },
];
const missing: Fault["effect"] = { kind: "answer", status: 404, body: "{}" };

/** Returns two empty pages with a link to a next page: one links to itself, the other to another server. */
function leadingOn(path: string, target: string): readonly Fault["effect"][] {
  const next = [`https://${target}.example.net${path}?page=2`, `https://elsewhere.example.net${path}`];
  return next.map((url) => {
    const headers = { link: `<${url}>; rel=next`, "content-type": "application/json" };
    return { kind: "answer", status: 200, headers, body: "[]" };
  });
}

/** Returns all reads of a seed that can fail, and draws how each fails. */
export function blindSpotsOf(truth: Truth, draw: Draw): readonly BlindSpot[] {
  const targets = new Set(truth.realms.flatMap(({ species }) => species.map(({ target }) => target)));
  return [...targets].flatMap((target) =>
    (placesAt[target]?.(truth) ?? []).map(({ hides, path, interface: name, isList }): BlindSpot => {
      const odd = name === "dashboard" || name === "messaging" ? leadingOn(path, target) : [];
      const effect: Fault["effect"] =
        name === "netconf"
          ? pick(draw, [{ kind: "rpcError", tag: "access-denied" }, { kind: "lostBefore" }])
          : pick(draw, isList ? [missing, missing, missing, missing, ...failing, ...odd] : failing);
      const methods = name === "netconf" ? ["get", "get-config"] : ["GET"];
      return { target, hides, fault: { interface: name, path, methods, times: 10_000, effect } };
    }),
  );
}

const at =
  (target: string) =>
  ({ species }: Thing) =>
    species.target === target;

function isDevice({ species }: Thing): boolean {
  return species === dashboardDevice;
}

/** Returns the resources that a resource refers to: in Git, or in base if Git no longer declares the resource. */
function namedInGit(thing: Thing): readonly Thing[] {
  return namedBy(thing, fateOf(thing).desired ? "desired" : "base");
}

/** True for networks, and for live devices that refer to one. If the networks are unknown, so are these devices. */
function isOfNetworks(thing: Thing): boolean {
  return at("cloud")(thing) && (!isDevice(thing) || (fateOf(thing).live && namedInGit(thing).length > 0));
}

/**
 * Returns the read of a list. If it fails, the resources that `hides` selects become unknown. By default, these are all
 * resources of the target.
 */
function list(name: InterfaceName, target: string, [path, hides]: readonly [string, ReadPlace["hides"]?]) {
  return (): readonly ReadPlace[] => [{ interface: name, path, isList: true, hides: hides ?? at(target) }];
}

const placesAt: Readonly<Record<string, (truth: Truth) => readonly ReadPlace[]>> = {
  cloud: ({ things }) => [
    ...list("dashboard", "cloud", ["/api/v1/organizations/O_1/networks", isOfNetworks])(),
    ...(things.some(isDevice)
      ? list("dashboard", "cloud", ["/api/v1/organizations/O_1/devices", isDevice])()
      : []),
    ...within(things, "cloud").map(({ thing, hides }): ReadPlace => {
      const path = `/api/v1/networks/L_${thing.number}/wireless/ssids`;
      return { interface: "dashboard", path, isList: true, hides };
    }),
  ],
  chat: ({ things }) => [
    ...list("messaging", "chat", ["/rooms"])(),
    ...within(things, "chat").map(({ thing, hides }): ReadPlace => {
      return { interface: "messaging", path: `/rooms/id-${thing.number}/members`, isList: true, hides };
    }),
  ],
  campus: list("controller", "campus", ["/ctl/intent/api/v1/network-device"]),
  servers: list("servers", "servers", ["/server-profiles"]),
  wan: list("sdwan", "wan", ["/devices"]),
  wall: list("firewall", "wall", ["/devices"]),
  // If other reads of the target succeed, an answer that a single object is absent is true. So single objects only get
  // failures without an answer.
  fabric: ({ things }) => [
    { interface: "fabric", path: "/api/mo/*", isList: true, hides: at("fabric") },
    ...things.filter(at("fabric")).map((thing): ReadPlace => {
      return {
        interface: "fabric",
        path: `/api/mo/${objectOf(thing)}.json`,
        hides: (one) => one === thing,
      };
    }),
  ],
  routers: (truth) => hosts("restconf", "routers", truth),
  edge: (truth) => hosts("netconf", "edge", truth),
};

/** Returns the live resources whose children are read separately. `hides` selects these children. */
function within(things: readonly Thing[], target: string) {
  return things
    .filter((thing) => at(target)(thing) && !thing.parent && !isDevice(thing) && fateOf(thing).live)
    .map((thing) => ({ thing, hides: ({ parent }: Thing) => parent === thing }));
}

function hosts(name: InterfaceName, target: string, { realms }: Truth): readonly ReadPlace[] {
  const all = realms.flatMap(({ species }) => species).filter((one) => one.target === target);
  const hostOf = (one: Thing["species"]) => /^router (\S+)/.exec(one.object("", undefined))?.[1] ?? "";
  return [...new Set(all.map(hostOf))].sort().map((host) => ({
    interface: name,
    path: `/devices/${host}${name === "restconf" ? "/*" : ""}`,
    hides: (thing) => at(target)(thing) && hostOf(thing.species) === host,
  }));
}

function objectOf({ species, number, parent }: Thing): string {
  return species.object(species.name({ number, was: false }), parent && objectOf(parent));
}
