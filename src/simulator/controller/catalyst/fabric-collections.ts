/** What a simulated Catalyst Center holds of SD-Access fabrics: lists of bodies, 20 at most, told apart by fields. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import type { CatalystThing } from "./state.ts";

/** A collection that is written by lists: `POST` and `PUT` of its path, the latter with an id in each. */
export interface FabricCollection {
  readonly name: string;
  /** Below `/dna/intent/api/v1/sda`. */
  readonly path: string;
  readonly schema: z.ZodType;
  /** What tells one from others; the last is what a failure names. */
  readonly unique: readonly string[];
  /** True: it is of a fabric site, by `fabricId`. */
  readonly isInFabric: boolean;
}

/** As many in one request as other clients send at most. */
export const maxInList = 20;

const text = z.string().min(1);
const flag = z.boolean().exactOptional();

/** All of them. */
export const fabricCollections: readonly FabricCollection[] = [
  {
    name: "fabricSites",
    path: "fabricSites",
    unique: ["siteId"],
    isInFabric: false,
    schema: z.strictObject({
      siteId: text,
      authenticationProfileName: text,
      isPubSubEnabled: z.boolean(),
    }),
  },
  {
    name: "anycast gateway",
    path: "anycastGateways",
    isInFabric: true,
    unique: ["fabricId", "virtualNetworkName", "ipPoolName"],
    schema: z.strictObject({
      fabricId: text,
      virtualNetworkName: text,
      ipPoolName: text,
      trafficType: z.enum(["DATA", "VOICE"]),
      autoGenerateVlanName: flag,
      isLayer2FloodingEnabled: flag,
      isWirelessPool: flag,
      tcpMssAdjustment: z.int().min(500).max(1440).exactOptional(),
    }),
  },
  {
    name: "layer 2 virtual network",
    path: "layer2VirtualNetworks",
    isInFabric: true,
    unique: ["fabricId", "vlanName"],
    schema: z.strictObject({
      fabricId: text,
      vlanName: text,
      trafficType: z.enum(["DATA", "VOICE"]),
      vlanId: z.int().exactOptional(),
      isFabricEnabledWireless: flag,
      associatedLayer3VirtualNetworkName: text.exactOptional(),
    }),
  },
  {
    name: "multicast virtual network",
    path: "multicast/virtualNetworks",
    isInFabric: true,
    unique: ["fabricId", "virtualNetworkName"],
    schema: z.strictObject({
      fabricId: text,
      virtualNetworkName: text,
      ipPoolName: text,
      ipv4SsmRanges: z.array(text).exactOptional(),
      multicastRPs: z.array(z.record(text, z.json())).exactOptional(),
    }),
  },
  {
    name: "fabric device",
    path: "fabricDevices",
    unique: ["fabricId", "networkDeviceId"],
    isInFabric: true,
    schema: z.strictObject({
      fabricId: text,
      networkDeviceId: text,
      deviceRoles: z.array(text).min(1),
      borderDeviceSettings: z.record(text, z.json()).exactOptional(),
    }),
  },
  {
    name: "port assignment",
    path: "portAssignments",
    isInFabric: true,
    unique: ["fabricId", "networkDeviceId", "interfaceName"],
    schema: z.strictObject({
      fabricId: text,
      networkDeviceId: text,
      interfaceName: text,
      connectedDeviceType: text,
      dataVlanName: text.exactOptional(),
      voiceVlanName: text.exactOptional(),
      authenticateTemplateName: text.exactOptional(),
      interfaceDescription: z.string().exactOptional(),
    }),
  },
];

/** Why a thing of a fabric cannot be; undefined: it can. */
export function fabricFault(
  things: ReadonlyMap<string, CatalystThing>,
  of: FabricCollection,
  { id, thing: { value } }: { readonly id: string; readonly thing: CatalystThing },
): string | undefined {
  const { name, unique, isInFabric } = of;
  const own = `${name} ${String(value[unique.at(-1) ?? ""])}`;
  if (isInFabric && things.get(String(value.fabricId))?.collection !== "fabricSites")
    return `${own}: there is no fabric ${String(value.fabricId)}`;
  const isTwin = (other: JsonObject) => unique.every((field) => other[field] === value[field]);
  const isTaken = [...things].some(
    ([at, other]) => at !== id && other.collection === name && isTwin(other.value),
  );
  return isTaken ? `${own} exists already` : undefined;
}
