/**
 * Resources that are read one by one: how an import discovers them, what proves that one is absent, and answers that
 * name another resource.
 */

import { describe, expect, test } from "vitest";
import { kindFile } from "../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../src/catalog/schema/product.ts";
import { resolveDriver } from "../../../src/drivers/contract/resolve-driver.ts";
import { driversWith } from "../../../src/drivers/index.ts";
import type { Json } from "../../../src/model/json.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { WireReply } from "../../../src/model/wire.ts";
import { json, scripted, text } from "../../servers/scripted-wire.ts";
import { calm, targetOf, writeOf } from "../opened.ts";

const product = productFile.parse({
  product: "gallery",
  title: "Gallery",
  interface: "servers",
  basePath: "/v1",
  authentication: { by: "basic" },
  limits: { requestsPerSecond: 50, concurrency: 4 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 404, method: "GET", means: "absent" },
    { status: 404, method: "POST", means: "refused", code: "parent-missing" },
    { status: "4xx", means: "conflict" },
  ],
  checks: ["piece"],
  probe: "piece",
  settings: {
    wing: { is: "text", default: "north" },
    door: { is: "text", replaces: "piece.exists" },
    method: {
      is: { enum: ["PUT"] },
      replaces: ["piece.create.method", "product.replies.parent-missing.method"],
    },
    object: { is: "path", like: "/o/{path}", words: { path: "identity*" }, replaces: "piece.item.path" },
    all: {
      is: "path",
      like: "/all/{wing}",
      words: { wing: "settings.wing" },
      replaces: "piece.discover.path",
    },
  },
});
const piece = kindFile.parse({
  ...{ kind: "piece", title: "piece", section: "pieces", form: "collection", key: "code" },
  ...{ identity: { path: "hall/{id}", at: "place" }, exists: "hall/door" },
  item: { path: "/things/{identity*}", items: "found", optional: true },
  discover: "/wings/{settings.wing}",
  create: "POST /things/{identity*}",
  fields: { name: { type: "string" } },
  ...{ source: "made up", verified: "assumed" },
});
const drivers = driversWith({
  names: [{ product: "gallery", interface: "servers" }],
  read: () => ({ product, kinds: [piece] }),
});
const base = "https://servers.example.net/v1";

function gallery(reply: (url: string) => WireReply, settings: Json = {}) {
  const servers = drivers.find((each) => each.interface === "servers");
  if (servers === undefined) throw new Error("no driver");
  const driver = resolveDriver(servers, "gallery");
  const { wire, sent } = scripted(({ url }) => reply(url));
  const session = driver.open({
    target: { ...targetOf("servers"), dialect: "gallery" },
    dialect: driver.dialect("gallery", settings),
    wire,
    credential: { username: new Secret("u"), password: new Secret("p") },
    secret: ({ secret }) => new Secret(secret),
    now: () => 0,
    tokens: { load: async () => ({ token: new Secret("t") }), save: async () => undefined },
  });
  return { driver, session, urls: () => sent.map(({ url }) => url.slice(base.length)) };
}

const wanted = (...names: readonly string[]) => ({
  ...{ collection: "pieces", scope: {} },
  wanted: names.map((name) => ({ kind: "piece", identity: `hall/${name}`, scope: {} })),
});
const whole = (identity: string, name: string) => ({
  state: "whole",
  items: [{ kind: "piece", identity, value: { name } }],
});

describe("an item", () => {
  test.each([
    { found: [{ name: "Urn" }] },
    { found: { name: "Urn", code: "7" } },
    { name: "Urn", place: "hall/7" },
    [{ name: "Urn" }],
  ])("of an envelope that may be there is read, and is what was asked for: %j", async (body) => {
    const { session, urls } = gallery(() => json(200, body));
    expect(await session.read(wanted("7"), calm)).toEqual(whole("hall/7", "Urn"));
    expect(urls()).toEqual(["/things/hall/7"]);
  });

  test.each([{}, [], { found: [] }])("is not there: %j", async (body) => {
    expect(await gallery(() => json(200, body)).session.read(wanted("7"), calm)).toEqual({ state: "absent" });
  });

  test.each([
    { name: "Urn", code: "8" },
    { name: "Urn", place: "hall/8" },
    [{ name: "Urn" }, { name: "Vase" }],
  ])("that is another one is no answer: %j", async (body) => {
    expect(await gallery(() => json(200, body)).session.read(wanted("7"), calm)).toMatchObject({
      state: "unknown",
      problem: { code: "unexpected-shape" },
    });
  });
});

describe("a list that serves discovery alone", () => {
  test("is read by an import, at the place that the setting's default says", async () => {
    const { driver, session, urls } = gallery(() => json(200, [{ code: "7", name: "Urn" }]));
    const [listed] = driver.discover ?? [];
    expect(listed?.kind).toBe("piece");
    expect(listed && (await session.read(listed.request, calm))).toEqual(whole("hall/7", "Urn"));
    expect(urls()).toEqual(["/wings/north"]);
  });

  test("proves no absence: each is asked for by itself", async () => {
    const { driver, session, urls } = gallery((url) =>
      url.endsWith("7") ? text(404, "") : json(200, { name: "Urn" }),
    );
    expect(driver.kinds[0]?.collection).toMatchObject({ absence: "item", alone: true });
    expect(await session.read(wanted("7", "8"), calm)).toEqual({ ...whole("hall/8", "Urn"), requests: 2 });
    expect(urls()).toEqual(["/things/hall/7", "/things/hall/8"]);
  });

  test("proves nothing of one that cannot be read, whatever is said of the others", async () => {
    const { session } = gallery((url) => (url.endsWith("7") ? text(500, "") : json(200, { name: "Urn" })));
    for (const names of [["7", "8"], ["8", "7"], ["7"]])
      expect(await session.read(wanted(...names), calm)).toMatchObject({ state: "unknown" });
  });

  test("may not be there, which says what to do instead", async () => {
    const { driver, session } = gallery(() => text(404, ""));
    const [listed] = driver.discover ?? [];
    expect(listed && (await session.read(listed.request, calm))).toMatchObject({
      problem: { code: "not-found", hint: "Name each resource: --only my-servers/piece/NAME." },
    });
  });
});

describe("what always exists", () => {
  test("proves that the product works, and is nobody's", async () => {
    const { driver, session, urls } = gallery(() => json(200, { colour: "red" }));
    expect(driver.probe && (await session.read(driver.probe, calm))).toEqual({ state: "whole", items: [] });
    expect(driver.checks).toEqual([{ title: "read the piece hall/door", request: driver.probe }]);
    expect(urls()).toEqual(["/things/hall/door"]);
  });

  test.each([json(200, {}), json(200, { found: [] }), text(404, ""), json(200, "x")])(
    "proves nothing by such an answer: %j",
    async (reply) => {
      const { driver, session } = gallery(() => reply);
      expect(driver.probe && (await session.read(driver.probe, calm)).state).not.toBe("whole");
    },
  );
});

test("settings lead elsewhere, also those with words of others in them", async () => {
  const settings = { wing: "south", door: "gate", object: "/o/{path}", all: "/all/{wing}", method: "PUT" };
  const { driver, session, urls } = gallery(() => text(404, ""), settings);
  const listed = driver.discover?.[0]?.request;
  for (const request of [listed, driver.probe, wanted("7")]) if (request) await session.read(request, calm);
  expect(urls()).toEqual(["/all/south", "/o/gate", "/o/hall/7"]);
  const write = writeOf({ operation: "create", kind: "piece", identity: "hall/7", desired: { name: "Urn" } });
  expect(session.preview(write)).toMatchObject({
    method: "PUT",
    url: `${base}/things/hall/7`,
    body: { name: "Urn" },
  });
  expect(await session.write(write, calm)).toMatchObject({ problem: { code: "parent-missing" } });
});
