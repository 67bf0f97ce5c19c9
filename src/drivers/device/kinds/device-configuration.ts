/** The kind `deviceConfiguration`: any other part of a device's tree, by its data path. */

import { z } from "zod";
import type { Resource } from "../../../model/desired.ts";
import { isArray, isObject, type Json } from "../../../model/json.ts";
import { elementIdentity } from "../../../model/list-identity.ts";
import { pointer } from "../../../model/pointer.ts";
import type { Kind } from "../../contract.ts";
import { dataPath, entryIdentity, entryKeyIn, isDataPath, pathParts, writtenPath } from "./data-path.ts";
import { onePerDevice, tree } from "./tree.ts";

/** A part of a device's tree, as the device's YANG model has it. */
export const deviceConfiguration: Kind = {
  name: "deviceConfiguration",
  title: "device configuration",
  place: { within: "device", section: "config" },
  // z.unknown(), not z.json(): the loader passes nothing but JSON, and a deep tree costs ten times less.
  schema: z
    .unknown()
    .refine((data) => data !== undefined, "data")
    .describe("The data at this path, in the JSON form of the device's YANG model (RFC 7951)."),
  keys: z
    .string()
    .refine(
      isDataPath,
      "an absolute data path such as /Vendor-native:native/ntp; an entry of a list has its key behind it: /a:b/list=0",
    )
    .describe(
      "Data path: /module:container/... An entry of a list has its key behind it: /module:list=key/leaf.",
    ),
  secrets: [],
  collection: tree,
  createdByPath: true,
  exclusive: onePerDevice,
  sentWhole: true,
  canonical: (value) => value,
  // What is around it may have been declared by itself before: it is not to go.
  prerequisites: ({ identity, scope }) => around(identity).map((path) => `${scope.host} ${path}`),
  contains: ({ identity, scope, value, lists }) =>
    pathsInside(pathOf(identity), value, lists).map((path) => `${scope.host} ${path}`),
  identity: ({ key, scope }) => `${scope.host} ${key}`,
  keyOf: ({ identity }) => writtenPath(pathOf(identity)),
};

/** The path in an identity, with the key of the entry that it is. */
function pathOf(identity: string): string {
  return identity.startsWith("/") ? identity : identity.slice(identity.indexOf(" ") + 1);
}

function around(identity: string): readonly string[] {
  const path = dataPath(identity);
  const outer = pathsAbove(path);
  return entryKeyIn(identity) ? [...outer, path] : outer;
}

/** The paths of all that a path leads through: of a list the list, and its entry. */
function pathsAbove(path: string): readonly string[] {
  const found: string[] = [];
  let here = "";
  for (const part of pathParts(path).slice(0, -1)) {
    here += part;
    const list = dataPath(here);
    found.push(...(list === here ? [here] : [list, here]));
  }
  return found;
}

/** The paths of all that a declared value has in it, entries of lists with keys too. */
function pathsInside(path: string, value: Json, lists: Resource["lists"]): readonly string[] {
  const inside = (here: string, data: Json, at: readonly string[]): readonly string[] => {
    if (isArray(data)) {
      const leaves = lists[pointer(at)] ?? [];
      return leaves.length === 0
        ? []
        : data.flatMap((entry) => {
            const key = leaves.map((leaf) => ({ leaf, value: elementIdentity(entry, [leaf]) ?? "" }));
            const own = entryIdentity(here, key);
            return [own, ...inside(own, entry, [...at, "*"])];
          });
    }
    if (!isObject(data)) return [];
    const module = moduleOf(here);
    return Object.entries(data).flatMap(([member, inner]) => {
      const [own, name = member] = member.split(":");
      const below = `${here}/${name !== member && own === module ? name : member}`;
      return [below, ...inside(below, inner, [...at, member])];
    });
  };
  return inside(path, value, []);
}

/** The last module that a path names. */
function moduleOf(path: string): string | undefined {
  const named = pathParts(path).findLast((part) => /^[^[=]*:/.test(part));
  return named?.slice(1, named.indexOf(":"));
}
