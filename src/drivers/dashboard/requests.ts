/** Makes the requests of the dashboard interface: paths, bodies, headers. Pure. */

import type { Secret, SecretReference } from "../../model/secret.ts";
import type { WireJson, WireRequest } from "../../model/wire.ts";
import type { ReadRequest, Write } from "../contract.ts";
import { segment } from "../pages/path.ts";
import { sentOnce } from "../sent-once.ts";
import { deviceBody, netflowBody, networkBody, newNetworkBody, ssidBody } from "./bodies.ts";
import type { DashboardDialect, DeviceReport } from "./dialects/dialect.ts";
import { emptied } from "./fields.ts";

/** What requests are made from. */
export interface Ground {
  /** The target's URL. */
  readonly url: string;
  readonly dialect: DashboardDialect;
  readonly secret: (reference: SecretReference) => Secret;
}

/** The request of a list's first page, or of the one record that a network's netflow is. */
export function readRequest(ground: Ground, request: ReadRequest): WireRequest {
  const of = segment(request.parentId ?? "");
  const size = ground.dialect.perPage[request.collection];
  const query = size === undefined ? "" : `?perPage=${size}`;
  const path = `${pathOf(request.collection, of)}${query}`;
  return { method: "GET", ...to(ground, path, request.scope.organization) };
}

/** The request for what a device reports of itself; undefined where the product has none. */
export function reportRequest(ground: Ground, of: DeviceReport, serial: string): WireRequest | undefined {
  const path = ground.dialect.deviceReports[of];
  if (path === undefined) return undefined;
  return { method: "GET", ...to(ground, `/devices/${segment(serial)}${path}`, undefined) };
}

function pathOf(collection: string, of: string): string {
  switch (collection) {
    case "organizations":
      return "/organizations";
    case "networks":
      return `/organizations/${of}/networks`;
    case "devices":
      return `/organizations/${of}/devices`;
    case "netflow":
      return `/networks/${of}/netflow`;
    case "ssids":
      return `/networks/${of}/wireless/ssids`;
  }
  throw new Error(`the dashboard interface has no collection ${collection}`);
}

/** The request that carries out a write. */
export function writeRequest(ground: Ground, write: Write): WireRequest {
  const { dialect, secret } = ground;
  const parent = segment(write.parentId ?? "");
  const request = (method: WireRequest["method"], path: string, body?: WireJson) =>
    withBody({ method, ...to(ground, path, write.scope.organization), ...sentOnce(write) }, body);
  if (write.kind === "ssid") {
    const path = `/networks/${parent}/wireless/ssids/${segment(write.identity)}`;
    if (write.operation !== "remove") return request("PUT", path, ssidBody(dialect, write, secret));
    if (dialect.emptySlot) return request("PUT", path, emptied(dialect.emptySlot, write.identity));
    throw new Error("an SSID has no operation remove");
  }
  if (write.kind === "networkNetflow")
    return request("PUT", `/networks/${parent}/netflow`, netflowBody(dialect, write));
  if (write.kind === "dashboardDevice")
    return request("PUT", `/devices/${segment(write.live?.id ?? write.identity)}`, deviceBody(write));
  if (write.operation === "create")
    return request("POST", `/organizations/${parent}/networks`, newNetworkBody(dialect, write));
  const path = `/networks/${segment(write.live?.id ?? "")}`;
  return write.operation === "remove"
    ? request("DELETE", path)
    : request("PUT", path, networkBody(dialect, write));
}

function to(ground: Ground, path: string, organization: string | undefined): Omit<WireRequest, "method"> {
  const { basePath, budget } = ground.dialect;
  return {
    url: `${ground.url}${basePath}${path}`,
    headers: { accept: "application/json" },
    ...(budget === "organization" && organization !== undefined && { budget: organization }),
  };
}

function withBody(request: WireRequest, body: WireJson | undefined): WireRequest {
  if (body === undefined) return request;
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}
