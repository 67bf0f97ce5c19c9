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
interface RequestContext {
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
export function listRequest(context: RequestContext, { collection, parentId }: ReadRequest): WireRequest {
  return { method: "GET", ...ofKind(lists, collection)(context, parentId) };
}

type MakeList = (context: RequestContext, parentId: string | undefined) => Omit<WireRequest, "method">;

const lists: Readonly<Record<MessagingCollection, MakeList>> = {
  rooms: (context) => to(context, `${context.dialect.paths.rooms}${context.dialect.queries.rooms}`, {}),
  members: (context, parentId) => {
    const { paths, queries } = context.dialect;
    const roomId = demanded(parentId, "members are read without the id of their room");
    return to(context, `${paths.members}${queries.members}`, { roomId });
  },
};

const writes = {
  room: {
    create: (context, write) =>
      withBody({ method: "POST", ...to(context, context.dialect.paths.rooms, {}) }, all(context, write)),
    update: byId((context, write) => {
      const { updateRoom: method } = context.dialect.methods;
      return withBody({ method, ...room(context, write) }, changed(context, write));
    }),
    remove: byId((context, write) => ({ method: "DELETE", ...room(context, write) })),
  },
  member: {
    create: inParent((context, write) => {
      const list = to(context, context.dialect.paths.members, { roomId: write.parentId });
      return withBody({ method: "POST", ...list }, newMember(context, write));
    }),
    update: byId((context, write) => {
      const { updateMember: method } = context.dialect.methods;
      return withBody({ method, ...member(context, write) }, changed(context, write));
    }),
    remove: byId((context, write) => ({ method: "DELETE", ...member(context, write) })),
  },
} satisfies Record<MessagingKind, OperationRow<RequestContext, WireRequest>>;

/** The request that carries out a write. */
export function writeRequest(context: RequestContext, write: Write): WireRequest {
  return { ...madeFor<RequestContext, WireRequest>(writes, context, write), ...departure(write) };
}

function room(context: RequestContext, { live }: IdentifiedWrite): Omit<WireRequest, "method"> {
  return to(context, context.dialect.paths.room, { roomId: live.id });
}

/** Its room is in the path where the product has it there. */
function member(
  context: RequestContext,
  { live, parentId: roomId }: IdentifiedWrite,
): Omit<WireRequest, "method"> {
  return to(context, context.dialect.paths.member, { roomId, memberId: live.id });
}

/** The request that posts a text to a room. `path` is the dialect's. */
export function messageRequest(
  context: RequestContext,
  { path, roomId, text }: { readonly path: string; readonly roomId: string; readonly text: string },
): WireRequest {
  const body = onWire({ roomId, text }, context.dialect.messageFields);
  return withBody({ method: "POST", ...to(context, path, { roomId }) }, body);
}

/** All that is declared. */
function all(context: RequestContext, write: Write): JsonObject {
  return onWire(declared(write), fieldsOf(context, write));
}

/** All that is declared of a member, with its address as it is written. */
function newMember(context: RequestContext, write: PlacedWrite): JsonObject {
  const { memberFields, roomField } = context.dialect;
  const inRoom = roomField !== undefined && { [roomField]: write.parentId };
  return { ...inRoom, [memberFields.email]: write.scope.member ?? write.identity, ...all(context, write) };
}

function changed(context: RequestContext, write: Write): JsonObject {
  const fields = declared(write);
  const names = write.differences.flatMap(({ path }) => segments(path).slice(0, 1));
  const body = Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return onWire(body, fieldsOf(context, write));
}

function fieldsOf({ dialect }: RequestContext, { kind }: Write): FieldNames {
  const { roomFields: room, memberFields: member } = dialect;
  return ofKind<FieldNames>({ room, member }, kind);
}

function declared({ desired }: Write): JsonObject {
  return desired !== undefined && isObject(desired) ? desired : {};
}

function to({ url, dialect }: RequestContext, path: string, ids: Ids): Omit<WireRequest, "method"> {
  const own = filled(path, { ...ids });
  return { url: `${url}${dialect.basePath}${own}`, headers: { accept: "application/json" } };
}

function withBody(request: WireRequest, body: JsonObject): WireRequest {
  return { ...request, headers: { ...request.headers, "content-type": "application/json" }, body };
}
