/**
 * The first week of a team with two environments, at GitHub and at GitLab: from an empty repository to a reviewed apply
 * in both. The environments have separate plans, comments, issues, records and locks.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { changeLive } from "../../src/simulator/changes.ts";
import type { RunningSimulator } from "../../src/simulator/serve.ts";
import { simulator } from "../cli/command.ts";
import { gitlabProject } from "./gitlab-project.ts";
import { type JobName, runJob } from "./gitlab-runner.ts";
import { packed } from "./packed.ts";
import { type Person, personWith } from "./person.ts";
import type { Run } from "./runner.ts";
import { emptyRepository } from "./site.ts";
import { smallCompany } from "./small-company.ts";

const root = mkdtempSync(join(tmpdir(), "trueup-environments-"));
let tarball = "";

beforeAll(() => {
  tarball = packed(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const secrets = { DASHBOARD_API_KEY: "simulated-api-key" };
const [organization = ""] = (smallCompany().organizations ?? []).map(({ name }) => name);
/** Returns the declaration of both environments, with a time zone. */
const lab = (timeZone: string) =>
  `target: cloud\norganization: ${organization}\nnetworks:\n  lab: { name: Lab, timeZone: ${timeZone} }\n`;

const zoneOf = (served: RunningSimulator, name: string) =>
  [...served.world().dashboard.networks.values()].find(({ fields }) => fields.name === name)?.fields.timeZone;

function byHand(served: RunningSimulator, network: string, timeZone: string): void {
  served.edit((world) => {
    const changed = changeLive(world, { interface: "dashboard", network, set: { timeZone } });
    if (!changed) throw new Error(`there is no network ${network}`);
    return changed;
  });
}

/** Imports the live state of both environments, one after the other, into an empty repository. */
async function begun(ada: Person, work: string) {
  const [staging, production] = [
    await simulator({ seed: smallCompany() }),
    await simulator({ seed: smallCompany() }),
  ];
  for (const [name, served] of [["staging", staging] as const, ["production", production] as const]) {
    const args = ["--environment", name, "init", "--import", served.urls.dashboard, "--dialect", "neutral"];
    expect(await ada(work, ...args)).toContain("✓ The next plan is empty");
    const text = readFileSync(join(work, `${name}.yaml`), "utf8");
    expect(text).toContain(`environment: ${name}\ndesiredState: [common, ${name}]\n`);
  }
  const said = await ada(work, "doctor", "--workflow");
  expect(said).toMatch(/✔ environments +each workflow runs for production, staging/);
  return { staging, production };
}

const ends = (runs: readonly Run[]) =>
  runs.map(
    ({ file, conclusion, log }) => `${file} ${conclusion}${conclusion === "failure" ? `:\n${log}` : ""}`,
  );

test("at GitHub", async () => {
  const site = await emptyRepository({ secrets, vars: {} });
  onTestFinished(() => site.close());
  const { host, git, work } = site;
  const own = (...args: string[]) => execFileSync("git", args, { cwd: work, stdio: "pipe" });
  own("config", `url.${site.remote}.insteadOf`, "git@github.com:acme/network.git");
  own("remote", "set-url", "origin", "git@github.com:acme/network.git");
  const ada = personWith(tarball, { root: site.root, env: secrets });
  const { staging, production } = await begun(ada, work);

  expect(ends(await site.push({ ".gitignore": () => "node_modules\n" }))).toEqual([
    "trueup-apply.yml success",
  ]);
  const applied = (name: string) => git("rev-parse", `refs/trueup/${name}/applied^{commit}`);
  expect([applied("staging"), applied("production")]).toEqual([
    git("rev-parse", "main"),
    git("rev-parse", "main"),
  ]);

  // A change of shared files gets a plan and a comment in each environment. It is applied in both, and each result is
  // reported.
  const { pull, runs } = await site.propose({ "common/lab.yaml": () => lab("Europe/Berlin") });
  expect(ends(runs)).toEqual(["trueup-plan.yml success", "trueup-comment.yml success"]);
  expect(host.artifacts.slice(-2).map(({ name }) => name)).toEqual([
    "trueup-plan-production",
    "trueup-plan-staging",
  ]);
  expect(host.comments.map(({ body }) => /1 to create[\s\S]*?Environment `(\w+)`/.exec(body)?.[1])).toEqual([
    "production",
    "staging",
  ]);
  // A comment without a fingerprint merges for both environments. A comment with only one of the two fingerprints would
  // not merge.
  const one = /fingerprint=([0-9a-f]{64}) steps=1 environment=staging/.exec(
    host.comments[1]?.body ?? "",
  )?.[1];
  expect(ends(await site.comment(pull, `trueup apply ${one}`))).toEqual(["trueup-command.yml success"]);
  expect(host.comments.at(-1)?.body).toContain("this one changes `production` (1 step) too");
  expect(ends(await site.comment(pull, "trueup apply"))).toEqual(["trueup-command.yml success"]);
  expect([staging, production].map((served) => zoneOf(served, "Lab"))).toEqual([
    "Europe/Berlin",
    "Europe/Berlin",
  ]);
  const told = host.comments.flatMap(({ body }) => /Apply to `(\w+)`/.exec(body)?.[1] ?? []);
  expect(told).toEqual(["production", "staging"]);

  // Somebody changes production by hand. Production gets an issue, which a run for staging does not close.
  byHand(production, "Lab", "Europe/Rome");
  expect(ends([await site.schedule("trueup-drift.yml")])).toEqual(["trueup-drift.yml success"]);
  const [issue, ...others] = host.issues;
  expect(others).toEqual([]);
  expect(issue).toMatchObject({ state: "open", title: "The network is not as declared: production" });
  byHand(production, "Lab", "Europe/Berlin");
  expect(ends([await site.schedule("trueup-drift.yml")])).toEqual(["trueup-drift.yml success"]);
  expect(issue?.state).toBe("closed");

  // The controller of staging is down: its plan fails, but production is reviewed and applied.
  const down = await site.propose({ "common/lab.yaml": () => lab("Europe/Madrid") });
  await staging.close();
  const again = await site.amend(down.pull, { ".gitignore": (text) => `${text}out\n` });
  expect(again.map(({ file, conclusion }) => `${file} ${conclusion}`)).toEqual([
    "trueup-plan.yml failure",
    "trueup-comment.yml success",
  ]);
  const [merged] = await site.merge(down.pull);
  expect(merged?.conclusion).toBe("failure");
  expect(zoneOf(production, "Lab")).toBe("Europe/Madrid");
  expect(host.denied).toEqual([]);
});

test("at GitLab", async () => {
  const { host, work, git, push, machine, ada, applied } = await gitlabProject({ shared: root, tarball });
  const { staging, production } = await begun(ada, work);
  const each = ["staging", "production"] as const;
  const run = async (job: "plan" | "planned" | "apply" | "drift", branch = "main") => {
    for (const name of each) await runJob(machine, `trueup:${job}:${name}` satisfies JobName, branch);
  };
  push("main");
  await run("planned");
  await run("apply");
  expect(each.map((name) => applied(name))).toEqual([git("rev-parse", "HEAD"), git("rev-parse", "HEAD")]);

  mkdirSync(join(work, "common"), { recursive: true });
  writeFileSync(join(work, "common/lab.yaml"), lab("Europe/Berlin"));
  push("proposal");
  await run("plan", "proposal");
  await run("plan", "proposal");
  expect(
    host.notes.map(({ body }) => /1 to create[\s\S]*?Environment `(\w+)`/.exec(body ?? "")?.[1]),
  ).toEqual([...each]);
  git("push", "--quiet", "origin", "HEAD:main");
  await run("planned");
  await run("apply");
  expect([staging, production].map((served) => zoneOf(served, "Lab"))).toEqual([
    "Europe/Berlin",
    "Europe/Berlin",
  ]);

  byHand(production, "Lab", "Europe/Rome");
  await run("drift");
  expect(host.issues.map(({ state }) => state)).toEqual(["opened"]);
  byHand(production, "Lab", "Europe/Berlin");
  await run("drift");
  expect(host.issues.map(({ state }) => state)).toEqual(["closed"]);
});
