/**
 * The SD-Access fabric objects of a simulated Catalyst Center. A write contains a list of at most 20 objects, and
 * objects are identified by fields.
 */

import { z } from "zod";
import { type JsonObject, sameJson } from "../../../model/json.ts";
import type { CatalystThing } from "./state.ts";

/** A collection whose writes contain lists: `POST` and `PUT` on its path. Each item of a `PUT` contains an id. */
export interface FabricCollection {
  readonly name: string;
  /** The path below `/dna/intent/api/v1/sda`. */
  readonly path: string;
  readonly schema: z.ZodType;
  /** The fields that identify a record. A failure message names the last of these fields. */
  readonly unique: readonly string[];
  /** If true, an object belongs to the fabric site in its `fabricId`. */
  readonly isInFabric: boolean;
  /** If true, records show no id, and are identified by their unique fields. */
  readonly isWithoutId?: true;
}

/** The maximum number of items in a list. No known client sends more in one request. */
export const maxInList = 20;

const text = z.string().min(1);
const flag = z.boolean().exactOptional();

const ownCollections: readonly FabricCollection[] = [
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

const vlan = z.int().min(1).max(4094);
const ofDevice = { fabricId: text, networkDeviceId: text };

/** The handoffs and port channels of devices in fabrics, according to the vendor's API reference. */
const deviceCollections: readonly FabricCollection[] = [
  {
    name: "port channel",
    path: "portChannels",
    isInFabric: true,
    unique: ["fabricId", "networkDeviceId", "interfaceNames"],
    schema: z.strictObject({
      ...ofDevice,
      interfaceNames: z.array(text).min(1),
      connectedDeviceType: z.enum(["TRUNK", "EXTENDED_NODE"]),
      protocol: z.enum(["ON", "LACP", "PAGP"]),
      description: z.string().exactOptional(),
      nativeVlanId: vlan.exactOptional(),
      allowedVlanRanges: text.exactOptional(),
    }),
  },
  {
    name: "layer 2 handoff",
    path: "fabricDevices/layer2Handoffs",
    isInFabric: true,
    unique: ["fabricId", "networkDeviceId", "interfaceName", "externalVlanId"],
    schema: z.strictObject({
      ...ofDevice,
      interfaceName: text,
      internalVlanId: vlan,
      externalVlanId: vlan,
    }),
  },
  {
    name: "layer 3 handoff",
    path: "fabricDevices/layer3Handoffs/ipTransits",
    isInFabric: true,
    unique: ["fabricId", "networkDeviceId", "virtualNetworkName", "vlanId"],
    schema: z.strictObject({
      ...ofDevice,
      transitNetworkId: text,
      virtualNetworkName: text,
      vlanId: vlan,
      interfaceName: text.exactOptional(),
      externalConnectivityIpPoolName: text.exactOptional(),
      tcpMssAdjustment: z.int().min(500).max(1440).exactOptional(),
      localIpAddress: text.exactOptional(),
      remoteIpAddress: text.exactOptional(),
      localIpv6Address: text.exactOptional(),
      remoteIpv6Address: text.exactOptional(),
    }),
  },
  {
    name: "SDA transit handoff",
    path: "fabricDevices/layer3Handoffs/sdaTransits",
    isInFabric: true,
    isWithoutId: true,
    unique: ["fabricId", "networkDeviceId", "transitNetworkId"],
    schema: z.strictObject({
      ...ofDevice,
      transitNetworkId: text,
      affinityIdPrime: z.int().exactOptional(),
      affinityIdDecider: z.int().exactOptional(),
      connectedToInternet: flag,
      isMulticastOverTransitEnabled: flag,
    }),
  },
  {
    name: "layer 3 virtual network",
    path: "layer3VirtualNetworks",
    isInFabric: false,
    unique: ["virtualNetworkName"],
    schema: z.strictObject({
      virtualNetworkName: text,
      fabricIds: z.array(text).exactOptional(),
      anchoredSiteId: text.exactOptional(),
    }),
  },
  {
    name: "transit network",
    path: "transitNetworks",
    isInFabric: false,
    unique: ["name"],
    schema: z.strictObject({
      name: text,
      type: text,
      ipTransitSettings: z.record(text, z.json()).exactOptional(),
      sdaTransitSettings: z.record(text, z.json()).exactOptional(),
    }),
  },
];

/** All collections of fabric objects. */
export const fabricCollections: readonly FabricCollection[] = [...ownCollections, ...deviceCollections];

/** Returns why a fabric object is invalid. Returns undefined if it is valid. */
export function fabricFault(
  things: ReadonlyMap<string, CatalystThing>,
  of: FabricCollection,
  { id, thing: { value } }: { readonly id: string; readonly thing: CatalystThing },
): string | undefined {
  const { name, unique, isInFabric } = of;
  const own = `${name} ${String(value[unique.at(-1) ?? ""])}`;
  if (isInFabric && things.get(String(value.fabricId))?.collection !== "fabricSites")
    return `${own}: there is no fabric ${String(value.fabricId)}`;
  const isTwin = (other: JsonObject) => unique.every((field) => sameJson(other[field], value[field] ?? null));
  const isTaken = [...things].some(
    ([at, other]) => at !== id && other.collection === name && isTwin(other.value),
  );
  return isTaken ? `${own} exists already` : undefined;
}
