/**
 * Generates desired state of any size: networks with SSIDs, tenants and devices. The same numbers give the
 * same texts.
 */

import type { SourceText } from "../src/model/source.ts";

/** How much to generate. */
export interface GenerateOptions {
  /**
   * The number of resources that are written out, in all files together. Organizations that are implied by files are
   * additional.
   */
  readonly resources: number;
  readonly files: number;
}

/** The project file for the generated files: targets `cloud`, `fabric` and `routers`. */
export const projectText = `version: 1
environment: bench
targets:
  cloud: { interface: dashboard, url: https://dashboard.example.net, credential: { apiKey: { secret: env:BENCH_KEY } } }
  fabric: { interface: fabric, url: https://fabric.example.net, credential: { token: { secret: env:BENCH_TOKEN } } }
  routers:
    interface: restconf
    url: https://{host}
    hosts: [10.0.0.0/8]
    credential: { username: { secret: env:BENCH_USER }, password: { secret: env:BENCH_PASSWORD } }
secrets: { allow: [env:*_PSK] }
`;

/**
 * Returns texts below `desired-state/`. Of ten files, seven contain networks with four SSIDs each, one contains
 * tenants, and two contain devices with a hostname and nine interfaces each. Resources are distributed evenly, and a
 * file never ends inside a network.
 */
export function generate({ resources, files }: GenerateOptions): SourceText[] {
  const texts: SourceText[] = [];
  for (let file = 0; file < files; file++) {
    const count = Math.floor((resources * (file + 1)) / files) - Math.floor((resources * file) / files);
    const path = `desired-state/part-${Math.floor(file / 100)}/file-${String(file).padStart(6, "0")}.yaml`;
    texts.push({ path, text: textOf(file, count) });
  }
  return texts;
}

function textOf(file: number, count: number): string {
  if (file % 10 === 7) return tenants(file, count);
  return file % 10 > 7 ? devices(file, count) : networks(file, count);
}

const zones = ["Europe/Berlin", "Europe/Oslo", "Asia/Tokyo", "America/New_York"];

function networks(file: number, count: number): string {
  const lines = ["target: cloud", `organization: Company ${file % 5}`, "networks:"];
  for (let made = 0, n = 0; made < count; n++) {
    lines.push(
      `  site-${file}-${n}:`,
      `    name: Site ${file} ${n}`,
      `    timeZone: ${zones[n % zones.length]}`,
    );
    lines.push(`    tags: [branch, floor-${n % 7}]`, `    site: Site ${file}`);
    lines.push(
      `    netflow: { enabled: ${n % 2 === 0}, collectorIp: 10.${file % 250}.${n % 250}.9, collectorPort: 2055 }`,
    );
    made += 1;
    if (made < count) lines.push("    ssids:");
    for (let number = 0; number < 4 && made < count; number++, made++)
      lines.push(
        `      ${number}: { name: Wireless ${number}, password: { secret: env:SITE_${file}_PSK }, vlan: ${100 + number} }`,
      );
  }
  return `${lines.join("\n")}\n`;
}

function tenants(file: number, count: number): string {
  const lines = ["target: fabric", "tenants:"];
  for (let n = 0; n < count; n++)
    lines.push(`  Tenant-${file}-${n}: { description: workloads of team ${n} }`);
  return `${lines.join("\n")}\n`;
}

function devices(file: number, count: number): string {
  const lines = ["target: routers", "devices:"];
  for (let made = 0, n = 0; made < count; n++) {
    const host = `10.${Math.floor(file / 250)}.${file % 250}.${n}`;
    lines.push(`  rtr-${file}-${n}:`, `    host: ${host}`, `    hostname: rtr-${file}-${n}`);
    made += 1;
    if (made < count) lines.push("    interfaces:");
    for (let port = 0; port < 9 && made < count; port++, made++)
      lines.push(
        `      GigabitEthernet 1/0/${port}:`,
        `        description: uplink ${port} of rtr-${file}-${n}`,
        `        ip: { address: 10.99.${n % 250}.${4 * port + 1}, mask: 255.255.255.252 }`,
      );
  }
  return `${lines.join("\n")}\n`;
}
