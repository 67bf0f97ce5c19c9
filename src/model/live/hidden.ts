/** The form in which a live value stands that may be a secret: never itself, and no digest that can be guessed. */

import { isObject, type Json } from "../json.ts";

/**
 * A live value that nobody may see. It is one whole value: nothing is inside of it, and it is shown as `[hidden]`,
 * never with its digest. In values, plans, snapshots and memories it stands in the place of the live value.
 */
export interface HiddenValue {
  readonly [member: string]: string;
  /**
   * 32 hexadecimal digits: HMAC by `secrets.fingerprintKey` over target, place and value, so that two places never show
   * that they hold the same. Or `unkeyed`: without that key nothing tells one hidden value from another, but its number
   * where it is the key of an entry, since entries are told apart by theirs.
   */
  readonly $hidden: string;
}

const unkeyed = "unkeyed";

/** A hidden value of this digest (32 hexadecimal digits); undefined: there is no key. `number`: of an entry's key. */
export function hidden(digest: string | undefined, number?: number): HiddenValue {
  if (digest !== undefined) return { $hidden: digest };
  return { $hidden: number === undefined ? unkeyed : `${unkeyed} ${number}` };
}

const form = /^(?:[0-9a-f]{32}|unkeyed(?: [0-9]+)?)$/;

/** True for a hidden value, and nothing else. `$` begins no name of a YANG module. */
export function isHidden(value: Json | undefined): value is HiddenValue {
  if (!isObject(value) || typeof value.$hidden !== "string" || Object.keys(value).length !== 1) return false;
  return form.test(value.$hidden);
}

/** Whether a hidden value stands in it, however deep. */
export function holdsHidden(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isHidden(value) || Object.values(value).some(holdsHidden);
}

/** Whether a hidden value without a digest stands in it, however deep: what it was when it was shown cannot be told. */
export function holdsUnkeyed(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isHidden(value)) return value.$hidden.startsWith(unkeyed);
  return Object.values(value).some(holdsUnkeyed);
}
