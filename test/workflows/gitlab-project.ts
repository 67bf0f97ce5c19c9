/** A simulated GitLab with a project, a person's clone of the project, and a machine that runs the project's jobs. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { simulator } from "../cli/command.ts";
import { hostedRepository } from "./git-server.ts";
import type { Machine } from "./gitlab-runner.ts";
import { personWith } from "./person.ts";
import { smallCompany } from "./small-company.ts";

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

/** What comment commands find and change: the merge request, and the pipelines that they start. */
interface Commanded {
  /** The newest commit of the merge request. */
  head: string;
  state: "opened" | "merged";
  /** How many pipelines of the merge request were run again. */
  again: number;
  /** The branch and the variables of each other pipeline that was started. */
  readonly begun: string[];
  merging: () => void;
  readonly said: (body: string, username?: string) => string;
}

/** Adds GitLab's routes for comment commands. Only the token for commands may merge and start pipelines. */
function commandRoutes(app: Hono, notes: Post[]): Commanded {
  const on: Commanded = {
    ...{ head: "", state: "opened", again: 0, begun: [], merging: () => {} },
    said: (body, username = "ada") => {
      const id = notes.length + 1;
      notes.push({ id, iid: id, author: { username }, body, state: "opened" });
      const note = { id, noteable_type: "MergeRequest", action: "create", note: body };
      return JSON.stringify({ object_kind: "note", object_attributes: note, merge_request: { iid: 7 } });
    },
  };
  const at = "2026-11-21T10:00:00.000Z";
  const request = "/projects/1/merge_requests/7";
  app.get(`${request}/notes/:id`, (c) => {
    const { id, body, author } = notes[Number(c.req.param("id")) - 1] ?? { id: 0, author: { username: "" } };
    const by = { id: author.username === "ada" ? 1 : 2, username: author.username };
    const of = { noteable_type: "MergeRequest", noteable_iid: 7, system: false };
    return c.json({ id, body, author: by, ...of, created_at: later, updated_at: later });
  });
  app.post(`${request}/notes/:id/award_emoji`, (c) => c.json({}, 201));
  app.get(request, (c) => {
    const { head: sha, state } = on;
    const projects = { source_project_id: 1, target_project_id: 1 };
    return c.json({ iid: 7, sha, state, draft: false, target_branch: "main", ...projects, created_at: at });
  });
  app.get("/projects/1/members/all/:id", (c) =>
    c.json({ access_level: c.req.param("id") === "1" ? 30 : 20, state: "active" }),
  );
  app.get("/projects/1/protected_branches/main", (c) =>
    c.json({ merge_access_levels: [{ access_level: 30 }] }),
  );
  app.get("/projects/1/protected_environments/:name", (c) => c.json({ message: "404 Not found" }, 404));
  app.get(`${request}/pipelines`, (c) => c.json([]));
  const isActing = (token: string | undefined) => token === "command-token";
  app.post(`${request}/pipelines`, (c) => {
    if (!isActing(c.req.header("private-token"))) return c.json({ message: "403 Forbidden" }, 403);
    on.again += 1;
    return c.json({ id: 9 }, 201);
  });
  app.put(`${request}/merge`, async (c) => {
    const { sha } = z.object({ sha: z.string() }).parse(await c.req.json());
    if (!isActing(c.req.header("private-token")) || sha !== on.head) return c.json({ message: "SHA" }, 409);
    on.merging();
    on.state = "merged";
    return c.json({ state: "merged" });
  });
  app.post("/projects/1/pipeline", async (c) => {
    const variables = z.array(z.object({ key: z.string(), value: z.string() }));
    const sent = z.object({ variables }).parse(await c.req.json());
    on.begun.push(...sent.variables.map(({ key, value }) => `${c.req.query("ref")} ${key}=${value}`));
    return c.json({ id: 10 }, 201);
  });
  return on;
}

/** The time at which all plans are written. */
const planned = "2026-11-21T11:00:00.000Z";
/** The time at which all comments are written. It is after the plans. */
const later = "2026-11-21T12:00:00.000Z";

/** Serves the requests to GitLab that jobs need. Only the project's token may write. */
async function gitlab() {
  const [notes, issues]: [Post[], Post[]] = [[], []];
  const app = new Hono().basePath("/api/v4");
  app.use("*", async (c, next) =>
    ["api-token", "command-token"].includes(c.req.header("private-token") ?? "")
      ? next()
      : c.json({ message: "401 Unauthorized" }, 401),
  );
  app.get("/user", (c) => c.json({ username: "project_1_bot" }));
  for (const [path, posts] of [["merge_requests/7/notes", notes] as const, ["issues", issues] as const]) {
    app.get(`/projects/1/${path}`, (c) =>
      c.json(posts.filter(({ state }) => state === "opened").map((one) => ({ ...one, updated_at: planned }))),
    );
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
  const commands = commandRoutes(app, notes);
  const port = await new Promise<number>((done) => {
    const server = serve(
      { fetch: app.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false },
      (at: AddressInfo) => done(at.port),
    );
    onTestFinished(() => new Promise((closed) => server.close(() => closed())));
  });
  return { notes, issues, commands, url: `http://127.0.0.1:${port}/api/v4` };
}

/** The options of a project. */
export interface GitlabProjectOptions {
  /** A folder that is removed after the tests. */
  readonly shared: string;
  readonly tarball: string;
  /** Variables of the project's jobs and of the person. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** Creates a project at GitLab, a person's clone of it, and a machine that runs its jobs. */
export async function gitlabProject({ shared, tarball, secrets }: GitlabProjectOptions) {
  const root = mkdtempSync(join(shared, "project-"));
  const own = secrets ?? { DASHBOARD_API_KEY: "simulated-api-key" };
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
    ...own,
  };
  const machine: Machine = {
    root: join(root, "machine"),
    repository: `${repository}.git`,
    jobToken: "job-token",
    env,
  };
  mkdirSync(machine.root);
  const ada = personWith(tarball, { root, env: own });
  const applied = (environment = "production") =>
    execFileSync("git", ["rev-parse", `trueup/${environment}/applied^{commit}`], {
      cwd: remote,
      encoding: "utf8",
    }).trim();
  return { host, served, work, git, push, machine, ada, applied };
}
