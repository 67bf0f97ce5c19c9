/** The real command against a simulated Catalyst Center: validates, plans, applies and imports a declaration. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../../git/repositories.ts";
import { folder, simulator, trueup } from "../command.ts";

const declared = `target: campus
areas:
  global: { name: Global }
  berlin:
    name: Berlin
    parent: global
    ntp: { servers: [10.0.0.5] }
buildings:
  hq:
    name: HQ
    parent: berlin
    country: Germany
    floors:
      ground: { name: Ground, floorNumber: 0, rfModel: Free Space, width: 100, length: 200, height: 10 }
fabric:
  sites:
    hq: { site: hq, authenticationProfileName: No Authentication, isPubSubEnabled: true }
    ground: { site: hq.ground, authenticationProfileName: No Authentication, isPubSubEnabled: true }
`;

const projectFor = (url: string) => `version: 1
environment: test
targets:
  campus:
    interface: controller
    dialect: catalyst-center
    url: ${url}
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
    limits: { requestsPerSecond: 1000 }
`;

test("what is declared of a Catalyst Center is applied, and imported as it was declared", async () => {
  const served = await simulator({ settings: { controllerMode: "catalyst-center" } });
  const project = projectFor(served.urls.controller);
  const written = { "trueup.yaml": project, "desired-state/a.yaml": declared };
  const cwd = repository({ ...written, ".gitignore": ".trueup/\n" });
  const run = async (...args: readonly string[]) => (await trueup(args, { cwd })).status;
  expect(await run("validate")).toBe(0);
  expect(await run("check")).toBe(0);
  expect(await run("plan", "--detailed-exitcode")).toBe(2);
  expect(await run("apply", "--yes")).toBe(0);
  expect(await run("plan", "--detailed-exitcode")).toBe(0);
  const { out, status } = await trueup(["status"], { cwd });
  expect([out.split("\n")[2], status]).toEqual(["300 devices, 11 Unreachable, 289 Reachable", 0]);

  const empty = await folder({ "trueup.yaml": project });
  const only = ["area", "areaNtp", "building", "floor", "fabricSite"].flatMap((kind) => [
    "--only",
    `campus/${kind}/*`,
  ]);
  const imported = await trueup(["import", "campus", ...only], { cwd: empty });
  expect(imported.out).toContain(
    "Imported: 2 areas, 2 NTP settings of an area, 1 building, 1 floor, 2 fabric sites",
  );
  expect(imported.out).toContain("The next plan is empty");
  const files = join(empty, "desired-state/campus");
  const texts = (await readdir(files)).map((name) => readFile(join(files, name), "utf8"));
  const all = (await Promise.all(texts)).join("");
  expect(all).toContain("parent: global");
  expect(all).toContain("parent: berlin");
  expect(all.match(/(?:siteId|site): \S+/g)?.toSorted()).toEqual(["siteId: hq", "siteId: hq.ground"]);
  expect(all).toContain("servers: [10.0.0.5]");
  expect(all).toContain("floorNumber: 0");
  expect(all).not.toContain("id-0");
});
