/** The kind `deviceConfiguration`: any other part of a device's tree, by its data path. */

import { z } from "zod";
import type { Kind } from "../../contract.ts";
import { isDataPath } from "./data-path.ts";
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
      "an absolute data path such as /Vendor-native:native/ntp; a list is declared whole, with its `keys:`",
    )
    .describe("Data path: /module:container/... An element of a list has none."),
  secrets: [],
  collection: tree,
  createdByPath: true,
  exclusive: onePerDevice,
  sentWhole: true,
  canonical: (value) => value,
  identity: ({ key, scope }) => `${scope.host} ${key}`,
  keyOf: ({ identity, scope }) => identity.slice(`${scope.host} `.length),
};
