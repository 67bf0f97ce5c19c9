/**
 * What the `trueup pull` workflow does in a repository. It creates one branch and one pull or merge request, and
 * overwrites nobody's own work.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../cli/command.ts";
import { commitAll, git, remoteOf, repository } from "../git/repositories.ts";

const script = resolve(import.meta.dirname, "../../action/pull.sh");
const author = "trueup@noreply.invalid";

/** Creates a repository at a host, stubs for `trueup` and `gh`, and a job in a fresh clone. */
async function world(host: string) {
  const mine = repository({ "desired-state/sites.csv": "slug\noslo\n", "sources.yaml": "version: 1\n" });
  git(mine, "branch", "-M", "main");
  const remote = remoteOf(mine);
  git(mine, "push", "--quiet", "origin", "HEAD:refs/heads/main");
  git(remote.path, "config", "receive.advertisePushOptions", "true");
  const bin = await folder({ rows: "slug\noslo\nrome\n", asked: "", requests: "" });
  const program = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}`);
    chmodSync(join(bin, name), 0o755);
  };
  program(
    "trueup",
    `echo "trueup $*" >> ${bin}/asked\n[ -e ${bin}/rows ] || exit 1\ncat ${bin}/rows > desired-state/sites.csv\necho "1 added"\n`,
  );
  program(
    "gh",
    `echo "gh $1 $2 $3" >> ${bin}/asked\ncase "$2 $*" in "list "*"--state open"*) grep open ${bin}/requests | cut -d" " -f2;; "list "*) cut -d" " -f2 ${bin}/requests;; create*) echo "open 7" > ${bin}/requests;; esac\ntrue\n`,
  );
  const run = (env: Readonly<Record<string, string>> = {}) => {
    const clone = mkdtempSync(join(tmpdir(), "trueup-job-"));
    execFileSync("git", ["clone", "--quiet", "--branch", "main", remote.url, clone]);
    const { PATH = "" } = process.env;
    const { status, stdout, stderr } = spawnSync("sh", [script], {
      cwd: clone,
      encoding: "utf8",
      env: { ...process.env, PATH: `${bin}:${PATH}`, HOST: host, TARGET: "main", ...env },
    });
    rmSync(clone, { recursive: true, force: true });
    return { status, said: stdout + stderr };
  };
  const branch = () =>
    spawnSync("git", ["rev-parse", "--verify", "-q", "refs/heads/trueup/pull"], {
      cwd: remote.path,
      encoding: "utf8",
    }).stdout.trim();
  const rows = (text: string | undefined) =>
    text === undefined ? rmSync(join(bin, "rows")) : writeFileSync(join(bin, "rows"), text);
  const asked = () => {
    const lines = readFileSync(join(bin, "asked"), "utf8").trim().split("\n");
    writeFileSync(join(bin, "asked"), "");
    return lines;
  };
  return { mine, remote, bin, run, branch, rows, asked };
}

test("on GitHub: one pull request, pushed again for other rows only, and taken back when there are none", async () => {
  const { mine, remote, bin, run, branch, rows, asked } = await world("github");
  expect(run({ ALLOW: "removals" }).status).toBe(0);
  expect(asked()).toEqual([
    "trueup --project . pull --allow removals",
    "gh pr list --head",
    "gh pr list --head",
    "gh pr create --head",
  ]);
  const first = branch();
  expect(git(remote.path, "log", "-1", "--format=%ae %s%n%b", first)).toBe(
    `${author} Rows of sources have changed\n1 added`,
  );
  commitAll(mine, { "desired-state/a.yaml": "target: cloud\n" });
  git(mine, "push", "--quiet", "origin", "HEAD:refs/heads/main");
  expect(run()).toMatchObject({ status: 0, said: expect.stringContaining("has these rows already") });
  expect([branch(), asked().at(-1)]).toEqual([first, "gh pr edit 7"]);
  writeFileSync(join(bin, "requests"), "closed 7\n");
  expect(run()).toMatchObject({ status: 0, said: expect.stringContaining("it stays closed") });
  rows("slug\noslo\nbern\n");
  expect(run().status).toBe(0);
  expect([branch() === first, asked().at(-1)]).toEqual([false, "gh pr create --head"]);
  rows("slug\noslo\n");
  expect(run()).toMatchObject({ status: 0, said: expect.stringContaining("was removed") });
  expect(branch()).toBe("");
});

test("on GitLab: the push makes the merge request; nothing is pushed over a person's commit, nor after a refusal", async () => {
  const { mine, run, branch, rows, asked } = await world("gitlab");
  expect(run().status).toBe(0);
  expect(asked()).toEqual(["trueup --project . pull"]);
  const first = branch();
  expect(first).toMatch(/^[0-9a-f]{40}$/);
  git(mine, "fetch", "--quiet", "origin", "trueup/pull");
  git(mine, "checkout", "--quiet", "-B", "theirs", "FETCH_HEAD");
  commitAll(mine, { "desired-state/a.yaml": "target: cloud\n" });
  git(mine, "push", "--quiet", "origin", "HEAD:refs/heads/trueup/pull");
  const theirs = branch();
  rows("slug\nbern\n");
  expect(run()).toMatchObject({ status: 1, said: expect.stringContaining("Somebody has committed") });
  rows(undefined);
  expect(run().status).toBe(1);
  expect([branch(), theirs === first, existsSync(join(mine, "sources.yaml"))]).toEqual([theirs, false, true]);
});
