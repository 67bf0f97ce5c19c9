/** Makes the requests of the controller interface. Pure. */

import { isObject } from "../../model/json.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { ReadRequest, Write } from "../contract.ts";
import { departure } from "../departure.ts";
import { onWire } from "../described/fields.ts";
import { filled } from "../described/paths.ts";
import { ofKind } from "../of-kind.ts";
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
  return { method: "GET", url: `${url}${filled(dialect.paths.device, { id })}`, headers };
}

/** The request that adds a device to the inventory: all that is declared of it. */
export function addRequest(url: string, dialect: ControllerDialect, write: Write): WireRequest {
  const { desired = {} } = write;
  const body = isObject(desired) ? onWire(desired, dialect.deviceFields) : desired;
  const sent = { ...headers, "content-type": "application/json" };
  return {
    method: "POST",
    url: `${url}${dialect.paths.addDevice}`,
    headers: sent,
    body,
    ...departure(write),
  };
}
