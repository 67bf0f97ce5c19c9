/** The messaging interface in the style of Webex: rooms, teams, memberships and webhooks, in pages linked by `Link`. */

import { isObject, type JsonObject } from "../../../model/json.ts";
import { clientCredentialsRoute, grantOf } from "../../oauth/tokens.ts";
import { cursorPath, pageOf } from "../../wire/linked-pages.ts";
import { bare, json, type SimReply } from "../../wire/message.ts";
import type { Answer, Call, Route, SimulatedInterface } from "../../wire/route.ts";
import type { MessagingState } from "../state.ts";
import { goneWith, type WebexCollection, type WebexRecord, webexCollections } from "./collections.ts";

/** The path that issues tokens. A POST to this path writes nothing. */
export const webexTokenPath = "/v1/access_token";

/** The mode `webex`. */
export const webex: SimulatedInterface<MessagingState> = {
  authenticate: (state, request, { now }) => grantOf(state, request, now)?.client,
  dressed: ({ status, headers }) => {
    const { "content-type": _, ...kept } = headers;
    const reply = refusal(status, `status ${status}`);
    return { ...reply, headers: { ...reply.headers, ...kept } };
  },
  routes: [
    clientCredentialsRoute("messaging", webexTokenPath),
    ...webexCollections.flatMap(routesOf),
    { method: "POST", path: "/v1/messages", answer: post },
  ],
};

/** Returns the records by id. Initially, they are the rooms of the seed with their members. */
function recordsIn({ webex: held, rooms }: MessagingState): ReadonlyMap<string, WebexRecord> {
  if (held) return held;
  const seeded = [...rooms].flatMap(([id, { name, members }]): [string, WebexRecord][] => [
    [id, { path: "rooms", value: { id, title: name, ...standardOf("rooms") } }],
    ...[...members].map(([member, { email, moderator }]): [string, WebexRecord] => [
      member,
      { path: "memberships", value: { id: member, roomId: id, personEmail: email, isModerator: moderator } },
    ]),
  ]);
  return new Map(seeded);
}

function standardOf(path: string): JsonObject {
  return webexCollections.find((each) => each.path === path)?.standard ?? {};
}

function routesOf(of: WebexCollection): readonly Route<MessagingState>[] {
  const [all, one] = [`/v1/${of.path}`, `/v1/${of.path}/{id}`];
  return [
    { method: "GET", path: all, answer: (state, call) => list(state, of, call) },
    { method: "POST", path: all, answer: (state, call) => create(state, of, call) },
    { method: "GET", path: one, answer: onRecord(of, ({ value }) => ok(value)) },
    { method: "PUT", path: one, answer: onRecord(of, (found, call) => change(of, call, found)) },
    { method: "DELETE", path: one, answer: onRecord(of, remove) },
  ];
}

/** A reply, and the records after the request. */
interface Done {
  readonly reply: SimReply;
  readonly records?: (before: ReadonlyMap<string, WebexRecord>) => ReadonlyMap<string, WebexRecord>;
}

const ok = (value: JsonObject): Done => ({ reply: json(200, value) });

function refusal(status: number, message: string): SimReply {
  return json(status, { message, errors: [{ description: message }], trackingId: "SIMULATED" });
}

/**
 * Returns a function that answers requests to the path of a record. It returns the result of `answer`, or 404 if the
 * collection has no such record.
 */
function onRecord({ path }: WebexCollection, answer: (found: WebexRecord, call: Call) => Done) {
  return (state: MessagingState, call: Call): Answer<MessagingState> => {
    const before = recordsIn(state);
    const found = before.get(call.parameters.id ?? "");
    if (found?.path !== path)
      return { state, reply: refusal(404, "The requested resource could not be found.") };
    const { reply, records } = answer(found, call);
    return { state: records ? { ...state, webex: records(before) } : state, reply };
  };
}

function list(
  state: MessagingState,
  { path, selects, needed }: WebexCollection,
  call: Call,
): Answer<MessagingState> {
  if (needed !== undefined && !call.query.has(needed))
    return { state, reply: refusal(400, `${needed} is missing`) };
  const wanted = selects.flatMap((name) =>
    call.query.has(name) ? [[name, call.query.get(name)] as const] : [],
  );
  const all = [...recordsIn(state).values()]
    .filter((each) => each.path === path && wanted.every(([name, value]) => each.value[name] === value))
    .map(({ value }) => value);
  const most = Number(call.query.get("max") ?? "100");
  const page = pageOf(all, call, { by: "id", size: Math.min(call.settings.messagingPageSize, most) });
  if (page === undefined) return { state, reply: refusal(400, "no such page") };
  const next = page.next === undefined ? undefined : `${call.request.origin}${cursorPath(call, page.next)}`;
  return {
    state,
    reply: json(200, { items: page.items }, next === undefined ? {} : { link: `<${next}>; rel="next"` }),
  };
}

function create(
  state: MessagingState,
  { path, create: schema, once = [], standard }: WebexCollection,
  { body }: Call,
): Answer<MessagingState> {
  const judged = schema.safeParse(body);
  if (!judged.success || !isObject(body)) return { state, reply: refusal(400, faultOf(judged.error)) };
  const before = recordsIn(state);
  const isTwin = ({ path: other, value }: WebexRecord) =>
    other === path && once.length > 0 && once.every((name) => value[name] === body[name]);
  if ([...before.values()].some(isTwin))
    return { state, reply: refusal(409, "User is already a participant") };
  const counted = state.counted + 1;
  const id = Buffer.from(`simulated://${path}/${counted}`).toString("base64url");
  const value = { id, ...standard, ...body };
  return {
    state: { ...state, counted, webex: new Map(before).set(id, { path, value }) },
    reply: json(200, value),
  };
}

function change({ path, update }: WebexCollection, { body }: Call, { value: before }: WebexRecord): Done {
  const judged = update.safeParse(body);
  if (!judged.success || !isObject(body)) return { reply: refusal(400, faultOf(judged.error)) };
  const value = { ...before, ...body };
  return { reply: json(200, value), records: (all) => new Map(all).set(String(value.id), { path, value }) };
}

function remove(found: WebexRecord): Done {
  const left = (all: ReadonlyMap<string, WebexRecord>) => {
    const gone = new Set(goneWith([...all.values()], found).map(({ value }) => value.id));
    return new Map([...all].filter(([id]) => !gone.has(id)));
  };
  return { reply: bare(204), records: left };
}

/** Accepts a message. The message is never shown. */
function post(state: MessagingState, { body }: Call): Answer<MessagingState> {
  const room =
    isObject(body) && typeof body.roomId === "string" ? recordsIn(state).get(body.roomId) : undefined;
  if (room?.path !== "rooms") return { state, reply: refusal(404, "Could not find the room.") };
  return { state, reply: json(200, { id: "simulated-message" }) };
}

function faultOf(
  error:
    | { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] }
    | undefined,
): string {
  const [first] = error?.issues ?? [];
  return first === undefined
    ? "an object is required"
    : `${first.path.map(String).join(".")}: ${first.message}`;
}
