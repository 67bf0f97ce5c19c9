/** `trueup adopt`, as a process: changes the files to match a change that was made by hand. */

import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleProject, folder, projectFor, simulator, trueup } from "../command.ts";

test("drift is written into its file, the next drift is none, and an unknown address is a mistake", async () => {
  const served = await simulator();
  const cwd = await exampleProject(served);
  expect((await trueup(["apply", "--yes"], { cwd })).status).toBe(0);
  await cp(join(cwd, "desired-state"), join(cwd, "applied"), { recursive: true });
  const change = { interface: "dashboard", network: "Berlin Office", set: { timeZone: "Europe/London" } };
  await fetch(`${served.admin}/change`, { method: "POST", body: JSON.stringify(change) });

  const file = join(cwd, "desired-state/acme/offices.yaml");
  const before = await readFile(file, "utf8");
  const args = ["adopt", "cloud/network/*", "--base", "applied"];
  const dry = await trueup([...args, "--dry-run"], { cwd });
  expect(dry.out).toContain("cloud/network/berlin: timeZone  desired-state/acme/offices.yaml");
  expect(dry.out).toContain("1 file would be changed");
  expect(await readFile(file, "utf8")).toBe(before);

  const ended = await trueup(args, { cwd });
  expect([ended.status, ended.err]).toEqual([0, expect.any(String)]);
  expect(ended.out).toContain("1 file changed. Review them with `git diff`, then open a pull request.");
  const after = await readFile(file, "utf8");
  expect(after).toContain("timeZone: Europe/London");
  expect(after.split("\n").filter((line) => !line.includes("London"))).toEqual(
    expect.arrayContaining(before.split("\n").filter((line) => line.includes("#"))),
  );
  expect((await trueup(["drift", "--detailed-exitcode"], { cwd })).status).toBe(0);

  const nobody = await trueup(["adopt", "cloud/network/nowhere"], { cwd });
  expect(nobody.status).toBe(1);
  expect(nobody.err).toContain("matches no declared address");
});

test("what a template declares goes into a file of its own, which is named, since git diff does not show it", async () => {
  const served = await simulator();
  const cwd = await folder({
    "trueup.yaml": projectFor(served),
    "desired-state/sites.csv": "key,name,zone\nberlin,Berlin Office,Europe/London\n",
    "desired-state/sites.yaml":
      "target: cloud\norganization: Acme\neach: { site: sites.csv }\n" +
      'networks: { "${site.key}": { name: "${site.name}", timeZone: "${site.zone}" } }\n',
  });
  const { out } = await trueup(["adopt", "cloud/network/berlin", "--base", "desired-state"], { cwd });
  expect(out).toContain(
    "1 file changed. `git diff` does not show new files: review desired-state/sites.overrides.yaml, then open a",
  );
});
