/** Requests and replies on the wire. */

import type { Json, JsonObject } from "../../model/json.ts";
import type { ErrorTag } from "../netconf/rpc-error.ts";
import type { HttpName, ServedName } from "./served-names.ts";

/** The parts of a request that faults, permissions and the log need. */
export interface RequestFacts {
  readonly interface: ServedName;
  /** The method. For NETCONF, it is the name of the operation, or `hello`. */
  readonly method: string;
  /** The path and query, exactly as sent. For NETCONF, it is `/devices/{host}`. */
  readonly path: string;
  /** The id of the batch to which an action belongs. If absent, this is a request of its own. */
  readonly batch?: string;
}

/** An incoming request. */
export interface SimRequest extends RequestFacts {
  readonly interface: HttpName;
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The scheme, host and port to which the request was sent, for example `http://127.0.0.1:8443`. */
  readonly origin: string;
}

/** An outgoing reply. */
export interface SimReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The error tag of RFC 8040 for a refusal. It is set if the status does not determine the tag. */
  readonly tag?: ErrorTag;
  /** The delay after the request's arrival. */
  readonly delayMs: number;
  /**
   * `dropped`: the connection is closed without a reply. `truncated`: the connection is closed in the middle of the
   * body. If absent, the whole reply is sent.
   */
  readonly cut?: "dropped" | "truncated";
}

/** Returns a reply that has only a status and headers. Most errors get such a reply. */
export function bare(status: number, headers: Readonly<Record<string, string>> = {}): SimReply {
  return { status, headers, body: "", delayMs: 0 };
}

/** Returns a reply with a JSON body. If the headers contain `content-type`, it replaces `application/json`. */
export function json(status: number, value: Json, headers: Readonly<Record<string, string>> = {}): SimReply {
  const typed = { "content-type": "application/json", ...headers };
  return { status, headers: typed, body: JSON.stringify(value), delayMs: 0 };
}

/** Returns the reply to a body with invalid members: 400 with `errors`. */
export function invalid(errors: readonly string[]): SimReply {
  return json(400, { errors });
}

/** True for JSON objects. False for null and for arrays. */
export function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for JSON arrays. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
