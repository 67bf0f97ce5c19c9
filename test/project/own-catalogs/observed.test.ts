/** Kinds that are only read and matched, but whose resources contain declared resources. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SectionTree } from "../../../src/load/desired/section.ts";
import { sectionsByDialect } from "../../../src/load/desired/sections.ts";
import { drivers } from "../../../src/project/drivers.ts";
import { entriesOf } from "../../../src/simulator/log.ts";
import { trueup } from "../../cli/command.ts";
import { catalogFiles, desired, ipamKey, projectFor, repository, servedEmpty } from "./ipam.ts";

/** Returns a catalog in which VRFs belong to somebody else, so that only their prefixes are declared. */
function withObservedVrfs(): Readonly<Record<string, string>> {
  const { "catalogs/our-ipam/vrf.yaml": vrf = "", ...others } = catalogFiles();
  const writes = /^(?:create|update|remove|required|stored): .*\n/gm;
  const fields = /^fields:\n(?: {2}.*\n)+/m;
  return {
    ...others,
    "catalogs/our-ipam/vrf.yaml": vrf
      .replace(writes, "")
      .replace(fields, "identity: name\nfields: {}\nobserved: true\nremoval: off\n"),
  };
}

const declared = desired.replace("  campus:\n    name: Campus\n    rd: '65000:1'\n", "  Campus:\n");

async function vrfsOfOthers(names: readonly string[]) {
  const served = await servedEmpty();
  const headers = { "X-Ipam-Key": ipamKey.IPAM_KEY, "Content-Type": "application/json" };
  for (const name of names)
    await fetch(`${served.url}/vrfs`, { method: "POST", headers, body: JSON.stringify({ name }) });
  const project = repository({
    "trueup.yaml": projectFor(served),
    "desired-state/ipam.yaml": declared,
    ...withObservedVrfs(),
  });
  const begun = entriesOf(served.world().log).length;
  return {
    ...project,
    run: (...args: string[]) => trueup(args, { cwd: project.cwd, env: ipamKey }),
    writes: () =>
      entriesOf(served.world().log)
        .slice(begun)
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path.replace(/\d{2,}/g, "N")}`),
  };
}

test("what is inside of something that is only read is declared there, made, and never makes what it is in", async () => {
  const { run, writes } = await vrfsOfOthers(["Lab", "Campus"]);
  const planned = await run("plan");
  expect(planned.out).toContain("+ vrf prefix Campus.berlin  in ipam");
  expect(planned.out).not.toContain("+ vrf Campus");
  const applied = await run("apply", "--yes");
  expect(applied.status, applied.err).toBe(0);
  expect(writes().filter((line) => line.includes("vrfs"))).toEqual([
    "POST /api/v2/vrfs/N/prefixes",
    "POST /api/v2/vrfs/N/prefixes",
  ]);
  expect((await run("plan", "--detailed-exitcode")).status).toBe(0);
});

test("where nobody has made it, what is inside of it is not made, and the plan says what is missing", async () => {
  const { run, writes } = await vrfsOfOthers(["Lab"]);
  const planned = await run("plan");
  expect(planned.status).toBe(1);
  expect(planned.out).toContain(
    'ipam/vrf/Campus: the target\'s credential sees no vrf "Campus", and trueup cannot create one',
  );
  expect(planned.out).toContain("create ipam/vrfPrefix/Campus.berlin: it waits for ipam/vrf/Campus");
  const applied = await run("apply", "--yes");
  expect(applied.out).toContain("Apply: 2 applied, 3 cannot be written");
  expect(applied.status, "what is declared is not there").toBe(3);
  const again = await run("apply", "--yes");
  expect(again.status, "nothing was done").toBe(1);
  expect(writes().filter((line) => line.includes("vrfs"))).toEqual([]);
});

test("an import writes it as the place of what is inside, and the next plan is empty", async () => {
  const { run, put, cwd } = await vrfsOfOthers(["Campus"]);
  await run("apply", "--yes");
  put("desired-state/ipam.yaml", "target: ipam\n");
  const imported = await run("import", "ipam");
  expect(imported.status, imported.err).toBe(0);
  expect(readFileSync(join(cwd, "desired-state/ipam/campus.yaml"), "utf8")).toContain(
    "  Campus:\n    prefixes:\n",
  );
  const planned = await run("plan", "--detailed-exitcode");
  expect(planned.status).toBe(0);
  expect(planned.out).toContain("4 as declared");
  expect(planned.out).not.toContain("no longer declared");
});

test("fields of what is only read cannot be declared", async () => {
  const { run, put } = await vrfsOfOthers(["Campus"]);
  put("desired-state/ipam.yaml", declared.replace("  Campus:\n", "  Campus:\n    rd: '65000:2'\n"));
  const { status, err } = await run("validate");
  expect(status).toBe(1);
  expect(err).toContain("rd");
});

function kindsIn({ all }: SectionTree): readonly string[] {
  return all.flatMap(({ of, inner }) => [...("kind" in of ? [of.kind.name] : []), ...kindsIn(inner)]);
}

test("every kind of every product can be written in a file, and what is only read only where something is in it", () => {
  const shapes = sectionsByDialect(drivers);
  const products = drivers.flatMap(({ interface: name, products: own = [] }) =>
    own.flatMap((dialect) => shapes.of({ interface: name, dialect }) ?? []),
  );
  expect(products.length).toBeGreaterThan(5);
  for (const { driver, sections } of products) {
    const written = new Set(kindsIn(sections));
    const declared = driver.kinds.filter(({ observed }) => observed !== true).map(({ name }) => name);
    expect([...declared].filter((name) => !written.has(name))).toEqual([]);
    const places = driver.kinds.filter(({ name, observed }) => observed === true && written.has(name));
    const parents = new Set(driver.kinds.map(({ place }) => place.within));
    expect(places.filter(({ name }) => !parents.has(name))).toEqual([]);
  }
});
