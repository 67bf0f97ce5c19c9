/**
 * Lists of writes that become one task, in the dialect catalyst-center: the request that contains them, and its polls.
 */

import { describe, expect, test } from "vitest";
import type { BatchSession } from "../../../src/drivers/contract/batch-session.ts";
import type { Task } from "../../../src/model/reply.ts";
import type { WireReply, WireRequest } from "../../../src/model/wire.ts";
import { json, scripted } from "../../servers/scripted-wire.ts";
import { calm, differs, opened, writeOf } from "../opened.ts";

const api = "/dna/intent/api/v1";
const path = `${api}/sda/portAssignments`;

/** Returns the batches of a session that is logged in. */
function batching(answer: (request: WireRequest) => WireReply, settings = {}) {
  const { wire, sent } = scripted((request) =>
    request.url.endsWith("/auth/token") ? json(200, { Token: "token" }) : answer(request),
  );
  const opening = opened("controller", wire, {
    ...{ dialect: "catalyst-center", settings },
    credential: { username: "automation", password: "password" },
  });
  const asked = () =>
    sent.filter(({ url }) => !url.endsWith("/auth/token")).map(({ method, url }) => [method, pathOf(url)]);
  return { of: opening.batching, sent, asked };
}

const pathOf = (url: string) => new URL(url).pathname;

function batchesIn({ of }: { readonly of?: BatchSession | undefined }): BatchSession {
  if (!of) throw new Error("it takes no batches");
  return of;
}

const port = (interfaceName: string, more: Partial<Parameters<typeof writeOf>[0]> = {}) =>
  writeOf({
    ...{ operation: "create", kind: "portAssignment", identity: `device-1/${interfaceName}` },
    ...{ parentId: "fabric-1", scope: { fabricSite: "main" } },
    desired: { networkDeviceId: { id: "device-1" }, interfaceName, connectedDeviceType: "USER_DEVICE" },
    ...more,
  });
const changed = (interfaceName: string) =>
  port(interfaceName, {
    operation: "update",
    differences: differs("/dataVlanName"),
    live: { id: `fabric-1/id-${interfaceName.at(-1)}`, value: {} },
  });
const begun = json(202, { response: { taskId: "T 1", url: "/task" }, version: "1.0" });

describe("port assignments of one fabric", () => {
  test("are made by one list, and each becomes a part of its task", async () => {
    const on = batching(() => begun);
    const reply = await batchesIn(on).send([port("Gi1/0/1"), port("Gi1/0/2")], calm);
    expect(on.asked()).toEqual([["POST", path]]);
    expect(on.sent.at(-1)?.body).toEqual([
      expect.objectContaining({ fabricId: "fabric-1", interfaceName: "Gi1/0/1" }),
      expect.objectContaining({ fabricId: "fabric-1", interfaceName: "Gi1/0/2" }),
    ]);
    const common = {
      ...{ id: "T 1", path: `${api}/task/T%201`, everyMs: 1000, withinMs: 600_000 },
      ...{ kind: "portAssignment", operation: "create", parentId: "fabric-1" },
    };
    expect(reply).toEqual({
      meaning: "tasks",
      tasks: [
        { ...common, batch: { at: 0, of: 2, name: "Gi1/0/1" } },
        { ...common, batch: { at: 1, of: 2, name: "Gi1/0/2" } },
      ],
    });
  });

  test("are changed by one list, each with its id", async () => {
    const on = batching(() => begun);
    await batchesIn(on).send([changed("Gi1/0/1"), changed("Gi1/0/2")], calm);
    expect(on.asked()).toEqual([["PUT", path]]);
    expect(on.sent.at(-1)?.body).toEqual([
      expect.objectContaining({ id: "id-1" }),
      expect.objectContaining({ id: "id-2" }),
    ]);
  });

  test("go together where they do the same in the same fabric; a removal, and what is no list, goes by itself", () => {
    const { scopeOf } = batchesIn(batching(() => begun));
    const others = [
      port("Gi1/0/2"),
      port("Gi1/0/1", { scope: { fabricSite: "other" } }),
      changed("Gi1/0/1"),
      port("Gi1/0/1", { operation: "remove" }),
      port("Gi1/0/1", { once: true }),
      port("Gi1/0/1", { kind: "ipPool" }),
    ].map((each) => scopeOf(each));
    const own = scopeOf(port("Gi1/0/1"));
    expect(others.map((each) => each === own)).toEqual([true, false, false, false, false, false]);
    expect(others.slice(3)).toEqual([undefined, undefined, undefined]);
    expect(batching(() => begun, { batches: "off" }).of).toBeUndefined();
  });

  test("are answered as one: refused with those that the message names, or lost", async () => {
    const message = "The port Gi1/0/1 of device-1 is assigned already";
    const refused = batching(() => json(400, { response: { errorCode: "NCSP1", message } }));
    const ports = [port("Gi1/0/1"), port("Gi1/0/10"), port("Gi1/0/1/1")];
    expect(await batchesIn(refused).send(ports, calm)).toMatchObject({ meaning: "refused", named: [0] });
    expect(await batchesIn(batching(() => json(500, {}))).send(ports, calm)).toMatchObject({
      meaning: "lost",
    });
  });
});

describe("a task of a list", () => {
  const parts = (names: readonly string[], id = "T 1"): readonly Task[] =>
    names.map((name, at) => ({
      ...{ id, path: `${api}/task/${encodeURIComponent(id)}`, everyMs: 1000, withinMs: 600_000 },
      ...{ kind: "portAssignment", operation: "create", parentId: "fabric-1" },
      batch: { at, of: names.length, name },
    }));
  const ports = parts(["Gi1/0/1", "Gi1/0/2"]);
  const failed = (failureReason: string) =>
    json(200, { response: { isError: true, endTime: 1, failureReason } });

  test.each<[string, WireReply, readonly string[]]>([
    ["runs", json(200, { response: { isError: false } }), ["running", "running"]],
    ["has ended", json(200, { response: { isError: false, endTime: 1, data: "x" } }), ["done", "done"]],
    ["failed for one of it", failed("port Gi1/0/2: no such VLAN"), ["undone another", "undone it"]],
    ["failed for both", failed("Gi1/0/1, Gi1/0/2: no"), ["undone unknown", "undone unknown"]],
    ["failed for nobody knows what", failed("no"), ["undone unknown", "undone unknown"]],
    ["is not known there", json(404, {}), ["gone", "gone"]],
    ["does not answer", json(500, {}), ["unclear", "unclear"]],
  ])("that %s says so of each of its writes, asked for once", async (_, answer, expected) => {
    const on = batching(() => answer);
    const said = await batchesIn(on).tasks?.ask(ports, calm);
    const words = said?.map((each) => ("cause" in each ? `${each.state} ${each.cause}` : each.state));
    expect(words).toEqual(expected);
    expect(on.asked()).toEqual([["GET", `${api}/task/T%201`]]);
    // If a task is undone, a part of it may still have been carried out, because these products do not rule that out.
    // No answer contains an id for each write.
    for (const each of said ?? []) {
      if (each.state === "undone") expect(each.inPart).toBe(true);
      expect(each).not.toHaveProperty("id");
    }
  });

  test("is asked for beside others by itself", async () => {
    const on = batching(({ url }) =>
      url.endsWith("T2") ? failed("no") : json(200, { response: { isError: false } }),
    );
    const said = await batchesIn(on).tasks?.ask([...ports, ...parts(["Gi1/0/3"], "T2")], calm);
    expect(said?.map(({ state }) => state)).toEqual(["running", "running", "undone"]);
    expect(on.asked()).toHaveLength(2);
  });
});
