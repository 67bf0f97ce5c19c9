/** Catalog keys for controllers: the health of places and devices, records without ids, and versions of a format. */

import { describe, expect, test } from "vitest";
import { kindFile } from "../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../src/catalog/schema/product.ts";
import type { Item } from "../../../src/drivers/contract/contract.ts";
import { restEngine } from "../../../src/drivers/rest/engine.ts";
import type { Json } from "../../../src/model/json.ts";
import { Secret } from "../../../src/model/secret.ts";
import { json, scripted } from "../../servers/scripted-wire.ts";
import { calm, targetOf, writeOf } from "../opened.ts";

const product = productFile.parse({
  product: "lookout",
  title: "Lookout",
  interface: "sdwan",
  basePath: "/v3",
  authentication: { by: "token", header: "X-Key" },
  pages: { by: "answer", counted: { header: "x-all", of: "items" } },
  version: { at: "format", known: "3" },
  limits: { requestsPerSecond: 5, concurrency: 2 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: "4xx", means: "refused" },
  ],
  checks: ["tower"],
  health: {
    sites: { kind: "tower", score: "mood.now" },
    devices: { kind: "lamp", name: "label", address: "ip", status: "state" },
  },
  reports: { lamp: { path: "/lamps/{id}", kind: "lamp", at: "lamp", optional: true } },
});

const about = { source: "made up", verified: "assumed", form: "collection" };
const tower = kindFile.parse({
  ...{ ...about, kind: "tower", title: "tower", section: "towers", observed: true },
  ...{ identity: "place", id: false },
  list: { path: "/towers", items: "all", query: { since: "{startTime}", till: "{endTime}", view: "short" } },
  fields: { place: { access: "readOnly" }, mood: { access: "readOnly" } },
});
const lamp = kindFile.parse({
  ...{ ...about, kind: "lamp", title: "lamp", section: "lamps", identity: "label", id: "no" },
  list: { path: "/lamps", items: "all" },
  create: { method: "POST", path: "/lamps", answer: { at: "lamp", optional: true } },
  fields: {
    label: { type: "string" },
    ip: { type: "string" },
    state: { type: "string", access: "readOnly", synonyms: { unreachable: ["gone dark"] } },
  },
});

const engine = restEngine();
const dialect = engine.compile({ product, kinds: [tower, lamp] });
const { health, reports } = dialect.instead ?? {};

function opened(body: Json, { status = 200, headers = {} } = {}) {
  const { wire, sent } = scripted(() => json(status, body, headers));
  const session = engine.open({
    target: { ...targetOf("sdwan"), url: "https://lookout.example.net" },
    ...{ dialect, wire, credential: { token: new Secret("k") } },
    ...{ secret: () => new Secret(""), now: () => 0 },
    tokens: { load: async () => ({}), save: async () => undefined },
  });
  return { session, sent };
}

const towers = { collection: "towers", scope: {}, wanted: [] };

describe("records without an id", () => {
  const all = [
    { place: "Hill", mood: { now: 3 } },
    { place: "Hill", mood: { now: 3 } },
    { place: "Dale", mood: "?" },
  ];

  test("are all there, those that are alike too, and tell how well their place is", async () => {
    const reply = await opened({ all }, { headers: { "x-all": "3" } }).session.read(towers, calm);
    const items = reply.state === "whole" ? reply.items : [];
    expect(items.map(({ identity, id, value }) => ({ identity, id, value }))).toEqual(
      all.map((value) => ({ identity: value.place, id: undefined, value })),
    );
    expect(items.map((item) => health?.sites.of(item))).toEqual([
      { site: "Hill", score: 3 },
      { site: "Hill", score: 3 },
      { site: "Dale" },
    ]);
  });

  test("that a header counts otherwise are no list", async () => {
    const reply = await opened({ all }, { headers: { "x-all": "4" } }).session.read(towers, calm);
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "list-cut-short" } });
  });
});

test.each([
  [{}, "?view=short"],
  [{ startTime: "10" }, "?since=10&view=short"],
  [{ startTime: "10", endTime: "20" }, "?since=10&till=20&view=short"],
])("a range of time %j is asked for by %s", async (scope, query) => {
  const { session, sent } = opened({ all: [] });
  await session.read({ ...towers, scope }, calm);
  expect(sent[0]?.url).toBe(`https://lookout.example.net/v3/towers${query}`);
});

test.each([
  ["3", undefined],
  ["4", [{ code: "format-version", severity: "warning" }]],
])("a list whose format has version %s is whole, with the warnings %j", async (format, warnings) => {
  const reply = await opened({ all: [], format }).session.read(towers, calm);
  expect(reply.state === "whole" && reply.warnings).toEqual(
    warnings && [expect.objectContaining(warnings[0])],
  );
});

test.each([
  ["unreachable", "unreachable"],
  ["Gone Dark", "unreachable"],
  ["shining", "shining"],
])("a lamp that is said to be %s is %s", async (state, meant) => {
  const { session } = opened({ all: [{ no: "l1", label: "Red", ip: [7], state }] });
  const reply = await session.read({ ...towers, collection: "lamps" }, calm);
  const [item] = reply.state === "whole" ? reply.items : [];
  expect(item).toMatchObject({ id: "l1", value: { state: meant } });
  expect(item && health?.devices.of(item)).toEqual({ name: "Red", status: meant });
});

describe("one of them, by its id", () => {
  const named: Item = { kind: "device", identity: "l/1", id: "l/1", value: {} };
  const red = { no: "l/1", label: "Red", state: "GONE DARK" };

  test("is asked for where no list has shown it", () => {
    expect(reports?.(named)).toEqual([{ collection: "lamp", scope: { id: "l/1" }, wanted: [] }]);
    expect(reports?.({ ...named, kind: "lamp" })).toEqual([]);
  });

  test.each<[string, Json, string]>([
    ["in its field", { lamp: red }, "whole"],
    ["by itself", red, "whole"],
    ["of another one", { lamp: { ...red, no: "l2" } }, "unknown"],
    ["in a list", { lamp: [red] }, "unknown"],
    ["of none", {}, "unknown"],
  ])("is known from a record %s: %j is %s", async (_, body, state) => {
    const { session, sent } = opened(body);
    const reply = await session.read({ collection: "lamp", scope: { id: "l/1" }, wanted: [] }, calm);
    expect(sent[0]?.url).toBe("https://lookout.example.net/v3/lamps/l%2F1");
    expect(reply.state).toBe(state);
    if (reply.state === "whole") expect(reply.items).toMatchObject([{ value: { state: "unreachable" } }]);
  });

  test("is not there by a 404, and is not asked for by what cannot be an id", async () => {
    const { session, sent } = opened({}, { status: 404 });
    const read = (id: string) => session.read({ collection: "lamp", scope: { id }, wanted: [] }, calm);
    expect(await read("l1")).toEqual({ state: "absent" });
    expect(await read("..")).toMatchObject({ problem: { code: "bad-id" } });
    expect(sent).toHaveLength(1);
  });
});

test.each<[Json, string | undefined]>([
  [{ lamp: { no: "l9" } }, "l9"],
  [{ no: "l9" }, "l9"],
  [{ lamp: { task: "t" } }, undefined],
  [{}, undefined],
])("a create that is answered %j, of which nobody can be sure, gives the id %s", async (answer, id) => {
  const write = writeOf({ operation: "create", kind: "lamp", identity: "Red", desired: { label: "Red" } });
  const reply = await opened(answer).session.write(write, calm);
  expect(reply).toMatchObject({ meaning: "accepted" });
  expect("id" in reply ? reply.id : undefined).toBe(id);
});
