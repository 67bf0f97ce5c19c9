/** `trueup pull`: rows of sources become files of the repository. Either all files are written or none. */

import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { rename } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { faultsOf } from "../../docs/output-faults.ts";
import { type NetboxState, netbox, netboxToken, send } from "../../servers/netbox.ts";
import { folder, trueup, write } from "../command.ts";

const names = ["Berlin", "Oslo", "Rome", "Paris", "Wien", "Bern", "Riga", "Kyiv", "Bonn", "Graz", "Linz"];
const site = (name: string, index: number): JsonObject => ({
  id: index + 1,
  name,
  slug: name.toLowerCase(),
  status: index === 10 ? "planned" : "active",
  region: index === 0 ? null : { id: 1, name: "North", slug: "north" },
  custom_fields: { number: index + 1 },
});
const sites = names.map(site);
const vlans = [10, 20].map((vid, id) => ({ id, vid, name: `v${vid}`, site: { slug: "oslo" } }));

const stateOf = (): NetboxState => ({ lists: { "dcim/sites": sites, "ipam/vlans": vlans }, maxPage: 1000 });

const sourcesFor = (url: string) => `version: 1
sources:
  netbox:
    type: netbox
    url: ${url}
    token: { secret: env:NETBOX_TOKEN }
    limits: { pageSize: 4, requestsPerSecond: 1000 }
    files:
      desired-state/sites.csv:
        list: dcim/sites
        filters: { status: active }
        columns: { slug: slug, name: name, region: region.slug, number: custom_fields.number }
        key: slug
      desired-state/net/vlans.json:
        list: ipam/vlans
        columns: { site: site.slug, vid: vid, label: "\${row.name} of \${row.site.slug}" }
        key: [site, vid]
`;

const project = `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "https://x.example.net", credential: { apiKey: { secret: env:K } } }
`;
const template = `target: cloud
organization: Acme
each: { site: sites.csv }
networks: { "\${site.slug}": { name: "\${site.name} Office", timeZone: UTC } }
`;

async function world(state = stateOf(), sources = sourcesFor) {
  const { url, asked } = await netbox(state);
  const cwd = await folder({
    "trueup.yaml": project,
    "sources.yaml": sources(url),
    "desired-state/sites.yaml": template,
  });
  const pull = (...args: readonly string[]) =>
    trueup(["pull", ...args], { cwd, env: { NETBOX_TOKEN: netboxToken } });
  const read = (path: string) => readFileSync(join(cwd, path), "utf8");
  const all = () => readdirSync(cwd, { recursive: true }).map(String).toSorted();
  return { state, asked, cwd, pull, read, all };
}

test("writes the rows of all pages, and the second time nothing; a template makes resources of them", async () => {
  const { pull, read, all, cwd, asked } = await world();
  const before = all();
  const check = await pull("--check");
  expect(check).toMatchObject({ status: 2, out: expect.stringContaining("2 of 2 files would be written.") });
  expect(all()).toEqual(before);
  expect(await pull()).toMatchObject({ status: 0, err: "" });
  expect(read("desired-state/sites.csv").split("\n").slice(0, 3)).toEqual([
    "slug,name,region,number",
    "berlin,Berlin,,1",
    "bern,Bern,north,6",
  ]);
  expect(read("desired-state/net/vlans.json")).toBe(
    '[\n  {"site":"oslo","vid":10,"label":"v10 of oslo"},\n  {"site":"oslo","vid":20,"label":"v20 of oslo"}\n]\n',
  );
  const written = [read("desired-state/sites.csv"), read("desired-state/.pulled.json")];
  expect(JSON.parse(written[1] ?? "")).toMatchObject({
    files: { "sites.csv": { source: "netbox", query: "/api/dcim/sites/?status=active", rows: 10 } },
  });
  const again = await pull("--check");
  expect(again).toMatchObject({
    status: 0,
    out: expect.stringContaining("2 files: same as in the sources."),
  });
  expect([read("desired-state/sites.csv"), read("desired-state/.pulled.json")]).toEqual(written);
  expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set([`Token ${netboxToken}`]));
  expect(await trueup(["validate"], { cwd })).toMatchObject({
    status: 0,
    out: expect.stringContaining("10 resources"),
  });
});

test("says which rows differ, in text and for machines, and takes sources by name", async () => {
  const { pull, state } = await world();
  await pull();
  state.lists["dcim/sites"] = [
    ...sites.slice(1).map((row) => (row.id === 2 ? { ...row, name: "Oslo \u202eHQ" } : row)),
    { ...site("Nice", 20), status: "active" },
  ];
  const seen = await pull("netbox", "--dry-run");
  expect(seen.status).toBe(0);
  expect(seen.out).toContain("from netbox, 10 rows: 1 added, 1 changed, 1 removed");
  expect(seen.out).toContain("  + nice\n  ~ oslo  name Oslo → Oslo \\u{202e}HQ\n  - berlin\n");
  const printed = (await pull("--format", "json")).out;
  expect(faultsOf(printed)).toEqual({ name: "pull", faults: [] });
  const document = JSON.parse(printed);
  expect(document).toMatchObject({
    format: "trueup.pull",
    written: true,
    files: [{ removed: ["berlin"] }, { differs: false }],
  });
  expect(await pull("netbx")).toMatchObject({
    status: 1,
    err: expect.stringContaining("Did you mean `netbox`?"),
  });
});

const halves: readonly (readonly [string, NonNullable<NetboxState["fault"]>, string])[] = [
  ["a page of HTML", (_, response) => answered(response, 200, "<html>Log in</html>"), "not-json"],
  ["half of an answer", (_, response) => answered(response, 200, '{"count": 3, "results": [{'), "not-json"],
  ["deep nesting", (_, response) => answered(response, 200, "[".repeat(5000)), "answer-too-large"],
  [
    "a length without end",
    (_, response) => answered(response, 200, `["${"x".repeat(17 * 1024 * 1024)}"]`),
    "answer-too-large",
  ],
  ["a part", (_, response) => answered(response, 206, '{"count":0,"next":null,"results":[]}'), "error"],
  [
    "an answer of another kind",
    (_, response) => answered(response, 200, '{"results": []}'),
    "unexpected-shape",
  ],
  [
    "a 500 in the middle",
    (_, response, offset) => offset > 0 && answered(response, 500, '{"error":"boom"}'),
    "server-error",
  ],
  [
    "a count of more than it gives",
    (_, response) => answered(response, 200, '{"count":3,"next":null,"results":[]}'),
    "list-cut-short",
  ],
  ["a refused token", (_, response) => answered(response, 403, '{"detail":"Invalid v1 token"}'), "forbidden"],
];

function answered(response: Parameters<typeof send>[0], status: number, text: string): true {
  send(response, status, text);
  return true;
}

test.each(halves)(
  "%s of one list changes nothing, not even the file of the other",
  async (_, fault, code) => {
    const { pull, state, cwd, all } = await world();
    state.fault = (request, response, offset) =>
      request.url?.includes("dcim/sites") === true && fault(request, response, offset);
    const before = all();
    const { status, err } = await pull();
    expect(status).toBe(1);
    expect(err).toContain(code);
    expect(err).toContain("Nothing was written.");
    expect(err).not.toContain("trueup.yaml");
    expect(all()).toEqual(before);
    expect(lstatSync(join(cwd, "desired-state")).isDirectory()).toBe(true);
  },
);

test("a token goes to no other host: not by a redirect, not by a link to the next page", async () => {
  const heard: unknown[] = [];
  const other = createServer((request, response) => {
    heard.push(request.headers);
    response.end("{}");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const elsewhere = `http://localhost:${(other.address() as AddressInfo).port}/`;
  const { pull, state, asked } = await world();
  state.fault = (_, response) => {
    send(response, 302, "", { location: elsewhere });
    return true;
  };
  expect(await pull()).toMatchObject({ status: 1, err: expect.stringContaining("redirected") });
  const listed = await world(
    stateOf(),
    (url) =>
      `version: 1\nsources: { any: { type: rest, url: "${url}", token: { secret: env:NETBOX_TOKEN }, files: { desired-state/a.json: { list: /v1/a, columns: { id: id }, key: id } } } }\n`,
  );
  listed.state.fault = (_, response) => {
    send(response, 200, [{ id: 1 }], { link: `<${elsewhere}>; rel="next"` });
    return true;
  };
  expect(await listed.pull()).toMatchObject({ status: 1, err: expect.stringContaining("foreign-link") });
  expect([heard, asked.length]).toEqual([[], 2]);
});

test("an outage that looks like an empty network, or like a smaller one, removes nothing unasked", async () => {
  const { pull, state, read } = await world();
  await pull();
  const before = read("desired-state/sites.csv");
  state.lists["dcim/sites"] = [];
  for (const args of [[], ["--allow", "removals"]])
    expect(await pull(...args)).toMatchObject({ status: 1, err: expect.stringContaining("pull-empty") });
  state.lists["dcim/sites"] = sites.slice(0, 6);
  expect(await pull()).toMatchObject({
    status: 1,
    err: expect.stringContaining("would lose 4 of 10 rows; the maximum is 30%"),
  });
  expect(read("desired-state/sites.csv")).toBe(before);
  expect(await pull("--allow", "removals")).toMatchObject({ status: 0 });
  expect(read("desired-state/sites.csv").split("\n")).toHaveLength(8);
});

test("a file that somebody edited, or that no pull wrote, stays as it is, and so does one behind a link", async () => {
  const { pull, read, cwd } = await world();
  await write(cwd, "desired-state/sites.csv", "slug\nmine\n");
  expect(await pull()).toMatchObject({ status: 1, err: expect.stringContaining("not-pulled") });
  expect(read("desired-state/sites.csv")).toBe("slug\nmine\n");
  expect(await pull("--allow", "edits")).toMatchObject({ status: 0 });
  const pulled = read("desired-state/sites.csv");
  await write(cwd, "desired-state/sites.csv", pulled.replace("Oslo", "Oslo!"));
  expect(await pull()).toMatchObject({ status: 1, err: expect.stringContaining("pulled-file-edited") });
  await write(cwd, "desired-state/sites.csv", pulled.replaceAll("\n", "\r\n"));
  expect(await pull("--check")).toMatchObject({ status: 0 });
  await write(cwd, "desired-state/.pulled.json", "<<<<<<< conflict");
  expect(await pull()).toMatchObject({ status: 1, err: expect.stringContaining("bad-provenance") });
  const away = await folder({ "here.txt": "" });
  const linked = await world();
  symlinkSync(away, join(linked.cwd, "desired-state/net"));
  expect(await linked.pull()).toMatchObject({
    status: 1,
    err: expect.stringContaining("desired-state/net is a link"),
  });
  expect(readdirSync(away)).toEqual(["here.txt"]);
});

test("asks GraphQL page by page, whatever pages hold, and tells its errors", async () => {
  const query = (url: string) => `version: 1
sources:
  netbox:
    type: netbox
    url: ${url}
    token: { secret: env:NETBOX_TOKEN }
    limits: { pageSize: 5, requestsPerSecond: 1000 }
    files:
      desired-state/sites.csv:
        graphql: |
          query ($offset: Int!, $limit: Int!) { site_list(pagination: { offset: $offset, limit: $limit }) { id slug name } }
        rows: site_list
        columns: { slug: slug, name: name }
        key: slug
`;
  const { pull, read, state } = await world({ ...stateOf(), maxPage: 3 }, query);
  expect(await pull()).toMatchObject({ status: 0 });
  expect(read("desired-state/sites.csv").split("\n")).toHaveLength(names.length + 2);
  state.fault = (_, response) =>
    answered(
      response,
      200,
      JSON.stringify({ data: { site_list: [] }, errors: [{ message: "no such field" }] }),
    );
  expect(await pull()).toMatchObject({
    status: 1,
    err: expect.stringContaining("has errors: no such field"),
  });
});

test("a filter that NetBox does not know is a warning: it gives the whole list", async () => {
  const misspelt = (url: string) =>
    sourcesFor(url).replace("status: active", "status: active, regoin: north");
  const { pull } = await world(stateOf(), misspelt);
  const { status, err } = await pull();
  expect(status).toBe(0);
  expect(err).toContain("the filter `regoin` excludes nothing");
  expect(err).not.toContain("`status`");
});

test.each([
  ["github", ".github/workflows/trueup-pull.yml", /TRUEUP_PULL_TOKEN/],
  ["gitlab", ".trueup/gitlab-pull.yml", /TRUEUP_PULL=true/],
])(
  "init at %s adds the workflow once a project has sources, and doctor names their tokens",
  async (host, path, note) => {
    const { cwd, read, all } = await world();
    const url = `https://${host}.com/acme/network.git`;
    execFileSync("git", ["init", "--quiet", cwd]);
    execFileSync("git", ["-C", cwd, "remote", "add", "origin", url]);
    await rename(join(cwd, "sources.yaml"), join(cwd, "kept"));
    const pinned = ["--package", "https://packages.example.net/t.tgz", "--sha256", "a".repeat(64)];
    expect(await trueup(["init", ...pinned], { cwd })).toMatchObject({ status: 0 });
    expect(all()).not.toContain(path);
    await rename(join(cwd, "kept"), join(cwd, "sources.yaml"));
    const { status, out } = await trueup(["init", ...pinned], { cwd });
    expect({ status, out }).toEqual({ status: 0, out: expect.stringMatching(note) });
    expect(read(path)).toContain("sh .trueup/pull.sh");
    if (host === "gitlab")
      expect(out).toContain(
        "add the line `include: [{ local: .trueup/gitlab.yml }, { local: .trueup/gitlab-pull.yml }]`",
      );
    expect((await trueup(["doctor", "--workflow"], { cwd })).out).toContain("NETBOX_TOKEN");
  },
);
