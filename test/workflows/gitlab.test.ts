/** The jobs for GitLab, as `trueup init` writes them: run with bash in clones of a bare repository, with a played GitLab. */

import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { gitlabInclude } from "../../src/cli/init/workflow-files.ts";
import { changeLive } from "../../src/simulator/changes.ts";
import { simulator } from "../cli/command.ts";
import { packed } from "./packed.ts";
import { personWith } from "./person.ts";
import { fileWith, smallCompany } from "./small-company.ts";

const text = readFileSync(resolve(import.meta.dirname, "../../action/gitlab.yml"), "utf8");
const rule = z.strictObject({ if: z.string(), when: z.literal("manual").optional() });
const job = z.strictObject({
  extends: z.literal(".trueup"),
  rules: z.array(rule),
  script: z.array(z.string()),
  needs: z.array(z.string()).optional(),
  environment: z.string().optional(),
  resource_group: z.string().optional(),
  artifacts: z.strictObject({ when: z.literal("always").optional(), paths: z.array(z.string()) }).optional(),
});
const defaults = z.strictObject({ image: z.string(), before_script: z.array(z.string()) });
const { ".trueup": common, ...jobs } = z
  .strictObject({
    ".trueup": defaults,
    "trueup:plan": job,
    "trueup:planned": job,
    "trueup:apply": job,
    "trueup:drift": job,
  })
  .parse(parse(text));

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
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (at: AddressInfo) =>
      done(at.port),
    );
    onTestFinished(() => new Promise((closed) => server.close(() => closed())));
  });
  return { notes, issues, url: `http://127.0.0.1:${port}/api/v4` };
}

/** A repository that takes pushes to branches and tags only, and a clone of it. */
function repository(root: string) {
  const [remote, work] = [join(root, "remote.git"), join(root, "work")];
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.net"];
  const git = (...args: string[]) =>
    execFileSync("git", [...identity, ...args], { cwd: work, encoding: "utf8", stdio: "pipe" }).trim();
  mkdirSync(work);
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", remote]);
  const hook = join(remote, "hooks/update");
  writeFileSync(hook, "#!/bin/sh\ncase $1 in refs/heads/* | refs/tags/*) ;; *) exit 1 ;; esac\n");
  chmodSync(hook, 0o755);
  git("init", "--quiet", "--initial-branch=main");
  git("remote", "add", "origin", remote);
  const push = (branch: string) => {
    git("add", "--all");
    git("commit", "--quiet", "--message", "change the network");
    git("push", "--quiet", "origin", `HEAD:${branch}`);
  };
  return { remote, work, git, push };
}

interface Pipeline {
  readonly root: string;
  readonly remote: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a job in a clone of its own, with the artifacts of what it needs; its output when it ends with 0. */
async function run(on: Pipeline, name: keyof typeof jobs, branch = "main"): Promise<string> {
  const { script, needs = [] } = jobs[name];
  const place = (job: string) => join(on.root, job.replace(":", "-"));
  const cwd = place(name);
  rmSync(cwd, { recursive: true, force: true });
  execFileSync("git", ["clone", "--quiet", "--depth=20", `--branch=${branch}`, `file://${on.remote}`, cwd]);
  for (const needed of needs)
    for (const path of jobs[needed === "trueup:planned" ? needed : "trueup:plan"].artifacts?.paths ?? [])
      cpSync(join(place(needed), path), join(cwd, path));
  const lines = [...common.before_script, ...script].join("\n");
  const env = { ...on.env, CI_PROJECT_DIR: cwd };
  const child = spawn("bash", ["-eo", "pipefail", "-c", lines], { cwd, env });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (said: string) => {
      out += said;
    });
  const status = await new Promise<number | null>((done) => child.once("close", done));
  if (status !== 0) throw new Error(`${name} ended with ${status}:\n${out}`);
  return out;
}

test("the first week at GitLab: from an empty repository to drift that was adopted", async () => {
  const [served, host] = [await simulator({ seed: smallCompany() }), await gitlab()];
  const root = mkdtempSync(join(tmpdir(), "trueup-gitlab-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const { remote, work, git, push } = repository(root);
  const home = join(root, "home");
  mkdirSync(home);
  const real = "https://trueup:push-token@gitlab.example.net/acme/network.git";
  writeFileSync(join(home, ".gitconfig"), `[url "file://${remote}"]\n  insteadOf = ${real}\n`);
  git("config", `url.${remote}.insteadOf`, "https://gitlab.example.net/acme/network.git");
  git("remote", "set-url", "origin", "https://gitlab.example.net/acme/network.git");
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    CI: "true",
    CI_API_V4_URL: host.url,
    CI_PROJECT_ID: "1",
    CI_PROJECT_PATH: "acme/network",
    CI_SERVER_HOST: "gitlab.example.net",
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    GITLAB_TOKEN: "api-token",
    TRUEUP_PUSH_TOKEN: "push-token",
    DASHBOARD_API_KEY: "simulated-api-key",
  };
  const pipeline = { root, remote, env };
  const ada = personWith(packed(root), { root, env: { DASHBOARD_API_KEY: "simulated-api-key" } });

  // What is live is declared, with the jobs of GitLab, and refs among the tags, since it takes no others.
  await ada(work, "init", "--import", served.urls.dashboard, "--dialect", "neutral");
  expect(readFileSync(join(work, ".gitlab-ci.yml"), "utf8")).toBe(gitlabInclude);
  push("main");
  await run(pipeline, "trueup:planned");
  await run(pipeline, "trueup:apply");
  const applied = () =>
    execFileSync("git", ["rev-parse", "trueup/production/applied^{commit}"], {
      cwd: remote,
      encoding: "utf8",
    });
  expect(applied().trim()).toBe(git("rev-parse", "HEAD"));

  // A merge request has one comment, however often it is planned; the merge is applied.
  const path = join(work, fileWith(join(work, "desired-state"), "timeZone: Europe/Berlin"));
  const edit = (from: string, to: string) => {
    expect(readFileSync(path, "utf8")).toContain(from);
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  };
  edit("timeZone: Europe/Berlin", "timeZone: Europe/Madrid");
  push("proposal");
  await run(pipeline, "trueup:plan", "proposal");
  await run(pipeline, "trueup:plan", "proposal");
  expect(host.notes.map(({ body }) => body)).toEqual([expect.stringContaining("from this proposal")]);
  git("push", "--quiet", "origin", "HEAD:main");
  await run(pipeline, "trueup:planned");
  await run(pipeline, "trueup:apply");
  expect(applied().trim()).toBe(git("rev-parse", "HEAD"));
  const madrid = [...served.world().dashboard.networks.values()].find(
    ({ fields }) => fields.timeZone === "Europe/Madrid",
  );
  expect(madrid).toBeDefined();

  // A plan that cannot be made says why in the merge request.
  edit("timeZone:", "timezone:");
  push("proposal");
  await expect(run(pipeline, "trueup:plan", "proposal")).rejects.toThrow("ended with 1");
  expect(host.notes[0]?.body).toContain("has no field `timezone`");
  git("reset", "--quiet", "--hard", "HEAD~1");

  // A change by hand has one issue, until it is adopted.
  const network = String(madrid?.fields.name);
  served.edit(
    (world) =>
      changeLive(world, { interface: "dashboard", network, set: { timeZone: "Europe/London" } }) ?? world,
  );
  await run(pipeline, "trueup:drift");
  await run(pipeline, "trueup:drift");
  expect(host.issues.map(({ state }) => state)).toEqual(["opened"]);
  expect(host.issues[0]?.description).toContain("Europe/London");
  await ada(work, "adopt", "*");
  push("main");
  await run(pipeline, "trueup:planned");
  await run(pipeline, "trueup:apply");
  await run(pipeline, "trueup:drift");
  expect(host.issues.map(({ state }) => state)).toEqual(["closed"]);
});
