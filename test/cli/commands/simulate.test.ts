/** `trueup simulate` as a user starts it: what it prints, what it serves from files, and which arguments it rejects. */

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, truncate } from "node:fs/promises";
import { expect, test } from "vitest";
import { environment } from "../../../src/cli/commands/simulate.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { folder, trueup, trueupProcess } from "../command.ts";
import type { Ended } from "../commands-here.ts";

/** Starts `trueup simulate` on free ports, sends it requests, and ends it as Ctrl-C does. */
async function served(
  args: readonly string[],
  cwd: string,
  speak: (urls: ReadonlyMap<string, string>) => Promise<void>,
): Promise<Ended> {
  let child: ChildProcess | undefined;
  const ended = trueupProcess(["simulate", "--port-base", "0", ...args], {
    cwd,
    started: (one) => {
      child = one;
    },
  });
  const [text] = await once(child?.stdout ?? process.stdin, "data");
  const shown = [...String(text).matchAll(/^ {2}(\w+) +((?:http|ssh)\S+)/gm)];
  await speak(new Map(shown.map(([, name = "", url = ""]) => [name, url])));
  child?.kill("SIGINT");
  return ended;
}

test("serves what servers make of values, as a file of habits says it", async () => {
  const networks = [{ name: "Lab" }];
  const cwd = await folder({
    "seed.json": JSON.stringify({ organizations: [{ id: "O_7", name: "Own", networks }] }),
    "habits.json": '[{ "fields": ["tags"], "does": "orders", "as": "sorted" }]',
  });
  const files = ["--seed-file", "seed.json", "--habits", "habits.json"];
  const ended = await served(files, cwd, async (urls) => {
    const headers = { "X-Vendor-API-Key": "simulated-api-key", "content-type": "application/json" };
    const network = `${urls.get("dashboard")}/api/v1/networks/N_000001`;
    const body = JSON.stringify({ tags: ["b", "a"] });
    expect(await (await fetch(network, { method: "PUT", headers, body })).json()).toMatchObject({
      tags: ["a", "b"],
    });
    expect(await (await fetch(network, { headers })).json()).toMatchObject({ tags: ["a", "b"] });
  });
  expect([ended.status, ended.err]).toEqual([0, ""]);
});

test("prints every URL and credential, and serves the world and the faults of files", async () => {
  const cwd = await folder({
    "seed.json": JSON.stringify({ organizations: [{ id: "O_7", name: "Own" }] }),
    "faults.json": JSON.stringify([{ interface: "dashboard", effect: { kind: "down" } }]),
  });
  const files = ["--seed-file", "seed.json", "--faults", "faults.json"];
  const ended = await served(files, cwd, async (urls) => {
    const names = [
      "dashboard",
      "controller",
      "fabric",
      "restconf",
      "messaging",
      "servers",
      "sdwan",
      "firewall",
    ];
    expect([...urls.keys()]).toEqual(expect.arrayContaining([...names, "log"]));
    const headers = { "X-Vendor-API-Key": "simulated-api-key" };
    const ask = () => fetch(`${urls.get("dashboard")}/api/v1/organizations`, { headers });
    expect((await ask()).status).toBe(503);
    expect(await (await ask()).json()).toEqual([{ id: "O_7", name: "Own" }]);
    expect((await fetch(urls.get("log") ?? "")).status).toBe(200);
  });
  expect([ended.status, ended.err]).toEqual([0, ""]);
  expect(ended.out).toContain("export FIREWALL_REFRESH_TOKEN=simulated-firewall-refresh-token\n");
});

test("speaks as Meraki's dashboard and as RFC 8040, and shows the host key of its SSH", async () => {
  const cwd = await folder({ "keys.pub": "# nobody's\n" });
  const modes = ["--dashboard-mode", "meraki", "--restconf-mode", "rfc8040", "--router-keys", "keys.pub"];
  const ended = await served(modes, cwd, async (urls) => {
    const bearer = { Authorization: "Bearer simulated-api-key" };
    const reply = await fetch(`${urls.get("dashboard")}/api/v1/organizations`, { headers: bearer });
    expect([reply.status, reply.headers.get("link")]).toEqual([200, expect.stringContaining("rel=first")]);
    const root = (urls.get("restconf") ?? "").replace("{host}", "10.20.0.1");
    const refused = await fetch(`${root}/restconf/data/Vendor-native:native`);
    expect(await refused.json()).toHaveProperty("ietf-restconf:errors");
    expect(urls.get("netconf")).toMatch(/^ssh:\/\/127\.0\.0\.1:\d+\/\{host\}$/);
  });
  expect([ended.status, ended.err]).toEqual([0, ""]);
  expect(ended.out).toMatch(/^# SHA256:\S{43}\n\[127\.0\.0\.1\]:\d+ ecdsa-sha2-nistp256 \S+$/m);
});

test("a file that is not there, is no JSON or says something else is refused with the place", async () => {
  const cwd = await folder({
    "no.json": '{"rooms": [}',
    "wrong.json": '{"rooms": [{ "title": "x" }]}',
    "faults.json": '[{ "effect": { "kind": "fire" } }]',
    "habits.json": '[{ "fields": ["name"], "does": "spells", "as": "loud" }]',
  });
  const refused = async (...args: string[]) => {
    const { status, err } = await trueup(["simulate", "--port-base", "0", ...args], { cwd });
    expect(status).toBe(1);
    return err;
  };
  expect(await refused("--seed-file", "none.json")).toMatch(/cannot be read: .*none\.json/);
  expect(await refused("--router-keys", "none.pub")).toMatch(/cannot be read: .*none\.pub/);
  expect(await refused("--seed-file", "no.json")).toContain("not JSON at line 1 column 12 (position 11)");
  expect(await refused("--seed-file", "wrong.json")).toContain("→ at rooms[0].name");
  expect(await refused("--faults", "faults.json")).toContain("→ at [0].effect.kind");
  expect(await refused("--habits", "habits.json")).toContain("→ at [0].as");
});

test("a first port that leaves no room for nine is refused", async () => {
  const { status, err } = await trueup(["simulate", "--port-base", "65528"], { cwd: await folder({}) });
  expect(status).not.toBe(0);
  expect(err).toContain("Give a port, 0 to 65527.");
});

// The firewall interface has a public client, which does not need the secret that init names.
const products = catalogsIn().names.map(({ product }) => product);
test.each(products.filter((product) => product !== "firewall"))(
  "prints the credential of %s under the names that init gives a target of it",
  async (product) => {
    const cwd = await folder({});
    // The import fails because no server listens at the address. The files that were written before stay.
    const args = ["init", "--import", "http://127.0.0.1:9", "--dialect", product, "--host", "none"];
    await trueup(args, { cwd });
    const text = await readFile(`${cwd}/trueup.yaml`, "utf8");
    const names = [...text.matchAll(/env:(\w+)/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(environment())).toEqual(expect.arrayContaining(names.filter((name) => name !== "")));
  },
);

test("says which references of a description it does not follow", async () => {
  const content = (schema: object) => ({ content: { "application/json": { schema } } });
  const get = (schema: object) => ({ get: { responses: { 200: content(schema) } } });
  const paths = {
    "/a": get({ $ref: "http://example.net/shared.yaml#/A" }),
    "/b": get({ $ref: "#/components/schemas/None\u001b[2J" }),
    "/c": get({ type: "object", example: { $ref: "a value" } }),
    "/d": { $ref: "./other.yaml" },
  };
  const description = { openapi: "3.0.3", info: { title: "Parts", version: "1" }, paths };
  const cwd = await folder({ "parts.json": JSON.stringify(description) });
  const ended = await served(["--openapi", "parts.json"], cwd, async (urls) => {
    expect(await (await fetch(`${urls.get("openapi")}/a`)).json()).toEqual({});
  });
  const said = ended.out.split("\n").filter((line) => line.includes("cannot be resolved"));
  expect(said).toEqual([expect.stringContaining(" and 2 more cannot be resolved")]);
  expect(ended.out).not.toContain("\u001b[2J");
});

test("serves a description with what a state file has, or with a small world of its own", async () => {
  const description = new URL("../../conformance/openapi/library.yaml", import.meta.url).pathname;
  const cwd = await folder({
    "state.json": JSON.stringify({ "/libraries/l": { name: "City" } }),
    "faults.json": JSON.stringify([{ interface: "openapi", effect: { kind: "down" } }]),
    "wrong.json": JSON.stringify({ "/books/1": {} }),
    "old.yaml": "swagger: '2.0'",
    "broken.yaml": "openapi: [",
    "broken.json": "{}",
  });
  const libraries = async (urls: ReadonlyMap<string, string>) => {
    const url = `${urls.get("openapi")}/libraries`;
    return fetch(url, { headers: { "X-Library-Key": "simulated-api-key" } });
  };
  const own = ["--openapi", description, "--state", "state.json", "--faults", "faults.json"];
  const ended = await served(own, cwd, async (urls) => {
    expect([...urls.keys()]).toEqual(["openapi", "log"]);
    expect((await libraries(urls)).status).toBe(503);
    expect(await (await libraries(urls)).json()).toEqual([{ name: "City", id: "l", libraryId: "l" }]);
  });
  expect([ended.status, ended.err]).toEqual([0, ""]);
  expect(ended.out).toContain("# header x-library-key: simulated-api-key\n");
  const small = await served(["--openapi", description, "--seed", "3"], cwd, async (urls) => {
    expect(await (await libraries(urls)).json()).toHaveLength(2);
  });
  expect(small.status).toBe(0);
  const refused = async (...args: string[]) =>
    (await trueup(["simulate", "--port-base", "0", "--openapi", ...args], { cwd })).err;
  expect(await refused("none.yaml")).toMatch(/cannot be read: .*none\.yaml/);
  await truncate(`${cwd}/broken.json`, 100_000_000);
  expect(await refused("broken.json")).toContain("broken.json is larger than 64 MB");
  expect(await refused("old.yaml")).toContain("OpenAPI 2.0 (Swagger): convert it to 3.0");
  expect(await refused("broken.yaml")).toContain("broken.yaml is neither JSON nor YAML: ");
  expect(await refused(description, "--state", "wrong.json")).toContain(
    "/books/1: the description has no such",
  );
});
