/** Makes the requests of the dashboard interface: paths, bodies, headers. Pure. */

import type { Secret, SecretReference } from "../../model/secret.ts";
import type { WireJson, WireRequest } from "../../model/wire.ts";
import type { ReadRequest, Write } from "../contract.ts";
import {
  byId,
  demanded,
  type IdentifiedWrite,
  inParent,
  madeFor,
  type OperationRow,
  ofKind,
  type PlacedWrite,
} from "../of-kind.ts";
import { segment } from "../pages/path.ts";
import { sentOnce } from "../sent-once.ts";
import { deviceBody, netflowBody, networkBody, newNetworkBody, ssidBody } from "./bodies.ts";
import type {
  DashboardCollection,
  DashboardDialect,
  DashboardKind,
  DeviceReport,
} from "./dialects/dialect.ts";
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
  const { collection, parentId, scope } = request;
  const size = ground.dialect.perPage[collection];
  const query = size === undefined ? "" : `?perPage=${size}`;
  const path = `${ofKind(paths, collection)(parentId)}${query}`;
  return { method: "GET", ...to(ground, path, scope.organization) };
}

/** The request for what a device reports of itself; undefined where the product has none. */
export function reportRequest(ground: Ground, of: DeviceReport, serial: string): WireRequest | undefined {
  const path = ground.dialect.deviceReports[of];
  if (path === undefined) return undefined;
  return { method: "GET", ...to(ground, `/devices/${segment(serial)}${path}`, undefined) };
}

/** The paths of collections, by the id of what they are in. */
const paths = {
  organizations: () => "/organizations",
  networks: within((id) => `/organizations/${id}/networks`),
  devices: within((id) => `/organizations/${id}/devices`),
  netflow: within((id) => `/networks/${id}/netflow`),
  ssids: within((id) => `/networks/${id}/wireless/ssids`),
} satisfies Record<DashboardCollection, (parentId: string | undefined) => string>;

function within(path: (id: string) => string): (parentId: string | undefined) => string {
  return (parentId) => path(segment(demanded(parentId, "a list is read without the id of what it is in")));
}

/** What is sent where: the path below the base path. */
interface Part {
  readonly method: WireRequest["method"];
  readonly path: string;
  readonly body?: WireJson;
}

const setSsid = inParent<Ground, Part>(({ dialect, secret }, write) => ({
  method: "PUT",
  path: slotPath(write),
  body: ssidBody(dialect, write, secret),
}));

const setNetflow = inParent<Ground, Part>(({ dialect }, write) => ({
  method: "PUT",
  path: `/networks/${segment(write.parentId)}/netflow`,
  body: netflowBody(dialect, write),
}));

const writes = {
  organization: {},
  network: {
    create: inParent(({ dialect }, write) => ({
      method: "POST",
      path: `/organizations/${segment(write.parentId)}/networks`,
      body: newNetworkBody(dialect, write),
    })),
    update: byId(({ dialect }, write) => ({
      method: "PUT",
      path: networkPath(write),
      body: networkBody(dialect, write),
    })),
    remove: byId((_, write) => ({ method: "DELETE", path: networkPath(write) })),
  },
  ssid: {
    create: setSsid,
    update: setSsid,
    remove: inParent(({ dialect: { emptySlot } }, write) => {
      if (!emptySlot) throw new Error("an SSID has no operation remove");
      return { method: "PUT", path: slotPath(write), body: emptied(emptySlot, write.identity) };
    }),
  },
  networkNetflow: { create: setNetflow, update: setNetflow },
  dashboardDevice: {
    update: byId((_, write) => ({
      method: "PUT",
      path: `/devices/${segment(write.live.id)}`,
      body: deviceBody(write),
    })),
  },
} satisfies Record<DashboardKind, OperationRow<Ground, Part>>;

function networkPath({ live }: IdentifiedWrite): string {
  return `/networks/${segment(live.id)}`;
}

function slotPath({ parentId, identity }: PlacedWrite): string {
  return `/networks/${segment(parentId)}/wireless/ssids/${segment(identity)}`;
}

/** The request that carries out a write. */
export function writeRequest(ground: Ground, write: Write): WireRequest {
  const { method, path, body } = madeFor<Ground, Part>(writes, ground, write);
  return withBody({ method, ...to(ground, path, write.scope.organization), ...sentOnce(write) }, body);
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
