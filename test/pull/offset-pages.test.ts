/** Lists that are read page by page. The result is a complete list, or none at all. */

import { expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { problem } from "../../src/model/problem.ts";
import { type RowsPage, readByOffset } from "../../src/pull/offset-pages.ts";

const rows = (count: number, from = 0): readonly Json[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, name: `n${from + index}` }));

type Server = (offset: number, limit: number, request: number) => Partial<RowsPage>;

async function read(server: Server, size = 10) {
  let requests = 0;
  const result = await readByOffset({
    page: async ({ offset, limit }) => {
      requests += 1;
      if (requests > 20_000) throw new Error("it never ends");
      const page = { rows: [], count: undefined, characters: 10, ...server(offset, limit, requests) };
      return page;
    },
    size,
    what: "box: sites",
  });
  return { result, requests };
}

const counted =
  (all: readonly Json[], most = 1000): Server =>
  (offset, limit) => {
    const part = all.slice(offset, offset + Math.min(limit, most));
    return { rows: part, count: all.length, isMore: offset + part.length < all.length };
  };

const uncounted =
  (all: readonly Json[], most = 1000): Server =>
  (offset, limit) => ({ rows: all.slice(offset, offset + Math.min(limit, most)) });

test.each([0, 1, 2, 9, 10, 11, 95])(
  "%d rows come whole, counted or not, also in smaller pages than asked",
  async (count) => {
    const all = rows(count);
    const nameless = all.map((_, index) => ({ name: `n${index}` }));
    for (const most of [1000, 7, 2])
      for (const server of [counted(all, most), uncounted(all, most)])
        expect((await read(server)).result).toEqual({ rows: all });
    expect((await read(uncounted(nameless, 3))).result).toEqual({ rows: nameless });
    expect((await read(uncounted(all, 1), 5)).result).toEqual(
      count <= 1 ? { rows: all } : moved("there was a row after the last one"),
    );
  },
);

const moved = (what: string) => ({
  problem: expect.objectContaining({ code: "list-moved", message: expect.stringContaining(what) }),
});

test("a list that changes once is read once more; one that changes each time is refused", async () => {
  const all = rows(25);
  const once: Server = (offset, limit, request) =>
    request === 2 ? { ...counted(all)(offset, limit, 0), count: 24 } : counted(all)(offset, limit, 0);
  expect((await read(once)).result).toEqual({ rows: all });
  const twice: Server = (offset, limit, request) => ({
    ...counted(all)(offset, limit, 0),
    count: 25 + request,
  });
  expect((await read(twice)).result).toEqual(moved("changed during both attempts to read it"));
  const repeated: Server = (offset, limit) => counted(all)(Math.max(0, offset - 1), limit, 0);
  expect((await read(repeated)).result).toEqual(moved("a row was returned twice"));
});

test("fewer rows than the server counts are none, whether it says that more follow or not", async () => {
  const short = { problem: expect.objectContaining({ code: "list-cut-short" }) };
  expect(
    (await read((offset, limit) => ({ ...counted(rows(25))(offset, limit, 0), count: 28 }))).result,
  ).toEqual(short);
  const silent: Server = (offset) => ({ rows: offset < 20 ? rows(10, offset) : [], count: 28 });
  expect((await read(silent)).result).toEqual(short);
});

test("pages whose positions mean nothing, or that never end, are refused after a bounded number of requests", async () => {
  const fixed: Server = () => ({ rows: rows(10) });
  expect(await read(fixed)).toEqual({
    result: moved("does not continue after the first one"),
    requests: 2,
  });
  const endless: Server = (offset, limit) => ({ rows: rows(limit, offset) });
  expect((await read(endless, 1000)).result).toMatchObject({ problem: { code: "answer-too-large" } });
  const slow: Server = (offset, limit) => ({ rows: rows(Math.min(limit, 2), offset) });
  expect((await read(slow)).result).toMatchObject({ problem: { code: "endless-pages" } });
  const long: Server = (offset, limit) => ({ rows: rows(limit, offset), characters: 40_000_000 });
  expect(await read(long)).toMatchObject({ result: { problem: { code: "answer-too-large" } }, requests: 2 });
});

test("a page that fails leaves nothing, however many came before", async () => {
  const lost = { problem: problem("timeout", "box: it did not answer", { hint: "Wait." }) };
  const result = await readByOffset({
    page: async ({ offset }) => (offset < 30 ? { rows: rows(10, offset), count: 50, characters: 1 } : lost),
    size: 10,
    what: "box: sites",
  });
  expect(result).toBe(lost);
});
