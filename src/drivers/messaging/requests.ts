/** Makes the requests of the messaging interface: paths, bodies, headers. Pure. */

import { isObject, type JsonObject } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { ReadRequest, Write } from "../contract.ts";
import { departure } from "../departure.ts";
import { type FieldNames, onWire } from "../described/fields.ts";
import { filled } from "../described/paths.ts";
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
  rooms: (ground) => to(ground, `${ground.dialect.paths.rooms}${ground.dialect.queries.rooms}`, {}),
  members: (ground, parentId) => {
    const { paths, queries } = ground.dialect;
    const roomId = demanded(parentId, "members are read without the id of their room");
    return to(ground, `${paths.members}${queries.members}`, { roomId });
  },
};

const writes = {
  room: {
    create: (ground, write) =>
      withBody({ method: "POST", ...to(ground, ground.dialect.paths.rooms, {}) }, all(ground, write)),
    update: byId((ground, write) => {
      const { updateRoom: method } = ground.dialect.methods;
      return withBody({ method, ...room(ground, write) }, changed(ground, write));
    }),
    remove: byId((ground, write) => ({ method: "DELETE", ...room(ground, write) })),
  },
  member: {
    create: inParent((ground, write) => {
      const list = to(ground, ground.dialect.paths.members, { roomId: write.parentId });
      return withBody({ method: "POST", ...list }, newMember(ground, write));
    }),
    update: byId((ground, write) => {
      const { updateMember: method } = ground.dialect.methods;
      return withBody({ method, ...member(ground, write) }, changed(ground, write));
    }),
    remove: byId((ground, write) => ({ method: "DELETE", ...member(ground, write) })),
  },
} satisfies Record<MessagingKind, OperationRow<Ground, WireRequest>>;

/** The request that carries out a write. */
export function writeRequest(ground: Ground, write: Write): WireRequest {
  return { ...madeFor<Ground, WireRequest>(writes, ground, write), ...departure(write) };
}

function room(ground: Ground, { live }: IdentifiedWrite): Omit<WireRequest, "method"> {
  return to(ground, ground.dialect.paths.room, { roomId: live.id });
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
  const body = onWire({ roomId, text }, ground.dialect.messageFields);
  return withBody({ method: "POST", ...to(ground, path, { roomId }) }, body);
}

/** All that is declared. */
function all(ground: Ground, write: Write): JsonObject {
  return onWire(declared(write), fieldsOf(ground, write));
}

/** All that is declared of a member, with its address as it is written. */
function newMember(ground: Ground, write: PlacedWrite): JsonObject {
  const { memberFields, roomField } = ground.dialect;
  const inRoom = roomField !== undefined && { [roomField]: write.parentId };
  return { ...inRoom, [memberFields.email]: write.scope.member ?? write.identity, ...all(ground, write) };
}

function changed(ground: Ground, write: Write): JsonObject {
  const fields = declared(write);
  const names = write.differences.flatMap(({ path }) => segments(path).slice(0, 1));
  const body = Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return onWire(body, fieldsOf(ground, write));
}

function fieldsOf({ dialect }: Ground, { kind }: Write): FieldNames {
  const { roomFields: room, memberFields: member } = dialect;
  return ofKind<FieldNames>({ room, member }, kind);
}

function declared({ desired }: Write): JsonObject {
  return desired !== undefined && isObject(desired) ? desired : {};
}

function to({ url, dialect }: Ground, path: string, ids: Ids): Omit<WireRequest, "method"> {
  const own = filled(path, { ...ids });
  return { url: `${url}${dialect.basePath}${own}`, headers: { accept: "application/json" } };
}

function withBody(request: WireRequest, body: JsonObject): WireRequest {
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}
