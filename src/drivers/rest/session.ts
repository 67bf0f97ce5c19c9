/** A session with a product that a catalog describes. It reads lists and sends writes, each request once. */

import { fieldOf } from "../../catalog/fields/field-of.ts";
import { scopeOf } from "../../catalog/schema/authentication.ts";
import type { ProductFile } from "../../catalog/schema/product.ts";
import { badId, filledValue } from "../../catalog/templates.ts";
import { isArray, isObject, type Json } from "../../model/json.ts";
import { ownIdIn } from "../../model/live/snapshot.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import type { Wire, WireReply, WireRequest } from "../../model/wire.ts";
import type { OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../contract/contract.ts";
import { ofKind } from "../contract/kind-table.ts";
import { sentInOrder } from "../contract/sending.ts";
import { wayFor, withAuthentication } from "../http/auth/authentication.ts";
import { carrierOf } from "../http/auth/carried.ts";
import { replyOf } from "../http/replies/replies.ts";
import { batchingOf } from "./batches/batching.ts";
import { readWhole } from "./bulk-reads.ts";
import type { RestDialect } from "./catalogs/catalog-dialect.ts";
import { changeLogOf } from "./change-log.ts";
import { elementRequestsOf } from "./elements/requests.ts";
import { endOfTask, finishingOf, pendingTask } from "./finish.ts";
import { listOf } from "./health.ts";
import { pushed } from "./push.ts";
import { readKind } from "./reads.ts";
import { readReport } from "./reports.ts";
import {
  conditionOf,
  idsOf,
  kindOfWrite,
  type RestContext,
  replyTo,
  requestAt,
  requestBefore,
  requestTo,
  writeRequest,
} from "./requests.ts";
import { learningWire } from "./returned-secrets.ts";
import { reviewableRequests } from "./reviewable.ts";
import { acceptedReply, loggedOf } from "./write-response.ts";

/** Opens a session. Sends nothing. */
export function openRest(options: OpenSessionOptions<RestDialect>): Session {
  const { dialect, target, shown } = options;
  const { limits, post: postWords, reports = {} } = dialect.product;
  const { wire: authenticated, close } = wireOf(options);
  const wire = learningWire(authenticated, { names: dialect.shownNames, shown });
  const sharedIds = new Map<string, string>();
  const exchange = exchangeOf(options);
  const { url } = target;
  const on: RestContext = { url, dialect, open: options.secret, exchange, wire, shown, sharedIds };

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const { collection, parentId, scope, wanted } = request;
    const of = dialect.byCollection.get(collection);
    const sought = of?.list ? [] : wanted.map(({ identity }) => identity);
    const bad = badId(target.name, [...idsOf({ parentId }), scope.serial, scope.id, ...sought]);
    if (bad) return { state: "unknown", problem: bad };
    const reading = { ...on, signal };
    if (of === undefined) {
      // Device reports are requested from every product of an interface, even from a product that has no reports.
      if (!Object.hasOwn(reports, collection) && scope.serial !== undefined) return { state: "absent" };
      return readReport(reading, ofKind(reports, collection), request);
    }
    const reply = await (request.whole ? readWhole(reading, of, request) : readKind(reading, of, request));
    // A resource with a shared limit has a name in scopes, and an id in paths.
    if (of.file.kind === limits.sharedBy && reply.state === "whole")
      for (const { identity, id } of reply.items) if (id !== undefined) sharedIds.set(identity, ownIdIn(id));
    return reply;
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const { parentId, identity, live } = of;
    const bad = badId(target.name, idsOf({ parentId, id: live?.id, identity }));
    if (bad) return { meaning: "refused", problem: bad };
    const inOrder = elementRequestsOf(on, of);
    if (inOrder) return sentInOrder(inOrder, (each) => replyTo(on, each, signal));
    return sentOnce(on, of, signal);
  }

  async function askTask(task: Task, signal: AbortSignal): Promise<TaskReply> {
    const request = requestAt(on, task);
    return endOfTask(on, task, { request, reply: await wire.send(request, signal) });
  }

  return {
    read,
    write,
    askTask,
    close,
    guards: (of) => Object.values(conditionOf(kindOfWrite(dialect, of), of))[0],
    preview: (of) => writeRequest(on, of),
    previews: (of) => elementRequestsOf(on, of),
    reviewable: (of, declared) => reviewableRequests(on, of, declared),
    batching: batchingOf(on),
    changes: changeLogOf(on),
    logged: (of, shows) => loggedOf(on, of, shows),
    finishing: finishingOf(on),
    learned: limits.sharedBy === undefined ? undefined : learnedIds(dialect, sharedIds),
    post: postWords && postingTo({ ...on, read }, postWords),
  };
}

/**
 * Exports and imports the live ids of the resources with a shared limit (`limits.sharedBy`), which batches and logs
 * need.
 */
function learnedIds(dialect: RestDialect, ids: Map<string, string>): NonNullable<Session["learned"]> {
  const { sharedBy } = dialect.product.limits;
  return {
    after: ({ scope, collection }) => {
      if (collection !== undefined && dialect.byCollection.get(collection)?.file.kind === sharedBy)
        return Object.fromEntries(ids);
      const name = sharedBy === undefined ? undefined : scope[sharedBy];
      const id = name === undefined ? undefined : ids.get(name);
      return name === undefined || id === undefined ? undefined : { [name]: id };
    },
    take: (known) => {
      for (const [name, id] of Object.entries(isObject(known) ? known : {}))
        if (typeof id === "string") ids.set(name, id);
    },
  };
}

/** Returns how the product's replies are interpreted. */
function exchangeOf(options: OpenSessionOptions<RestDialect>): RestContext["exchange"] {
  const { dialect, target, kept, credential } = options;
  const { errors, authentication } = dialect.product;
  const exchange = { target: target.name };
  return {
    target: target.name,
    rules: dialect.replies,
    carrier: carrierOf(wayFor({ exchange, authentication, credential })),
    isEventual: true,
    settings: settingsOf(dialect),
    texts: errorTexts(errors?.texts ?? []),
    scope: scopeOf(authentication),
    kept,
  };
}

/** Sends a write, with the requests before and after it. */
async function sentOnce(on: RestContext, of: Write, signal: AbortSignal): Promise<Reply> {
  const asked = await askedBefore(on, of, signal);
  if (asked && asked.meaning !== "accepted") return asked;
  const request = writeRequest(on, of, asked?.value);
  const answer = await on.wire.send(request, signal);
  const reply = replyOf(on.exchange, request, answer);
  if (reply.meaning !== "accepted") return reply;
  const said = { answer: reply.value, signal };
  return (await followed(on, of, said)) ?? acceptedReply(on, of, { value: reply.value, answer });
}

/**
 * Returns the reply to the request that precedes a write and changes nothing. Undefined: no request precedes the write.
 */
async function askedBefore(on: RestContext, of: Write, signal: AbortSignal): Promise<Reply | undefined> {
  const before = requestBefore(on, of);
  const asked = before && (await replyTo(on, before, signal));
  return asked?.meaning === "lost" ? { meaning: "busy", reason: "unavailable", detail: asked.detail } : asked;
}

/**
 * Sends the request that follows an accepted write: a push to devices. Returns its reply, or the task of the write.
 * Undefined: the write has neither a push nor a task.
 */
async function followed(
  on: RestContext,
  of: Write,
  said: { readonly answer: Json | undefined; readonly signal: AbortSignal },
): Promise<Reply | undefined> {
  const pushing = await pushed(on, of, said);
  if (pushing) return pushing;
  const task = pendingTask(on.dialect, of, said.answer);
  return task && { meaning: "pending", task };
}

/** Returns the texts in these fields of an error reply. */
function errorTexts(fields: readonly string[]): (body: Json) => readonly Json[] {
  return (body) =>
    fields.flatMap((field): readonly Json[] => {
      const found = fieldOf(body, field) ?? [];
      return isArray(found) ? found : [found];
    });
}

function settingsOf({ product }: RestDialect): ReadonlySet<string> {
  return new Set(Object.keys(product.settings ?? {}));
}

/**
 * Returns an authenticated wire. If the product has several hosts, the wire sends an organization's requests to the
 * host of the organization.
 */
function wireOf(options: OpenSessionOptions<RestDialect>): ReturnType<typeof withAuthentication> {
  const { dialect, target, credential, now, tokens } = options;
  const { authentication, ended, sessions, redirects } = dialect.product;
  const asking = {
    exchange: { target: target.name, rules: dialect.replies, settings: settingsOf(dialect) },
    url: target.url,
    authentication,
    ended,
    sessions,
    credential,
    now,
    tokens,
  };
  const { wire, ...more } = withAuthentication(options.wire, asking);
  return { wire: redirects === "listed" ? withShards(wire, target.hosts) : wire, ...more };
}

/** Posts messages as the product describes. A post is refused unless exactly one room has the given name. */
function postingTo(
  on: RestContext & Pick<Session, "read">,
  { kind, path, with: body }: NonNullable<ProductFile["post"]>,
): NonNullable<Session["post"]> {
  const { exchange, dialect } = on;
  return async ({ room, text }, signal): Promise<Reply> => {
    const wanted = [{ kind, identity: room, scope: {} }];
    const looked = await on.read({ ...listOf(dialect.byName, kind), wanted }, signal);
    if (looked.state === "unknown") return { meaning: "refused", problem: looked.problem };
    const found = looked.state === "whole" ? looked.items.filter(({ identity }) => identity === room) : [];
    const [chain, another] = found.map(({ id }) => id);
    if (path === undefined || chain === undefined || another !== undefined)
      return { meaning: "refused", problem: noRoom(exchange.target, room, found.length) };
    const id = ownIdIn(chain);
    const bad = badId(exchange.target, [id]);
    if (bad) return { meaning: "refused", problem: bad };
    const said = (word: string) => ({ id, text })[word];
    const sent = { words: said, scope: {}, body: filledValue(body, said) };
    return replyTo(on, requestTo(on, { method: "POST", path }, sent), signal);
  };
}

function noRoom(target: string, room: string, count: number): Problem {
  if (count > 1)
    return problem("ambiguous", `${target}: ${count} rooms have the name ${JSON.stringify(room)}.`, {
      hint: "Rename all but one of the rooms: trueup never chooses one of them.",
    });
  return problem("not-found", `${target}: trueup sees no room with the name ${JSON.stringify(room)}.`, {
    hint:
      "Check the name under notify in trueup.yaml (case-sensitive), and that the account of the target " +
      "is in the room.",
  });
}

/**
 * Returns a wire that follows a redirect to the same path on a listed host, once. The redirected request was not
 * carried out. Later requests for the same organization are sent to that host directly. Links in replies from that host
 * are rewritten to the target's own host, so that a list stays on one origin. Any other redirect is not followed, and
 * its reply stays unchanged.
 */
export function withShards(wire: Wire, hosts: readonly string[]): Wire {
  const shards = new Map<string, string>();
  return {
    async send(request, signal) {
      const known = shards.get(request.budget ?? "");
      if (known !== undefined) return homeward(await wire.send(at(known, request), signal), known, request);
      const reply = await wire.send(request, signal);
      const shard = leadsTo(request, reply, hosts);
      if (shard === undefined) return reply;
      if (request.budget !== undefined) shards.set(request.budget, shard);
      return homeward(await wire.send(at(shard, request), signal), shard, request);
    },
  };
}

/**
 * Returns the listed host to which a reply redirects the same request. Undefined: the reply redirects to no listed
 * host.
 */
function leadsTo(request: WireRequest, reply: WireReply, hosts: readonly string[]): string | undefined {
  if (reply.outcome !== "answered" || ![301, 302, 307, 308].includes(reply.status)) return undefined;
  const from = URL.parse(request.url);
  const to = URL.parse(reply.headers.location ?? "", request.url);
  if (!from || !to || to.origin === from.origin || to.protocol !== from.protocol) return undefined;
  const same = to.pathname === from.pathname && to.search === from.search && to.username === "";
  return same && hosts.some((host) => covers(host, to.hostname)) ? to.origin : undefined;
}

function covers(listed: string, host: string): boolean {
  const pattern = listed.toLowerCase();
  return pattern.startsWith(".") ? host.length > pattern.length && host.endsWith(pattern) : host === pattern;
}

function at(shard: string, request: WireRequest): WireRequest {
  const url = new URL(request.url);
  return { ...request, url: `${shard}${url.pathname}${url.search}` };
}

function homeward(reply: WireReply, shard: string, { url }: WireRequest): WireReply {
  if (reply.outcome !== "answered" || reply.headers.link === undefined) return reply;
  const link = reply.headers.link.replaceAll(`${shard}/`, `${new URL(url).origin}/`);
  return { ...reply, headers: { ...reply.headers, link } };
}
