/** A session with a product that answers writes with tasks: the replies, the later polls, and what a plan predicts. */

import { describe, expect, test } from "vitest";
import { kindFile } from "../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../src/catalog/schema/product.ts";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { openRest } from "../../../src/drivers/rest/session.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Reply, Task } from "../../../src/model/reply.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { WireReply, WireRequest } from "../../../src/model/wire.ts";
import { json, scripted } from "../../servers/scripted-wire.ts";
import { calm, targetOf, writeOf } from "../opened.ts";

const product = productFile.parse({
  product: "campus",
  title: "Campus",
  interface: "controller",
  basePath: "/intent",
  authentication: { by: "token", header: "X-Auth-Token" },
  limits: { requestsPerSecond: 5, concurrency: 2 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
  task: {
    id: "response.taskId",
    path: "/task/{task}",
    done: { at: "response.endTime" },
    failed: { at: "response.isError", is: [true] },
    reason: "response.failureReason",
    result: "response.data",
  },
  checks: ["site"],
});
const words = (kind: string, more: object = {}) =>
  kindFile.parse({
    ...{ kind, title: kind, section: `${kind}s`, form: "collection", id: "id", list: `/${kind}s` },
    ...{ create: `POST /${kind}s`, update: `PUT /${kind}s/{id}`, remove: `DELETE /${kind}s/{id}` },
    ...{ fields: { name: { type: "string" } }, source: "made up", verified: "assumed" },
    ...more,
  });
const own = {
  task: { ...product.task, path: "/sites/{site}/task/{task}", everySeconds: 5, timeoutSeconds: 60 },
};
const kinds = [
  words("site"),
  words("floor", {
    in: "site",
    create: { method: "POST", path: "/sites/{site}/floors", ...own },
    update: "PUT /sites/{site}/floors/{id}",
  }),
  words("tag", {
    update: { method: "PUT", path: "/tags/{id}", task: "none" },
    remove: { none: "they stay" },
  }),
];

function opened(answer: (request: WireRequest, index: number) => WireReply) {
  const { wire, sent } = scripted(answer);
  const dialect = compileCatalog({ product, kinds });
  const session = openRest({
    target: { ...targetOf("controller"), url: "https://campus.example.net" },
    dialect,
    wire,
    credential: { token: new Secret("key") },
    secret: ({ secret }) => new Secret(secret),
    now: () => 0,
    tokens: { load: async () => ({}), save: async () => undefined },
  });
  const ask = async (task: Task) => session.askTask?.(task, calm);
  return { session, sent, ask, dialect };
}

const named = { response: { taskId: "t 1", url: "/x" } };
const create = (kind: string, more = {}) =>
  writeOf({ operation: "create", kind, identity: "Berlin", desired: { name: "Berlin" }, ...more });
const taskOf = (reply: Reply): Task => {
  if (reply.meaning !== "pending") throw new Error(`no task, but ${reply.meaning}`);
  return reply.task;
};

describe("a write whose answer names a task", () => {
  test("is pending, and is asked for at the product's path with the credential", async () => {
    const { session, sent, ask } = opened((_, index) =>
      json(index === 0 ? 202 : 200, index === 0 ? named : { response: { endTime: 1, data: "s1" } }),
    );
    const task = taskOf(await session.write(create("site"), calm));
    expect(task).toMatchObject({ id: "t 1", path: "/intent/task/t%201", everyMs: 1000, withinMs: 300_000 });
    expect(await ask(task)).toEqual({ state: "done", id: "s1" });
    expect(sent[1]).toMatchObject({ method: "GET", url: "https://campus.example.net/intent/task/t%201" });
    expect(sent[1]?.headers).toHaveProperty("x-auth-token");
  });

  test("gives what it made its place below what it is in, by words of its own", async () => {
    const { session, ask } = opened((_, index) =>
      json(200, index === 0 ? named : { response: { endTime: 1, data: "f1" } }),
    );
    const task = taskOf(await session.write(create("floor", { parentId: "s1" }), calm));
    expect(task).toMatchObject({ path: "/intent/sites/s1/task/t%201", everyMs: 5000, withinMs: 60_000 });
    expect(await ask(JSON.parse(JSON.stringify(task)))).toEqual({ state: "done", id: "s1/f1" });
  });

  test("of an update gives no other id than it has", async () => {
    const { session, ask } = opened((_, index) =>
      json(200, index === 0 ? named : { response: { endTime: 1, data: "whatever" } }),
    );
    const live = { value: { name: "Berlin" }, id: "s1" };
    const write = writeOf({ operation: "update", kind: "site", identity: "Berlin", desired: {}, live });
    const task = taskOf(await session.write(write, calm));
    expect(await ask(task)).toEqual({ state: "done", id: undefined });
  });

  test("of an earlier run and a kind that is none any more is nothing that anybody could read", async () => {
    const { ask } = opened(() => json(200, { response: { endTime: 1 } }));
    const task = {
      id: "t",
      path: "/intent/task/t",
      kind: "gone",
      operation: "create",
      everyMs: 1,
      withinMs: 1,
    };
    expect(await ask(task as Task)).toMatchObject({ state: "unclear" });
  });
});

test.each<[string, Json, Reply["meaning"]]>([
  ["no task, is as it ever was", { id: "s1" }, "accepted"],
  ["a task whose id is no segment of a path, is looked for", { response: { taskId: "../x" } }, "lost"],
])("a write whose answer names %s", async (_, body, meaning) => {
  const { session } = opened(() => json(200, body));
  expect(await session.write(create("site"), calm)).toMatchObject({ meaning });
});

test("a write that never is a task is none, and the others are foreseen", async () => {
  const { session, dialect } = opened(() => json(200, named));
  const live = { value: { name: "a" }, id: "g1" };
  const write = writeOf({ operation: "update", kind: "tag", identity: "a", desired: { name: "b" }, live });
  expect((await session.write(write, calm)).meaning).toBe("accepted");
  expect(dialect.tasks).toEqual({
    site: ["create", "update", "remove"],
    floor: ["create", "update", "remove"],
    tag: ["create"],
  });
});
