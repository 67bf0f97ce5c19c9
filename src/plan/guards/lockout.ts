/** Lock-out: a change to the way by which the tool itself reaches a device. Pure. */

import { shapeOf } from "../../diff/shape.ts";
import type { Change } from "../../model/change.ts";
import { isArray, isObject, type Json } from "../../model/json.ts";
import { resourceOf } from "../needs.ts";
import { type Guard, writtenChanges } from "./finding.ts";
import { type WayIn, waysIn } from "./paths.ts";
import { bareName, type Part, type Sides, touched } from "./touched.ts";

/** Found when a step would change a way in to the device that it is sent to; the table is above `waysIn`. */
export const lockout: Guard = (on) => {
  const found = writtenChanges(on).flatMap((change) => {
    const { address, scope } = resourceOf(change);
    const ways = scope.host === undefined ? [] : waysTouched(change, scope.host);
    return ways.length === 0 ? [] : [{ address, ways, host: scope.host }];
  });
  if (found.length === 0) return undefined;
  const hosts = [...new Set(found.map(({ host }) => host))];
  const ways = [...new Set(found.flatMap((one) => one.ways))];
  const where = hosts.length === 1 ? hosts[0] : `${hosts.length} devices`;
  const message = `the way by which trueup itself reaches ${where} would change: ${ways.join(", ")}`;
  return { guard: "lockout", message, addresses: found.map(({ address }) => address) };
};

function waysTouched(change: Change, host: string): readonly string[] {
  const resource = resourceOf(change);
  const sides = sidesOf(change);
  const exclusive = resource.ownership === "exclusive";
  const trails = touched(sides, rootOf(change, sides), { exclusive, shape: shapeOf(resource) });
  return waysIn.filter((way) => trails.some((trail) => isOn(trail, way, host))).map(({ what }) => what);
}

function sidesOf(change: Change): Sides {
  switch (change.action) {
    case "create":
      return { desired: change.desired.value, live: undefined };
    case "update":
      return { desired: change.desired.value, live: change.live.value };
    case "remove":
      return { desired: undefined, live: change.live.value };
  }
}

/** The way down to the resource itself: its data path; an interface is an element of `interface`. */
function rootOf(change: Change, sides: Sides): readonly Part[] {
  const { scope } = resourceOf(change);
  const path = scope.deviceConfiguration?.split("/").slice(1);
  if (path) return path.map((member) => ({ name: bareName(member), isElement: false, ...sides }));
  if (scope.deviceInterface === undefined) return [];
  return [
    { name: "interface", isElement: false, ...sides },
    { name: "", isElement: true, ...sides },
  ];
}

/** True when a leaf is in this part of the configuration, in an element that it is about, in a guarded member. */
function isOn(trail: readonly Part[], way: WayIn, host: string): boolean {
  const names = trail.flatMap((part, at) => (part.isElement ? [] : [{ name: part.name, at }]));
  for (let start = 0; start + way.path.length <= names.length; start += 1) {
    if (!way.path.every((name, offset) => names[start + offset]?.name === name)) continue;
    const end = names[start + way.path.length - 1]?.at ?? 0;
    if (concerns(trail.slice(end), way, host)) return true;
  }
  return false;
}

/**
 * `trail`: from the last part of the way's path on. What it is about is the first element of a list below that, or
 * the next member where there is no list.
 */
function concerns(trail: readonly Part[], { holding, members }: WayIn, host: string): boolean {
  const first = trail.findIndex(({ isElement }) => isElement);
  const place = first < 0 ? Math.min(1, trail.length - 1) : first;
  const below = trail.slice(place + 1);
  if (members && below.length > 0 && !below.some(({ name }) => members.includes(name))) return false;
  if (holding === undefined) return true;
  const element = trail[place];
  const isMeant = holding === "host" ? holderOf(host) : (text: string) => holding.includes(text);
  if (!element) return false;
  return isMeant(element.name) || holds(element.desired, isMeant) || holds(element.live, isMeant);
}

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Tells the host's address, with or without a prefix length; for a host with a name, any address. */
function holderOf(host: string): (text: string) => boolean {
  const bare = (text: string) => text.replace(/\/\d+$/, "");
  return ipv4.test(host) ? (text) => bare(text) === host : (text) => ipv4.test(bare(text));
}

function holds(value: Json | undefined, isMeant: (text: string) => boolean): boolean {
  if (typeof value === "string") return isMeant(value);
  if (isArray(value)) return value.some((element) => holds(element, isMeant));
  return isObject(value) && Object.values(value).some((member) => holds(member, isMeant));
}
