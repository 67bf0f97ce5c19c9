/** The requests to each product, their tokens, and how the answers are interpreted. */

import { expect, test } from "vitest";
import { Secret } from "../../src/model/secret.ts";
import { readRows } from "../../src/pull/read-rows.ts";
import { isSecondForm } from "../../src/pull/requests.ts";
import type { RowsQuery, Source } from "../../src/pull/sources.ts";
import { openedHeaders } from "../../src/runtime/http/request-secrets.ts";
import { json, scripted } from "../servers/scripted-wire.ts";

const source = (of: Partial<Source>): Source => ({
  name: "box",
  type: "netbox",
  url: "https://box.example.net/base",
  token: undefined,
  header: undefined,
  branch: undefined,
  ca: undefined,
  requestsPerSecond: 5,
  timeoutSeconds: undefined,
  pageSize: 2,
  files: [],
  ...of,
});
const list: RowsQuery = { is: "list", path: "/api/dcim/sites/", filters: [["tag", ["a b", "c"]]] };
const graphql = (document: string, isPaged: boolean): RowsQuery => ({
  is: "graphql",
  document,
  variables: { site: "x" },
  rows: "Device",
  isPaged,
});

function ask(of: Partial<Source>, query: RowsQuery, answers: readonly unknown[], token = "t0ken") {
  const { wire, sent } = scripted((_, index) => json(200, answers[index] ?? answers.at(-1)));
  const open = {
    source: source(of),
    wire,
    token: { secret: new Secret(token), isSecondForm: isSecondForm(token) },
  };
  return { sent, rows: readRows(open, query, new AbortController().signal) };
}

const page = { count: 1, next: null, results: [{ id: 1 }] };

test.each<[string, Partial<Source>, string, Record<string, string>]>([
  ["NetBox", {}, "0123", { authorization: "Token 0123" }],
  ["NetBox 4.5 and newer", {}, "nbt_key.secret", { authorization: "Bearer nbt_key.secret" }],
  ["Nautobot", { type: "nautobot" }, "0123", { authorization: "Token 0123" }],
  ["a header of its own", { header: "x-api-key" }, "0123", { "x-api-key": "0123" }],
])("%s gets its token as it wants it, below the URL that is its own", async (_, of, token, headers) => {
  const { sent, rows } = ask(of, list, [page], token);
  expect(await rows).toEqual({ rows: [{ id: 1 }] });
  const [request] = sent;
  if (!request) throw new Error("nothing was sent");
  expect(openedHeaders(request, (secret) => secret.reveal())).toEqual({
    headers: { accept: "application/json", ...headers },
  });
  const ordered = of.type === "nautobot" ? "" : "&ordering=id";
  expect(request.url).toBe(
    `https://box.example.net/base/api/dcim/sites/?tag=a+b&tag=c${ordered}&offset=0&limit=2`,
  );
});

const hub: Partial<Source> = { type: "infrahub", branch: "lab/1" };
const edges = (count: number, ...names: readonly string[]) => ({
  data: { Device: { count, edges: names.map((name) => ({ node: { id: name, name: { value: name } } })) } },
});

test("Infrahub is asked for a branch, page by page, and its edges are rows", async () => {
  const { sent, rows } = ask(hub, graphql("query", true), [edges(3, "a", "b"), edges(3, "c")]);
  expect(await rows).toEqual({ rows: ["a", "b", "c"].map((name) => ({ id: name, name: { value: name } })) });
  expect(sent.map(({ method, url, body, isQuery }) => ({ method, url, body, isQuery }))).toEqual(
    [0, 2].map((offset) => ({
      method: "POST",
      url: "https://box.example.net/base/graphql/lab%2F1",
      body: { query: "query", variables: { site: "x", offset, limit: 2 } },
      isQuery: true,
    })),
  );
  expect(sent[0]?.headers["x-infrahub-key"]).toBeInstanceOf(Secret);
});

test.each<[string, unknown, string]>([
  ["a query in one page that is not all", edges(3, "a"), "list-cut-short"],
  [
    "a connection that goes on",
    { data: { Device: { edges: [], pageInfo: { hasNextPage: true } } } },
    "list-cut-short",
  ],
  ["errors beside data", { ...edges(1, "a"), errors: [{ message: "half of it" }] }, "graphql-error"],
  ["errors that are texts, as Infrahub's", { errors: ["Branch: x not found."] }, "graphql-error"],
  ["no data", { data: null }, "unexpected-shape"],
  ["a list elsewhere", { data: { Devices: [] } }, "unexpected-shape"],
])("%s gives no rows", async (_, answer, code) => {
  expect(await ask(hub, graphql("query", false), [answer]).rows).toMatchObject({ problem: { code } });
});
