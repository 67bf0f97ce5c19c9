/** How a page names the next page: which names are followed, which cannot be read, and which requests are sent. */

import { describe, expect, test } from "vitest";
import type { Json } from "../../../../src/model/json.ts";
import type { WireRequest } from "../../../../src/model/wire.ts";
import { json, scripted } from "../../../servers/scripted-wire.ts";
import { calm, opened } from "../../opened.ts";

const profiles = { collection: "devices", scope: {}, wanted: [] };
const list = "https://servers.example.net/server-profiles";
const second = `${list}?page=2`;
const record = (id: number): Json => ({ id: `p${id}`, serial: `SN${id}`, name: `profile ${id}` });

/**
 * Reads server profiles. The first page contains `beside` in addition to its items, and the second page names no next
 * page.
 */
async function read(beside: Json, headers: Record<string, string> = {}) {
  const { wire, sent } = scripted(({ url, method }) => {
    if (method === "POST") return json(200, { access_token: "t", token_type: "Bearer" });
    if (url !== list) return json(200, { items: [record(2)] });
    return json(200, Object.assign({ items: [record(1)] }, beside), headers);
  });
  const reply = await opened("servers", wire).read(profiles, calm);
  const urls = sent.filter(({ method }) => method === "GET").map(({ url }) => url);
  const count = reply.state === "whole" ? reply.items.length : reply.state;
  return { count, urls, problem: reply.state === "unknown" ? reply.problem : undefined };
}

describe("a next page", () => {
  const followed: readonly (readonly [string, Json])[] = [
    ["next_page_url", { next_page_url: second }],
    ["nextLink", { nextLink: second }],
    ["odata.nextLink", { "odata.nextLink": second }],
    ["meta.next", { meta: { next: second } }],
    ["meta.links.next", { meta: { links: { self: list, next: second } } }],
    ["a list of the following pages", { paging: { next: [second, `${list}?page=3`] } }],
    ["links.pages.next", { links: { pages: { next: second, last: second } } }],
    ["relations in a list", { links: [{ rel: ["collection", "next"], href: "?page=2" }] }],
    ["a flag beside it", { hasMore: true, next: second }],
    ["its number beside it", { next: 2, links: { next: second } }],
    ["a cursor beside it", { nextCursor: "abc=", next: { url: second } }],
    [
      "of the own field, not of another",
      { next: second, prefetch: { next: list }, nextPage: `${list}?page=9` },
    ],
  ];
  test.each(followed)("is followed: %s", async (_, beside) => {
    expect(await read(beside)).toMatchObject({ count: 2, urls: [list, second] });
  });

  const unreadable: readonly (readonly [string, Json])[] = [
    ["a cursor", { nextCursor: "eyJpZCI6MX0/+=" }],
    ["a token", { nextPageToken: "abc" }],
    ["a flag", { hasMore: true }],
    ["a flag beside a field that says there is none", { hasMore: true, next: null }],
    ["a flag within", { pageInfo: { hasNextPage: true, endCursor: "abc" } }],
    ["the number of the page", { nextPage: 2 }],
    ["a word that is no URL", { next: "eyJpZCI6MX0=" }],
    ["a relation without a target", { links: [{ rel: "next" }] }],
    ["a marker", { isTruncated: true, nextMarker: "abc" }],
    ["where the next one starts", { isLastPage: false, nextPageStart: 25 }],
    ["a cursor within", { response_metadata: { next_cursor: "abc" } }],
    ["a flag that this is not the last one", { last: false }],
    ["a flag of one word", { more: true }],
  ];
  test.each(unreadable)("that cannot be asked for makes the list unknown: %s", async (_, beside) => {
    const { count, urls, problem } = await read(beside);
    expect({ count, urls }).toEqual({ count: "unknown", urls: [list] });
    expect(problem).toMatchObject({ code: "unexpected-shape" });
    expect(problem?.message).toContain("in a form that trueup does not know");
  });

  const none: readonly (readonly [string, Json])[] = [
    ["null", { next: null }],
    ["an empty text", { next: "" }],
    ["false", { nextPage: false }],
    ["an empty list", { paging: { next: [] } }],
    ["a link without a target that is null", { links: { next: { href: null } } }],
    ["a flag", { hasMore: false }],
    ["no cursor", { nextCursor: null }],
    ["a flag that this is the last one", { last: true, truncated: false }],
    ["other relations", { links: [{ rel: "self", href: list }] }],
    ["a number where others have their links", { page: 1, links: 7, paging: null }],
  ];
  test.each(none)("that there is none is said by %s", async (_, beside) => {
    expect(await read(beside)).toMatchObject({ count: 1, urls: [list] });
  });

  test("by a header without a URL makes the list unknown, and an empty header says that there is none", async () => {
    const { count, problem } = await read({}, { "x-next-page": "2" });
    expect(count).toBe("unknown");
    expect(problem?.message).toContain("the header x-next-page");
    expect(await read({}, { "x-next-page": "" })).toMatchObject({ count: 1, urls: [list] });
  });

  test("a name that a server makes up is not repeated in a message", async () => {
    const { problem } = await read({ "ne\u001b[31_xt!": { x: 1 } });
    expect(problem?.message).toContain("its body");
  });
});

describe("a count", () => {
  const tooFew: readonly Json[] = [{ total: 20 }, { totalCount: "20" }, { "@odata.count": 20 }];
  test.each(tooFew)("that is more than what was read makes the list unknown: %j", async (beside) => {
    const { count, problem } = await read(beside);
    expect(count).toBe("unknown");
    expect(problem).toMatchObject({
      code: "list-cut-short",
      message: expect.stringContaining("1 of 20 items"),
    });
  });

  const within: readonly (readonly [Json, Record<string, string>])[] = [
    [{ meta: { total: 20 } }, {}],
    [{ page: { total_elements: 20 } }, {}],
    [{ paging: { count: 20 } }, {}],
    [{}, { "x-total-count": "20" }],
  ];
  test.each(within)("that stands elsewhere does so too: %j %j", async (beside, headers) => {
    expect((await read(beside, headers)).problem?.message).toContain("1 of 20 items");
  });

  test.each([{ total_pages: 3 }, { paging: { pages: 3 } }])("of pages does so too: %j", async (beside) => {
    expect((await read(beside)).problem?.message).toContain("1 of 3 pages");
    const linked = await read({ ...beside, next: second });
    expect(linked.problem?.message).toContain("2 of 3 pages");
  });

  test("that only an earlier page gives holds for the whole list", async () => {
    expect(await read({ total: 3, next: second })).toMatchObject({ count: "unknown" });
    expect(await read({ total: 2, next: second })).toMatchObject({ count: 2 });
  });

  test("in another field than the interface's own counts where that one is missing", async () => {
    const { wire } = scripted(({ method }) =>
      json(200, method === "POST" ? { token: "t" } : { response: [record(1)], total: 25 }),
    );
    const reply = await opened("controller", wire).read(profiles, calm);
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "list-cut-short" } });
  });

  test("that is less may count something else", async () => {
    expect(await read({ total: 0, next: second })).toMatchObject({ count: 2 });
  });

  const counts: readonly (readonly [string, string, string | number])[] = [
    ["page", "2", 3],
    ["page", "7", 3],
    ["items", "3", 3],
    ["items", "2", "unknown"],
    ["pages", "2", 3],
    ["pages", "3", "unknown"],
  ];
  test.each(counts)(
    "X-Page-Total-Count that is set to count %s: %s",
    async (totalCount, header, expected) => {
      const { wire } = scripted(({ url, method }) => {
        if (method === "POST") return json(200, { token: "t" });
        const isFirst = !url.includes("page=2");
        const body = {
          devices: isFirst ? [record(1), record(2)] : [record(3)],
          ...(isFirst && { nextPageUri: "?page=2" }),
        };
        return json(200, body, { "x-page-total-count": header });
      });
      const settings = { devicesField: "devices", totalCount };
      const reply = await opened("controller", wire, { settings }).read(profiles, calm);
      expect(reply.state === "whole" ? reply.items.length : reply.state).toBe(expected);
    },
  );
});

describe("a page as full as was asked for, with neither total nor link", () => {
  const networks = { collection: "networks", scope: { organization: "Acme" }, parentId: "O1", wanted: [] };
  const all = [1, 2, 3, 4, 5, 6].map((id) => ({ id: `n${id}`, name: `Network ${id}` }));
  const start = ({ url }: WireRequest) => new URL(url).searchParams.get("startingAfter");
  const readFrom = async (
    count: number,
    settings: Json,
    answer = (request: WireRequest) => all.findIndex(({ id }) => id === start(request)) + 1,
    headers: Record<string, string> = {},
  ) => {
    const { wire, sent } = scripted((request) => {
      const from = answer(request);
      return json(200, all.slice(0, count).slice(from, from + 3), headers);
    });
    const reply = await opened("dashboard", wire, { settings }).read(networks, calm);
    return {
      count: reply.state === "whole" ? reply.items.length : reply.state,
      asked: sent.map(start),
      problem: reply.state === "unknown" ? reply.problem.code : undefined,
    };
  };
  const perPage = { networks: 3, devices: 3 };

  test("is unknown where nobody knows how to ask for more", async () => {
    expect(await readFrom(5, { perPage })).toMatchObject({ count: "unknown", problem: "list-cut-short" });
  });

  test.each([
    [5, [null, "n3"]],
    [6, [null, "n3", "n6"]],
    [3, [null, "n3"]],
  ])("is asked for its next page where there is a way: %s networks", async (count, asked) => {
    expect(await readFrom(count, { perPage, startingAfter: "startingAfter" })).toMatchObject({
      count,
      asked,
    });
  });

  test("a server that gives the same page again has not understood", async () => {
    const found = await readFrom(5, { perPage, startingAfter: "startingAfter" }, () => 0);
    expect(found).toMatchObject({ count: "unknown", problem: "endless-pages", asked: [null, "n3"] });
  });

  test("a page that is shorter is the last one, and one that is longer was not asked for", async () => {
    expect(await readFrom(2, { perPage })).toMatchObject({ count: 2, asked: [null] });
    expect(await readFrom(3, { perPage: { networks: 4 } })).toMatchObject({ count: 3 });
  });

  test("of a server that links its pages is the last one when it links no next one", async () => {
    const link = '<https://dashboard.example.net/api/v1/organizations/O1/networks>; rel="first"';
    const found = await readFrom(3, { perPage }, () => 0, { link });
    expect(found).toMatchObject({ count: 3, asked: [null] });
  });
});
