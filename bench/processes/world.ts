/** A world of any size, as files and as the answers of two controllers: the same numbers give the same texts. */

import type { SourceText } from "../../src/model/source.ts";

/** The number of resources, and of files. */
export interface WorldSize {
  readonly resources: number;
  readonly files: number;
}

/** One network of one of five organizations. */
export interface Network {
  readonly key: string;
  readonly organization: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The number of organizations. Each has at most a tenth of all resources. */
export const organizations = 5;
/** The number of interfaces of a device, besides its hostname. */
const interfacesEach = 49;

const zones = ["Europe/Berlin", "Europe/Oslo", "Asia/Tokyo", "America/New_York"];

/**
 * How many networks and devices there are: seven tenths are networks; the rest are devices with a hostname and 49
 * interfaces each.
 */
export function shares({ resources }: Pick<WorldSize, "resources">): { networks: number; devices: number } {
  const devices = Math.floor((resources * 0.3) / (interfacesEach + 1));
  return { networks: resources - devices * (interfacesEach + 1), devices };
}

/** The network with this number. */
export function network(n: number): Network {
  const fields = {
    name: `Site ${n}`,
    timeZone: zones[n % zones.length],
    tags: ["branch", `floor-${n % 7}`],
    netflow: { enabled: n % 2 === 0, collectorIp: `10.${n % 250}.${n % 199}.9`, collectorPort: 2055 },
  };
  return { key: `site-${n}`, organization: n % organizations, fields };
}

/** The address of the device with this number. */
export function host(n: number): string {
  return `10.${Math.floor(n / 250)}.${n % 250}.1`;
}

/** The configuration of a device, below `Vendor-native:native`. */
export function deviceTree(n: number): Readonly<Record<string, unknown>> {
  const GigabitEthernet = Array.from({ length: interfacesEach }, (_, port) => port).map((port) => ({
    name: `1/0/${port}`,
    description: `uplink ${port} of rtr-${n}`,
    ip: { address: { primary: { address: `10.99.${n % 250}.${4 * port + 1}`, mask: "255.255.255.252" } } },
  }));
  return { hostname: `rtr-${n}`, interface: { GigabitEthernet } };
}

/** The project file, for servers at this address. */
export function projectFile(url: string): string {
  const limits = "limits: { requestsPerSecond: 10000 }";
  return `version: 1
environment: bench
targets:
  cloud: { interface: dashboard, url: "${url}", ${limits}, credential: { apiKey: { secret: env:BENCH_KEY } } }
  routers:
    interface: restconf
    url: ${url}/devices/{host}
    hosts: [10.0.0.0/8]
    ${limits}
    credential: { username: { secret: env:BENCH_USER }, password: { secret: env:BENCH_PASSWORD } }
`;
}

/** The credentials in the project file. */
export const credentials = { BENCH_KEY: "bench-key", BENCH_USER: "bench", BENCH_PASSWORD: "bench-password" };

/** Texts below `desired-state/`. Each file contains networks of one organization, or devices. */
export function worldFiles(size: WorldSize): SourceText[] {
  const { networks, devices } = shares(size);
  const ofDevices = devices === 0 ? 0 : Math.max(1, Math.floor(size.files * 0.3));
  const ofNetworks = size.files - ofDevices;
  const per = Math.ceil(ofNetworks / organizations);
  const texts = new Map<string, string[]>();
  const put = (path: string, head: readonly string[], lines: readonly string[]) =>
    texts.set(path, [...(texts.get(path) ?? head), ...lines]);
  for (let n = 0; n < networks; n++) {
    const { key, organization, fields } = network(n);
    const path = `desired-state/org-${organization}/part-${Math.floor(n / organizations) % per}.yaml`;
    const head = ["target: cloud", `organization: Company ${organization}`, "networks:"];
    put(path, head, [
      `  ${key}:`,
      ...Object.entries(fields).map(([name, value]) => `    ${name}: ${flow(value)}`),
    ]);
  }
  for (let n = 0; n < devices; n++)
    put(`desired-state/routers/part-${n % ofDevices}.yaml`, ["target: routers", "devices:"], deviceLines(n));
  return [...texts].map(([path, lines]) => ({ path, text: `${lines.join("\n")}\n` }));
}

function deviceLines(n: number): readonly string[] {
  const lines = [`  rtr-${n}:`, `    host: ${host(n)}`, `    hostname: rtr-${n}`, "    interfaces:"];
  for (let port = 0; port < interfacesEach; port++)
    lines.push(
      `      GigabitEthernet 1/0/${port}:`,
      `        description: uplink ${port} of rtr-${n}`,
      `        ip: { address: 10.99.${n % 250}.${4 * port + 1}, mask: 255.255.255.252 }`,
    );
  return lines;
}

function flow(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', "").replaceAll(/[:,]/g, "$& ");
}
