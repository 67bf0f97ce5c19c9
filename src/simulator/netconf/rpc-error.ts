/** The errors with which a device refuses an operation (RFC 6241 section 4.3 and appendix A). */

import { netconfElement, type Output } from "./tree/output.ts";

/** The error tags of RFC 6241 appendix A that the simulator uses. */
export const errorTags = [
  "in-use",
  "invalid-value",
  "missing-attribute",
  "bad-attribute",
  "missing-element",
  "bad-element",
  "unknown-element",
  "unknown-namespace",
  "access-denied",
  "lock-denied",
  "resource-denied",
  "data-exists",
  "data-missing",
  "operation-not-supported",
  "operation-failed",
  "malformed-message",
] as const;

/** The tag of an rpc-error. */
export type ErrorTag = (typeof errorTags)[number];

/** Returns the HTTP status of an error (RFC 8040 section 7). If the RFC lists several, returns the first. */
export function statusOfTag(tag: ErrorTag): number {
  return statuses[tag] ?? 400;
}

const statuses: Readonly<Partial<Record<ErrorTag, number>>> = {
  "access-denied": 403,
  "in-use": 409,
  "lock-denied": 409,
  "resource-denied": 409,
  "data-exists": 409,
  "data-missing": 409,
  "operation-not-supported": 405,
  "operation-failed": 500,
};

/** One error. */
export interface RpcError {
  readonly tag: ErrorTag;
  readonly message: string;
  /** The `error-type`. Default: `application`. */
  readonly type?: "rpc" | "protocol" | "application";
  readonly path?: string;
  /** The `error-app-tag` (RFC 7950 section 15). */
  readonly appTag?: string;
  /** The elements of `error-info`, by name. */
  readonly info?: Readonly<Record<string, string>>;
}

/** Thrown at any depth if a request is refused. One place turns it into an `rpc-error`. */
export class RpcRefusal extends Error {
  readonly error: RpcError;

  constructor(error: RpcError) {
    super(error.message);
    this.error = error;
  }
}

/** Returns the element of an error. */
export function errorElement({ tag, message, type = "application", path, appTag, info }: RpcError): Output {
  const details = Object.entries(info ?? {}).map(([name, text]) => netconfElement(name, text));
  return netconfElement("rpc-error", [
    netconfElement("error-type", type),
    netconfElement("error-tag", tag),
    netconfElement("error-severity", "error"),
    ...(appTag === undefined ? [] : [netconfElement("error-app-tag", appTag)]),
    ...(path === undefined ? [] : [netconfElement("error-path", path)]),
    netconfElement("error-message", message),
    ...(details.length === 0 ? [] : [netconfElement("error-info", details)]),
  ]);
}
