/** `sources.yaml`: its valid content, and every mistake with its line. */

import { expect, test } from "vitest";
import { loadSources } from "../../src/pull/sources-file.ts";

const place = { folder: "/work", desired: ["common", "staging/"] };
const columns = "{ slug: slug, site: site.slug }";

interface Written {
  readonly source?: string;
  readonly path?: string;
  readonly file?: string;
  readonly columns?: string;
  readonly key?: string;
}

const written = (of: Written) => `version: 1
sources:
  box:
    ${of.source ?? "{ type: netbox, url: https://box.example.net, token: { secret: env:BOX }, "}
      files: { ${of.path ?? "common/a.csv"}: {
        ${of.file ?? "list: dcim/sites"},
        columns: ${of.columns ?? columns}, key: ${of.key ?? "slug"} } } }
`;

const loaded = (text: string) => loadSources({ path: "sources.yaml", text }, place);

test("says what is asked, with the defaults of each product", () => {
  const { sources, problems } = loaded(
    written({ file: "list: /api/dcim/sites, filters: { tag: [a, b], vid: 7 }" }),
  );
  expect(problems).toEqual([]);
  expect(sources).toMatchObject([
    {
      name: "box",
      url: "https://box.example.net",
      requestsPerSecond: 5,
      pageSize: 250,
      files: [
        {
          path: "common/a.csv",
          query: {
            is: "list",
            path: "/api/dcim/sites/",
            filters: [
              ["tag", ["a", "b"]],
              ["vid", ["7"]],
            ],
          },
          key: ["slug"],
          allowEmpty: false,
        },
      ],
    },
  ]);
});

const query = (text: string) => `graphql: ${JSON.stringify(text)}, rows: site_list`;
const infrahub = "{ type: infrahub, url: https://hub.example.net, branch: lab, ";

test.each<[string, Written, string, RegExp]>([
  ["a way out", { path: "../a.csv" }, "bad-pull-path", /cannot be a file of rows/],
  ["a way out in the middle", { path: "common/../../a.csv" }, "bad-pull-path", /cannot be a file of rows/],
  ["an absolute path", { path: "/etc/a.csv" }, "bad-pull-path", /cannot be a file of rows/],
  ["a hidden file", { path: "common/.a.json" }, "bad-pull-path", /cannot be a file of rows/],
  ["a file that desired state is", { path: "common/a.yaml" }, "bad-pull-path", /cannot be a file of rows/],
  ["a file elsewhere", { path: "other/a.csv" }, "bad-pull-path", /not in a desired-state folder/],
  ["plain HTTP", { source: "{ type: netbox, url: http://box.example.net, " }, "bad-url", /unencrypted/],
  [
    "NetBox's path /api",
    { source: "{ type: netbox, url: https://b.example.net/nb/api/, " },
    "bad-url",
    /path of the API/,
  ],
  [
    "a password in the URL",
    { source: "{ type: netbox, url: https://u:p@box.example.net, " },
    "bad-url",
    /password/,
  ],
  [
    "a token in plain text",
    { source: "{ type: netbox, url: https://b.example.net, token: abc, " },
    "plain-text-secret",
    /never the token/,
  ],
  [
    "a branch of NetBox",
    { source: "{ type: netbox, url: https://b.example.net, branch: x, " },
    "invalid-value",
    /`branch` is only for/,
  ],
  ["a list of Infrahub", { source: infrahub }, "invalid-value", /no lists over REST/],
  [
    "a page as a filter",
    { file: "list: dcim/sites, filters: { limit: 0 }" },
    "invalid-value",
    /cannot be a filter/,
  ],
  [
    "parameters in the path",
    { file: 'list: "dcim/sites?status=active"' },
    "invalid-value",
    /not the path of a list/,
  ],
  ["neither list nor query", { file: "allowEmpty: true" }, "invalid-value", /either `list` or `graphql`/],
  ["a mutation", { file: query("mutation { site_delete(id: 1) { id } }") }, "bad-query", /has `mutation`/],
  [
    "a mutation behind a query",
    { file: query('query { a(x: "}") } mutation X { b }') },
    "bad-query",
    /has `mutation`/,
  ],
  ["two queries", { file: query("query A { a } query B { b }") }, "bad-query", /one query, but has 2/],
  [
    "a query that does not end",
    { file: query("query { site_list { id }") },
    "bad-query",
    /unbalanced brackets/,
  ],
  ["a query without pages", { file: query("{ site_list { id } }") }, "bad-query", /would be cut off/],
  [
    "half of its pages",
    { source: infrahub, file: query("query ($offset: Int) { A }") },
    "bad-query",
    /would be cut off/,
  ],
  ["a column that is no path", { columns: "{ slug: sl ug }" }, "bad-column", /neither a path nor/],
  [
    "a column with a wrong expression",
    { columns: '{ slug: "${rwo.slug}" }' },
    "bad-column",
    /no variable `rwo`/,
  ],
  ["a key that is no column", { key: "slugg" }, "invalid-value", /no column `slugg`/],
  [
    "a column that is a secret",
    { columns: "{ slug: slug, psk: auth_psk }" },
    "plain-text-secret",
    /looks like a secret/,
  ],
  [
    "a secret by another name",
    { columns: '{ slug: slug, x: "${row.auth_psk}" }' },
    "plain-text-secret",
    /looks like a secret/,
  ],
])("%s is a problem", (_, of, code, message) => {
  const { sources, problems } = loaded(written(of));
  expect(sources).toBeUndefined();
  expect(problems).toEqual([
    expect.objectContaining({
      code,
      severity: "error",
      message: expect.stringMatching(message),
      at: expect.objectContaining({ file: "sources.yaml" }),
    }),
  ]);
});

test("a column that only looks like a secret is allowed by name; one path is of one source, whatever its case", () => {
  const allowed = written({ columns: "{ slug: slug, psk: auth_psk }, plainText: [psk]" });
  expect(loaded(allowed).problems).toEqual([]);
  const twice = written({}).replace(
    "} } }",
    "}, common/A.csv: { list: dcim/sites, columns: { slug: slug }, key: slug } } }",
  );
  expect(loaded(twice).problems).toMatchObject([{ code: "duplicate-key" }]);
});

test("remembers where a token is named, so that a missing one is said there", () => {
  const { sources } = loaded(written({}));
  expect(sources?.[0]?.tokenAt).toMatchObject({ file: "sources.yaml", line: 4, column: 51 });
});
