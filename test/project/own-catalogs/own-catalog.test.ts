/**
 * A product whose catalog is part of the project is planned, applied, checked for drift and imported. The catalog is
 * trusted like trueup.yaml.
 */

import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entriesOf } from "../../../src/simulator/log.ts";
import { trueup } from "../../cli/command.ts";
import { isLong } from "../../long-forms.ts";
import { catalogFiles, desired, ipamKey, product, projectFor, repository, servedEmpty } from "./ipam.ts";

async function ipamProject(more: Readonly<Record<string, string>> = {}) {
  const served = await servedEmpty();
  const project = repository({
    "trueup.yaml": projectFor(served),
    "desired-state/ipam.yaml": desired,
    ...catalogFiles(),
    ...more,
  });
  const run = (...args: string[]) => trueup(args, { cwd: project.cwd, env: ipamKey });
  const writes = () => entriesOf(served.world().log).filter(({ method }) => method !== "GET");
  return { served, ...project, run, writes };
}

test("what is declared is made in its order, and a second plan has nothing to do", async () => {
  const { run, writes } = await ipamProject();
  const applied = await run("apply", "--yes");
  // Two requests with the same scope are in flight at once, and either may be answered last.
  expect(applied.err).toMatch(/5\/5 create ipam\/vrfPrefix\/campus\.(?:berlin|munich): applied/);
  expect(applied.status).toBe(0);
  const sent = writes().map(({ method, path, status }) => `${method} ${path} ${status}`);
  expect(sent.toSorted()).toEqual(
    [
      "POST /api/v2/vlans 201",
      "POST /api/v2/vrfs 201",
      "POST /api/v2/vrfs/1001/prefixes 201",
      "POST /api/v2/vrfs/1001/prefixes 201",
      "PUT /api/v2/settings 200",
    ].map((line) => line.replace("vrfs/1001", sent.join(" ").match(/vrfs\/\d+/)?.[0] ?? "")),
  );
  expect((await run("plan", "--detailed-exitcode")).status).toBe(0);
});

if (isLong)
  test("drift is told and taken back, and what is no longer declared is removed", async () => {
    const { run, served, put, commit, writes } = await ipamProject();
    await run("apply", "--yes");
    const key = { "X-Ipam-Key": ipamKey.IPAM_KEY };
    const [vlan] = JSON.parse(await (await fetch(`${served.url}/vlans`, { headers: key })).text()).vlans;
    const body = JSON.stringify({ vid: 21, name: "Office" });
    await fetch(`${served.url}/vlans/${vlan.id}`, { method: "PUT", headers: key, body });
    const drift = await run("drift");
    expect(drift.err + drift.out).toContain("vid  now 21, declared 20  drift");
    put("desired-state/ipam.yaml", desired.replace(/ {6}munich: .*\n/, ""));
    commit("without Munich");
    const before = writes().length;
    expect((await run("apply", "--yes", "--prune")).status).toBe(0);
    const sent = writes()
      .slice(before)
      .map(({ method, path }) => `${method} ${path.replace(/\d+/g, "N")}`);
    expect(sent.toSorted()).toEqual(["DELETE /api/vN/vrfs/N/prefixes/N", "PUT /api/vN/vlans/N"]);
  });

test("an import declares what is live, and the next plan is empty", async () => {
  const { run, cwd, put } = await ipamProject();
  await run("apply", "--yes");
  put("desired-state/ipam.yaml", "target: ipam\n");
  const imported = await run("import", "ipam");
  expect(imported.status).toBe(0);
  expect(imported.out + imported.err).not.toContain("unknown");
  expect((await run("plan", "--detailed-exitcode")).status).toBe(0);
  expect((await run("plan")).out).not.toContain("create");
  expect(readFileSync(join(cwd, "desired-state/ipam/campus.yaml"), "utf8")).toContain("10.20.0.0/24");
});

test("a proposal's catalog doesn't count before it is merged: it could send credentials elsewhere", async () => {
  const { run, git, put, served } = await ipamProject();
  git("checkout", "-qb", "proposal");
  put("catalogs/our-ipam/product.yaml", product.replace("X-Ipam-Key", "X-Mine").replace("/api/v2", "/else"));
  const planned = await run("plan", "--config-from", "main", "--format", "markdown");
  expect(planned.status).toBe(0);
  expect(planned.err).toContain(
    "warning[catalog-differs]: the pull request changes catalogs/our-ipam/product.yaml",
  );
  expect(planned.out).toContain("- warning: the pull request changes catalogs/our\\-ipam/product.yaml");
  const paths = entriesOf(served.world().log).map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => path.startsWith("/else"))).toEqual([]);
});

test.each([
  ["../elsewhere", "must be a folder inside the project"],
  ["/etc", "must be a folder inside the project"],
  [".", "must be a folder inside the project"],
  ["catalogs/none", "the folder catalogs/none has no product.yaml"],
  ["catalogs/linked", "this link leads out of the catalog's folder"],
])("a catalog is a folder of the project, not %s", async (catalog, why) => {
  const { run, put, cwd } = await ipamProject();
  const elsewhere = repository({ "our-ipam/product.yaml": product });
  symlinkSync(join(elsewhere.cwd, "our-ipam"), join(cwd, "catalogs/linked"));
  put("trueup.yaml", projectFor({ admin: "http://127.0.0.1:1" }, catalog));
  const { status, err } = await run("validate");
  expect(status).toBe(1);
  expect(err).toContain(why);
});

test("a mistake in a catalog is said with its place, and nothing is asked", async () => {
  const { run, put, served } = await ipamProject();
  put("catalogs/our-ipam/product.yaml", product.replace("interface: rest", "interface: servers"));
  put("catalogs/our-ipam/vlan.yaml", "kind: vlan\ncolour: red\n");
  const { status, err } = await run("plan");
  expect(status).toBe(1);
  expect(err).toContain("catalogs/our-ipam/product.yaml:3:12");
  expect(err).toContain("catalogs/our-ipam/vlan.yaml:2:1");
  expect(err).toContain("Write `interface: rest`.");
  expect(entriesOf(served.world().log)).toEqual([]);
});

test("health in a catalog of one's own is a warning: only controllers are asked for it", async () => {
  const { run, put } = await ipamProject();
  const lists =
    "sites: { kind: vrf, score: name }, devices: { kind: vrf, name: name, address: name, status: name }";
  put("catalogs/our-ipam/product.yaml", `${product}health: { ${lists} }\n`);
  const { status, err } = await run("validate");
  expect(status).toBe(0);
  expect(err).toContain("warning[ignored-word]: `health` has no effect in a catalog in a project");
  expect(err).toContain("catalogs/our-ipam/product.yaml:");
});

test("editors and `trueup kinds` know what the project's own product has", async () => {
  const { run, cwd } = await ipamProject();
  expect((await run(...["schemas"])).status).toBe(0);
  const schema = JSON.parse(readFileSync(join(cwd, "schemas/products/our-ipam.json"), "utf8"));
  expect(Object.keys(schema.properties)).toEqual(
    expect.arrayContaining(["target", "vrfs", "vlans", "settings"]),
  );
  expect(JSON.stringify(schema.definitions)).toContain('"enum":["user","server","transfer"]');
  expect((await run("kinds")).out).toMatch(/^ {2}our-ipam +interface: rest$/m);
  expect((await run("kinds", "our-ipam", "vlan")).out).toContain("section  vlans.*");
});

test("a product that shows neither health nor devices leaves `trueup status` alone", async () => {
  const { run } = await ipamProject();
  const { status, err } = await run("status");
  expect(err).not.toContain("failed unexpectedly");
  expect(status).not.toBe(70);
});
