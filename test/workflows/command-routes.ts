/** Routes of the simulated host for comment commands: permissions, the newest commit, another plan, a merge. */

import type { Context, Hono } from "hono";
import { z } from "zod";
import type { Host } from "./host.ts";
import type { Permissions } from "./workflow.ts";

/** Answers a request if its token has the permission, and otherwise refuses it. */
export type Guarded = (
  c: Context,
  what: keyof Permissions,
  level: "read" | "write",
  answer: () => object,
) => Response;

const merge = z.object({ sha: z.string(), merge_method: z.string() });

/** Adds the routes below a repository. */
export function commandRoutes(
  app: Hono,
  { host, root, guarded }: { readonly host: Host; readonly root: string; readonly guarded: Guarded },
): void {
  const pullOf = (c: Context) => host.pulls.find(({ number }) => number === Number(c.req.param("number")));
  app.get(`${root}/issues/comments/:id`, (c) => {
    const found = host.comments.find(({ number }) => number === Number(c.req.param("id")));
    if (!found) return c.json({ message: "Not Found" }, 404);
    const { number: id, on, by } = found;
    const type = by.endsWith("[bot]") ? "Bot" : "User";
    const issue_url = `${host.url}${root}/issues/${on}`;
    return guarded(c, "pull-requests", "read", () => ({
      ...found,
      id,
      issue_url,
      user: { login: by, type },
    }));
  });
  app.post(`${root}/issues/comments/:id/reactions`, async (c) => {
    const { content } = z.object({ content: z.string() }).parse(await c.req.json());
    return guarded(c, "pull-requests", "write", () => {
      host.reactions.push(`${c.req.param("id")} ${content}`);
      return {};
    });
  });
  app.get(`${root}/pulls/:number`, (c) => {
    const pull = pullOf(c);
    if (!pull) return c.json({ message: "Not Found" }, 404);
    const more = { merged: pull.merged_at !== null, draft: pull.draft ?? false, user: { login: "ada" } };
    return guarded(c, "pull-requests", "read", () => ({ ...pull, ...more }));
  });
  // Every token may read permissions.
  app.get(`${root}/collaborators/:login/permission`, (c) =>
    c.json({ permission: host.people.get(c.req.param("login")) ?? "none" }),
  );
  app.post(`${root}/actions/runs/:id/rerun`, (c) =>
    guarded(c, "actions", "write", () => {
      host.again.push(Number(c.req.param("id")));
      return {};
    }),
  );
  app.put(`${root}/pulls/:number/merge`, async (c) => {
    const { sha, merge_method: way } = merge.parse(await c.req.json());
    const pull = pullOf(c);
    if (!pull) return c.json({ message: "Not Found" }, 404);
    if (way === "merge") return c.json({ message: "Merge commits are not allowed on this repository." }, 405);
    if (pull.state !== "open") return c.json({ message: "Pull Request is not mergeable" }, 405);
    if (pull.head.sha !== sha) return c.json({ message: "Head branch was modified." }, 409);
    return guarded(c, "contents", "write", () => {
      host.merging(pull);
      return { merged: true };
    });
  });
}
