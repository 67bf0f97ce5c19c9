/** Errors in the form of RFC 8040 section 7.1. */

import type { JsonObject } from "../../model/json.ts";
import type { ErrorTag, RpcError } from "../netconf/rpc-error.ts";
import { json, type SimReply } from "../wire/message.ts";
import type { SimulatorSettings } from "../wire/settings.ts";

/** One error. */
export interface RestconfError extends Pick<RpcError, "tag" | "message" | "path" | "appTag"> {
  readonly headers?: SimReply["headers"];
}

/** Returns a reply with one error. */
export function errorReply(
  settings: SimulatorSettings,
  status: number,
  { headers, ...error }: RestconfError,
): SimReply {
  const body = { "ietf-restconf:errors": errorsOf(settings, error) };
  return json(status, body, { ...headers, "content-type": "application/yang-data+json" });
}

/** Returns the container `errors` with one error. Depending on the setting, `error` is a list or an object. */
export function errorsOf(
  { restconfErrors }: SimulatorSettings,
  { tag, message, path, appTag }: Omit<RestconfError, "headers">,
): JsonObject {
  const error = {
    "error-type": "application",
    "error-tag": tag,
    ...(appTag !== undefined && { "error-app-tag": appTag }),
    ...(path !== undefined && { "error-path": path }),
    "error-message": message,
  };
  return { error: restconfErrors === "list" ? [error] : error };
}

const tags: ReadonlyMap<number, ErrorTag> = new Map([
  [400, "malformed-message"],
  [401, "access-denied"],
  [403, "access-denied"],
  [404, "invalid-value"],
  [405, "operation-not-supported"],
  [409, "in-use"],
  [429, "resource-denied"],
]);

/** Returns a refusal in the form of the mode `rfc8040`. The neutral interface has made the refusal before routing. */
export function withErrors(reply: SimReply, settings: SimulatorSettings): SimReply {
  const { status, headers, tag = tags.get(status) ?? "operation-failed" } = reply;
  const challenge = status === 401 ? { "www-authenticate": 'Basic realm="router"' } : {};
  const message = tag === "lock-denied" ? "the configuration database is locked" : `status ${status}`;
  const { "content-type": _, ...kept } = headers;
  return errorReply(settings, status, { tag, message, headers: { ...kept, ...challenge } });
}
