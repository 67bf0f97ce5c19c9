/** Makes the requests of the messaging interface: paths, bodies, headers. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { ReadRequest, Write } from "../contract.ts";
import {
  byId,
  demanded,
  type IdentifiedWrite,
  inParent,
  madeFor,
  type OperationRow,
  ofKind,
  type PlacedWrite,
} from "../of-kind.ts";
import { segment } from "../pages/path.ts";
import { sentOnce } from "../sent-once.ts";
import type { MessagingCollection, MessagingDialect, MessagingKind } from "./dialects/dialect.ts";

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
export function listRequest(ground: Ground, { collection, parentId }: ReadRequest): WireRequest {
  return { method: "GET", ...ofKind(lists, collection)(ground, parentId) };
}

type MakeList = (ground: Ground, parentId: string | undefined) => Omit<WireRequest, "method">;

const lists: Readonly<Record<MessagingCollection, MakeList>> = {
  rooms: (ground) => to(ground, `/rooms${ground.dialect.queries.rooms}`, {}),
  members: (ground, parentId) => {
    const { paths, queries } = ground.dialect;
    const roomId = demanded(parentId, "members are read without the id of their room");
    return to(ground, `${paths.members}${queries.members}`, { roomId });
  },
};

const writes = {
  room: {
    create: (ground, write) => withBody({ method: "POST", ...to(ground, "/rooms", {}) }, all(ground, write)),
    update: byId((ground, write) =>
      withBody({ method: "PUT", ...room(ground, write) }, changed(ground, write)),
    ),
    remove: byId((ground, write) => ({ method: "DELETE", ...room(ground, write) })),
  },
  member: {
    create: inParent((ground, write) => {
      const list = to(ground, ground.dialect.paths.members, { roomId: write.parentId });
      return withBody({ method: "POST", ...list }, newMember(ground, write));
    }),
    update: byId((ground, write) =>
      withBody({ method: "PUT", ...member(ground, write) }, changed(ground, write)),
    ),
    remove: byId((ground, write) => ({ method: "DELETE", ...member(ground, write) })),
  },
} satisfies Record<MessagingKind, OperationRow<Ground, WireRequest>>;

/** The request that carries out a write. */
export function writeRequest(ground: Ground, write: Write): WireRequest {
  return { ...madeFor<Ground, WireRequest>(writes, ground, write), ...sentOnce(write) };
}

function room(ground: Ground, { live }: IdentifiedWrite): Omit<WireRequest, "method"> {
  return to(ground, "/rooms/{roomId}", { roomId: live.id });
}

/** Its room is in the path where the product has it there. */
function member(ground: Ground, { live, parentId: roomId }: IdentifiedWrite): Omit<WireRequest, "method"> {
  return to(ground, ground.dialect.paths.member, { roomId, memberId: live.id });
}

/** The request that posts a text to a room. `path` is the dialect's. */
export function messageRequest(
  ground: Ground,
  { path, roomId, text }: { readonly path: string; readonly roomId: string; readonly text: string },
): WireRequest {
  const body = { roomId, [ground.dialect.textField]: text };
  return withBody({ method: "POST", ...to(ground, path, { roomId }) }, body);
}

/** All that is declared. */
function all(ground: Ground, write: Write): JsonObject {
  return renamed(ground, Object.entries(declared(write)));
}

/** All that is declared of a member, with its address as it is written. */
function newMember(ground: Ground, write: PlacedWrite): JsonObject {
  const { fields, roomField } = ground.dialect;
  const inRoom = roomField !== undefined && { [roomField]: write.parentId };
  return { ...inRoom, [fields.email]: write.scope.member ?? write.identity, ...all(ground, write) };
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

/** Throws for a path with an id that is not known: it would be another path. */
function to({ url, dialect }: Ground, path: string, ids: Ids): Omit<WireRequest, "method"> {
  const { roomId, memberId } = ids;
  const named = (id: string | undefined) => () => segment(demanded(id, `${path} is asked for without an id`));
  const own = path.replaceAll("{roomId}", named(roomId)).replaceAll("{memberId}", named(memberId));
  return { url: `${url}${dialect.basePath}${own}`, headers: { accept: "application/json" } };
}

function withBody(request: WireRequest, body: JsonObject): WireRequest {
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}
