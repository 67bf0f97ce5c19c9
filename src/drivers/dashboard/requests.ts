/** Makes the requests of the dashboard interface: paths, bodies, headers. Pure. */

import type { Secret, SecretReference } from "../../model/secret.ts";
import type { WireJson, WireRequest } from "../../model/wire.ts";
import type { ReadRequest, Write } from "../contract.ts";
import { departure } from "../departure.ts";
import { filled } from "../described/paths.ts";
import {
  byId,
  type IdentifiedWrite,
  inParent,
  madeFor,
  type OperationRow,
  ofKind,
  type PlacedWrite,
} from "../of-kind.ts";
import { deviceBody, netflowBody, networkBody, newNetworkBody, ssidBody } from "./bodies.ts";
import type {
  DashboardCollection,
  DashboardDialect,
  DashboardKind,
  DeviceReport,
} from "./dialects/dialect.ts";
import { emptied } from "./fields.ts";

/** What requests are made from. */
interface RequestContext {
  /** The target's URL. */
  readonly url: string;
  readonly dialect: DashboardDialect;
  readonly secret: (reference: SecretReference) => Secret;
}

/** The request of a list's first page, or of the one record that a network's netflow is. */
export function readRequest(context: RequestContext, request: ReadRequest): WireRequest {
  const { collection, parentId, scope } = request;
  const size = context.dialect.perPage[collection];
  const query = size === undefined ? "" : `?perPage=${size}`;
  const path = `${ofKind(paths, collection)(context.dialect, parentId)}${query}`;
  return { method: "GET", ...to(context, path, scope.organization) };
}

/** The request for what a device reports of itself; undefined where the product has none. */
export function reportRequest(
  context: RequestContext,
  of: DeviceReport,
  serial: string,
): WireRequest | undefined {
  const path = context.dialect.deviceReports[of];
  if (path === undefined) return undefined;
  return {
    method: "GET",
    ...to(context, `${filled(context.dialect.paths.device, { serial })}${path}`, undefined),
  };
}

type MakePath = (dialect: DashboardDialect, parentId: string | undefined) => string;

/** The paths of collections, by the id of what they are in. */
const paths = {
  organizations: ({ paths: { organizations } }) => filled(organizations, {}),
  networks: ({ paths: { networks } }, organizationId) => filled(networks, { organizationId }),
  devices: ({ paths: { devices } }, organizationId) => filled(devices, { organizationId }),
  netflow: ({ paths: { netflow } }, networkId) => filled(netflow, { networkId }),
  ssids: ({ paths: { ssids } }, networkId) => filled(ssids, { networkId }),
} satisfies Record<DashboardCollection, MakePath>;

/** What is sent where: the path below the base path. */
interface Part {
  readonly method: WireRequest["method"];
  readonly path: string;
  readonly body?: WireJson;
}

const setNetflow = inParent<RequestContext, Part>(({ dialect }, { parentId: networkId, ...write }) => ({
  method: "PUT",
  path: filled(dialect.paths.netflow, { networkId }),
  body: netflowBody(dialect, write),
}));

const writes = {
  organization: {},
  network: {
    create: inParent(({ dialect }, write) => ({
      method: "POST",
      path: filled(dialect.paths.createNetwork, { organizationId: write.parentId }),
      body: newNetworkBody(dialect, write),
    })),
    update: byId(({ dialect }, write) => ({
      method: dialect.methods.updateNetwork,
      path: networkPath(dialect, write),
      body: networkBody(dialect, write),
    })),
    remove: byId(({ dialect }, write) => ({ method: "DELETE", path: networkPath(dialect, write) })),
  },
  ssid: {
    create: inParent(({ dialect, secret }, write) => ({
      method: dialect.methods.createSsid,
      path: slotPath(dialect.paths.createSsid, write),
      body: ssidBody(dialect, write, secret),
    })),
    update: inParent(({ dialect, secret }, write) => ({
      method: dialect.methods.updateSsid,
      path: slotPath(dialect.paths.ssid, write),
      body: ssidBody(dialect, write, secret),
    })),
    remove: inParent(({ dialect: { emptySlot, methods, paths, ssidFields } }, write) => {
      if (!emptySlot) throw new Error("an SSID has no operation remove");
      const body = emptied(emptySlot, ssidFields.name, write.identity);
      return { method: methods.updateSsid, path: slotPath(paths.ssid, write), body };
    }),
  },
  networkNetflow: { create: setNetflow, update: setNetflow },
  dashboardDevice: {
    update: byId(({ dialect }, write) => ({
      method: dialect.methods.updateDevice,
      path: filled(dialect.paths.device, { serial: write.live.id }),
      body: deviceBody(dialect, write),
    })),
  },
} satisfies Record<DashboardKind, OperationRow<RequestContext, Part>>;

function networkPath({ paths: { network } }: DashboardDialect, { live }: IdentifiedWrite): string {
  return filled(network, { networkId: live.id });
}

function slotPath(path: string, { parentId: networkId, identity: number }: PlacedWrite): string {
  return filled(path, { networkId, number });
}

/** The request that carries out a write. */
export function writeRequest(context: RequestContext, write: Write): WireRequest {
  const { method, path, body } = madeFor<RequestContext, Part>(writes, context, write);
  return withBody({ method, ...to(context, path, write.scope.organization), ...departure(write) }, body);
}

function to(
  context: RequestContext,
  path: string,
  organization: string | undefined,
): Omit<WireRequest, "method"> {
  const { basePath, budget } = context.dialect;
  return {
    url: `${context.url}${basePath}${path}`,
    headers: { accept: "application/json" },
    ...(budget === "organization" && organization !== undefined && { budget: organization }),
  };
}

function withBody(request: WireRequest, body: WireJson | undefined): WireRequest {
  if (body === undefined) return request;
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}
