/** A simulated code host, as far as workflows use it: pull requests, comments, issues, runs and artifacts. */

import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { commandRoutes, type Guarded } from "./command-routes.ts";
import type { Permissions } from "./workflow.ts";

/** A pull request. */
export interface Pull {
  readonly number: number;
  draft?: boolean;
  readonly head: { sha: string; readonly repo: { readonly full_name: string } };
  readonly base: { ref: string };
  state: "open" | "closed";
  merged_at: string | null;
  /** The commits that the merge has created on main. */
  readonly commits: string[];
}

/** A comment or an issue. */
interface Post {
  readonly number: number;
  readonly by: string;
  readonly created_at: string;
  updated_at: string;
  readonly on: number;
  readonly title: string;
  body: string;
  state: "open" | "closed";
}

/** A run of a workflow. */
interface HostedRun {
  readonly id: number;
  readonly file: string;
  readonly event: string;
  readonly head_sha: string;
  readonly head_repository: { readonly full_name: string };
  status: string;
}

/** An artifact of a run. `folder` contains its files. */
interface Artifact {
  readonly id: number;
  readonly run: number;
  readonly name: string;
  readonly folder: string;
}

/** A host: its content, and who may do what. */
export interface Host {
  readonly url: string;
  readonly repository: string;
  readonly pulls: Pull[];
  readonly comments: Post[];
  readonly issues: Post[];
  readonly runs: HostedRun[];
  readonly artifacts: Artifact[];
  /** The permission of each person, as the host reports it. */
  readonly people: Map<string, "admin" | "write" | "read">;
  /** The ids of runs that should be repeated. */
  readonly again: number[];
  /** The reactions to comments, in order. */
  readonly reactions: string[];
  /** Carries out a merge in the repository. */
  merging: (pull: Pull) => void;
  /** Adds a comment of a person, and returns it. */
  readonly said: (by: string, number: number, body: string) => Post;
  /** The requests that were made without the permission for them. */
  readonly denied: string[];
  /** Every token that was issued for a job. */
  readonly issued: readonly string[];
  /** Issues a token for one job. */
  readonly token: (permissions: Permissions) => string;
  /** True if a token has the permission. A refusal is recorded in `denied`. */
  readonly may: (token: string, what: keyof Permissions, level: "read" | "write") => boolean;
  readonly close: () => Promise<void>;
}

const written = z.object({
  title: z.string().optional(),
  body: z.string().optional(),
  state: z.enum(["open", "closed"]).optional(),
});
const bot = "github-actions[bot]";

let seconds = 0;

/** Returns the host's time. Each call returns a time one second later than the previous call. */
function now(): string {
  seconds += 1;
  return new Date(Date.parse("2026-11-21T10:00:00Z") + seconds * 1000).toISOString();
}

function posted(to: Post[], of: Pick<Post, "by" | "on" | "title" | "body">): Post {
  const at = now();
  const post: Post = { ...of, number: 100 + to.length, state: "open", created_at: at, updated_at: at };
  to.push(post);
  return post;
}

/** Starts a host that listens on loopback. A second server serves the artifacts, and needs no token. */
export async function startHost(repository: string): Promise<Host> {
  const tokens = new Map<string, Permissions>();
  const app = new Hono();
  const store = new Hono();
  const [api, blobs] = await Promise.all([listening(app), listening(store)]);
  const host: Host = {
    url: `http://127.0.0.1:${api.port}`,
    repository,
    pulls: [],
    comments: [],
    issues: [],
    runs: [],
    artifacts: [],
    people: new Map([["ada", "write"]]),
    again: [],
    reactions: [],
    merging: () => {},
    said: (by, number, body) => posted(host.comments, { by, on: number, title: "", body }),
    denied: [],
    get issued() {
      return [...tokens.keys()];
    },
    token: (permissions) => {
      const token = randomUUID();
      tokens.set(token, permissions);
      return token;
    },
    may: (token, what, level) => {
      const has = tokens.get(token)?.[what];
      const allowed = has === "write" || has === level;
      if (!allowed) host.denied.push(`${what}: ${level}`);
      return allowed;
    },
    close: async () => {
      await Promise.all([api.close(), blobs.close()]);
    },
  };
  routes(app, { host, blobs: `http://localhost:${blobs.port}` });
  store.get("/:id", (c) => {
    if (c.req.header("authorization")) return c.text("a token has left to another host", 400);
    const found = host.artifacts.find(({ id }) => id === Number(c.req.param("id")));
    return found ? c.body(new Uint8Array(zipped(found))) : c.notFound();
  });
  return host;
}

interface Serving {
  readonly host: Host;
  readonly blobs: string;
}

function routes(app: Hono, on: Serving): void {
  const root = `/repos/${on.host.repository}`;
  app.get("/user", (c) => c.json({ message: "Resource not accessible by integration" }, 403));
  readings(app, on, root);
  commandRoutes(app, { host: on.host, root, guarded: guard(on.host) });
  writings(app, on, root);
}

function readings(app: Hono, { host, blobs }: Serving, root: string): void {
  const guarded = guard(host);
  const { pulls, comments, issues, runs, artifacts } = host;
  app.get(`${root}/pulls`, (c) =>
    guarded(c, "pull-requests", "read", () => pulls.filter(({ state }) => state === c.req.query("state"))),
  );
  app.get(`${root}/commits/:sha/pulls`, (c) =>
    guarded(c, "pull-requests", "read", () =>
      pulls.filter((pull) => pull.commits.includes(c.req.param("sha"))),
    ),
  );
  app.get(`${root}/issues/:number/comments`, (c) =>
    guarded(c, "pull-requests", "read", () =>
      comments
        .filter(({ on }) => on === Number(c.req.param("number")))
        .map((one) => ({ ...one, id: one.number, user: { login: one.by } })),
    ),
  );
  app.get(`${root}/issues`, (c) =>
    guarded(c, "issues", "read", () =>
      issues
        .filter(({ state }) => state === c.req.query("state"))
        .map((one) => ({ ...one, user: { login: one.by } })),
    ),
  );
  app.get(`${root}/actions/workflows/:file/runs`, (c) =>
    guarded(c, "actions", "read", () => {
      const { event, status, head_sha: head } = c.req.query();
      const found = runs.filter((run) => run.file === c.req.param("file") && run.head_sha === head);
      const isEnded = ({ status: ended }: HostedRun) => /^(?:success|failure|waiting)$/.test(ended);
      const isAsked = (run: HostedRun) =>
        status === undefined || (status === "completed" ? isEnded(run) : run.status === status);
      const shown = found.filter((run) => run.event === event && isAsked(run));
      return {
        workflow_runs: shown.map((run) => ({ ...run, status: isEnded(run) ? "completed" : "queued" })),
      };
    }),
  );
  app.get(`${root}/actions/runs/:id/artifacts`, (c) =>
    guarded(c, "actions", "read", () => ({
      artifacts: artifacts
        .filter(({ run, name }) => run === Number(c.req.param("id")) && name === c.req.query("name"))
        .map(({ id, name }) => ({ id, name, expired: false })),
    })),
  );
  app.get(`${root}/actions/artifacts/:id/zip`, (c) =>
    host.may(tokenOf(c), "actions", "read") ? c.redirect(`${blobs}/${c.req.param("id")}`) : c.json({}, 403),
  );
}

function writings(app: Hono, { host }: Serving, root: string): void {
  const { comments, issues } = host;
  const guarded = guard(host);
  const write = async (
    c: Context,
    what: keyof Permissions,
    make: (input: z.infer<typeof written>) => Post,
  ) => {
    const input = written.parse(await c.req.json());
    return guarded(c, what, "write", () => make(input));
  };
  const added = (to: Post[], of: Pick<Post, "on" | "title" | "body">) => posted(to, { ...of, by: bot });
  const changed = (of: readonly Post[], c: Context, { body, state }: z.infer<typeof written>) => {
    const post = of.find(({ number }) => number === Number(c.req.param("number")));
    if (!post) throw new Error("there is no such post");
    if (body !== undefined) Object.assign(post, { body, updated_at: now() });
    if (state !== undefined) post.state = state;
    return post;
  };
  app.post(`${root}/issues/:number/comments`, (c) =>
    write(c, "pull-requests", ({ body = "" }) =>
      added(comments, { on: Number(c.req.param("number")), title: "", body }),
    ),
  );
  app.patch(`${root}/issues/comments/:number`, (c) =>
    write(c, "pull-requests", (input) => changed(comments, c, input)),
  );
  app.post(`${root}/issues`, (c) =>
    write(c, "issues", ({ title = "", body = "" }) => added(issues, { on: 0, title, body })),
  );
  app.patch(`${root}/issues/:number`, (c) => write(c, "issues", (input) => changed(issues, c, input)));
}

function guard(host: Host): Guarded {
  return (c, what, level, answer) =>
    host.may(tokenOf(c), what, level)
      ? c.json(answer())
      : c.json({ message: "Resource not accessible by integration" }, 403);
}

function tokenOf(c: Context): string {
  return (c.req.header("authorization") ?? "").replace(/^Bearer /i, "");
}

function zipped({ folder }: Artifact): Buffer {
  const zip = join(folder, "..", `${randomUUID()}.zip`);
  execFileSync("zip", ["-q", "-r", zip, "."], { cwd: folder });
  return readFileSync(zip);
}

async function listening({ fetch }: Hono): Promise<{ readonly port: number; close(): Promise<void> }> {
  return new Promise((resolve) => {
    const server = serve(
      { fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false },
      ({ port }: AddressInfo) =>
        resolve({ port, close: () => new Promise((done) => server.close(() => done())) }),
    );
  });
}
