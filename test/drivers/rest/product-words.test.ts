/**
 * Settings of a product that a session follows: redirects, the maximum number of sessions, the first page number, and
 * the form of ids.
 */

import { expect, test } from "vitest";
import { kindFile } from "../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../src/catalog/schema/product.ts";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { openRest } from "../../../src/drivers/rest/session.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { WireReply, WireRequest } from "../../../src/model/wire.ts";
import { json, scripted, text } from "../../servers/scripted-wire.ts";
import { calm, targetOf } from "../opened.ts";

const productWords = {
  ...{ product: "gadgets", title: "Gadgets", interface: "servers", basePath: "", checks: ["rack"] },
  ...{ authentication: { by: "basic" }, limits: { requestsPerSecond: 5, concurrency: 2 } },
  replies: [
    { status: "2xx", means: "accepted" },
    { status: "4xx", means: "refused" },
  ],
};
const rack = kindFile.parse({
  ...{ kind: "rack", title: "rack", section: "racks", form: "collection", id: "id", list: "/racks" },
  ...{ fields: { name: { type: "string" } }, source: "made up", verified: "assumed" },
});

/** Reads all racks. Returns the result and the requested URLs. */
async function read(words: object, answer: (request: WireRequest, index: number) => WireReply) {
  const product = productFile.parse({ ...productWords, ...words });
  const { wire, sent } = scripted(answer);
  const session = openRest({
    target: { ...targetOf("servers"), url: "https://a.example.net", hosts: [".example.net"] },
    dialect: compileCatalog({ product, kinds: [rack] }),
    ...{ wire, credential: { username: new Secret("someone"), password: new Secret("word") } },
    ...{ secret: () => new Secret(""), now: () => 0 },
    tokens: { load: async () => ({ token: new Secret("") }), save: async () => undefined },
  });
  const reply = await session.read({ collection: "racks", scope: {}, wanted: [] }, calm);
  return { reply, urls: sent.map(({ url }) => url) };
}

const moved = text(308, "", { location: "https://b.example.net/racks" });

test("a product's redirects to listed hosts are followed where its catalog says so, and else refused", async () => {
  const answer = ({ url }: WireRequest) => (url.startsWith("https://b.") ? json(200, []) : moved);
  const followed = await read({ redirects: "listed" }, answer);
  expect(followed).toMatchObject({
    reply: { state: "whole", items: [] },
    urls: ["https://a.example.net/racks", "https://b.example.net/racks"],
  });
  expect(await read({}, answer)).toMatchObject({
    reply: { state: "unknown" },
    urls: ["https://a.example.net/racks"],
  });
});

test("a login that is refused says how many sessions of one user there may be", async () => {
  const login = { by: "login", path: "/login", token: { at: "token" }, carry: { header: "X-Token" } };
  const { reply } = await read({ authentication: login, sessions: 3 }, () => json(401, {}));
  expect(reply).toMatchObject({ problem: { hint: expect.stringContaining("3 sessions") } });
});

test("pages are numbered from where the product begins", async () => {
  const pages = { by: "page", page: "page", size: 2, first: 1 };
  const page = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `r${from + at}`, name: `Rack ${from + at}` }));
  const { urls } = await read({ pages }, (_, index) => json(200, index === 0 ? page(2, 0) : page(1, 2)));
  expect(urls).toEqual(["https://a.example.net/racks?page=1", "https://a.example.net/racks?page=2"]);
});

test("a number that JSON cannot hold is no id: another thing could have it", async () => {
  const exact = await read({}, () => json(200, [{ id: 9_007_199_254_740_991, name: "A" }]));
  expect(exact.reply).toMatchObject({ items: [{ id: "9007199254740991" }] });
  const inexact = await read({}, () => text(200, '[{"id":9007199254740993,"name":"A"}]'));
  expect(inexact.reply).toMatchObject({ state: "unknown" });
});
