/** What goes in and what comes out: a request as it arrives, a reply as it leaves. */

import type { Json, JsonObject } from "../../model/json.ts";
import type { ErrorTag } from "../netconf/rpc-error.ts";
import type { HttpName, ServedName } from "./served-names.ts";

/** What is asked of whom, as faults, permissions and the log know it. */
export interface RequestFacts {
  readonly interface: ServedName;
  /** NETCONF: the name of the operation, or `hello`. */
  readonly method: string;
  /** Path and query, exactly as they were sent. NETCONF: `/devices/{host}`. */
  readonly path: string;
  /** Of an action of a batch: the batch's id. Absent: a request of its own. */
  readonly batch?: string;
}

/** A request as it arrives. */
export interface SimRequest extends RequestFacts {
  readonly interface: HttpName;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Scheme, host and port that it was sent to: `http://127.0.0.1:8443`. */
  readonly origin: string;
}

/** A reply as it leaves. */
export interface SimReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What RFC 8040 would call a refusal, where its status does not say it. */
  readonly tag?: ErrorTag;
  /** How long after the request's arrival it leaves. */
  readonly delayMs: number;
  /** `dropped`: the connection ends without a reply. `truncated`: it ends in the middle of the body. */
  readonly cut?: "dropped" | "truncated";
}

/** A reply of status and headers only, as most rows of the table of errors want it. */
export function bare(status: number, headers: Readonly<Record<string, string>> = {}): SimReply {
  return { status, headers, body: "", delayMs: 0 };
}

/** A reply with a JSON body. A `content-type` among the headers replaces `application/json`. */
export function json(status: number, value: Json, headers: Readonly<Record<string, string>> = {}): SimReply {
  const typed = { "content-type": "application/json", ...headers };
  return { status, headers: typed, body: JSON.stringify(value), delayMs: 0 };
}

/** The reply to a body that is an object of the wrong members: 400 with `errors`. */
export function invalid(errors: readonly string[]): SimReply {
  return json(400, { errors });
}

/** True for JSON objects: not for null, not for arrays. */
export function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for JSON arrays. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
