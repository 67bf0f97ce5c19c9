/** The driver of the fictional product. It reads lists, and sends single writes and batches. */

import { z } from "zod";
import type { BatchSession } from "../../../src/drivers/contract/batch-session.ts";
import type {
  Driver,
  Item,
  ReadReply,
  ReadRequest,
  Session,
  Write,
} from "../../../src/drivers/contract/contract.ts";
import { address } from "../../../src/model/address.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { idWithin, ownIdIn, parentIdIn } from "../../../src/model/live/snapshot.ts";
import { type Problem, problem } from "../../../src/model/problem.ts";
import type { Reply, Task, TaskReply } from "../../../src/model/reply.ts";
import type { Wire, WireReply, WireRequest } from "../../../src/model/wire.ts";
import {
  type Batching,
  dialectOf,
  kindsOf,
  type ProductKind,
  references,
  ruleName,
  sectionOf,
} from "./kinds.ts";

const host = "https://made.example.net";

const [kindsOfAll, kindsOfOne] = [false, true].map((only) => kindsOf({ only }));

/** Returns the driver of the product. If `only` is true, zones can be read only for a whole region. */
export function productDriver(batching: Batching | undefined, only: boolean): Driver {
  const kinds = (only ? kindsOfOne : kindsOfAll) ?? [];
  const dialect = dialectOf(kinds, batching);
  return {
    interface: "dashboard",
    kinds,
    holders: [],
    fileFields: [{ name: "region", schema: z.string(), required: true, implies: "region" }],
    dialects: { neutral: dialect },
    settings: z.json(),
    credential: z.json(),
    fleet: false,
    checks: [],
    dialect: () => dialect,
    open: ({ wire }) => sessionOn(wire, batching),
  };
}

function sessionOn(wire: Wire, batching: Batching | undefined): Session {
  return {
    read: (request, signal) => readOn(wire, request, signal),
    write: async (write, signal) => replyOf(await wire.send(requestOf(write), signal)),
    preview: requestOf,
    ...(batching && {
      batching: batchesOn(wire, batching),
      askTask: async (task, signal) => (await asked(wire, [task], signal))[0] ?? gone,
    }),
  };
}

async function readOn(
  wire: Wire,
  { collection, parentId, whole, byId }: ReadRequest,
  signal: AbortSignal,
): Promise<ReadReply> {
  if (byId !== undefined) return readById(wire, { collection, byId }, signal);
  const within = parentId === undefined ? undefined : ownIdIn(parentId);
  const isOfRegion = collection === "sites" || whole === true;
  const path =
    within === undefined ? "/regions" : `/${isOfRegion ? "regions" : "sites"}/${within}/${collection}`;
  const reply = await wire.send({ method: "GET", url: host + path, headers: {} }, signal);
  if (reply.outcome !== "answered" || reply.status !== 200)
    return {
      state: "unknown",
      problem: problem("no-list", `${path}: ${reply.outcome === "answered" ? reply.status : "lost"}`),
    };
  const body: Json = JSON.parse(reply.text);
  const kind = kindNames.find((each) => sectionOf(each) === collection) ?? "region";
  if (isObject(body)) {
    const items = isArray(body.items) ? body.items.filter(isObject) : [];
    const parentIds = new Set(isArray(body.sites) ? body.sites.map(String) : []);
    const shown = items.map(({ parent, ...rest }): Item => {
      return { ...itemOf(kind, rest, idWithin("R1", String(parent))), parentId: String(parent) };
    });
    return { state: "whole", items: shown, parentIds };
  }
  const items = isArray(body) ? body.filter(isObject).map((one) => itemOf(kind, one, parentId)) : [];
  return { state: "whole", items };
}

/** Reads one resource from the list of its parent. If the parent is gone, the resource is gone too. */
async function readById(
  wire: Wire,
  { collection, byId }: { readonly collection: string; readonly byId: string },
  signal: AbortSignal,
): Promise<ReadReply> {
  const parent = ownIdIn(parentIdIn(byId) ?? "");
  const path = `/${collection === "sites" ? "regions" : "sites"}/${parent}/${collection}`;
  const reply = await wire.send({ method: "GET", url: host + path, headers: {} }, signal);
  if (reply.outcome === "answered" && reply.status === 404) return { state: "whole", items: [] };
  const list = await readOn(
    { send: async () => reply },
    { collection, scope: {}, parentId: parent, wanted: [] },
    signal,
  );
  if (list.state !== "whole") return list;
  return {
    state: "whole",
    items: list.items.filter(({ id }) => id !== undefined && ownIdIn(id) === ownIdIn(byId)),
  };
}

const kindNames: readonly ProductKind[] = ["site", "zone", "policy", "rule", "route"];

function itemOf(
  kind: ProductKind | "region",
  { id, ...value }: JsonObject,
  parentId: string | undefined,
): Item {
  const own = String(id);
  const named = kind === "rule" ? ruleName(value.from, value.to) : String(value.name);
  return { kind, identity: kind === "region" ? own : named, id: idWithin(parentId, own), value };
}

function requestOf(write: Write): WireRequest {
  const { kind, operation, parentId = "", live, leaving } = write;
  const common = { headers: {}, ...(leaving && { leaving }) };
  const own = ownIdIn(live?.id ?? "");
  const url = `${host}/${sectionOf(kind)}/${own}`;
  if (operation === "remove") return { method: "DELETE", url, ...common };
  const body = bodyOf(write);
  if (operation === "update") return { method: "PUT", url, body, ...common };
  const parent = `${kind === "site" ? "regions" : "sites"}/${ownIdIn(parentId)}`;
  return { method: "POST", url: `${host}/${parent}/${sectionOf(kind)}`, body, ...common };
}

/** Returns the body of a write, in which references are ids instead of keys. */
function bodyOf({ kind, desired, address: of, referredIds = {} }: Write): JsonObject {
  const value = isObject(desired ?? null) ? (desired as JsonObject) : {};
  const named = Object.fromEntries(
    (references[kind as ProductKind] ?? []).flatMap((field) => {
      const key = value[field];
      const id =
        typeof key === "string" ? referredIds[address(of.split("/")[0] ?? "", "zone", key)] : undefined;
      return key === undefined ? [] : [[field, ownIdIn(id ?? "nobody knows")] as const];
    }),
  );
  return { ...value, ...named };
}

function replyOf(reply: WireReply): Reply {
  if (reply.outcome === "blocked") return { meaning: "refused", problem: reply.problem };
  if (reply.outcome === "lost") {
    const detail = reply.problem.message;
    return reply.sent ? { meaning: "lost", detail } : { meaning: "busy", reason: "unavailable", detail };
  }
  const { status, text } = reply;
  const body: Json = text === "" ? {} : JSON.parse(text);
  const id = isObject(body) && typeof body.id === "string" ? body.id : undefined;
  if (status < 300) return { meaning: "accepted", id: id && madeId(id) };
  if (status === 404 || status === 409) return { meaning: "conflict", detail: text };
  if (status === 503) return { meaning: "busy", reason: "unavailable", detail: text };
  if (status >= 500) return { meaning: "lost", detail: text };
  return { meaning: "refused", problem: problem("refused", text) };
}

/** Returns the live id of an object in the region R1, which is a chain of ids. */
function madeId(id: string): string {
  return idWithin("R1", id);
}

const gone: TaskReply = { state: "gone", detail: "there is no such batch" };

function batchesOn(wire: Wire, { size, running }: Batching): BatchSession {
  const actionOf = (write: Write) => {
    const { method, url, body = {} } = requestOf(write);
    return { method, path: url.slice(host.length), body: body as JsonObject };
  };
  const tasksOf = (id: string, writes: readonly Write[]) =>
    writes.map(({ kind, operation, parentId }, at): Task => {
      const place = { kind, operation, ...(parentId !== undefined && { parentId }) };
      return {
        ...place,
        id,
        path: `/batches/${id}`,
        batch: { at, of: writes.length },
        everyMs: 1000,
        withinMs: 120_000,
      };
    });
  return {
    ...{ size, from: 2, running },
    scopeOf: ({ kind, scope, once }) => (kind === "site" || once ? undefined : scope.region),
    send: async (writes, signal) => {
      let problems: readonly (Problem | undefined)[] = [];
      const leaving = async () => {
        problems = await Promise.all(writes.map((write) => write.leaving?.()));
        return problems.find((each) => each !== undefined);
      };
      const request = { method: "POST", url: `${host}/regions/R1/batches`, headers: {}, leaving } as const;
      const reply = await wire.send({ ...request, body: { actions: writes.map(actionOf) } }, signal);
      if (problems.some((each) => each !== undefined)) return { meaning: "held", problems };
      const meant = replyOf(reply);
      if (meant.meaning === "accepted")
        return { meaning: "tasks", tasks: tasksOf(ownIdIn(meant.id ?? ""), writes) };
      return meant.meaning === "pending" ? { meaning: "lost", detail: "it is no task" } : meant;
    },
    tasks: {
      find: async (writes, signal) => {
        const wanted = writes
          .map(actionOf)
          .map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
        const found = (await listed(wire, signal))?.findLast(
          (one) => JSON.stringify(one.actions) === JSON.stringify(wanted) && one.state === "running",
        );
        return found && tasksOf(String(found.id), writes);
      },
      ask: (tasks, signal) => asked(wire, tasks, signal),
    },
  };
}

async function listed(wire: Wire, signal: AbortSignal): Promise<readonly JsonObject[] | undefined> {
  const reply = await wire.send({ method: "GET", url: `${host}/regions/R1/batches`, headers: {} }, signal);
  if (reply.outcome !== "answered" || reply.status !== 200) return undefined;
  const body: Json = JSON.parse(reply.text);
  return isArray(body) ? body.filter(isObject) : undefined;
}

async function asked(wire: Wire, tasks: readonly Task[], signal: AbortSignal): Promise<readonly TaskReply[]> {
  const all = await listed(wire, signal);
  return tasks.map(({ id, batch }): TaskReply => {
    const found = all?.find((one) => one.id === id);
    if (!all) return { state: "unclear", detail: "no answer" };
    if (!found) return gone;
    const { state, created, failedAt, why } = found;
    if (state === "running") return { state: "running" };
    const made = isArray(created ?? null) ? (created as readonly Json[])[batch?.at ?? 0] : undefined;
    if (state === "done") return { state: "done", id: typeof made === "string" ? madeId(made) : undefined };
    const cause = failedAt === -1 ? "unknown" : failedAt === batch?.at ? "it" : "another";
    return { state: "undone", detail: String(why), cause };
  });
}
