/**
 * Comments as commands at GitHub, with the workflows of `trueup init`: who may use them, and what they plan, merge and
 * apply.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { changeLive } from "../../src/simulator/changes.ts";
import { simulator } from "../cli/command.ts";
import { packed } from "./packed.ts";
import { personWith } from "./person.ts";
import type { Run } from "./runner.ts";
import { emptyRepository } from "./site.ts";
import { smallCompany } from "./small-company.ts";

const root = mkdtempSync(join(tmpdir(), "trueup-commands-"));
let tarball = "";

beforeAll(() => {
  tarball = packed(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const secrets = { DASHBOARD_API_KEY: "simulated-api-key" };
const [organization = ""] = (smallCompany().organizations ?? []).map(({ name }) => name);
const lab = (timeZone: string) =>
  `target: cloud\norganization: ${organization}\nnetworks:\n  lab: { name: Lab, timeZone: ${timeZone} }\n`;
const ends = (runs: readonly Run[]) =>
  runs.map(
    ({ file, conclusion, log }) => `${file} ${conclusion}${conclusion === "failure" ? `:\n${log}` : ""}`,
  );

async function begun() {
  const site = await emptyRepository({ secrets, vars: {} });
  onTestFinished(() => site.close());
  const served = await simulator({ seed: smallCompany() });
  const { work, host } = site;
  const own = (...args: string[]) => execFileSync("git", args, { cwd: work, stdio: "pipe" });
  own("config", `url.${site.remote}.insteadOf`, "git@github.com:acme/network.git");
  own("remote", "set-url", "origin", "git@github.com:acme/network.git");
  const ada = personWith(tarball, { root: site.root, env: secrets });
  await ada(work, "init", "--import", served.urls.dashboard, "--dialect", "neutral");
  expect(await ada(work, "doctor", "--workflow")).toContain("comments may contain commands");
  expect(ends(await site.push({ ".gitignore": () => "node_modules\n" }))).toEqual([
    "trueup-apply.yml success",
  ]);
  const zone = () =>
    [...served.world().dashboard.networks.values()].find(({ fields }) => fields.name === "Lab")?.fields
      .timeZone;
  const byHand = (timeZone: string) =>
    served.edit(
      (world) => changeLive(world, { interface: "dashboard", network: "Lab", set: { timeZone } }) ?? world,
    );
  const replies = () => host.comments.filter(({ body }) => body.startsWith("<!-- trueup:trueup-command -->"));
  return { site, host, zone, byHand, replies };
}

const fingerprintIn = (body: string) =>
  /^<!-- trueup-plan .*fingerprint=([0-9a-f]{64})/m.exec(body)?.[1] ?? "";

test("who may write plans again and merges by a comment, and exactly what was shown is applied", async () => {
  const { site, host, zone, byHand, replies } = await begun();
  const { pull } = await site.propose({ "desired-state/lab.yaml": () => lab("Europe/Berlin") });
  const [plan] = host.comments;
  expect(plan?.body).toMatch(
    /^<!-- trueup:trueup -->\n<!-- trueup-plan head=\w{40} fingerprint=\w{64} steps=1 -->\n/,
  );
  expect(plan?.body).toContain("Comment `trueup apply` to merge this");

  // Two comments have no effect: a command by a person who may only read, and a comment that is no command.
  host.people.set("eve", "read");
  expect(ends(await site.comment(pull, "trueup apply", "eve"))).toEqual(["trueup-command.yml success"]);
  expect(replies().map(({ body }) => body)).toEqual([
    expect.stringMatching(
      /`trueup apply`, asked by `eve`: \*\*Not done\.\*\*\n\nCommands require write permission/,
    ),
  ]);
  expect(host.reactions).toEqual([]);
  expect(ends(await site.comment(pull, "Please do not `trueup apply` yet"))).toEqual([
    "trueup-command.yml skipped",
  ]);
  expect(ends(await site.comment(pull, "trueup apply", "other[bot]"))).toEqual([
    "trueup-command.yml skipped",
  ]);

  // The command `plan` repeats the run of the pull request's workflow.
  const shown = fingerprintIn(plan?.body ?? "");
  expect(ends(await site.comment(pull, "trueup plan"))).toEqual([
    "trueup-command.yml success",
    "trueup-plan.yml success",
    "trueup-comment.yml success",
  ]);
  expect(replies()[0]?.body).toContain("is planned again");
  expect(fingerprintIn(plan?.body ?? "")).toBe(shown);

  // A command that names the plan of an earlier commit is refused after a new commit.
  await site.amend(pull, { "desired-state/lab.yaml": () => lab("Europe/Madrid") });
  expect(ends(await site.comment(pull, `trueup apply ${shown}`))).toEqual(["trueup-command.yml success"]);
  expect(replies()[0]?.body).toContain("No plan shown for the newest commit has that fingerprint");
  expect(pull.state).toBe("open");
  expect(zone()).toBeUndefined();

  // The command merges the pull request, and the merge starts the apply. The commits are squashed, because this host
  // does not allow merge commits.
  expect(ends(await site.comment(pull, "trueup apply"))).toEqual(["trueup-command.yml success"]);
  expect(pull.state).toBe("closed");
  expect(zone()).toBe("Europe/Madrid");
  expect(replies()).toHaveLength(1);
  expect(replies()[0]?.body).toContain("is merged. The changes of these plans are applied now");
  expect(host.comments.at(-1)?.body).toContain("Apply: 1 applied");
  expect(host.reactions.length).toBe(3);

  // Drift appears between the plan and the comment. The plan does not contain the drift, so the apply waits.
  const next = await site.propose({ "desired-state/lab.yaml": () => lab("Europe/Rome") });
  byHand("Europe/Paris");
  expect(ends(await site.comment(next.pull, "trueup apply"))).toEqual(["trueup-command.yml success"]);
  expect(next.pull.state).toBe("closed");
  expect(zone()).toBe("Europe/Paris");
  expect(host.denied).toEqual([]);
});

test("a plan that nobody has seen is not applied, whatever was kept since", async () => {
  const { site, host, zone } = await begun();
  const { pull } = await site.propose({ "desired-state/lab.yaml": () => lab("Europe/Berlin") });
  const [comment] = host.comments;
  const shown = fingerprintIn(comment?.body ?? "");
  // A comment of our own account is changed: it now has the fingerprint of another plan, as if a program had repeated
  // somebody's text.
  if (comment) comment.body = comment.body.replace(shown, "a".repeat(64));
  const runs = await site.comment(pull, `trueup apply ${"a".repeat(64)}`);
  expect(ends(runs)).toEqual(["trueup-command.yml success"]);
  expect(runs[0]?.log).toContain("has another plan by now than the one that a comment has asked for");
  expect(zone()).toBeUndefined();
});
