import { describe, expect, test } from "vitest";
import type { WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { json, scripted, text } from "../../../servers/scripted-wire.ts";
import { calm, opened } from "../../opened.ts";

const base = "https://controller.example.net/ctl/intent/api/v1/network-device";
const device = (id: number) => ({ id: `d${id}`, name: `device ${id}` });
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => device(from + index));

/**
 * Reads the controller's devices. The requests get these answers in order; after the last answer, each request gets
 * that answer again.
 */
async function devicesFrom(answers: readonly ((request: WireRequest) => WireReply)[]) {
  let page = 0;
  const { wire, sent } = scripted((request) => {
    if (request.url.endsWith("/auth/token")) return json(200, { token: "t" });
    const answer = answers[Math.min(page, answers.length - 1)];
    page += 1;
    return answer?.(request) ?? text(500, "");
  });
  const reply = await opened("controller", wire).read({ collection: "devices", scope: {}, wanted: [] }, calm);
  const reads = sent.filter(({ method }) => method === "GET");
  return {
    reply,
    urls: reads.map(({ url }) => url),
    ids: reply.state === "whole" ? reply.items.map(({ id }) => id) : [],
  };
}

const page = (body: unknown, headers?: Record<string, string>) => () => json(200, body, headers);

describe("lists that lead on by nextPageUri", () => {
  test("all 150 items of 8 pages are read, the next pages relative or absolute", async () => {
    const { ids, urls } = await devicesFrom(
      Array.from({ length: 8 }, (_, index) => {
        const next = index % 2 === 0 ? `?page=${index + 2}` : `${base}?page=${index + 2}`;
        const response = range(index * 20, Math.min(index * 20 + 20, 150));
        return page({ response, totalRecords: 150, ...(index < 7 && { nextPageUri: next }) });
      }),
    );
    expect(ids).toEqual(range(0, 150).map(({ id }) => id));
    expect(urls[1]).toBe(`${base}?page=2`);
    expect(urls).toHaveLength(8);
  });

  test("a page that fails makes the whole list unknown", async () => {
    const { reply } = await devicesFrom([
      page({ response: range(0, 2), nextPageUri: "?page=2" }),
      () => text(500, ""),
    ]);
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "server-error" } });
  });

  const foreign = [
    "https://evil.example/x",
    "http://controller.example.net/x",
    "https://controller.example.net:8443/x",
    "https://user@controller.example.net/x",
    "//evil.example/x",
    "http://[",
    "javascript:alert(1)",
  ];
  test.each(foreign)("a next page at %s is refused before anything is sent there", async (nextPageUri) => {
    const { reply, urls } = await devicesFrom([page({ response: range(0, 2), nextPageUri })]);
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "foreign-link" } });
    expect(urls).toHaveLength(1);
  });

  test("pages that lead in a circle are unknown", async () => {
    const { reply, urls } = await devicesFrom([
      page({ response: [device(1)], nextPageUri: "?page=2" }),
      page({ response: [device(2)], nextPageUri: base }),
    ]);
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "endless-pages" } });
    expect(urls).toHaveLength(2);
  });

  test("pages without end are cut off after 1,000", async () => {
    let next = 1;
    const { reply, urls } = await devicesFrom([
      () => json(200, { response: [], nextPageUri: `?page=${next++}` }),
    ]);
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "endless-pages" } });
    expect(urls).toHaveLength(1000);
  });

  test("a count that does not fit is read again once, and taken when it fits then", async () => {
    const { ids, urls } = await devicesFrom([
      page({ response: range(0, 2), totalRecords: 3 }),
      page({ response: range(0, 3), totalRecords: 3 }),
    ]);
    expect(ids).toEqual(["d0", "d1", "d2"]);
    expect(urls).toHaveLength(2);
  });

  test("a count that never fits makes the list unknown after two reads", async () => {
    const { reply, urls } = await devicesFrom([page({ response: range(0, 20), totalRecords: 150 })]);
    const message = expect.stringContaining("returned 20 of 150 items, but no next page");
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "list-cut-short", message } });
    expect(urls).toHaveLength(2);
  });

  test("an item that moved between pages counts once, and its list is read again", async () => {
    const first = [
      page({ response: range(0, 2), nextPageUri: "?page=2", totalRecords: 3 }),
      page({ response: range(1, 3), totalRecords: 3 }),
    ];
    const second = [
      page({ response: range(0, 2), nextPageUri: "?page=2", totalRecords: 3 }),
      page({ response: range(2, 3), totalRecords: 3 }),
    ];
    const { ids, urls } = await devicesFrom([...first, ...second]);
    expect(ids).toEqual(["d0", "d1", "d2"]);
    expect(urls).toHaveLength(4);
  });

  describe("an item that stands on two pages in both readings", () => {
    const pages = (second: unknown, totalRecords?: number) => {
      const count = totalRecords === undefined ? {} : { totalRecords };
      return [
        page({ response: range(0, 3), nextPageUri: "?page=2", ...count }),
        page({ response: [second, ...range(3, 5)], ...count }),
      ];
    };
    const twice = (of: readonly ((request: WireRequest) => WireReply)[]) => devicesFrom([...of, ...of]);

    test("is there once, and the list is whole", async () => {
      expect((await twice(pages(device(2)))).ids).toEqual(range(0, 5).map(({ id }) => id));
      expect((await twice(pages(device(2), 5))).ids).toHaveLength(5);
    });

    test("and differs, or for which another one may have slipped, is of a list that moved", async () => {
      const moved = { state: "unknown", problem: { code: expect.stringMatching(/^list-/) } };
      expect((await twice(pages({ ...device(2), name: "renamed" }))).reply).toMatchObject(moved);
      expect((await twice(pages(device(2), 6))).reply).toMatchObject(moved);
      expect((await devicesFrom([...pages(device(2)), ...pages(device(1))])).reply).toMatchObject(moved);
    });
  });

  test("pages that count differently are of a list that moved: what stood behind something that went is not lost", async () => {
    const first = [
      page({ response: range(0, 2), nextPageUri: "?page=2", totalRecords: 4 }),
      page({ response: range(3, 4), totalRecords: 3 }),
    ];
    const second = [
      page({ response: range(1, 3), nextPageUri: "?page=2", totalRecords: 3 }),
      page({ response: range(3, 4), totalRecords: 3 }),
    ];
    const { ids, urls } = await devicesFrom([...first, ...second]);
    expect(ids).toEqual(["d1", "d2", "d3"]);
    expect(urls).toHaveLength(4);
  });

  const counts: readonly [string, string, number][] = [
    ["items", "3", 2],
    ["pages", "2", 2],
  ];
  test.each(counts)(
    "X-Page-Total-Count may count %s when there is no totalRecords",
    async (_, count, reads) => {
      const headers = { "x-page-total-count": count };
      const { reply, urls } = await devicesFrom([
        page({ response: range(0, 2), nextPageUri: "?page=2" }, headers),
        page({ response: range(2, 3) }, headers),
      ]);
      expect(reply.state).toBe("whole");
      expect(urls).toHaveLength(reads);
    },
  );

  test("where both counts are there, both must fit", async () => {
    const body = { response: range(0, 2), totalRecords: 2 };
    const { reply } = await devicesFrom([page(body, { "x-page-total-count": "150" })]);
    expect(reply).toMatchObject({ problem: { code: "list-cut-short" } });
    const { ids } = await devicesFrom([page(body, { "x-page-total-count": "2" })]);
    expect(ids).toEqual(["d0", "d1"]);
  });

  test("X-Page-Total-Count that fits neither makes the list unknown", async () => {
    const { reply } = await devicesFrom([page({ response: range(0, 2) }, { "x-page-total-count": "150" })]);
    expect(reply).toMatchObject({ problem: { code: "list-cut-short" } });
  });

  const bodies = [{}, { response: {} }, { response: [{ name: "no id" }] }, { response: [7] }, null, "x"];
  test.each(bodies)("a body %j is no list of devices", async (body) => {
    const { reply } = await devicesFrom([page(body)]);
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "unexpected-shape" } });
  });
});

describe("lists that lead on by a Link header", () => {
  const networks = { collection: "networks", scope: { organization: "Acme" }, parentId: "O1", wanted: [] };
  const list = "https://dashboard.example.net/api/v1/organizations/O1/networks";
  const network = (id: string) => ({ id, name: `n ${id}` });
  const readWith = async (link: string) => {
    const { wire, sent } = scripted(({ url }) =>
      url === list ? json(200, [network("1")], { link }) : json(200, [network("2")]),
    );
    const reply = await opened("dashboard", wire).read(networks, calm);
    return { reply, sent };
  };

  test("the relation next is followed, with the same headers", async () => {
    const { reply, sent } = await readWith(`<${list}?after=1>; rel="next", <${list}>; rel="first"`);
    expect(reply.state === "whole" && reply.items.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(sent[1]?.url).toBe(`${list}?after=1`);
    expect(sent[1]?.headers).toEqual(sent[0]?.headers);
  });

  test("other relations are not followed", async () => {
    const { sent } = await readWith(`<${list}?after=1>; rel="prev"`);
    expect(sent).toHaveLength(1);
  });

  test("a next page at another host never gets the key", async () => {
    const { reply, sent } = await readWith('<https://evil.example/>; rel="next"');
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "foreign-link" } });
    expect(sent.every(({ url }) => url.startsWith("https://dashboard.example.net/"))).toBe(true);
  });

  test("a header that cannot be read makes the list unknown, not shorter", async () => {
    const { reply } = await readWith("<<<;;rel=next");
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "unexpected-shape" } });
  });

  const names = (ids: string) => ids.split("").map(network);
  /**
   * Looks for the network "n d" while different reads show different lists. For example, `ab cd` is one read: two pages
   * with two networks each.
   */
  const lookFor = async (...readings: readonly string[]) => {
    let reading = -1;
    const { wire, sent } = scripted(({ url }) => {
      if (url === list) reading += 1;
      const [first = "", second = ""] = readings[reading]?.split(" ") ?? [];
      const link = `<${list}?after=1>; rel="next"`;
      return url === list ? json(200, names(first), { link }) : json(200, names(second));
    });
    const wanted = [{ kind: "network", identity: "n d", scope: {} }];
    const reply = await opened("dashboard", wire).read({ ...networks, wanted }, calm);
    return {
      ids: reply.state === "whole" ? reply.items.map(({ id }) => id).join("") : reply,
      sent: sent.length,
    };
  };

  test("pages without a count in which nothing is missing are read once", async () => {
    expect(await lookFor("ab cd")).toEqual({ ids: "abcd", sent: 2 });
  });

  test("a network that slips through between two pages is no absence: they are read once more", async () => {
    expect(await lookFor("ab cef", "bc def")).toEqual({ ids: "bcdef", sent: 4 });
  });

  test("what two readings of pages without a count don't show is absent", async () => {
    expect(await lookFor("ab ce", "ab ce")).toEqual({ ids: "abce", sent: 4 });
  });

  test("two readings that differ, and neither shows it, make the list unknown", async () => {
    const { ids } = await lookFor("ab ce", "bc ef");
    expect(ids).toMatchObject({ state: "unknown", problem: { code: "list-moved" } });
  });
});

describe("a list without end", () => {
  const following = (count: number) => ({ nextPageUri: `?page=${count}` });

  test.each([
    ["long texts", { id: "d", name: "x".repeat(8_000_000) }, 10],
    ["many values", { id: "d", tags: Array.from({ length: 240_000 }, () => 1) }, 10],
  ])("of %s is unknown once it is more than 64 MB or 2,000,000 values", async (_, item, mostPages) => {
    let count = 0;
    const { reply, urls } = await devicesFrom([
      () => {
        count += 1;
        return json(200, { response: [{ ...item, id: `d${count}` }], ...following(count + 1) });
      },
    ]);
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "answer-too-large" } });
    expect(urls.length).toBeLessThanOrEqual(mostPages);
  });
});
