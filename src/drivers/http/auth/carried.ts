/** Names the header or cookie that carries a credential, for messages. */

import type { Authentication } from "../../../catalog/schema/authentication.ts";

/**
 * Returns the part of a request that contains the credential or token of this method: `the header X-Auth-Token`, `the
 * cookie JSESSIONID`.
 */
export function carrierOf(way: Authentication): string {
  if (way.by === "token") return `the header ${way.header}`;
  if (way.by === "form") return "the cookie of its session";
  if (way.by !== "login" || way.carry.header !== undefined)
    return `the header ${(way.by === "login" && way.carry.header) || "Authorization"}`;
  return `the cookie ${way.carry.cookie ?? "of its session"}`;
}
