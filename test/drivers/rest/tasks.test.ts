/** How a catalog's task settings interpret answers: which task a write starts, and how the task is polled. */

import { describe, expect, test } from "vitest";
import { task as words } from "../../../src/catalog/schema/tasks.ts";
import { taskIn, taskReply } from "../../../src/drivers/rest/finish.ts";
import type { TaskReply } from "../../../src/model/reply.ts";
import type { WireReply, WireRequest } from "../../../src/model/wire.ts";
import { json, text } from "../../servers/scripted-wire.ts";

/** The task settings of Catalyst Center's catalog. */
const catalyst = words.parse({
  id: "response.taskId",
  path: "/dna/intent/api/v1/task/{task}",
  done: { at: "response.endTime" },
  failed: { at: "response.isError", is: [true] },
  reason: "response.failureReason",
  result: "response.data",
  everySeconds: 2,
});
const of = { kind: "area", operation: "create", path: (id: string) => `/task/${id}` } as const;
const request: WireRequest = { method: "GET", url: "https://campus.example/task/t1", headers: {} };
const exchange = {
  target: "campus",
  rules: [
    { status: "2xx", means: "accepted" },
    { status: 429, means: { busy: "throttled" } },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
} as const;
const said = (reply: WireReply): TaskReply => taskReply(exchange, catalyst, { id: "t1", request, reply });

describe("the answer to a write", () => {
  test("that names a task is one, with how often and how long it is asked for", () => {
    expect(taskIn(catalyst, { response: { taskId: "t1", url: "/x" }, version: "1.0" }, of)).toEqual({
      id: "t1",
      path: "/task/t1",
      kind: "area",
      operation: "create",
      everyMs: 2000,
      withinMs: 300_000,
    });
  });

  test.each([
    [undefined],
    [{}],
    [{ response: [] }],
    [{ response: { taskId: "" } }],
    [{ response: { taskId: {} } }],
  ])("that names none is an answer like others: %j", (body) => {
    expect(taskIn(catalyst, body, of)).toBeUndefined();
  });
});

describe("the answer about a task", () => {
  test.each<[string, unknown, TaskReply]>([
    ["running", { startTime: 1, isError: false, progress: "x" }, { state: "running", detail: undefined }],
    [
      "running, with an empty end",
      { endTime: null, isError: false },
      { state: "running", detail: undefined },
    ],
    ["done", { endTime: 7, isError: false, data: "s1" }, { state: "done", id: "s1" }],
    ["done without an id", { endTime: 7, isError: false }, { state: "done", id: undefined }],
  ])("says that it is %s", (_, response, expected) => {
    expect(said(json(200, { response }))).toEqual(expected);
  });

  test("says why it failed, before it says that it has ended", () => {
    const failureReason = "NCND00016: a site of that name exists";
    expect(said(json(200, { response: { endTime: 7, isError: true, failureReason } }))).toMatchObject({
      state: "failed",
      problem: { code: "task-failed", message: expect.anything() },
    });
    const silent = said(json(200, { response: { isError: true } }));
    expect(JSON.stringify(silent)).toContain("the server gives no reason");
    const long = said(json(200, { response: { isError: true, failureReason: "x".repeat(5000) } }));
    expect(JSON.stringify(long).length).toBeLessThan(1000);
  });

  test("says that another write was in its way, in the words of the product", () => {
    const busy = words.parse({ ...catalyst, busy: ["Different version of the same intent"] });
    const failed = (failureReason: string) =>
      taskReply(exchange, busy, {
        id: "t1",
        request,
        reply: json(200, { response: { isError: true, failureReason } }),
      });
    expect(failed("X1: a different version of the same INTENT is there")).toMatchObject({ busy: true });
    expect(failed("X2: a site of that name exists")).not.toHaveProperty("busy");
  });

  test.each<[string, WireReply, Partial<TaskReply>]>([
    ["404", json(404, {}), { state: "gone" }],
    ["500", json(500, {}), { state: "unclear" }],
    ["401", json(401, {}), { state: "unclear" }],
    ["429", json(429, {}, { "retry-after": "7" }), { state: "unclear", retryAfter: 7000 }],
    ["HTML", text(200, "<html>busy</html>"), { state: "unclear" }],
    ["nothing", text(200, ""), { state: "unclear" }],
    [
      "no answer at all",
      { outcome: "lost", sent: true, problem: { code: "x", severity: "error", message: "reset" } },
      { state: "unclear", detail: "reset" },
    ],
  ])("that is %s is no end of it", (_, reply, expected) => {
    expect(said(reply)).toMatchObject(expected);
  });

  test("leads into lists, and takes numbers for ids", () => {
    const listed = words.parse({ ...catalyst, id: "tasks.0.id", result: "made.0.id" });
    expect(taskIn(listed, { tasks: [{ id: 12 }] }, of)).toMatchObject({ id: "12" });
    const reply = json(200, { response: { endTime: 1 }, made: [{ id: 34 }] });
    expect(taskReply(exchange, listed, { id: "12", request, reply })).toEqual({ state: "done", id: "34" });
  });
});
