/** The kind `deviceInterface`: description and primary IPv4 address of a device's interface. */

import { z } from "zod";
import { isObject, type Json } from "../../../../model/json.ts";
import type { KindProblem } from "../../../../model/problem.ts";
import type { Kind } from "../../../contract/contract.ts";
import { onePerDevice, tree } from "./tree.ts";

const ip = z
  .strictObject({
    address: z.ipv4().describe("IPv4 address."),
    mask: z
      .ipv4()
      .refine(isMask, "must be a netmask: ones, then zeros")
      .describe("The IPv4 netmask, such as 255.255.255.0."),
  })
  .describe("The primary IPv4 address.");

/** An interface, by its type and number: `GigabitEthernet 1/0/1`. */
export const deviceInterface: Kind = {
  name: "deviceInterface",
  title: "device interface",
  place: { within: "device", section: "interfaces" },
  schema: z
    .strictObject({
      description: z
        .string()
        .max(240)
        .optional()
        .describe("The purpose of the interface, in up to 240 characters."),
      ip: ip.optional(),
    })
    .describe("An interface of a device, whose key is its type and number."),
  keyNames: ["GigabitEthernet"],
  keys: z
    .string()
    .regex(
      /^GigabitEthernet (?:0|[1-9]\d{0,3})(?:\/(?:0|[1-9]\d{0,3})){2}$/,
      "must be a type and number such as GigabitEthernet 1/0/1",
    )
    .describe("Type and number in the form slot/subslot/port: GigabitEthernet 1/0/1."),
  secrets: [],
  collection: tree,
  createdByPath: true,
  exclusive: onePerDevice,
  canonical: (value) => value,
  identity: ({ key, scope }) => `${scope.host} ${key}`,
  keyOf: ({ identity, scope }) => identity.slice(`${scope.host} `.length),
  check: ({ value }) => (isObject(value) ? hostAddress(value.ip) : []),
};

/** Network and broadcast addresses cannot be assigned to hosts (but see RFC 3021 for /31). */
function hostAddress(declared: Json | undefined): readonly KindProblem[] {
  if (!isObject(declared)) return [];
  const address = bits(String(declared.address));
  const hosts = ~bits(String(declared.mask)) >>> 0;
  const own = (address & hosts) >>> 0;
  if (hosts <= 1 || (own !== 0 && own !== hosts)) return [];
  const what = own === 0 ? "the network address of its subnet" : "the broadcast address of its subnet";
  return [{ path: "/ip/address", code: "not-a-host-address", message: `${declared.address} is ${what}` }];
}

function isMask(text: string): boolean {
  const hosts = ~bits(text) >>> 0;
  return hosts !== 0xffffffff && (hosts & (hosts + 1)) === 0;
}

function bits(address: string): number {
  return address.split(".").reduce((sum, byte) => (sum * 256 + Number(byte)) >>> 0, 0);
}
