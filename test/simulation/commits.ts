/** Finds the writes that the servers carried out, by comparing the servers' states before and after each request. */

import type { Desired, Resource } from "../../src/model/desired.ts";
import { tokenPath } from "../../src/simulator/controller/controller.ts";
import { entriesOf } from "../../src/simulator/log.ts";
import type { World } from "../../src/simulator/world.ts";
import type { Arrival } from "../servers/virtual-time/network.ts";
import { networkObject, objectOf } from "./leaves.ts";

/** A write that was carried out. */
export interface Commit {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** The name of the object, as in `leaves.ts`. For a router, the path of the replaced part is appended. */
  readonly object: string;
  /** True if a reply reported the write as carried out. */
  readonly isTold: boolean;
}

const logins: readonly string[] = [tokenPath, "/oauth/token"];

/** True if the request is a write. */
export function isWrite(arrival: Arrival): boolean {
  const { method, path, interface: name } = arrival.request;
  if (name === "netconf") return isNetconfWrite(arrival);
  return method !== "GET" && !logins.includes(path);
}

/** True if the request is a read. */
export function isRead({ request: { method } }: Arrival): boolean {
  return ["GET", "get", "get-config"].includes(method);
}

/**
 * True for the request that puts configuration into effect over NETCONF: the commit, or the edit if the server has no
 * candidate. A commit that only confirms an earlier one does not count.
 */
function isNetconfWrite({ request: { method, path }, before }: Arrival): boolean {
  if (!before.settings.netconf.candidate) return method === "edit-config";
  const device = before.netconf.devices.get(path.slice("/devices/".length));
  return method === "commit" && device?.confirming === undefined;
}

/** Returns the writes that were carried out, in order. */
export function commitsOf(arrivals: readonly Arrival[]): readonly Commit[] {
  return arrivals.filter(isWrite).flatMap((arrival) => {
    const { at, request, reply, before, after } = arrival;
    const { method, path } = request;
    const isTold = reply.cut === undefined && reply.status < 300;
    return objectsOf(arrival, before, after).map((object) => ({ at, method, path, object, isTold }));
  });
}

/** Returns the name of the object that a step changes, as in `Commit`. */
export function committedBy(desired: Desired, resource: Resource): string {
  const object = objectOf(desired, resource);
  const { kind, identity } = resource;
  const path = identity.slice(identity.indexOf(" ") + 1);
  switch (kind) {
    case "deviceHostname":
      return `${object} Vendor-native:native/hostname`;
    case "deviceInterface": {
      const [type = "", number = ""] = path.split(" ");
      return `${object} Vendor-native:native/interface/${type}=${encodeURIComponent(number)}`;
    }
    case "deviceConfiguration":
      return `${object} ${path.slice(1)}`;
    default:
      return object;
  }
}

/** Returns the requests that a limiter refused at `since` or later, with their times. */
export function refusedByLimiters(world: World, since: number): readonly string[] {
  return entriesOf(world.log)
    .filter(({ at, admitted }) => at >= since && !admitted)
    .map(({ at, path }) => `${path} at ${at}`);
}

function objectsOf({ request }: Arrival, before: World, after: World): readonly string[] {
  switch (request.interface) {
    case "dashboard":
      return networksOf(before, after);
    case "fabric": {
      if (before.fabric === after.fabric) return [];
      return [`fabric ${decodeURIComponent(request.path.slice("/api/mo/".length, -".json".length))}`];
    }
    case "restconf": {
      if (before.restconf === after.restconf) return [];
      const [, host, path] = /^\/devices\/([^/]+)\/restconf\/data\/(.*)$/.exec(request.path) ?? [];
      return [`routers ${host} ${path}`];
    }
    case "netconf":
    case "controller":
    case "messaging":
    case "servers":
    case "sdwan":
    case "firewall":
    case "openapi":
      return [];
  }
}

function networksOf({ dashboard: was }: World, { dashboard: is }: World): readonly string[] {
  if (was === is) return [];
  const ids = new Set([...was.networks.keys(), ...is.networks.keys()]);
  return [...ids].flatMap((id): string[] => {
    const [a, b] = [was.networks.get(id), is.networks.get(id)];
    const there = b ?? a;
    if (a === b || !there) return [];
    const object = networkObject(is.organizations.get(there.organizationId), there);
    if (a?.ssids === b?.ssids || !a || !b) return [object];
    const numbers = [...b.ssids].filter(([number, ssid]) => a.ssids.get(number) !== ssid);
    return numbers.map(([number]) => `${object}/${number}`);
  });
}
