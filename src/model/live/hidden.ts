/**
 * Placeholders for live values that may be secret: they never contain the value, or a digest from which it could be
 * guessed.
 */

import { isArray, isObject, type Json } from "../json.ts";

/**
 * A hidden live value. It is atomic, and shown as `[hidden]`, without its digest. It replaces the live value in
 * values, plans, snapshots and memories.
 */
export interface HiddenValue {
  readonly [member: string]: string;
  /**
   * 32 hexadecimal digits: the HMAC with `secrets.fingerprintKey` over target, place and value, so that equal values at
   * two places look different. Without that key: `unkeyed`, so that hidden values cannot be distinguished. If the value
   * is the key of a list entry, the entry's number follows, because keys identify entries.
   */
  readonly $hidden: string;
}

const unkeyed = "unkeyed";

/**
 * Returns a hidden value with this digest (32 hexadecimal digits). If the project has no key, the digest is undefined;
 * `number` then distinguishes list entries whose key is hidden.
 */
export function hidden(digest: string | undefined, number?: number): HiddenValue {
  if (digest !== undefined) return { $hidden: digest };
  return { $hidden: number === undefined ? unkeyed : `${unkeyed} ${number}` };
}

const form = /^(?:[0-9a-f]{32}|unkeyed(?: [0-9]+)?)$/;

/** True only for a hidden value; no YANG module has a name that begins with `$`. */
export function isHidden(value: Json | undefined): value is HiddenValue {
  if (!isObject(value) || typeof value.$hidden !== "string" || Object.keys(value).length !== 1) return false;
  return form.test(value.$hidden);
}

/** True if a value contains a hidden value, at any depth. */
export function holdsHidden(value: Json | undefined): boolean {
  if (isArray(value)) return value.some(holdsHidden);
  if (!isObject(value)) return false;
  if (isHidden(value)) return true;
  for (const name in value) if (holdsHidden(value[name])) return true;
  return false;
}

/** True if a value contains a hidden value without a digest, at any depth: such a value cannot be compared later. */
export function holdsUnkeyed(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isHidden(value)) return value.$hidden.startsWith(unkeyed);
  return Object.values(value).some(holdsUnkeyed);
}
