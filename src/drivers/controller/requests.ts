/** Makes the requests of the controller interface. Pure. */

import type { WireRequest } from "../../model/wire.ts";
import type { ReadRequest, Write } from "../contract.ts";
import { ofKind } from "../of-kind.ts";
import { segment } from "../pages/path.ts";
import { sentOnce } from "../sent-once.ts";
import type { ControllerDialect } from "./dialects/dialect.ts";

const headers = { accept: "application/json" };

/** The request for a token, without its credential. */
export function loginRequest(url: string, dialect: ControllerDialect): WireRequest {
  return { method: "POST", url: `${url}${dialect.paths.login}`, headers };
}

/**
 * The request of a list's first page. The words `startTime` and `endTime` of the scope, milliseconds since 1970,
 * limit site health to a range of time.
 */
export function listRequest(url: string, dialect: ControllerDialect, request: ReadRequest): WireRequest {
  const { sites, devices } = dialect.paths;
  const path = ofKind<string>({ sites, devices }, request.collection);
  const { startTime, endTime } = request.scope;
  const query = new URLSearchParams({
    ...(startTime !== undefined && { [dialect.timeRange.start]: startTime }),
    ...(endTime !== undefined && { [dialect.timeRange.end]: endTime }),
  });
  return { method: "GET", url: `${url}${path}${query.size > 0 ? `?${query}` : ""}`, headers };
}

/** The request that reads one device. */
export function deviceRequest(url: string, dialect: ControllerDialect, id: string): WireRequest {
  return { method: "GET", url: `${url}${dialect.paths.devices}/${segment(id)}`, headers };
}

/** The request that adds a device to the inventory: all that is declared of it. */
export function addRequest(url: string, dialect: ControllerDialect, write: Write): WireRequest {
  const { desired: body = {} } = write;
  const sent = { ...headers, "content-type": "application/json" };
  return { method: "POST", url: `${url}${dialect.paths.devices}`, headers: sent, body, ...sentOnce(write) };
}
