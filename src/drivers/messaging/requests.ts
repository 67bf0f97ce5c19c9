/** Makes the requests of the messaging interface: paths, bodies, headers. Pure. */

import { isObject, type JsonObject } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { ReadRequest, Write } from "../contract.ts";
import { segment } from "../pages/path.ts";
import type { MessagingDialect } from "./dialects/dialect.ts";

/** What requests are made from. */
export interface Ground {
  /** The target's URL. */
  readonly url: string;
  readonly dialect: MessagingDialect;
}

/** The request of a list's first page. */
export function listRequest(ground: Ground, { collection, parentId }: ReadRequest): WireRequest {
  return { method: "GET", ...to(ground, listPath(collection, parentId)) };
}

/** The request that carries out a write. */
export function writeRequest(ground: Ground, write: Write): WireRequest {
  const list = listPath(write.kind === "member" ? "members" : "rooms", write.parentId);
  if (write.operation === "create")
    return withBody({ method: "POST", ...to(ground, list) }, createdFields(write));
  const own = to(ground, `${list}/${segment(write.live?.id ?? "")}`);
  if (write.operation === "remove") return { method: "DELETE", ...own };
  return withBody({ method: "PUT", ...own }, changedFields(write));
}

/** The request that posts a text to a room. `path` is the dialect's, with `{roomId}` where the room goes. */
export function messageRequest(
  ground: Ground,
  { path, roomId, text }: { readonly path: string; readonly roomId: string; readonly text: string },
): WireRequest {
  const own = path.replaceAll("{roomId}", () => segment(roomId));
  return withBody({ method: "POST", ...to(ground, own) }, { roomId, text });
}

function listPath(collection: string, roomId = ""): string {
  return collection === "members" ? `/rooms/${segment(roomId)}/members` : "/rooms";
}

/** All that is declared; a member's address as it is written. */
function createdFields(write: Write): JsonObject {
  const email = write.kind === "member" && { email: write.scope.member ?? write.identity };
  return { ...email, ...declared(write) };
}

function changedFields(write: Write): JsonObject {
  const fields = declared(write);
  const names = write.differences.flatMap(({ path }) => segments(path).slice(0, 1));
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

function declared({ desired }: Write): JsonObject {
  return desired !== undefined && isObject(desired) ? desired : {};
}

function to({ url, dialect }: Ground, path: string): Omit<WireRequest, "method"> {
  return { url: `${url}${dialect.basePath}${path}`, headers: { accept: "application/json" } };
}

function withBody(request: WireRequest, body: JsonObject): WireRequest {
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}
