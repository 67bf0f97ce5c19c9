/** What a description says of the product itself: where its paths begin, and how clients authenticate. */

import { isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
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

/** The ways that requests ask for, each once. */
function waysOf(root: JsonObject): readonly JsonObject[] {
  const asked = isArray(root.security)
    ? root.security.flatMap((each) => Object.keys(isObject(each) ? each : {}))
    : [];
  const schemes = objectIn(objectIn(root, "components"), "securitySchemes");
  const names = asked.length > 0 ? [...new Set(asked)] : Object.keys(schemes);
  const ways = names.flatMap((name) => way(resolved(root, schemes[name])));
  return [...new Map(ways.map((each) => [JSON.stringify(each), each])).values()];
}

function way(scheme: Json | undefined): readonly JsonObject[] {
  if (!isObject(scheme)) return [];
  const { type, in: place, name, scheme: how } = scheme;
  if (type === "apiKey" && place === "header") return [{ by: "token", header: String(name) }];
  if (type === "http" && how === "basic") return [{ by: "basic" }];
  if (type === "http") return [{ by: "token", header: "Authorization" }];
  const flow = objectIn(objectIn(scheme, "flows"), "clientCredentials");
  return typeof flow.tokenUrl === "string"
    ? [{ by: "client", tokenPath: new URL(flow.tokenUrl, "http://h").pathname }]
    : [];
}
