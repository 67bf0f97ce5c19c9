/**
 * Declared and live secrets in the tree of a device. They are stand-ins until a request leaves, and are resolved only
 * on the wire. Pure.
 */

import { isArray, type Json, type JsonObject } from "../../model/json.ts";
import { isSecretReference, type Secret, type SecretReference } from "../../model/secret.ts";
import type { Wire, WireJson, WireRequest } from "../../model/wire.ts";

const mark = "\uE000";

/** Returns the stand-in of a secret, by its reference or its name in `LiveSecrets`. Uses private-use characters. */
export function standInFor(name: string): string {
  return `${mark}${name}${mark}`;
}

/** True for a text that could be mistaken for a stand-in. */
export function isLikeStandIn(text: string): boolean {
  return text.includes(mark);
}

/** Returns a tree with stand-ins for references. If it has no references, returns the same object. */
export function withStandIns(tree: JsonObject): JsonObject;
/** Like the first overload, but for any tree. */
export function withStandIns(tree: Json): Json;
/** Like the first overload, but for any tree. */
export function withStandIns(tree: Json): Json {
  return isSecretReference(tree)
    ? standInFor(tree.secret)
    : mappedMembers(tree, (each) => withStandIns(each));
}

/** Replaces each member or element by the result of `own`; returns the same object if nothing changes. */
export function mappedMembers(tree: Json, own: (member: Json) => Json): Json {
  if (typeof tree !== "object" || tree === null) return tree;
  if (isArray(tree)) {
    const list = tree.map(own);
    return list.every((each, at) => each === tree[at]) ? tree : list;
  }
  let made: Record<string, Json> | undefined;
  for (const name in tree) {
    const each = tree[name] ?? null;
    const put = own(each);
    if (put === each) continue;
    made ??= { ...tree };
    made[name] = put;
  }
  return made ?? tree;
}

/** Returns the secret of a stand-in, by the name between its marks. */
export type OpenStandIn = (name: string) => Secret;

/** Returns the function that finds a secret by the name of its stand-in: a live secret, or else a reference. */
export function opening(
  secret: (reference: SecretReference) => Secret,
  live: (name: string) => Secret | undefined,
): OpenStandIn {
  return (name) => live(name) ?? secret({ secret: name });
}

/**
 * Returns the request with secrets in place of their stand-ins. The secrets are not revealed yet. A text body becomes a
 * list of parts.
 */
function withSecrets(request: WireRequest, open: OpenStandIn): WireRequest {
  const { body } = request;
  if (body === undefined) return request;
  return { ...request, body: typeof body === "string" ? textParts(body, open) : opened(body, open) };
}

const inUrl = new RegExp(`${encodeURIComponent(mark)}(.+?)${encodeURIComponent(mark)}`, "g");

function urlWith(url: string, shown: (name: string) => string): string {
  return url.replaceAll(inUrl, (_, name: string) => shown(decodeURIComponent(name)));
}

/** Returns a text, such as a message, without its stand-ins. */
export function withoutStandIns(text: string): string {
  const plain = isLikeStandIn(text) ? text.replaceAll(anywhere, "[hidden]") : text;
  return urlWith(plain, () => "[hidden]");
}

/** Returns the request in displayable form. */
export function shownRequest(request: WireRequest, open: OpenStandIn): WireRequest {
  const { body } = withSecrets(request, open);
  const isText = typeof request.body === "string" && Array.isArray(body);
  const shown = { ...request, url: withoutStandIns(request.url) };
  return { ...shown, body: isText ? body.map(String).join("") : body };
}

/** Returns a wire that resolves stand-ins in bodies. */
export function bodyWire(wire: Wire, open: OpenStandIn): Wire {
  return { ...wire, send: (request, ...rest) => wire.send(withSecrets(request, open), ...rest) };
}

/** Like `bodyWire`, and also resolves stand-ins in paths, where secrets are entry keys. */
export function secretWire(wire: Wire, open: OpenStandIn): Wire {
  const inPath = (name: string) => encodeURIComponent(open(name).reveal());
  return {
    ...wire,
    send: (request, ...rest) => {
      const { url } = request;
      return wire.send({ ...withSecrets(request, open), url: urlWith(url, inPath) }, ...rest);
    },
  };
}

const whole = new RegExp(`^${mark}([^${mark}]+)${mark}$`);
const anywhere = new RegExp(`${mark}[^${mark}]+${mark}`, "g");

function opened(body: WireJson, open: OpenStandIn): WireJson {
  if (typeof body === "string") {
    const [, name] = whole.exec(body) ?? [];
    return name === undefined ? body : open(name);
  }
  if (typeof body !== "object" || body === null || "reveal" in body) return body;
  if (Array.isArray(body)) return body.map((each) => opened(each, open));
  return Object.fromEntries(Object.entries(body).map(([name, each]) => [name, opened(each, open)]));
}

/**
 * Returns a tree with the live secrets instead of their stand-ins. The tree is only compared with a device, and never
 * sent.
 */
export function withLiveSecrets(tree: Json, live: (name: string) => Secret | undefined): Json {
  if (typeof tree === "string") {
    const [, name] = whole.exec(tree) ?? [];
    return (name === undefined ? undefined : live(name)?.reveal()) ?? tree;
  }
  return mappedMembers(tree, (each) => withLiveSecrets(each, live));
}

/** Returns the parts of an XML text that may contain stand-ins as leaves. */
function textParts(body: string, open: OpenStandIn): WireJson {
  if (!isLikeStandIn(body)) return body;
  const parts = body.split(mark);
  return parts.map((part, at) => (at % 2 === 0 ? part : open(unescaped(part))));
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
