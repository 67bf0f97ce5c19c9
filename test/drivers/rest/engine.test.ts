/** How the engine interprets catalogs: lists and their pages, singletons, writes, identities. */

import { describe, expect, test } from "vitest";
import { type KindFile, kindFile } from "../../../src/catalog/schema/kind.ts";
import { type ProductFile, productFile } from "../../../src/catalog/schema/product.ts";
import type { Write } from "../../../src/drivers/contract/contract.ts";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { openRest } from "../../../src/drivers/rest/session.ts";
import { isLacking } from "../../../src/model/collection.ts";
import type { Json } from "../../../src/model/json.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { WireReply, WireRequest } from "../../../src/model/wire.ts";
import { json, revealed, scripted, text } from "../../servers/scripted-wire.ts";
import { calm, differs, targetOf, writeOf } from "../opened.ts";

const product: ProductFile = productFile.parse({
  product: "gadgets",
  title: "Gadgets",
  interface: "dashboard",
  basePath: "/v1",
  authentication: { by: "token", header: "X-Key" },
  limits: { requestsPerSecond: 5, concurrency: 2 },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: 401, means: "refused" },
    { status: "4xx", means: "refused" },
    { status: "5xx", means: "lost" },
  ],
  checks: ["rack"],
});

const rackWords = {
  kind: "rack",
  title: "rack",
  section: "racks",
  form: "collection",
  id: "id",
  list: "/racks",
  create: "POST /racks",
  update: "PATCH /racks/{id}",
  remove: "DELETE /racks/{id}",
  fields: { name: { type: "string" } },
  source: "made up",
  verified: "assumed",
};

/** Returns a kind with these keys. Keys that are undefined are left out. */
const kindOf = (words: object): KindFile => kindFile.parse(JSON.parse(JSON.stringify(words)));
const rack = (more: object = {}): KindFile => kindOf({ ...rackWords, ...more });
const slot = (more: object = {}): KindFile =>
  kindOf({
    ...{ ...rackWords, kind: "slot", title: "slot", section: "slots", in: "rack", form: "fixed" },
    ...{ key: "number", keySchema: { type: "integer", minimum: 1, maximum: 48 }, id: "number" },
    list: "/racks/{rack}/slots",
    create: "PUT /racks/{rack}/slots/{id}",
    remove: undefined,
    update: "PUT /racks/{rack}/slots/{id}",
    ...more,
  });

/** Returns a session of a product with these kinds. Requests are answered from a script. */
function opened(kinds: readonly KindFile[], answer: (request: WireRequest, index: number) => WireReply) {
  const { wire, sent } = scripted(answer);
  const session = openRest({
    target: { ...targetOf("dashboard"), url: "https://gadgets.example.net" },
    dialect: compileCatalog({ product, kinds }),
    wire,
    credential: { token: new Secret("key-canary") },
    secret: ({ secret }) => new Secret(`opened:${secret}`),
    now: () => 0,
    tokens: { load: async () => ({ token: new Secret("refresh") }), save: async () => undefined },
  });
  return {
    session,
    sent,
    paths: () => sent.map(({ url }) => url.replace("https://gadgets.example.net/v1", "")),
  };
}

const racks = { collection: "racks", scope: {}, wanted: [] };
const names = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${from + index}`, name: `Rack ${from + index}` }));

/** Reads a list of 5 items, with pages of 2 items and these settings. */
async function paged(pages: object, page: (from: number, request: URL) => Json, more: object = {}) {
  const { session, paths } = opened([rack({ list: { path: "/racks", pages, ...more } })], ({ url }, index) =>
    json(200, page(index * 2, new URL(url))),
  );
  const reply = await session.read(racks, calm);
  return { items: reply.state === "whole" ? reply.items.length : reply.state, paths: paths() };
}

describe("the pages of a list", () => {
  const part = (from: number) => names(5).slice(from, from + 2);

  test("are asked for by position, until all that are counted are there", async () => {
    const pages = { by: "offset", offset: "offset", limit: "limit", size: 2, first: 1, total: "count" };
    expect(await paged(pages, (from) => ({ rows: part(from), count: 5 }), { items: "rows" })).toEqual({
      items: 5,
      paths: ["/racks?offset=1&limit=2", "/racks?offset=3&limit=2", "/racks?offset=5&limit=2"],
    });
  });

  test("are asked for by number, until one is not full where nothing counts them", async () => {
    const pages = { by: "page", page: "page", limit: "page-size", size: 2 };
    expect(await paged(pages, part)).toEqual({
      items: 5,
      paths: ["/racks?page=0&page-size=2", "/racks?page=1&page-size=2", "/racks?page=2&page-size=2"],
    });
  });

  test("are asked for with the cursor of the page before, until there is none", async () => {
    const pages = { by: "cursor", parameter: "cursor", at: "paging.next" };
    const answer = (from: number) => ({ rows: part(from), paging: { next: from < 4 ? `c${from}` : null } });
    expect(await paged(pages, answer, { items: "rows" })).toEqual({
      items: 5,
      paths: ["/racks", "/racks?cursor=c0", "/racks?cursor=c2"],
    });
  });

  test("that come again and again, or are fewer than counted, are no list", async () => {
    const pages = { by: "page", page: "page", size: 2 };
    expect((await paged(pages, () => names(2))).items).toBe("unknown");
    const counted = { ...pages, total: "count" };
    const short = await paged(counted, (from) => ({ rows: part(from), count: 7 }), { items: "rows" });
    expect(short.items).toBe("unknown");
  });

  test.each([
    [5, "whole"],
    [6, "unknown"],
    ["five", "unknown"],
  ])("with a request of its own that counts %s are %s", async (count, state) => {
    const pages = {
      by: "offset",
      offset: "o",
      limit: "l",
      size: 9,
      count: { path: "/racks/count", at: "n" },
    };
    const { session } = opened([rack({ list: { path: "/racks", pages } })], ({ url }) =>
      json(200, url.endsWith("count") ? { n: count } : names(5)),
    );
    expect((await session.read(racks, calm)).state).toBe(state);
  });
});

describe("records", () => {
  const read = async (kind: KindFile, body: Json) => {
    const reply = await opened([kind], () => json(200, body)).session.read(racks, calm);
    return reply.state === "whole" ? reply.items : reply.state;
  };

  test("stand in a field of their own; those of other classes are not of the kind", async () => {
    const list = { path: "/racks", items: "imdata", wrap: "rack.attributes", only: { sort: "open" } };
    const record = (id: string, sort: string) => ({ rack: { attributes: { id, name: id, sort } } });
    const body = { imdata: [record("a", "open"), record("b", "closed")] };
    expect(await read(rack({ list }), body)).toMatchObject([{ identity: "a", id: "a" }]);
    expect(await read(rack({ list }), { imdata: [{ shelf: {} }] })).toBe("unknown");
  });

  test("are shown by the names and values that people write", async () => {
    const fields = {
      name: { type: "string" },
      units: { type: "integer", wire: "size.units", asText: true },
      locked: { type: "boolean", values: { true: "yes", false: "no" } },
      pin: { type: "string", secret: "shown" },
      note: { type: "string", readAs: "noteText" },
      serial: { type: "string", access: "writeOnly" },
    };
    const record = {
      id: "a",
      name: "A",
      size: { units: "42" },
      locked: "yes",
      pin: "1",
      noteText: "n",
      colour: "red",
    };
    const [item] = await read(rack({ fields }), [{ ...record, serial: "s" }]);
    expect(item).toMatchObject({
      value: { name: "A", units: 42, locked: true, note: "n", colour: "red" },
    });
    expect(JSON.stringify(item)).not.toMatch(/pin|serial/);
  });

  test("are matched by what stands in objects, and by lists in any order", async () => {
    const ports = { type: "array", items: { type: "object" }, identity: ["card", "port"] };
    const spare = { type: "array", items: { type: "string" } };
    const fields = { site: { type: "object" }, ports, spare };
    const kind = rack({ fields, identity: ["site.code", "ports", "spare"] });
    const value = { site: { code: "B,1" }, ports: [2, 1].map((port) => ({ card: "a", port })) };
    const identity = compileCatalog({ product, kinds: [kind] }).kinds[0]?.identity({
      key: "k",
      value,
      scope: {},
    });
    expect(identity).toBe("B%2C1,a/1+a/2,none");
    const record = { ...value, id: "r", ports: [1, 2].map((port) => ({ port, card: "a", up: true })) };
    expect(await read(kind, [record, { ...record, id: "s", spare: ["x"] }])).toMatchObject([
      { identity, id: "r" },
      { identity: "B%2C1,a/1+a/2,x", id: "s" },
    ]);
    expect(await read(kind, [{ ...record, site: {} }])).toBe("unknown");
  });

  test("without an id, or with one that cannot stand in a path, make the list unknown", async () => {
    for (const record of [{ name: "A" }, { id: "..", name: "A" }, { id: "a" }, 7])
      expect(await read(rack(), [record])).toBe("unknown");
  });
});

describe("a thing that is read by its own path", () => {
  const door = rack({
    list: undefined,
    item: { path: "/doors/{id}", absent: [404, 410] },
    key: "name",
    id: "name",
  });
  const wanted = [{ kind: "rack", identity: "A", scope: {} }];
  const read = async (answer: WireReply) =>
    opened([door], () => answer).session.read({ ...racks, wanted }, calm);

  test("is there, is not there by the product's word, or is unknown", async () => {
    expect(await read(json(200, { name: "A" }))).toMatchObject({
      state: "whole",
      items: [{ identity: "A" }],
    });
    expect(await read(text(410, ""))).toEqual({ state: "absent" });
    expect((await read(text(400, ""))).state).toBe("unknown");
    expect((await read(json(200, { name: "B" }))).state).toBe("unknown");
  });
});

describe("what is in something", () => {
  test("has a chain of ids, of which each path takes those it names", async () => {
    const port = slot({
      kind: "port",
      title: "port",
      section: "ports",
      in: "slot",
      list: "/racks/{rack}/slots/{slot}/ports",
    });
    const { session, paths } = opened([rack(), slot(), port], () => json(200, [{ number: 3, name: "x" }]));
    const scope = {};
    const reply = await session.read({ collection: "slots", parentId: "a%2Fb", scope, wanted: [] }, calm);
    expect(reply).toMatchObject({ items: [{ identity: "3", id: "a%2Fb/3" }] });
    await session.read({ collection: "ports", parentId: "a%2Fb/3", scope, wanted: [] }, calm);
    expect(paths()).toEqual(["/racks/a%2Fb/slots", "/racks/a%2Fb/slots/3/ports"]);
  });

  test.each(["..", "a/..", "%2E%2E", "%zz", ""])("is not asked for by the id %j", async (parentId) => {
    const { session, sent } = opened([rack(), slot()], () => json(200, []));
    const request = { collection: "slots", parentId, scope: {}, wanted: [] };
    expect(await session.read(request, calm)).toMatchObject({ problem: { code: "bad-id" } });
    expect(sent).toEqual([]);
  });
});

describe("a write", () => {
  const live = { id: "a", value: {} };
  const sent = async (kinds: readonly KindFile[], write: Partial<Write>, answer = json(200, { id: "n" })) => {
    const all = opened(kinds, () => answer);
    const part = { operation: "update", kind: "rack", identity: "A", live, ...write } as const;
    const reply = await all.session.write(writeOf(part), calm);
    const [request] = all.sent;
    return { method: request?.method, path: all.paths()[0], body: revealed(request?.body), reply };
  };

  const fields = {
    name: { type: "string" },
    units: { type: "integer", wire: "size.units", asText: true },
    depth: { type: "integer", wire: "size.depth" },
    pin: { type: "string", secret: "hidden" },
    lamp: {
      type: "object",
      properties: {
        on: { type: "boolean" },
        colour: { type: "string" },
        age: { type: "integer", access: "readOnly" },
      },
    },
    owner: { type: "string", access: "updateOnly" },
  };

  test("of a create has all that is declared, by the product's names, in its envelope", async () => {
    const create = {
      method: "POST",
      path: "/racks",
      wrap: "rack.attributes",
      list: true,
      with: { kind: "r", name: "none" },
    };
    const desired = { name: "A", units: 42, depth: 3, pin: { secret: "env:PIN" }, owner: "me" };
    const write = { operation: "create", desired, live: undefined } as const;
    expect(await sent([rack({ fields, create })], write)).toEqual({
      method: "POST",
      path: "/racks",
      body: [
        {
          rack: {
            attributes: { kind: "r", name: "A", size: { units: "42", depth: 3 }, pin: "opened:env:PIN" },
          },
        },
      ],
      reply: { meaning: "accepted", id: "n", value: { id: "n" } },
    });
  });

  test("of an update has what differs; an object is whole, without what nobody writes", async () => {
    const desired = { name: "A", units: 42, lamp: { on: true } };
    const value = { name: "A", units: 41, lamp: { on: false, colour: "red", age: 3, unknown: 1 } };
    const write = { desired, live: { id: "a", value }, differences: differs("/units", "/lamp/on") };
    expect(await sent([rack({ fields })], write)).toMatchObject({
      method: "PATCH",
      path: "/racks/a",
      body: { size: { units: "42" }, lamp: { on: true, colour: "red" } },
    });
  });

  test("of an update has what it is refused without, declared or live, and never a secret", async () => {
    const update = { method: "PUT", path: "/racks/{id}", always: ["name", "units", "lamp", "pin"] };
    const desired = { name: "A", depth: 3, pin: { secret: "env:PIN" } };
    const value = { name: "A", units: 41, depth: 2, lamp: { on: true, age: 3 } };
    const write = { desired, live: { id: "a", value }, differences: differs("/depth") };
    expect((await sent([rack({ fields, update })], write)).body).toEqual({
      name: "A",
      size: { units: "41", depth: 3 },
      lamp: { on: true },
    });
  });

  test("of the whole object has the declared part laid over the live record", async () => {
    const update = { method: "PUT", path: "/racks/{id}", send: "merged" };
    const raw = { id: "a", name: "B", size: { units: "1", depth: 9 }, pin: "1234", more: [1] };
    const write = { desired: { name: "A", units: 2 }, live: { id: "a", value: {}, raw } };
    expect((await sent([rack({ fields, update })], write)).body).toEqual({
      id: "a",
      name: "A",
      size: { units: "2", depth: 9 },
      more: [1],
    });
  });

  test("has the last id of what a field names", async () => {
    const shelf = slot({ fields: { rack: { type: "string", refersTo: "rack", wire: "rackId" } } });
    const write = {
      ...{ kind: "slot", identity: "7", parentId: "p", live: { value: {} } },
      ...{
        desired: { rack: "main" },
        referredIds: { "t/rack/main": "x/r%2F9" },
        differences: differs("/rack"),
      },
    };
    expect(await sent([rack(), shelf], write)).toMatchObject({
      path: "/racks/p/slots/7",
      body: { rackId: "r/9" },
    });
  });

  test("of a key that no path says takes it along", async () => {
    const posted = slot({ create: "POST /racks/{rack}/slots", form: "collection" });
    const create = {
      operation: "create",
      kind: "slot",
      identity: "7",
      parentId: "p",
      live: undefined,
    } as const;
    expect((await sent([rack(), posted], { ...create, desired: { name: "x" } })).body).toEqual({
      number: 7,
      name: "x",
    });
  });

  test("that resets a slot says what empties it, and the slot counts as empty then", async () => {
    const empty = { name: "Slot {position}", on: false };
    const kept = slot({ reset: empty, empty });
    const remove = {
      operation: "remove",
      kind: "slot",
      identity: "7",
      parentId: "p",
      live: { value: {} },
    } as const;
    const { method, body } = await sent([rack(), kept], remove);
    expect({ method, body }).toEqual({ method: "PUT", body: { name: "Slot 8", on: false } });
    const { session } = opened([rack(), kept], () => json(200, [{ number: 7, ...Object(body) }]));
    const request = { collection: "slots", parentId: "p", scope: {}, wanted: [] };
    expect(await session.read(request, calm)).toEqual({ state: "whole", items: [] });
  });

  test.each<[string, string | undefined]>([
    ["https://gadgets.example.net/v1/racks/r%2F9", "r%2F9"],
    ["/v1/racks/r9/?fresh=1", "r9"],
    ["/v1/racks/%2e%2e%2e", undefined],
    ["/", undefined],
  ])("of what a create's answer names in a header: %s", async (location, id) => {
    const create = { method: "POST", path: "/racks", answer: { header: "Location" } };
    const { session } = opened([rack({ create })], () => text(201, "", { location }));
    const write = writeOf({ operation: "create", kind: "rack", identity: "A", desired: { name: "A" } });
    const reply = await session.write(write, calm);
    expect(reply).toMatchObject(id === undefined ? { meaning: "lost" } : { meaning: "accepted", id });
  });

  test("of a create whose answer has no id is lost; where that is the product's way, it is looked for", async () => {
    const write = { operation: "create", desired: { name: "A" }, live: undefined } as const;
    expect((await sent([rack()], write, json(201, {}))).reply).toMatchObject({ meaning: "lost" });
    const create = { method: "POST", path: "/racks", answer: { optional: true } };
    expect((await sent([rack({ create })], write, json(201, {}))).reply.meaning).toBe("accepted");
  });
});

describe("the kind of a file", () => {
  const words = {
    fields: {
      name: { type: "string", also: "label" },
      macs: { type: "array", set: true, items: { type: "string", format: "mac" } },
      mode: { type: "string", enum: ["a", "b"] },
      pin: { type: "string", secret: "hidden" },
      rows: {
        type: "array",
        identity: ["id"],
        items: { type: "object", properties: { id: { type: "integer" } } },
      },
    },
    required: ["name"],
    needs: [{ field: "pin", with: { mode: ["a"] } }],
  };
  const [kind] = compileCatalog({ product, kinds: [rack(words)] }).kinds;
  const takes = (value: Json) => kind?.schema.safeParse(value).success;
  const faults = (value: Json) =>
    kind?.check?.({ key: "k", value: kind.canonical(value), scope: {} }).map(({ path }) => path);

  test("takes what its fields say, and nothing else", () => {
    expect(takes({ name: "A", macs: ["00:11:22:33:44:55"], pin: { secret: "env:PIN" } })).toBe(true);
    expect(takes({ label: "A" })).toBe(true);
    for (const bad of [
      {},
      { name: 1 },
      { name: "A", macs: ["x"] },
      { name: "A", pin: "1" },
      { name: "A", age: 1 },
    ])
      expect(takes(bad)).toBe(false);
  });

  test("has one form for what means the same", () => {
    const value = { label: "A", macs: ["00-11-22-AA-BB-CC", "0011.22aa.bbcc", "00:00:00:00:00:01"] };
    const canonical = kind?.canonical(value) ?? null;
    expect(canonical).toEqual({ name: "A", macs: ["00:00:00:00:00:01", "00:11:22:aa:bb:cc"] });
    expect(kind?.canonical(canonical)).toEqual(canonical);
  });

  test("finds what does not go together: a field under two names, one that does not count", () => {
    expect(faults({ name: "A", label: "B" })).toEqual(["/label"]);
    expect(faults({ name: "A", mode: "b", pin: { secret: "env:A" } })).toEqual(["/pin"]);
    expect(faults({ name: "A", pin: { secret: "env:A" } })).toEqual([]);
  });

  test("knows its secrets and its lists with identity", () => {
    expect(kind).toMatchObject({ secrets: ["/pin"], lists: { "/rows": ["id"] } });
  });
});

test.each([
  [{ size: "small" }, true],
  [{ size: "large" }, false],
  [{ size: ["small", "large"] }, false],
  [{ size: ["small"] }, true],
  [{}, false],
])("what only some have is not asked for in a rack with %j: %s", async (shown, lacking) => {
  const parts = [rack(), slot({ onlyIf: { field: "size", has: "large" } })];
  const { session } = opened(parts, () => json(200, [{ id: "r1", name: "One", ...shown }]));
  const reply = await session.read(racks, calm);
  const [item] = reply.state === "whole" ? reply.items : [];
  const of = compileCatalog({ product, kinds: parts }).byName.get("slot");
  expect(of && item && isLacking(of.kind.collection, item.value)).toBe(lacking);
});

test("what is wrong is told by the product's own fields of an answer", async () => {
  const { wire } = scripted(() => json(400, { fault: { why: "no such rack", also: ["full"] } }));
  const said = { ...product, errors: { texts: ["fault.why", "fault.also"] } };
  const session = openRest({
    target: { ...targetOf("dashboard"), url: "https://gadgets.example.net" },
    dialect: compileCatalog({ product: said, kinds: [rack()] }),
    wire,
    credential: { token: new Secret("key-canary") },
    secret: ({ secret }) => new Secret(`opened:${secret}`),
    now: () => 0,
    tokens: { load: async () => ({ token: new Secret("refresh") }), save: async () => undefined },
  });
  const reply = await session.read(racks, calm);
  const message = expect.stringMatching(/was answered 400: no such rack: full$/);
  expect(reply).toMatchObject({ state: "unknown", problem: { message } });
});

test("one write at a time is one of a target, of a parent, or of a kind", () => {
  const kinds = [
    rack({ oneAtATime: "target" }),
    slot({ oneAtATime: "kind" }),
    slot({ kind: "fan", oneAtATime: "parent" }),
  ];
  expect(compileCatalog({ product, kinds }).kinds.map(({ exclusive }) => exclusive)).toEqual([
    [],
    ["all of slot"],
    ["rack"],
  ]);
});

describe("a list that does not show all fields", () => {
  const kind = rack({ list: { path: "/racks", brief: true }, item: { path: "/racks/{id}" } });
  const wantedOf = (...identities: readonly string[]) => ({
    ...racks,
    wanted: identities.map((identity) => ({ kind: "rack", identity, scope: {} })),
  });
  const answer = ({ url }: WireRequest) => {
    const id = url.split("/racks/")[1];
    return json(200, id === undefined ? names(3) : { id, name: `Rack ${id.slice(1)}`, height: 42 });
  };

  test("is followed by a read of each that is looked for, all of them counted", async () => {
    const { session, paths } = opened(
      [{ ...kind, fields: { ...kind.fields, height: { type: "integer" } } }],
      answer,
    );
    const reply = await session.read(wantedOf("Rack 1"), calm);
    expect(paths()).toEqual(["/racks", "/racks/r1"]);
    expect(reply).toMatchObject({ state: "whole", requests: 2 });
    const values = reply.state === "whole" ? reply.items.map(({ value }) => value) : [];
    expect(values).toEqual([{ name: "Rack 0" }, { name: "Rack 1", height: 42 }, { name: "Rack 2" }]);
  });

  test("is followed by a read of all where nobody is looked for", async () => {
    const { session, paths } = opened([kind], answer);
    expect(await session.read(racks, calm)).toMatchObject({ state: "whole", requests: 4 });
    expect(paths()).toEqual(["/racks", "/racks/r0", "/racks/r1", "/racks/r2"]);
  });

  test.each([
    ["refused", 403],
    ["not found", 404],
    ["in trouble", 502],
  ])("and of which one is %s is unknown, and no absence", async (_, status) => {
    const { session } = opened([kind], (request) =>
      request.url.endsWith("/r1") ? text(status, "") : answer(request),
    );
    expect((await session.read(wantedOf("Rack 1"), calm)).state).toBe("unknown");
  });
});
