/** Makes the requests of the messaging interface: paths, bodies, headers. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { ReadRequest, Write } from "../contract.ts";
import { segment } from "../pages/path.ts";
import { sentOnce } from "../sent-once.ts";
import type { MessagingDialect } from "./dialects/dialect.ts";

/** What requests are made from. */
export interface Ground {
  /** The target's URL. */
  readonly url: string;
  readonly dialect: MessagingDialect;
}

/** The ids that stand in a path. */
interface Ids {
  readonly roomId?: string | undefined;
  readonly memberId?: string | undefined;
}

/** The request of a list's first page. */
export function listRequest(ground: Ground, { collection, parentId: roomId }: ReadRequest): WireRequest {
  const { paths, queries } = ground.dialect;
  const path = collection === "members" ? `${paths.members}${queries.members}` : `/rooms${queries.rooms}`;
  return { method: "GET", ...to(ground, path, { roomId }) };
}

/** The request that carries out a write. */
export function writeRequest(ground: Ground, write: Write): WireRequest {
  const { paths } = ground.dialect;
  const isMember = write.kind === "member";
  const id = write.live?.id ?? "";
  const ids = isMember ? { roomId: write.parentId, memberId: id } : { roomId: id };
  if (write.operation === "create") {
    const list = { ...to(ground, isMember ? paths.members : "/rooms", ids), ...sentOnce(write) };
    return withBody({ method: "POST", ...list }, created(ground, write));
  }
  const own = { ...to(ground, isMember ? paths.member : "/rooms/{roomId}", ids), ...sentOnce(write) };
  if (write.operation === "remove") return { method: "DELETE", ...own };
  return withBody({ method: "PUT", ...own }, changed(ground, write));
}

/** The request that posts a text to a room. `path` is the dialect's. */
export function messageRequest(
  ground: Ground,
  { path, roomId, text }: { readonly path: string; readonly roomId: string; readonly text: string },
): WireRequest {
  const body = { roomId, [ground.dialect.textField]: text };
  return withBody({ method: "POST", ...to(ground, path, { roomId }) }, body);
}

/** All that is declared; a member's address as it is written. */
function created(ground: Ground, write: Write): JsonObject {
  const { fields, roomField } = ground.dialect;
  const own = renamed(ground, Object.entries(declared(write)));
  if (write.kind !== "member") return own;
  const room = roomField !== undefined && { [roomField]: write.parentId ?? "" };
  return { ...room, [fields.email]: write.scope.member ?? write.identity, ...own };
}

function changed(ground: Ground, write: Write): JsonObject {
  const fields = declared(write);
  const names = write.differences.flatMap(({ path }) => segments(path).slice(0, 1));
  return renamed(
    ground,
    names.map((name) => [name, fields[name] ?? null]),
  );
}

function renamed({ dialect }: Ground, fields: readonly (readonly [string, Json])[]): JsonObject {
  const names: Readonly<Record<string, string>> = dialect.fields;
  return Object.fromEntries(fields.map(([name, value]) => [names[name] ?? name, value]));
}

function declared({ desired }: Write): JsonObject {
  return desired !== undefined && isObject(desired) ? desired : {};
}

function to({ url, dialect }: Ground, path: string, ids: Ids): Omit<WireRequest, "method"> {
  const { roomId = "", memberId = "" } = ids;
  const own = path
    .replaceAll("{roomId}", () => segment(roomId))
    .replaceAll("{memberId}", () => segment(memberId));
  return { url: `${url}${dialect.basePath}${own}`, headers: { accept: "application/json" } };
}

function withBody(request: WireRequest, body: JsonObject): WireRequest {
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}
