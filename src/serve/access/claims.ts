/** The claims of a login server about a person: the name for records, and the groups. */

import { plainName } from "./identity.ts";

/** Claims as the login server sent them. */
export type Claims = Readonly<Record<string, unknown>>;

/** The maximum number of groups; further ones are ignored. */
const mostGroups = 2000;

/**
 * The groups in a claim, which is a list of texts or a single text. The claim name `a.b` means `b` inside `a`, unless a
 * claim has that whole name.
 */
export function claimedGroups(claims: Claims, claim: string): readonly string[] {
  const found = claimAt(claims, claim);
  const listed = Array.isArray(found) ? found : [found];
  return listed.filter((each) => typeof each === "string").slice(0, mostGroups);
}

/**
 * A person's name, from the configured claim. If no claim is configured, the mail address is the name, unless the
 * server says that it is unverified. A person without such a name gets the subject as the name.
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
