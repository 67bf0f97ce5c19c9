/**
 * The first week of a team that uses only the files that `trueup init` writes. The team has an empty repository, an
 * import, a pull request with its comment, the merge and the apply. Then there is a change by hand, an issue about it,
 * and the end of the issue.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { changeLive } from "../../src/simulator/changes.ts";
import { simulator } from "../cli/command.ts";
import { packed } from "./packed.ts";
import { personWith } from "./person.ts";
import type { Run } from "./runner.ts";
import { emptyRepository } from "./site.ts";
import { fileWith, smallCompany } from "./small-company.ts";

const root = mkdtempSync(join(tmpdir(), "trueup-week-"));
let tarball = "";

beforeAll(() => {
  tarball = packed(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const ends = (runs: readonly Run[]) =>
  runs.map(
    ({ file, conclusion, log }) => `${file} ${conclusion}${conclusion === "failure" ? `:\n${log}` : ""}`,
  );

test("the first week at GitHub: from an empty repository to drift that was adopted", async () => {
  const served = await simulator({ seed: smallCompany() });
  const secrets = { DASHBOARD_API_KEY: "simulated-api-key" };
  const site = await emptyRepository({ secrets, vars: {} });
  onTestFinished(() => site.close());
  const { host, git, work } = site;
  const own = (...args: string[]) => execFileSync("git", args, { cwd: work, stdio: "pipe" });
  own("config", `url.${site.remote}.insteadOf`, "git@github.com:acme/network.git");
  own("remote", "set-url", "origin", "git@github.com:acme/network.git");
  const ada = personWith(tarball, { root: site.root, env: secrets });

  // Monday: `trueup init` imports the live state and writes the workflows. Nothing of this is written by hand.
  const said = await ada(work, "init", "--import", served.urls.dashboard, "--dialect", "neutral");
  expect(said).toContain("✓ The next plan is empty; it does not cover the 8 values");
  expect(readdirSync(join(work, ".github/workflows"))).toHaveLength(6);
  const lock = JSON.parse(readFileSync(join(work, ".trueup/lock.json"), "utf8"));
  expect(existsSync(join(work, ".trueup", lock.package))).toBe(true);
  expect(await ada(work, "doctor", "--workflow")).toContain("each job has the permissions that it needs");

  const first = await site.push({ ".gitignore": () => "node_modules\n" });
  expect(ends(first)).toEqual(["trueup-apply.yml success"]);
  const applied = "refs/trueup/production/applied";
  expect(git("rev-parse", `${applied}^{commit}`)).toBe(git("rev-parse", "main"));

  // Tuesday: a pull request, its comment, the merge, the apply, and the result.
  const path = fileWith(join(work, "desired-state"), "timeZone: Europe/Berlin");
  const { pull, runs } = await site.propose({
    [path]: (text) => text.replace("timeZone: Europe/Berlin", "timeZone: Europe/Madrid"),
  });
  expect(ends(runs)).toEqual(["trueup-plan.yml success", "trueup-comment.yml success"]);
  expect(host.comments.map(({ body }) => body)).toEqual([expect.stringContaining("3 to update")]);
  expect(readdirSync(host.artifacts.at(-1)?.folder ?? "").sort()).toEqual(
    ["plan.html", "plan.json", "plan.md", "proposal.json"].sort(),
  );
  expect(ends(await site.merge(pull))).toEqual(["trueup-apply.yml success"]);
  const zones = () => [...served.world().dashboard.networks.values()].map(({ fields }) => fields.timeZone);
  expect(zones()).toContain("Europe/Madrid");
  const [, told] = host.comments;
  expect(told).toMatchObject({ on: pull.number });
  expect(told?.body).toContain("Apply: 3 applied");
  expect(told?.body).toContain(`/acme/network/actions/runs/`);

  // Wednesday: a plan cannot be made, and the reason is posted on the pull request.
  const broken = await site.propose({ [path]: (text) => text.replace("timeZone:", "timezone:") });
  expect(ends(broken.runs).map((end) => end.split(":")[0])).toEqual([
    "trueup-plan.yml failure",
    "trueup-comment.yml success",
  ]);
  expect(host.comments.at(-1)?.body).toContain("There is no plan");
  expect(host.comments.at(-1)?.body).toContain("has no field `timezone`");
  own("checkout", "--quiet", "main");

  // Thursday: somebody changes the network by hand. Friday: the change is adopted.
  served.edit((world) => {
    const set = { timeZone: "Europe/London" };
    return changeLive(world, { interface: "dashboard", network: "Berlin Office", set }) ?? world;
  });
  expect(ends([await site.schedule("trueup-drift.yml")])).toEqual(["trueup-drift.yml success"]);
  expect(host.issues).toEqual([expect.objectContaining({ state: "open" })]);
  expect(host.issues[0]?.body).toContain("Europe/London");
  await ada(work, "adopt", "*");
  expect(fileWith(join(work, "desired-state"), "Europe/London")).toContain("berlin");
  const adopting = await site.propose({});
  expect(ends(adopting.runs)).toEqual(["trueup-plan.yml success", "trueup-comment.yml success"]);
  expect(ends(await site.merge(adopting.pull))).toEqual(["trueup-apply.yml success"]);
  expect(ends([await site.schedule("trueup-drift.yml")])).toEqual(["trueup-drift.yml success"]);
  expect(host.issues.map(({ state }) => state)).toEqual(["closed"]);
  expect(host.denied).toEqual([]);
});
