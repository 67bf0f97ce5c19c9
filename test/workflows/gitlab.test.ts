/** The jobs for GitLab, as `trueup init` writes them: run with bash in clones of a bare repository, with a played GitLab. */

import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
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
import { z } from "zod";
import { gitlabInclude } from "../../src/cli/init/workflow-files.ts";
import { changeLive } from "../../src/simulator/changes.ts";
import { simulator } from "../cli/command.ts";
import { hostedRepository } from "./git-server.ts";
import { type JobName, type Machine, placesOf, runJob, runOther } from "./gitlab-runner.ts";
import { keptFiles } from "./machine.ts";
import { packed } from "./packed.ts";
import { personWith } from "./person.ts";
import { fileWith, smallCompany } from "./small-company.ts";

const shared = mkdtempSync(join(tmpdir(), "trueup-gitlab-"));
let tarball = "";

beforeAll(() => {
  tarball = packed(shared);
});

afterAll(() => rmSync(shared, { recursive: true, force: true }));

const posted = z.object({
  body: z.string().optional(),
  description: z.string().optional(),
  state_event: z.literal("close").optional(),
});
interface Post {
  readonly id: number;
  readonly iid: number;
  readonly author: { readonly username: string };
  body?: string | undefined;
  description?: string | undefined;
  state: "opened" | "closed";
}

/** GitLab as far as it is asked; only the project's token may write. */
async function gitlab() {
  const [notes, issues]: [Post[], Post[]] = [[], []];
  const app = new Hono().basePath("/api/v4");
  app.use("*", async (c, next) =>
    c.req.header("private-token") === "api-token" ? next() : c.json({ message: "401 Unauthorized" }, 401),
  );
  app.get("/user", (c) => c.json({ username: "project_1_bot" }));
  for (const [path, posts] of [["merge_requests/7/notes", notes] as const, ["issues", issues] as const]) {
    app.get(`/projects/1/${path}`, (c) => c.json(posts.filter(({ state }) => state === "opened")));
    app.post(`/projects/1/${path}`, async (c) => {
      const { body, description } = posted.parse(await c.req.json());
      const id = posts.length + 1;
      posts.push({ id, iid: id, author: { username: "project_1_bot" }, body, description, state: "opened" });
      return c.json({ id }, 201);
    });
    app.put(`/projects/1/${path}/:id`, async (c) => {
      const post = posts[Number(c.req.param("id")) - 1];
      const { state_event: event, ...texts } = posted.parse(await c.req.json());
      if (post) Object.assign(post, texts, event && { state: "closed" });
      return c.json({});
    });
  }
  const port = await new Promise<number>((done) => {
    const server = serve(
      { fetch: app.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false },
      (at: AddressInfo) => done(at.port),
    );
    onTestFinished(() => new Promise((closed) => server.close(() => closed())));
  });
  return { notes, issues, url: `http://127.0.0.1:${port}/api/v4` };
}

/** A project at GitLab, somebody's clone of it, and a machine that runs its jobs. */
async function project() {
  const root = mkdtempSync(join(shared, "project-"));
  const [host, served] = [await gitlab(), await simulator({ seed: smallCompany() })];
  const tokens = { "job-token": "read", "push-token": "write" } as const;
  const { folder: remote, url: repository } = await hostedRepository(root, tokens);
  const work = join(root, "work");
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.net"];
  const git = (...args: string[]) =>
    execFileSync("git", [...identity, ...args], { cwd: work, encoding: "utf8", stdio: "pipe" }).trim();
  mkdirSync(work);
  git("init", "--quiet", "--initial-branch=main");
  git("config", `url.${remote}.insteadOf`, "https://gitlab.example.net/acme/network.git");
  git("remote", "add", "origin", "https://gitlab.example.net/acme/network.git");
  const push = (branch: string) => {
    git("add", "--all");
    git("commit", "--quiet", "--message", "change the network");
    git("push", "--quiet", "origin", `HEAD:${branch}`);
  };
  const env = {
    CI_API_V4_URL: host.url,
    CI_PROJECT_ID: "1",
    CI_PROJECT_URL: repository,
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    GITLAB_TOKEN: "api-token",
    TRUEUP_PUSH_TOKEN: "push-token",
    DASHBOARD_API_KEY: "simulated-api-key",
  };
  const machine: Machine = {
    root: join(root, "machine"),
    repository: `${repository}.git`,
    jobToken: "job-token",
    env,
  };
  mkdirSync(machine.root);
  const ada = personWith(tarball, { root, env: { DASHBOARD_API_KEY: "simulated-api-key" } });
  const applied = () =>
    execFileSync("git", ["rev-parse", "trueup/production/applied^{commit}"], {
      cwd: remote,
      encoding: "utf8",
    }).trim();
  return { host, served, work, git, push, machine, ada, applied };
}

test("the first week at GitLab: from an empty repository to drift that was adopted", async () => {
  const { host, served, work, git, push, machine, ada, applied } = await project();
  const run = (name: JobName, branch?: string) => runJob(machine, name, branch);

  // What is live is declared, with the jobs of GitLab, and refs among the tags, since it takes no others.
  await ada(work, "init", "--import", served.urls.dashboard, "--dialect", "neutral");
  expect(readFileSync(join(work, ".gitlab-ci.yml"), "utf8")).toBe(gitlabInclude);
  push("main");
  await run("trueup:planned");
  await run("trueup:apply");
  expect(applied()).toBe(git("rev-parse", "HEAD"));

  // A merge request has one comment, however often it is planned; the merge is applied.
  const path = join(work, fileWith(join(work, "desired-state"), "timeZone: Europe/Berlin"));
  const edit = (from: string, to: string) => {
    expect(readFileSync(path, "utf8")).toContain(from);
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  };
  edit("timeZone: Europe/Berlin", "timeZone: Europe/Madrid");
  push("proposal");
  await run("trueup:plan", "proposal");
  await run("trueup:plan", "proposal");
  expect(host.notes.map(({ body }) => body)).toEqual([expect.stringContaining("from this proposal")]);
  git("push", "--quiet", "origin", "HEAD:main");
  await run("trueup:planned");
  await run("trueup:apply");
  expect(applied()).toBe(git("rev-parse", "HEAD"));
  const madrid = [...served.world().dashboard.networks.values()].find(
    ({ fields }) => fields.timeZone === "Europe/Madrid",
  );
  expect(madrid).toBeDefined();

  // A plan that cannot be made says why in the merge request.
  edit("timeZone:", "timezone:");
  push("proposal");
  await expect(run("trueup:plan", "proposal")).rejects.toThrow("ended with 1");
  expect(host.notes[0]?.body).toContain("has no field `timezone`");
  git("reset", "--quiet", "--hard", "HEAD~1");

  // A change by hand has one issue, until it is adopted.
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

/** What the job of a merge request leaves on the machine wherever a later job might take something from. */
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
  const { host, work, push, machine, ada, applied, git, served } = await project();
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

  // No token is in a file, nor in the arguments of a program, and a job takes its folder away with it.
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
  const { host, work, push, machine, ada, git, served } = await project();
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
  const { work, push, machine, ada, served } = await project();
  await ada(work, "init", "--import", served.urls.dashboard, "--dialect", "neutral");
  push("main");
  await runJob(machine, "trueup:planned");
  const { TRUEUP_PUSH_TOKEN: _, ...env } = machine.env;
  await expect(runJob({ ...machine, env }, "trueup:apply")).rejects.toThrow(/TRUEUP_PUSH_TOKEN: is not set/);
});

/** A host that notes what it is asked, and the authorization that comes along. */
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
