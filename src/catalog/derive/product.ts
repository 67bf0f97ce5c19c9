/** What a description says of the product itself: where its paths begin, and how clients authenticate. */

import { isArray, isObject, type JsonObject } from "../../model/json.ts";
import { type Description, objectIn, resolved } from "./document.ts";

/** Words for `product.yaml`, as far as a description has them; `limits`, `replies` and the rest stay to be written. */
export function productWords({ root }: Description): JsonObject {
  const ways = waysOf(root);
  return {
    title: String(objectIn(root, "info").title ?? "?"),
    basePath: basePath(root),
    ...(ways.length > 0 && { authentication: ways.length === 1 ? (ways[0] ?? {}) : ways }),
  };
}

/** The path of the first server; the host is the target's. */
function basePath({ servers }: JsonObject): string {
  const [first] = isArray(servers) ? servers : [];
  const url = isObject(first) && typeof first.url === "string" ? first.url : "";
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, "").replace(/\/+$/, "");
  return path.startsWith("/") ? path : "";
}

/** Whether a key goes in a header that wants a word before it: no description says which. */
export function lacksWord({ root }: Description): boolean {
  return schemesOf(root).some(({ type, in: place, name }) => {
    return type === "apiKey" && place === "header" && /^authorization$/i.test(String(name));
  });
}

/** The ways that requests ask for, each once. */
function waysOf(root: JsonObject): readonly JsonObject[] {
  const ways = schemesOf(root).flatMap(way);
  return [...new Map(ways.map((each) => [JSON.stringify(each), each])).values()];
}

function schemesOf(root: JsonObject): readonly JsonObject[] {
  const asked = isArray(root.security)
    ? root.security.flatMap((each) => Object.keys(isObject(each) ? each : {}))
    : [];
  const schemes = objectIn(objectIn(root, "components"), "securitySchemes");
  const names = asked.length > 0 ? [...new Set(asked)] : Object.keys(schemes);
  return names.flatMap((name) => {
    const scheme = resolved(root, schemes[name]);
    return isObject(scheme) ? [scheme] : [];
  });
}

function way(scheme: JsonObject): readonly JsonObject[] {
  const { type, in: place, name, scheme: how } = scheme;
  if (type === "apiKey" && place === "header") return [{ by: "token", header: String(name) }];
  if (type === "http") return byHttp(String(how));
  const flow = objectIn(objectIn(scheme, "flows"), "clientCredentials");
  return typeof flow.tokenUrl === "string"
    ? [{ by: "client", tokenPath: new URL(flow.tokenUrl, "http://h").pathname }]
    : [];
}

/** Schemes that a token alone does not answer. */
const conversations = /^(?:digest|hoba|mutual|negotiate|ntlm|privatetoken|scram-.*|vapid)$/i;

function byHttp(scheme: string): readonly JsonObject[] {
  if (/^basic$/i.test(scheme)) return [{ by: "basic" }];
  if (conversations.test(scheme)) return [];
  const isWord = /^[a-z][a-z0-9-]{0,31}$/i.test(scheme) && !/^bearer$/i.test(scheme);
  return [{ by: "token", header: "Authorization", ...(isWord && { scheme }) }];
}
