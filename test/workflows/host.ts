/** A host of repositories, as far as the workflows ask it: pull requests, comments, issues, runs and artifacts. */

import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Permissions } from "./workflow.ts";

/** A pull request. */
export interface Pull {
  readonly number: number;
  readonly head: { sha: string; readonly repo: { readonly full_name: string } };
  readonly base: { ref: string };
  state: "open" | "closed";
  merged_at: string | null;
  /** The commits of main that came of it. */
  readonly commits: string[];
}

/** A comment or an issue. */
interface Post {
  readonly number: number;
  readonly on: number;
  readonly title: string;
  body: string;
  state: "open" | "closed";
}

/** A workflow run. */
interface HostedRun {
  readonly id: number;
  readonly file: string;
  readonly event: string;
  readonly head_sha: string;
  readonly head_repository: { readonly full_name: string };
  status: string;
}

/** What was kept of a run. `folder` has the files. */
interface Artifact {
  readonly id: number;
  readonly run: number;
  readonly name: string;
  readonly folder: string;
}

/** The host: its state, and who may do what. */
export interface Host {
  readonly url: string;
  readonly repository: string;
  readonly pulls: Pull[];
  readonly comments: Post[];
  readonly issues: Post[];
  readonly runs: HostedRun[];
  readonly artifacts: Artifact[];
  /** What was asked for without the permission for it. */
  readonly denied: string[];
  /** Every token that a job has had. */
  readonly issued: readonly string[];
  /** A token for one job. */
  readonly token: (permissions: Permissions) => string;
  /** Whether a token may; notes it when not. */
  readonly may: (token: string, what: keyof Permissions, level: "read" | "write") => boolean;
  readonly close: () => Promise<void>;
}

const posted = z.object({
  title: z.string().optional(),
  body: z.string().optional(),
  state: z.enum(["open", "closed"]).optional(),
});
const bot = { login: "github-actions[bot]" };

/** A host that listens on loopback. Artifacts come from a second server that takes no token. */
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
        .map((one) => ({ ...one, id: one.number, user: bot })),
    ),
  );
  app.get(`${root}/issues`, (c) =>
    guarded(c, "issues", "read", () =>
      issues.filter(({ state }) => state === c.req.query("state")).map((one) => ({ ...one, user: bot })),
    ),
  );
  app.get(`${root}/actions/workflows/:file/runs`, (c) =>
    guarded(c, "actions", "read", () => {
      const { event, status, head_sha: head } = c.req.query();
      const found = runs.filter((run) => run.file === c.req.param("file") && run.head_sha === head);
      const isAsked = (run: HostedRun) =>
        status === "completed" ? /^(?:success|failure|waiting)$/.test(run.status) : run.status === status;
      return { workflow_runs: found.filter((run) => run.event === event && isAsked(run)) };
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
    make: (input: z.infer<typeof posted>) => Post,
  ) => {
    const input = posted.parse(await c.req.json());
    return guarded(c, what, "write", () => make(input));
  };
  const added = (to: Post[], of: Pick<Post, "on" | "title" | "body">) => {
    const post: Post = { ...of, number: 100 + to.length, state: "open" };
    to.push(post);
    return post;
  };
  const changed = (of: readonly Post[], c: Context, { body, state }: z.infer<typeof posted>) => {
    const post = of.find(({ number }) => number === Number(c.req.param("number")));
    if (!post) throw new Error("there is no such post");
    if (body !== undefined) post.body = body;
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

function guard(host: Host) {
  return (c: Context, what: keyof Permissions, level: "read" | "write", answer: () => object) =>
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
