/**
 * Fixtures for the loader's tests: small drivers, a project, and functions that load texts. They are independent of the
 * real drivers.
 */

import { z } from "zod";
import type { Container, Driver, Kind } from "../../src/drivers/contract/contract.ts";
import { type LoadResult, load } from "../../src/load/load.ts";
import { isArray, isObject, type Json } from "../../src/model/json.ts";
import type { InterfaceName, Project, Target } from "../../src/model/project.ts";
import type { SourceText } from "../../src/model/source.ts";

const secret = z.strictObject({ secret: z.string() }).describe("A reference.");
const same = (value: Json) => value;

const organization: Kind = {
  name: "organization",
  title: "organization",
  place: { within: "file", section: "organizations" },
  schema: z.strictObject({}),
  observed: true,
  secrets: [],
  collection: { name: "organizations", scopeKeys: [], absence: "list" },
  canonical: same,
  identity: ({ key }) => key,
};

const network: Kind = {
  name: "network",
  title: "network",
  place: { within: "file", section: "networks" },
  schema: z
    .strictObject({
      name: z.string().min(1).describe("Its name."),
      timeZone: z
        .string()
        .regex(/^[A-Z]\w+\/\w+$/, "not a time zone")
        .optional(),
      tags: z.array(z.string()).optional(),
      netflow: z
        .strictObject({
          enabled: z.boolean().optional(),
          collectorIp: z.ipv4().optional(),
          collectorPort: z.int().min(1).max(65535).optional(),
        })
        .optional(),
    })
    .describe("A network."),
  secrets: [],
  collection: { name: "networks", scopeKeys: ["organization"], within: "organization", absence: "list" },
  canonical: (value) =>
    isObject(value) && isArray(value.tags) ? { ...value, tags: [...value.tags].sort() } : value,
  identity: ({ key, value }) => (isObject(value) && typeof value.name === "string" ? value.name : key),
};

const ssid: Kind = {
  name: "ssid",
  title: "SSID",
  place: { within: "network", section: "ssids" },
  schema: z.strictObject({
    name: z.string().optional(),
    password: secret.optional(),
    vlan: z.int().min(1).max(4094).optional(),
    band: z.enum(["dual", "five"]).optional(),
  }),
  keys: z.string().regex(/^(?:[0-9]|1[0-4])$/, "an SSID's number is 0 to 14"),
  secrets: ["/password"],
  collection: { name: "ssids", scopeKeys: [], within: "network", absence: "list" },
  canonical: same,
  identity: ({ key }) => key,
  check: ({ value }) =>
    isObject(value) && value.vlan === 13
      ? [{ path: "/vlan", code: "unlucky", message: "VLAN 13 is taken", hint: "Take 14." }]
      : [],
};

const tenant: Kind = {
  name: "tenant",
  title: "tenant",
  place: { within: "file", section: "tenants" },
  schema: z.strictObject({ description: z.string().optional() }),
  secrets: [],
  collection: { name: "object", scopeKeys: ["tenant"], absence: "item" },
  canonical: same,
  identity: ({ key }) => key,
};

const hostname: Kind = {
  name: "deviceHostname",
  title: "device hostname",
  place: { within: "device", section: "hostname", single: true },
  schema: z.string().min(1),
  secrets: [],
  collection: { name: "tree", scopeKeys: ["host"], absence: "item" },
  canonical: same,
  identity: () => "hostname",
};

const deviceInterface: Kind = {
  name: "deviceInterface",
  title: "device interface",
  place: { within: "device", section: "interfaces" },
  schema: z.strictObject({
    description: z.string().optional(),
    ip: z.strictObject({ address: z.ipv4(), mask: z.ipv4() }).optional(),
  }),
  secrets: [],
  collection: { name: "tree", scopeKeys: ["host"], absence: "item" },
  canonical: same,
  identity: ({ key }) => key,
};

const configuration: Kind = {
  name: "deviceConfiguration",
  title: "device configuration",
  place: { within: "device", section: "config" },
  schema: z.unknown(),
  keys: z.string().startsWith("/"),
  secrets: [],
  collection: { name: "tree", scopeKeys: ["host"], absence: "item" },
  canonical: same,
  identity: ({ key }) => key,
};

const device: Container = {
  name: "device",
  title: "device",
  section: "devices",
  schema: z.strictObject({ host: z.string().min(1) }),
};

const row = { read: "shown", create: "shown", update: "shown", remove: "none" } as const;

interface Parts {
  readonly kinds: readonly Kind[];
  readonly holders?: readonly Container[];
  readonly fileFields?: Driver["fileFields"];
  readonly credential: z.ZodType;
  readonly fleet?: boolean;
}

function driver(name: InterfaceName, of: Parts): Driver {
  const operations = Object.fromEntries(of.kinds.map((kind) => [kind.name, row]));
  const limits = { requestsPerSecond: 5, concurrency: 2 };
  const neutral = { name: "neutral", operations, limits, replies: [] };
  return {
    interface: name,
    holders: [],
    fileFields: [],
    fleet: false,
    ...of,
    dialects: { neutral, other: { ...neutral, name: "other" } },
    settings: z.strictObject({ basePath: z.string().optional() }),
    checks: [],
    dialect: () => neutral,
    open: () => {
      throw new Error("the loader opens nothing");
    },
  };
}

/** A dashboard, a fabric controller and a fleet of devices. */
export const drivers: readonly Driver[] = [
  driver("dashboard", {
    kinds: [organization, network, ssid],
    fileFields: [
      { name: "organization", schema: z.string().min(1), required: true, implies: "organization" },
    ],
    credential: z.strictObject({ apiKey: secret }),
  }),
  driver("fabric", {
    kinds: [tenant],
    credential: z.union([
      z.strictObject({ token: secret }),
      z.strictObject({ username: z.union([z.string(), secret]), password: secret }),
    ]),
  }),
  driver("restconf", {
    kinds: [hostname, deviceInterface, configuration],
    holders: [device],
    credential: z.strictObject({ username: z.union([z.string(), secret]), password: secret }),
    fleet: true,
  }),
];

function targetOf(name: string, of: Partial<Target>): [string, Target] {
  const at = { file: "trueup.yaml", line: 1, column: 1 };
  const base = { dialect: "neutral", hosts: [], credential: {}, tls: {}, limits: {}, settings: {}, at };
  return [name, { name, interface: "dashboard", url: "https://x.example.net", ...base, ...of }];
}

/** A project with the targets `cloud` and `cloud2` (dashboards), `fabric-east`, and `routers` (10.20.0.0/16). */
export const project: Project = {
  version: 1,
  environment: "test",
  folder: "/project",
  desiredState: "desired-state",
  targets: new Map([
    targetOf("cloud", {}),
    targetOf("cloud2", {}),
    targetOf("fabric-east", { interface: "fabric" }),
    targetOf("routers", {
      interface: "restconf",
      url: "https://{host}",
      hosts: ["10.20.0.0/16", ".example.net"],
    }),
  ]),
  secretsAllowed: ["env:*_PSK"],
};

/** Loads files whose texts are given by path. */
export function loadTexts(texts: Readonly<Record<string, string>>, of: Project = project): LoadResult {
  const files: SourceText[] = Object.entries(texts).map(([path, text]) => ({ path, text }));
  return load({ project: of, files, drivers });
}

/** Loads a text as the only file. */
export function loadText(text: string): LoadResult {
  return loadTexts({ "desired-state/a.yaml": text });
}

/** Returns each problem as `line:column code: message (hint)`. */
export function told(loaded: Pick<LoadResult, "problems">): readonly string[] {
  return loaded.problems.map(
    ({ at, code, message, hint }) =>
      `${at?.line}:${at?.column} ${code}: ${message}${hint === undefined ? "" : ` (${hint})`}`,
  );
}
