/** Cookies that only this server can create: their content is signed, separately for each kind. */

import { parseJson } from "../../model/json.ts";
import { cookieText, isSameText } from "../../runtime/serving/keyed.ts";
import type { SigningKeys } from "../../runtime/serving/session-keys.ts";

/** Browsers do not keep longer ones. */
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
