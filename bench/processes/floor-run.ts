/** The minimum work of a plan: parses desired state, fetches and parses the live state, and compares field by field. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { load } from "js-yaml";
import { fetch } from "undici";

type Fields = Readonly<Record<string, unknown>>;

interface DesiredFile {
  readonly networks?: Readonly<Record<string, Fields>>;
  readonly devices?: Readonly<
    Record<
      string,
      {
        readonly host: string;
        readonly hostname: string;
        readonly interfaces: Readonly<Record<string, Fields>>;
      }
    >
  >;
}

const [folder = ".", url = ""] = process.argv.slice(2);
const declared = new Map<string, Fields>();
const hosts = new Set<string>();
for (const path of globSync(join(folder, "desired-state/**/*.yaml"))) {
  const { networks = {}, devices = {} }: DesiredFile = Object(load(readFileSync(path, "utf8")));
  for (const network of Object.values(networks)) declared.set(String(network.name), network);
  for (const { host, hostname, interfaces } of Object.values(devices)) {
    hosts.add(String(host));
    declared.set(`${host}`, { hostname });
    for (const [name, port] of Object.entries<Fields>(interfaces ?? {}))
      declared.set(`${host} ${name}`, port);
  }
}
const live = new Map<string, Fields>();
const { body: organizations } = await fetched("/api/v1/organizations");
for (const { id } of organizations)
  for (let page = 0, isLast = false; !isLast; page += 1) {
    const { body, next } = await fetched(`/api/v1/organizations/${id}/networks?page=${page}`);
    for (const network of body) live.set(network.name, network);
    isLast = next === null;
  }
for (const host of hosts) {
  const { body } = await fetched(`/devices/${host}/restconf/data/Vendor-native:native`);
  const { hostname, interface: ports } = body["Vendor-native:native"];
  live.set(host, { hostname });
  for (const { name, description, ip } of ports.GigabitEthernet)
    live.set(`${host} GigabitEthernet ${name}`, { description, ip: ip.address.primary });
}
let differing = 0;
for (const [name, fields] of declared) {
  const seen = live.get(name) ?? {};
  const isSame = Object.entries(fields).every(([field, value]) => isDeepStrictEqual(value, seen[field]));
  if (!isSame) differing += 1;
}
process.stdout.write(`${declared.size} declared, ${live.size} live, ${differing} differ\n`);

async function fetched(path: string) {
  const reply = await fetch(url + path);
  return { next: reply.headers.get("link"), body: JSON.parse(await reply.text()) };
}
