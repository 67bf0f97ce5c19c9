/** The kind `deviceConfiguration`: any other part of a device's tree, by its data path. */

import { z } from "zod";
import type { Resource } from "../../../model/desired.ts";
import { isArray, isObject, type Json } from "../../../model/json.ts";
import { elementIdentity } from "../../../model/list-identity.ts";
import { at } from "../../../model/pointer.ts";
import type { Kind } from "../../contract.ts";
import { dataPath, entryIdentity, entryKeyIn, entryPath, isDataPath } from "./data-path.ts";
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
      "an absolute data path such as /Vendor-native:native/ntp; an entry of a list ends with its key: /a:b/list=0",
    )
    .describe("Data path: /module:container/... An entry of a list ends with its key: /module:list=key."),
  secrets: [],
  collection: tree,
  createdByPath: true,
  exclusive: onePerDevice,
  sentWhole: true,
  canonical: (value) => value,
  // What is around it may have been declared by itself before: it is not to go.
  prerequisites: ({ identity, scope }) => around(identity).map((path) => `${scope.host} ${path}`),
  contains: ({ identity, scope, value, lists }) =>
    [...membersInside(dataPath(identity), value), ...entriesInside(identity, value, lists)].map(
      (path) => `${scope.host} ${path}`,
    ),
  identity: ({ key, scope }) => `${scope.host} ${key}`,
  keyOf: ({ identity }) => {
    const key = entryKeyIn(identity)?.map(({ value }) => value);
    return key ? entryPath(dataPath(identity), key) : dataPath(identity);
  },
};

function around(identity: string): readonly string[] {
  const path = dataPath(identity);
  const steps = path.split("/").slice(1);
  const outer = steps.slice(1).map((_, at) => `/${steps.slice(0, at + 1).join("/")}`);
  return entryKeyIn(identity) ? [...outer, path] : outer;
}

/** The paths of all that a declared container has in it, down to lists. */
function membersInside(path: string, value: Json): readonly string[] {
  if (!isObject(value)) return [];
  const module = /.*\/([^/:]+):/.exec(path)?.[1];
  return Object.entries(value).flatMap(([member, inner]) => {
    const [own, name = member] = member.split(":");
    const below = `${path}/${name !== member && own === module ? name : member}`;
    return [below, ...membersInside(below, inner)];
  });
}

function entriesInside(identity: string, value: Json, lists: Resource["lists"]): readonly string[] {
  return Object.entries(lists).flatMap(([path, leaves]) => {
    const list = path.includes("*") ? undefined : at(value, path);
    return list === undefined || !isArray(list)
      ? []
      : list.flatMap((entry) => {
          const key = leaves.map((leaf) => ({ leaf, value: elementIdentity(entry, [leaf]) ?? "" }));
          return entryIdentity(dataPath(identity) + path, key);
        });
  });
}
