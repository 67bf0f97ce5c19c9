/** What a login server says of somebody: the name for records, and the groups. */

import { plainName } from "./identity.ts";

/** Claims as they came. */
export type Claims = Readonly<Record<string, unknown>>;

/** More groups are not looked at. */
const mostGroups = 2000;

/** The groups: a list of texts, or one text. `a.b` is `b` in `a`, unless there is a claim of that whole name. */
export function claimedGroups(claims: Claims, claim: string): readonly string[] {
  const found = claimAt(claims, claim);
  const listed = Array.isArray(found) ? found : [found];
  return listed.filter((each) => typeof each === "string").slice(0, mostGroups);
}

/**
 * What somebody is called: by the claim that is named, else by the mail address, unless the server says that nobody has
 * verified it; else by the subject.
 */
export function claimedName(claims: Claims, claim: string | undefined): string {
  const email = claims.email_verified === false ? undefined : claims.email;
  const wanted = claim === undefined ? email : claimAt(claims, claim);
  const name = typeof wanted === "string" ? plainName(wanted) : "";
  return name === "" ? plainName(String(claims.sub ?? "")) : name;
}

function claimAt(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  return claim.split(".").reduce<unknown>(memberOf, claims);
}

function memberOf(value: unknown, name: string): unknown {
  const isMap = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isMap ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}
