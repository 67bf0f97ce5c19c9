/** Secrets in the tree of a device: stand-ins until a request leaves, opened on the wire and nowhere else. Pure. */

import { isArray, isObject, type Json } from "../../../../model/json.ts";
import { isSecretReference, type Secret, type SecretReference } from "../../../../model/secret.ts";
import type { Wire, WireJson, WireRequest } from "../../../../model/wire.ts";

const mark = "\uE000";

/** What stands in a tree for a secret. Of private use: nobody can mean it by what he writes, see `standInFor`. */
function standInFor({ secret }: SecretReference): string {
  return `${mark}${secret}${mark}`;
}

/** True for a text that could be taken for one. */
export function isLikeStandIn(text: string): boolean {
  return text.includes(mark);
}

/** A tree in which references are stand-ins. */
export function withStandIns<T extends Json>(tree: T): T;
/** The same of any tree. */
export function withStandIns(tree: Json): Json {
  if (isSecretReference(tree)) return standInFor(tree);
  if (isArray(tree)) return tree.map((each) => withStandIns(each));
  if (!isObject(tree)) return tree;
  return Object.fromEntries(Object.entries(tree).map(([name, each]) => [name, withStandIns(each)]));
}

type OpenSecret = (reference: SecretReference) => Secret;

/** The request with secrets instead of their stand-ins, still closed. A body that is a text becomes its parts. */
function withSecrets(request: WireRequest, open: OpenSecret): WireRequest {
  const { body } = request;
  if (body === undefined) return request;
  return { ...request, body: typeof body === "string" ? textParts(body, open) : opened(body, open) };
}

/** The request as it may be shown. */
export function shownRequest(request: WireRequest, open: OpenSecret): WireRequest {
  const { body } = withSecrets(request, open);
  const isText = typeof request.body === "string" && Array.isArray(body);
  return { ...request, body: isText ? body.map(String).join("") : body };
}

/** A wire on which stand-ins are never sent. */
export function secretWire(wire: Wire, open: OpenSecret): Wire {
  return { ...wire, send: (request, ...rest) => wire.send(withSecrets(request, open), ...rest) };
}

const whole = new RegExp(`^${mark}([^${mark}]+)${mark}$`);

function opened(body: WireJson, open: OpenSecret): WireJson {
  if (typeof body === "string") {
    const [, reference] = whole.exec(body) ?? [];
    return reference === undefined ? body : open({ secret: reference });
  }
  if (typeof body !== "object" || body === null || "reveal" in body) return body;
  if (Array.isArray(body)) return body.map((each) => opened(each, open));
  return Object.fromEntries(Object.entries(body).map(([name, each]) => [name, opened(each, open)]));
}

/** A text of XML, in which the stand-ins are leaves. */
function textParts(body: string, open: OpenSecret): WireJson {
  if (!isLikeStandIn(body)) return body;
  const parts = body.split(mark);
  return parts.map((part, at) => (at % 2 === 0 ? part : open({ secret: unescaped(part) })));
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#13;": "\r",
};

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#13);/g, (entity) => entities[entity] ?? entity);
}
