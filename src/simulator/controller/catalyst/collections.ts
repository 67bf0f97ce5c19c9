/** The collections of a simulated Catalyst Center: paths, fields, and members that are never shown. */

import { z } from "zod";

/** A collection of objects. Paths are below `/dna/intent/api`. */
export interface CatalystCollection {
  readonly name: string;
  /** The path for creating objects. Below it, objects are read, changed and removed by id. */
  readonly path: string;
  /** If true, `GET` on the path lists the items. Sites of all types share one list. */
  readonly isListed: boolean;
  /** If true, updates use the path itself, with the id in the body. */
  readonly idInBody?: boolean;
  /** The schema of a body. Bodies of updates must satisfy it too. */
  readonly schema: z.ZodType;
  /**
   * The field that must be unique among the objects with the same parent. If objects have no parents, the field must be
   * unique in the whole collection.
   */
  readonly unique: string;
  /** The possible types of the parent. Only sites have it. */
  readonly in?: readonly string[];
}

const text = z.string().min(1);
const number = z.number();

const pool = z.strictObject({
  name: text.max(100),
  poolType: z.enum(["Generic", "Tunnel"]),
  addressSpace: z.strictObject({
    subnet: text,
    prefixLength: z.int().min(1).max(128),
    gatewayIpAddress: z.string().exactOptional(),
    dhcpServers: z.array(text).exactOptional(),
    dnsServers: z.array(text).exactOptional(),
  }),
});

const rfModel = [
  ...["Cubes And Walled Offices", "Drywall Office Only", "Indoor High Ceiling", "Outdoor Open Space"],
  "Free Space",
];

/** The collections in the order in which they are searched. */
export const collections: readonly CatalystCollection[] = [
  {
    name: "areas",
    path: "/v1/areas",
    isListed: false,
    unique: "name",
    in: ["global", "areas"],
    schema: z.strictObject({ name: text.max(200), parentId: text }),
  },
  {
    name: "buildings",
    path: "/v2/buildings",
    isListed: false,
    unique: "name",
    in: ["global", "areas"],
    schema: z.strictObject({
      name: text.max(200),
      parentId: text,
      country: text,
      address: z.string().exactOptional(),
      latitude: number.min(-90).max(90).exactOptional(),
      longitude: number.min(-180).max(180).exactOptional(),
    }),
  },
  {
    name: "floors",
    path: "/v2/floors",
    isListed: false,
    unique: "name",
    in: ["buildings"],
    schema: z.strictObject({
      name: text.max(200),
      parentId: text,
      floorNumber: z.int(),
      rfModel: z.enum(rfModel),
      width: number.positive(),
      length: number.positive(),
      height: number.positive(),
      unitsOfMeasure: z.enum(["feet", "meters"]),
    }),
  },
  {
    name: "pools",
    path: "/v1/ipam/globalIpAddressPools",
    isListed: true,
    unique: "name",
    schema: pool,
  },
  {
    name: "tags",
    path: "/v1/tag",
    isListed: true,
    idInBody: true,
    unique: "name",
    schema: z.strictObject({
      name: text,
      description: z.string().exactOptional(),
      systemTag: z.boolean().exactOptional(),
      dynamicRules: z.array(z.json()).exactOptional(),
    }),
  },
];

/**
 * The schemas of device credentials. The name of each is the member that contains such a credential in a body. One list
 * shows the credentials of all types.
 */
export const credentialKinds: Readonly<Record<string, z.ZodType>> = {
  cliCredential: z.strictObject({
    description: text,
    username: text,
    password: text,
    enablePassword: z.string().exactOptional(),
  }),
  snmpV2cRead: z.strictObject({ description: text, readCommunity: text }),
  snmpV2cWrite: z.strictObject({ description: text, writeCommunity: text }),
};

const server = z.strictObject({
  serverType: z.enum(["ISE", "AAA"]),
  protocol: z.enum(["RADIUS", "TACACS"]),
  pan: z.string().exactOptional(),
  primaryServerIp: text,
  secondaryServerIp: z.string().exactOptional(),
  sharedSecret: z.string().exactOptional(),
});

const empty = z.strictObject({});

/** The schemas of site settings, by name. A site without a setting of its own inherits the setting of its parent. */
export const siteSettings: Readonly<Record<string, z.ZodType>> = {
  aaaSettings: z.strictObject({
    aaaNetwork: z.union([empty, server]).exactOptional(),
    aaaClient: z.union([empty, server]).exactOptional(),
  }),
  bannerSettings: z.strictObject({
    banner: z.strictObject({ type: z.enum(["Custom", "Builtin"]), message: z.string().exactOptional() }),
  }),
  dhcpSettings: z.strictObject({ dhcp: z.strictObject({ servers: z.array(text).exactOptional() }) }),
  dnsSettings: z.strictObject({
    dns: z.strictObject({
      domainName: z.string().exactOptional(),
      dnsServers: z.array(text).exactOptional(),
    }),
  }),
  ntpSettings: z.strictObject({ ntp: z.strictObject({ servers: z.array(text).exactOptional() }) }),
  timeZoneSettings: z.strictObject({ timeZone: z.strictObject({ identifier: text }) }),
  telemetrySettings: z.strictObject({
    wiredDataCollection: z.json(),
    wirelessTelemetry: z.json(),
    snmpTraps: z.json(),
    syslogs: z.json(),
    applicationVisibility: z.json(),
  }),
};

/** Members that writes accept and that no read shows, at any depth. */
export const neverShown: ReadonlySet<string> = new Set([
  ...["password", "enablePassword", "readCommunity", "writeCommunity", "sharedSecret"],
]);
