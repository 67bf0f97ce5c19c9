/** Reads everything that the servers store, as objects by name, including secrets and undeclared data. */

import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { root } from "../../../src/simulator/fabric/state.ts";
import type { World } from "../../../src/simulator/world.ts";

/** Objects by name. A second object with the same name is called `... (again)`. */
export type Held = ReadonlyMap<string, Json>;

/** Returns everything that the servers store, except the ids that they assign. */
export function heldBy(world: World): Held {
  const held = new Map<string, Json>();
  const put = (name: string, value: Json) => held.set(held.has(name) ? unused(held, name) : name, value);
  dashboard(world, put);
  for (const { id: _, ...fields } of all(world.controller.devices))
    put(`campus ${String(fields.name)}`, fields);
  for (const [path, object] of world.fabric.objects) if (path !== root) put(`fabric ${path}`, { ...object });
  for (const [host, { data }] of world.restconf.routers) router(host, data, put);
  for (const { name, members } of world.messaging.rooms.values()) {
    put(`chat room ${name}`, { name });
    for (const member of members.values()) put(`chat member ${name}/${member.email}`, { ...member });
  }
  for (const { id: _, ...fields } of all(world.servers.profiles))
    put(`servers ${String(fields.serial ?? fields.name)}`, fields);
  for (const [serial, fields] of world.sdwan.devices) put(`wan ${serial}`, fields);
  for (const [serial, fields] of world.firewall.devices) put(`perimeter ${serial}`, fields);
  return held;
}

type Put = (name: string, value: Json) => void;

function unused(held: Held, name: string): string {
  const next = `${name} (again)`;
  return held.has(next) ? unused(held, next) : next;
}

function all(records: ReadonlyMap<string, JsonObject>): readonly JsonObject[] {
  return [...records.values()];
}

function dashboard({ dashboard: { networks, organizations, devices } }: World, put: Put): void {
  for (const { organizationId, fields, ssids } of networks.values()) {
    const name = `${organizations.get(organizationId)}/${String(fields.name)}`;
    put(`cloud network ${name}`, fields);
    for (const [number, { fields: own, password }] of ssids)
      put(`cloud ssid ${name}/${number}`, { ...own, ...(password !== undefined && { password }) });
  }
  for (const [serial, { seed }] of devices)
    put(`cloud device ${serial}`, { serial, name: seed.name, tags: [...(seed.tags ?? [])] });
}

/** Stores the hostname, each port and NTP of a router as separate objects, and everything else as one object. */
function router(host: string, data: JsonObject, put: Put): void {
  const native = objectOf(data["Vendor-native:native"]);
  const { hostname, ntp, interface: ports, ...rest } = native;
  const put1 = (name: string, value: Json | undefined) =>
    value !== undefined && put(`device ${host}/${name}`, value);
  put1("hostname", hostname);
  put1("ntp", ntp);
  const { GigabitEthernet: gigabit = [], ...otherPorts } = objectOf(ports);
  for (const port of Array.isArray(gigabit) ? gigabit : [])
    put1(`GigabitEthernet ${String(objectOf(port).name)}`, port);
  put1("rest", { ...data, "Vendor-native:native": { ...rest, interface: otherPorts } });
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}
