/** YANG Patch (RFC 8072) over HTTP, with the routers' mode rfc8040. */

import { beforeEach, describe, expect, test } from "vitest";
import { isArray, isObject, type Json } from "../../src/model/json.ts";
import { data, entry, native, portIn, rfc8040Routers } from "./rfc8040-routers.ts";
import type { Received } from "./served.ts";

const { mode, send } = rfc8040Routers();
const ports = "/interface/GigabitEthernet";
const port = (number: number) => portIn("", number);

const asPatch = { "Content-Type": "application/yang-patch+json" };

/** Sends edits. The id of each edit is its position, counted from 1. */
function patch(
  edits: readonly object[],
  { path = native, headers = {} }: { path?: string; headers?: object } = {},
) {
  const edit = edits.map((each, at) => ({ "edit-id": String(at + 1), ...each }));
  const body = { "ietf-yang-patch:yang-patch": { "patch-id": "one", edit } };
  return send("PATCH", path, { body, headers: { ...asPatch, ...headers } });
}

/** Returns the status, the id of the edit that failed ("all" for the whole patch), and the tag of its error. */
function refusal({ status, json }: Received): unknown {
  const told = isObject(json) ? json["ietf-yang-patch:yang-patch-status"] : undefined;
  if (!told || !isObject(told)) return [status];
  const tagOf = (errors: Json | undefined) => JSON.stringify(errors).match(/"error-tag":"([^"]*)"/)?.[1];
  if (told.errors !== undefined) return [status, "all", tagOf(told.errors)];
  const edits = told["edit-status"] && isObject(told["edit-status"]) ? told["edit-status"].edit : undefined;
  const last = edits && isArray(edits) ? edits.at(-1) : undefined;
  return last && isObject(last) ? [status, last["edit-id"], tagOf(last.errors)] : told;
}

async function names(): Promise<unknown> {
  const { json } = await send("GET", native);
  const found = JSON.stringify(json).matchAll(/"name":"1\/0\/(\d+)"/g);
  return [...found].map(([, number]) => number);
}

const state = async () => (await send("GET", native)).text;
const hostname = { "Vendor-native:hostname": "new" };
const create = (number: number) => ({ operation: "create", target: port(number), value: entry(number) });

beforeEach(() => mode());

test("it is announced among the capabilities (RFC 8040, 9.1), where it is taken", async () => {
  const path = `${data}/ietf-restconf-monitoring:restconf-state/capabilities`;
  const { json } = await send("GET", path);
  expect(json).toEqual({
    "ietf-restconf-monitoring:capabilities": {
      capability: ["urn:ietf:params:restconf:capability:yang-patch:1.0"],
    },
  });
  mode({ restconfYangPatch: false });
  expect((await send("GET", path)).status).toBe(404);
  expect((await patch([create(8)])).status).toBe(415);
});

test("all edits are carried out, and 200 says so with the patch's id and the ETag (2.3)", async () => {
  const reply = await patch([
    create(8),
    { operation: "merge", target: port(8), value: entry(8, { description: "a" }) },
    { operation: "replace", target: "/hostname", value: hostname },
  ]);
  expect([reply.status, reply.json]).toEqual([
    200,
    { "ietf-yang-patch:yang-patch-status": { "patch-id": "one", ok: [null] } },
  ]);
  expect(reply.headers.get("content-type")).toBe("application/yang-data+json");
  expect(reply.headers.get("etag")).toBe((await send("GET", native)).headers.get("etag"));
  expect((await send("GET", `${native}${port(8)}`)).json).toEqual(entry(8, { description: "a" }));
  expect((await send("GET", `${native}/hostname`)).json).toEqual(hostname);
});

test("where one edit fails none is carried out, and the status names it (2.3)", async () => {
  const before = await state();
  const reply = await patch([create(8), { operation: "delete", target: port(9) }, create(10)]);
  expect(refusal(reply)).toEqual([409, "2", "data-missing"]);
  expect(JSON.stringify(reply.json)).toContain('{"edit-id":"1","ok":[null]}');
  expect(JSON.stringify(reply.json)).not.toContain('"edit-id":"3"');
  expect(await state()).toBe(before);
});

describe("the operations (2.5)", () => {
  test("create takes what is not there, delete what is; remove takes both", async () => {
    expect(refusal(await patch([create(8), create(8)]))).toEqual([409, "2", "data-exists"]);
    expect((await patch([create(8)])).status).toBe(200);
    expect((await patch([{ operation: "delete", target: port(8) }])).status).toBe(200);
    expect((await patch([{ operation: "remove", target: port(8) }])).status).toBe(200);
    expect(refusal(await patch([{ operation: "delete", target: port(8) }]))).toEqual([
      409,
      "1",
      "data-missing",
    ]);
  });

  test("merge keeps what is not sent, replace does not; both make what is not there", async () => {
    const both = (operation: string, more: object) => ({ operation, target: port(8), value: entry(8, more) });
    await patch([both("merge", { description: "a" })]);
    await patch([both("merge", { mtu: 1500 })]);
    expect((await send("GET", `${native}${port(8)}`)).json).toEqual(
      entry(8, { description: "a", mtu: 1500 }),
    );
    await patch([both("replace", { mtu: 9000 })]);
    expect((await send("GET", `${native}${port(8)}`)).json).toEqual(entry(8, { mtu: 9000 }));
    expect((await patch([{ ...both("replace", {}), target: port(9), value: entry(9) }])).status).toBe(200);
  });

  test("nothing is made in an entry that is not there", async () => {
    const target = `${port(9)}/description`;
    const value = { "Vendor-native:description": "a" };
    expect(refusal(await patch([{ operation: "merge", target, value }]))).toEqual([409, "1", "data-missing"]);
  });

  test("insert and move put an entry first, last, before or after another", async () => {
    await patch([create(6), create(7)]);
    const rest = await names();
    const at = (operation: string, number: number, more: object) => ({
      ...{ operation, target: port(number), ...more },
      ...(operation === "insert" && { value: entry(number) }),
    });
    expect((await patch([at("insert", 8, { where: "first" })])).status).toBe(200);
    expect(await names()).toEqual(["8", ...(isArray(rest as Json) ? (rest as string[]) : [])]);
    await patch([at("move", 7, { where: "before", point: port(8) })]);
    await patch([at("move", 6, { where: "after", point: port(7) }), at("insert", 9, {})]);
    const order = (await names()) as string[];
    expect([order.slice(0, 3), order.at(-1)]).toEqual([["7", "6", "8"], "9"]);
    expect(refusal(await patch([at("insert", 9, {})]))).toEqual([409, "1", "data-exists"]);
    expect(refusal(await patch([at("move", 99, {})]))).toEqual([409, "1", "data-missing"]);
    const lost = at("move", 9, { where: "after", point: port(99) });
    expect(refusal(await patch([lost]))).toEqual([400, "1", "bad-attribute"]);
    const leaf = { operation: "move", target: "/hostname", where: "first" };
    expect(refusal(await patch([leaf]))).toEqual([400, "1", "invalid-value"]);
  });
});

describe("the target", () => {
  test("is told from the resource of the request; / is that itself", async () => {
    const value = { "Vendor-native:native": hostname };
    const merge = { operation: "merge", target: "/", value: { "Vendor-native:native": { hostname: "new" } } };
    expect((await patch([merge])).status).toBe(200);
    const whole = { operation: "merge", target: "/Vendor-native:native/hostname", value: hostname };
    expect((await patch([whole], { path: data })).status).toBe(200);
    expect((await send("GET", `${native}/hostname`)).json).toEqual(hostname);
    expect(refusal(await patch([{ ...merge, value }], { path: data }))).toEqual([400, "1", "invalid-value"]);
  });

  test.each(["/nothing", ports, "/..", "/hostname=a,b", "/%", "//"])(
    "is a data resource that the device knows, and not %s",
    async (target) => {
      const value = { "Vendor-native:nothing": "a" };
      expect(refusal(await patch([{ operation: "merge", target, value }]))).toEqual([
        400,
        "1",
        "invalid-value",
      ]);
    },
  );

  test("has the resource of its value", async () => {
    for (const value of [entry(9), {}, { "Vendor-native:hostname": null }, "a"]) {
      const edit = { operation: "replace", target: port(8), value };
      expect(refusal(await patch([edit]))).toEqual([400, "1", "invalid-value"]);
    }
  });

  test("that is not there cannot be patched, and a resource that has changed neither", async () => {
    expect((await patch([], { path: `${native}${port(99)}` })).status).toBe(404);
    expect((await patch([create(8)], { headers: { "If-Match": '"other"' } })).status).toBe(412);
  });
});

test.each([
  [{ operation: "none", target: "/hostname", value: {} }],
  [{ operation: "merge", target: "hostname", value: {} }],
  [{ operation: "merge", target: "/hostname" }],
  [{ operation: "remove", target: "/hostname", value: {} }],
  [{ operation: "remove", target: "/hostname", where: "first" }],
  [{ operation: "move", target: "/hostname", where: "middle" }],
  [{ operation: "move", target: "/hostname", where: "before" }],
  [{ operation: "move", target: "/hostname", point: "/hostname" }],
  [{ operation: "remove", target: "/hostname", more: 1 }],
  [{ operation: "remove", target: "/hostname", "edit-id": 1 }],
])("an edit that is written otherwise is wrong for the whole: %j", async (edit) => {
  expect(refusal(await patch([edit]))).toEqual([400, "all", "malformed-message"]);
});

test("two edits of one name, and what is no patch, are refused", async () => {
  const twice = { "edit-id": "a", operation: "remove", target: "/hostname" };
  expect(refusal(await patch([twice, twice]))).toEqual([400, "all", "malformed-message"]);
  for (const body of [{}, { "ietf-yang-patch:yang-patch": { edit: [] } }, []])
    expect((await send("PATCH", native, { body, headers: asPatch })).status).toBe(400);
  const more = { "patch-id": "a", edit: [], more: 1 };
  const reply = await send("PATCH", native, {
    body: { "ietf-yang-patch:yang-patch": more },
    headers: asPatch,
  });
  expect(refusal(reply)).toEqual([400, "all", "malformed-message"]);
});
