/** Lock-out guard: finds changes to the management path by which trueup itself reaches a device. Pure. */

import type { Change } from "../../model/change.ts";
import { isArray, isObject, type Json } from "../../model/json.ts";
import type { LiveNode } from "../../model/live/snapshot.ts";
import { shapeOf } from "../../model/sameness/value-shape.ts";
import { resourceOf } from "../prerequisites.ts";
import {
  bareName,
  changedDataPaths,
  dataPathNames,
  goingDataPaths,
  type PathPart,
  type ValueSides,
} from "./changed-paths.ts";
import { type Guard, writtenChanges } from "./finding.ts";
import { type ManagementPath, managementModels } from "./management-paths.ts";

/**
 * Triggers if a step would change the management path of the device to which it is sent; `managementModels` lists these
 * paths.
 */
export const lockout: Guard = (on) => {
  const found = writtenChanges(on).flatMap((change) => {
    const { address, scope } = resourceOf(change);
    const ways = scope.host === undefined ? [] : changedManagementPaths(change, scope.host);
    return ways.length === 0 ? [] : [{ address, ways, host: scope.host }];
  });
  if (found.length === 0) return undefined;
  const hosts = [...new Set(found.map(({ host }) => host))];
  const ways = [...new Set(found.flatMap((one) => one.ways))].join(", ");
  const where = hosts.length === 1 ? hosts[0] : `${hosts.length} devices`;
  const message = `this change could cut trueup off from ${where}, because it changes the management path: ${ways}`;
  return { guard: "lockout", message, addresses: found.map(({ address }) => address) };
};

function changedManagementPaths(change: Change, host: string): readonly string[] {
  const resource = resourceOf(change);
  const sides = sidesOf(change);
  const exclusive = resource.ownership === "exclusive";
  const root = rootOf(change, sides);
  const paths = changedDataPaths(sides, root, { exclusive, shape: shapeOf(resource) });
  const going = change.action === "update" && !exclusive ? goingDataPaths(change, root) : [];
  const own = [...paths, ...going].map((path) => ({ path, rootDepth: root.length }));
  const beside = change.action === "create" ? (change.displaces ?? []).flatMap(goneBeside) : [];
  const leaves = [...own, ...beside].map((leaf) => ({ ...leaf, members: membersOf(leaf.path), host }));
  const found = new Set(leaves.flatMap((leaf) => waysOf(leaf)));
  return watched.filter((way) => found.has(way)).map(({ what }) => what);
}

/** Returns the paths to nodes that are removed because a node of another choice case is added. */
function goneBeside({ path, live }: LiveNode): readonly Pick<ChangedLeaf, "path" | "rootDepth">[] {
  const sides = { desired: undefined, live };
  const trail = dataPathNames(path).map((part) => ({ ...part, isElement: false, ...sides }));
  const leaves = changedDataPaths(sides, trail, { exclusive: true, shape: undefined });
  return leaves.map((leaf) => ({ path: leaf, rootDepth: trail.length }));
}

/** A management path, split into its names. */
interface Watched extends ManagementPath {
  readonly names: readonly string[];
  /** True if the first name must be at the top of the tree. */
  readonly isTop: boolean;
}

const watched: readonly Watched[] = managementModels
  .flatMap(({ paths }) => paths)
  .map((way) => ({
    ...way,
    names: way.path.split("/").filter((name) => name !== ""),
    isTop: way.path.startsWith("/"),
  }));

const byFirstName = Map.groupBy(watched, ({ names: [first = ""] }) => first);

function waysOf(leaf: ChangedLeaf): readonly Watched[] {
  return leaf.members.flatMap(({ name }) => byFirstName.get(name) ?? []).filter((way) => isOn(leaf, way));
}

function sidesOf(change: Change): ValueSides {
  switch (change.action) {
    case "create":
      return { desired: change.desired.value, live: undefined };
    case "update":
      return { desired: change.desired.value, live: change.live.value };
    case "remove":
      return { desired: undefined, live: change.live.value };
  }
}

/** Returns the path of the resource itself: its data path. An interface is an element of `interface`. */
function rootOf(change: Change, sides: ValueSides): readonly PathPart[] {
  const { scope } = resourceOf(change);
  const { deviceConfiguration: path } = scope;
  if (path !== undefined) return dataPathNames(path).map((part) => ({ ...part, isElement: false, ...sides }));
  if (scope.deviceInterface === undefined) return [];
  return [
    { name: "interface", isElement: false, ...sides },
    { name: "", isElement: true, ...sides },
  ];
}

interface NamedPart {
  readonly name: string;
  readonly at: number;
}

function membersOf(path: readonly PathPart[]): readonly NamedPart[] {
  return path.flatMap(({ name, isElement }, at) => (isElement ? [] : [{ name, at }]));
}

/** A changed leaf, with its path. */
interface ChangedLeaf {
  readonly path: readonly PathPart[];
  /** The named parts of the path, with their positions. The parts between them are list elements. */
  readonly members: readonly NamedPart[];
  /** The number of parts that lead to the resource itself. The siblings of these parts are unknown. */
  readonly rootDepth: number;
  readonly host: string;
}

/**
 * True if a leaf is in this part of the configuration: its entry is one to which the path applies, and its member is
 * guarded.
 */
function isOn(leaf: ChangedLeaf, way: Watched): boolean {
  return matchEnds(leaf.members, way).some((end) => concerns(leaf, end, way));
}

/**
 * Returns the positions in a path at which these names end, if the names occur in sequence. List elements between them
 * are ignored. Empty if the names do not match.
 */
function matchEnds(members: readonly NamedPart[], { names, isTop }: Watched): readonly number[] {
  const starts = isTop ? members.slice(0, 1) : members;
  return starts.flatMap((_, start) => {
    const isMatch = names.every((name, offset) => members[start + offset]?.name === name);
    return isMatch ? (members[start + names.length - 1]?.at ?? []) : [];
  });
}

/**
 * True if the change concerns the guarded path, whose last part is at `end`. If the path names members, the change must
 * be in one of them. If the path holds only for the host's address or the default route, the change must concern this
 * address or route. Lists of objects do not count, since they also contain other entries.
 */
function concerns({ path, rootDepth, host }: ChangedLeaf, end: number, way: ManagementPath): boolean {
  const { holding, members } = way;
  const below = path.slice(end + 1);
  if (members && below.length > 0 && !below.some(({ name }) => members.includes(name))) return false;
  if (holding === undefined) return true;
  // True if the path ends at a list entry that is identified by a key in the path. No single leaf below then contains
  // the whole entry.
  const isEntry = (path[end]?.keys ?? []).length > 0;
  const single = (below.length > 0 && !isEntry ? below : path.slice(end)).filter((part) => !isList(part));
  if (holding === "default route") return single.some((part) => isAbout(part, isEverywhere));
  // If the parts of an interface are declared under paths of their own, such a part does not include the interface's
  // address.
  const inside = path.slice(end + (isEntry ? 1 : 2), rootDepth).at(-1);
  if (inside && !isList(inside)) return true;
  return single.some(
    (part) => isAbout(part, holderOf(host)) || isByDhcp(part.live) || isByDhcp(part.desired),
  );
}

/** True for a list of objects, which contains other entries besides the one on the path. */
function isList({ desired, live }: PathPart): boolean {
  return [desired, live].some((side) => side !== undefined && isArray(side) && side.some(isObject));
}

function isAbout({ name, keys = [], desired, live }: PathPart, isMeant: (text: string) => boolean): boolean {
  return [name, ...keys].some(isMeant) || holds(desired, isMeant) || holds(live, isMeant);
}

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const ipv6 = /^(?=.*::|(?:[^:]*:){7})[0-9a-f:.]+$/i;

/** Recognizes the default route in all spellings: its prefix length is 0, whatever the address. */
function isEverywhere(text: string): boolean {
  const [, address = "", length] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  if (length !== undefined) return Number(length) === 0;
  return /^0+(?:\.0+){3}$/.test(address) || /^(?=.*::|(?:0*:){7})[0:]+$/.test(address);
}

/**
 * Returns a function that recognizes the host's address, with or without a prefix length. If the host is not an IPv4
 * address, the function recognizes any address.
 */
function holderOf(host: string): (text: string) => boolean {
  const bare = (text: string) => text.replace(/\/\d+$/, "");
  if (ipv4.test(host)) return (text) => bare(text) === host;
  return (text) => ipv4.test(bare(text)) || ipv6.test(bare(text));
}

function holds(value: Json | undefined, isMeant: (text: string) => boolean): boolean {
  if (typeof value === "string") return isMeant(value);
  if (isArray(value)) return value.some((element) => holds(element, isMeant));
  return isObject(value) && Object.values(value).some((member) => holds(member, isMeant));
}

/** True if the value contains a dynamically assigned address, which may be the host's. */
function isByDhcp(value: Json | undefined): boolean {
  if (isArray(value)) return value.some(isByDhcp);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([member, inner]) => {
    const name = bareName(member);
    if (name === "address" && isObject(inner) && Object.keys(inner).some((key) => bareName(key) === "dhcp"))
      return true;
    return (name === "dhcp-client" && inner !== false) || isByDhcp(inner);
  });
}
