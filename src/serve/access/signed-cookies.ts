/**
 * Cookies that only this server can create: their content is signed, and each kind of cookie has signatures of its
 * own.
 */

import { parseJson } from "../../model/json.ts";
import { cookieText, isSameText } from "../../runtime/serving/keyed.ts";
import type { SigningKeys } from "../../runtime/serving/session-keys.ts";

/** The maximum length: browsers do not store longer cookies. */
const longest = 3800;

/** The signed text of a value; undefined if it would be too long for a browser. */
export function signedCookie(keys: SigningKeys, kind: string, value: object): string | undefined {
  const payload = cookieText.of(JSON.stringify(value));
  const text = `${payload}.${keys.sign(`${kind}:${payload}`)}`;
  return text.length > longest ? undefined : text;
}

/** A cookie's content as JSON; undefined unless this server signed it as a cookie of this kind. */
export function openedCookie(keys: SigningKeys, kind: string, cookie: string): unknown {
  if (cookie.length > longest) return undefined;
  const at = cookie.lastIndexOf(".");
  const [payload, signature] = [cookie.slice(0, at), cookie.slice(at + 1)];
  const isOurs = keys
    .signatures(`${kind}:${payload}`)
    .map((each) => isSameText(each, signature))
    .includes(true);
  const text = isOurs ? cookieText.back(payload) : undefined;
  return text === undefined ? undefined : parseJson(text);
}
