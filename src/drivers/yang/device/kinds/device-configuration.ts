/**
 * The kind `deviceConfiguration`: a part of a device's tree that no other kind describes, identified by its data path.
 */

import { z } from "zod";
import type { Kind } from "../../../contract/contract.ts";
import { dataPath, entryKeyIn, isDataPath, pathParts, writtenPath } from "./data-path.ts";
import { onePerDevice, tree } from "./tree.ts";

/** A part of a device's tree, in the device's YANG model. */
export const deviceConfiguration: Kind = {
  name: "deviceConfiguration",
  title: "device configuration",
  place: { within: "device", section: "config" },
  // z.unknown(), not z.json(): the loader passes only JSON, and z.json() would take ten times as long for a deep tree.
  schema: z
    .unknown()
    .refine((data) => data !== undefined, "data")
    .describe("The data at this path, in the JSON form of the device's YANG model (RFC 7951)."),
  keys: z
    .string()
    .refine(
      isDataPath,
      "an absolute data path such as /Vendor-native:native/ntp; a list entry is followed by its key: /a:b/list=0",
    )
    .describe(
      "A data path: /module:container/... In the path, a list entry is followed by its key: " +
        "/module:list=key/leaf.",
    ),
  secrets: [],
  collection: tree,
  createdByPath: true,
  exclusive: onePerDevice,
  sentWhole: true,
  canonical: (value) => value,
  // An outer part that was declared earlier must not be removed as long as this part is declared.
  prerequisites: ({ identity, scope }) => around(identity).map((path) => `${scope.host} ${path}`),
  madeAlong: ({ identity, scope }) =>
    pathsAbove(dataPath(identity))
      .filter((path) => entryKeyIn(path) !== undefined)
      .map((path) => `${scope.host} ${path}`),
  identity: ({ key, scope }) => `${scope.host} ${key}`,
  keyOf: ({ identity }) => writtenPath(pathOf(identity)),
};

/** Returns the path in an identity. For an entry, the path includes its key. */
function pathOf(identity: string): string {
  return identity.startsWith("/") ? identity : identity.slice(identity.indexOf(" ") + 1);
}

function around(identity: string): readonly string[] {
  const path = dataPath(identity);
  const outer = pathsAbove(path);
  return entryKeyIn(identity) ? [...outer, path] : outer;
}

/** Returns all ancestors of a path. For a list entry on the path, both the list and the entry are returned. */
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
