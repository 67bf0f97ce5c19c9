/** Cookies that only this server can have made: what they hold is signed, and each kind for itself. */

import { parseJson } from "../../model/json.ts";
import { cookieText, isSameText } from "../../runtime/serving/keyed.ts";
import type { SigningKeys } from "../../runtime/serving/session-keys.ts";

/** Browsers keep no longer ones. */
const longest = 3800;

/** A cookie's text for a value; undefined where it would be too long for a browser. */
export function signedCookie(keys: SigningKeys, kind: string, value: object): string | undefined {
  const payload = cookieText.of(JSON.stringify(value));
  const text = `${payload}.${keys.sign(`${kind}:${payload}`)}`;
  return text.length > longest ? undefined : text;
}

/** What a cookie holds, as JSON; undefined unless it was made here, as one of this kind. */
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
