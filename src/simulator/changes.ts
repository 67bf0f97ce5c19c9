/** Changes live state behind a client's back, as if a person at another console had done it. */

import type { Json } from "../model/json.ts";
import { withDeviceFields } from "./dashboard/devices.ts";
import { withoutNetwork } from "./dashboard/networks.ts";
import { networkId, ssidOf } from "./dashboard/state.ts";
import { withoutObject } from "./fabric/state.ts";
import { changeInventory } from "./inventory.ts";
import type { LiveChange } from "./live-change.ts";
import { changeMessaging } from "./messaging/changes.ts";
import { readPath } from "./restconf/path.ts";
import { withData } from "./restconf/state.ts";
import { withNode, withoutNode } from "./restconf/tree.ts";
import { changeTypedObject } from "./servers/intersight/changes.ts";
import { changeProfile } from "./servers/state.ts";
import { withEntry } from "./wire/entries.ts";
import { isRecord } from "./wire/message.ts";
import type { World } from "./world.ts";

/**
 * Returns the simulated world after a change. Returns undefined if the change names a missing object that cannot be
 * created.
 */
export function changeLive(world: World, change: LiveChange): World | undefined {
  switch (change.interface) {
    case "dashboard":
      if ("device" in change) return changeDashboardDevice(world, change);
      return change.ssid === undefined
        ? changeNetwork(world, change)
        : changeSsid(world, change, change.ssid);
    case "controller":
      return "site" in change ? changeSite(world, change) : changeDevice(world, change);
    case "fabric":
      return changeObject(world, change);
    case "restconf":
      return changeData(world, change);
    case "messaging":
      return { ...world, messaging: changeMessaging(world.messaging, change) };
    case "servers": {
      const servers =
        "object" in change ? changeTypedObject(world.servers, change) : changeProfile(world.servers, change);
      return servers && { ...world, servers };
    }
    case "sdwan":
      return { ...world, sdwan: { devices: changeInventory(world.sdwan.devices, change) } };
    case "firewall":
      return {
        ...world,
        firewall: { ...world.firewall, devices: changeInventory(world.firewall.devices, change) },
      };
  }
}

type ChangeOf<Name> = Extract<LiveChange, { interface: Name }>;
type NetworkChange = Extract<LiveChange, { network: string }>;
type SiteChange = Extract<LiveChange, { site: string }>;
type DeviceChange<Name> = Extract<LiveChange, { interface: Name; device: string }>;

function changeNetwork(world: World, change: NetworkChange): World | undefined {
  const { dashboard } = world;
  const id = networkNamed(world, change.network);
  if (id === undefined) return makeNetwork(world, change);
  const network = dashboard.networks.get(id);
  if (network === undefined) return undefined;
  if (change.remove) return { ...world, dashboard: withoutNetwork(dashboard, id) };
  const changed = { ...network, fields: { ...network.fields, ...change.set } };
  return { ...world, dashboard: { ...dashboard, networks: withEntry(dashboard.networks, id, changed) } };
}

function makeNetwork(world: World, change: NetworkChange): World | undefined {
  const { dashboard } = world;
  const { organizationId, network: name, set } = change;
  if (organizationId === undefined || change.remove || !dashboard.organizations.has(organizationId)) {
    return undefined;
  }
  const counted = dashboard.counted + 1;
  const made = {
    organizationId,
    fields: { name, timeZone: "Etc/UTC", tags: [], ...set },
    ssids: new Map(),
    readyAt: Number.NEGATIVE_INFINITY,
  };
  const networks = withEntry(dashboard.networks, networkId(counted), made);
  return { ...world, dashboard: { ...dashboard, networks, counted } };
}

function changeSsid(world: World, change: NetworkChange, number: number): World | undefined {
  const { dashboard } = world;
  const id = networkNamed(world, change.network) ?? "";
  const network = dashboard.networks.get(id);
  if (network === undefined) return undefined;
  const ssid = change.remove ? undefined : ssidOf(change.set ?? {}, network.ssids.get(number));
  const changed = { ...network, ssids: withEntry(network.ssids, number, ssid) };
  return { ...world, dashboard: { ...dashboard, networks: withEntry(dashboard.networks, id, changed) } };
}

function changeDashboardDevice(world: World, change: DeviceChange<"dashboard">): World | undefined {
  const { dashboard } = world;
  const found = [...dashboard.devices].find(([serial, { seed }]) =>
    [serial, seed.name].includes(change.device),
  );
  if (found === undefined) return undefined;
  const [serial, device] = found;
  const changed = change.remove ? undefined : withDeviceFields(device, change.set ?? {});
  return { ...world, dashboard: { ...dashboard, devices: withEntry(dashboard.devices, serial, changed) } };
}

function changeSite(world: World, change: SiteChange): World {
  const { site: siteName, set, remove } = change;
  const { sites } = world.controller;
  const there = sites.some((site) => site.siteName === siteName);
  const all = there ? sites : [...sites, { siteName, healthScore: 100, numberOfClients: 0 }];
  const changed = all.flatMap((site) => {
    if (site.siteName !== siteName) return [site];
    return remove ? [] : [{ ...site, ...set }];
  });
  return { ...world, controller: { ...world.controller, sites: changed } };
}

function changeDevice(world: World, change: DeviceChange<"controller">): World | undefined {
  const { devices } = world.controller;
  const found = [...devices].find(([id, { name }]) => id === change.device || name === change.device);
  if (found === undefined) return undefined;
  const changed = change.remove ? undefined : { ...found[1], ...change.set };
  return { ...world, controller: { ...world.controller, devices: withEntry(devices, found[0], changed) } };
}

function changeObject(world: World, change: ChangeOf<"fabric">): World | undefined {
  const before = world.fabric.objects.get(change.path);
  if (change.remove) return { ...world, fabric: withoutObject(world.fabric, change.path) };
  const name = before?.class ?? change.class;
  if (name === undefined) return undefined;
  const object = { class: name, attributes: { ...before?.attributes, ...change.set } };
  return { ...world, fabric: { objects: withEntry(world.fabric.objects, change.path, object) } };
}

function changeData(world: World, change: ChangeOf<"restconf">): World | undefined {
  const { host, path, value } = change;
  const router = world.restconf.routers.get(host);
  const steps = readPath(path);
  if (router === undefined || steps === undefined) return undefined;
  const data: Json = change.remove
    ? withoutNode(router.data, steps, router.keys)
    : withNode(router.data, { steps, value: value ?? null, keys: router.keys });
  return isRecord(data) ? { ...world, restconf: withData(world.restconf, host, data) } : undefined;
}

/**
 * Returns the id of the network with this id or name. If several networks have the name, returns the id of the first.
 * Returns undefined if there is no such network.
 */
function networkNamed(world: World, wanted: string): string | undefined {
  const { networks } = world.dashboard;
  if (networks.has(wanted)) return wanted;
  return [...networks].find(([, { fields }]) => fields.name === wanted)?.[0];
}
