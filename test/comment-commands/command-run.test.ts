/** Runs a comment command on both hosts, from the comment's number to the reply, also with faults in between. */

import { expect, test } from "vitest";
import { eventOf } from "../../src/code-host/commands/comment-event.ts";
import { githubCommands } from "../../src/code-host/commands/github-commands.ts";
import { gitlabCommands } from "../../src/code-host/commands/gitlab-commands.ts";
import { runCommand } from "../../src/comment-commands/command-run.ts";
import { shownPlanLine } from "../../src/comment-commands/shown-plan.ts";
import { problem } from "../../src/model/problem.ts";
import { Secret } from "../../src/model/secret.ts";
import type { WireReply, WireRequest } from "../../src/model/wire.ts";
import { json, scripted } from "../servers/scripted-wire.ts";

type Provider = "github" | "gitlab";
const head = "c".repeat(40);
const fingerprint = "1".repeat(64);
const us = { github: "github-actions[bot]", gitlab: "project_1_bot" } as const;
const lost: WireReply = {
  outcome: "lost",
  sent: true,
  problem: problem("connection", "the connection broke."),
};

interface World {
  body: string;
  by: string;
  isEdited: boolean;
  level: "write" | "read" | "none";
  state: "open" | "closed" | "merged";
  head: string;
  isDraft: boolean;
  isFork: boolean;
  /** The existing comments, each with its author and text. */
  comments: { by: string; body: string }[];
  /** Returns a faulty answer of the host, or undefined if the host answers correctly. */
  fault: (request: WireRequest, world: World) => WireReply | "lostAfter" | undefined;
  mayMerge: boolean;
}

const mark = (line: string) => `<!-- trueup:trueup -->\n${line}### The plan\n`;
const planComment = mark(shownPlanLine({ head, fingerprint, steps: 1 }));

function worldOf(provider: Provider, more: Partial<World>): World {
  const first = { by: us[provider], body: planComment };
  return {
    ...{ body: "trueup apply", by: "ada", isEdited: false, level: "write", state: "open", head },
    ...{ isDraft: false, isFork: false, comments: [first], fault: () => undefined, mayMerge: true },
    ...more,
  };
}

const at = "2026-11-21T10:05:00Z";
const before = "2026-11-21T10:00:00Z";

/** Returns the answer of either host to a read. */
function read(provider: Provider, path: string, world: World): WireReply {
  const { body, by, level, isDraft, isFork, comments, mayMerge } = world;
  const updated = world.isEdited ? "2026-11-21T11:00:00Z" : at;
  const stamps = { created_at: at, updated_at: updated };
  if (/\/comments\/5$/.test(path)) {
    const user = { login: by, type: by.endsWith("[bot]") ? "Bot" : "User" };
    return json(200, { id: 5, body, user, ...stamps, issue_url: "https://h.example/repos/a/n/issues/7" });
  }
  if (/\/notes\/5$/.test(path)) {
    const more = { system: false, noteable_type: "MergeRequest", noteable_iid: 7 };
    return json(200, { id: 5, body, author: { id: 9, username: by }, ...stamps, ...more });
  }
  if (path.endsWith("/user"))
    return provider === "github" ? json(403, {}) : json(200, { username: us.gitlab });
  if (/\/(?:comments|notes)$/.test(path))
    return json(
      200,
      comments.map((one, id) => ({
        ...{ id, body: one.body, updated_at: before },
        ...{ user: { login: one.by }, author: { username: one.by } },
      })),
    );
  if (/\/(?:pulls|merge_requests)\/7$/.test(path)) {
    const state = provider === "gitlab" && world.state === "open" ? "opened" : world.state;
    const github = {
      ...{
        number: 7,
        state: state === "merged" ? "closed" : state,
        merged: state === "merged",
        draft: isDraft,
      },
      head: { sha: world.head, repo: { full_name: isFork ? "eve/n" : "a/n" } },
      ...{ base: { ref: "main" }, user: { login: "ada" } },
    };
    const gitlab = { iid: 7, sha: world.head, target_branch: "main", source_project_id: isFork ? 2 : 1 };
    return json(
      200,
      provider === "github" ? github : { ...gitlab, target_project_id: 1, state, draft: isDraft },
    );
  }
  if (path.endsWith("/permission")) return json(200, { permission: level });
  if (path.includes("/members/all/")) {
    const access_level = { write: 30, read: 20, none: 0 }[level];
    return level === "none" ? json(404, {}) : json(200, { access_level, state: "active" });
  }
  const levels = [{ access_level: mayMerge ? 30 : 40, user_id: null, group_id: null }];
  if (path.includes("/protected_branches/")) return json(200, { merge_access_levels: levels });
  if (path.includes("/protected_environments/")) return json(404, {});
  if (path.endsWith("/pipelines")) return json(200, [{ id: 3, sha: head, status: "success" }]);
  if (path.endsWith("/runs"))
    return json(200, { workflow_runs: [{ id: 3, head_sha: head, status: "completed", pull_requests: [] }] });
  throw new Error(`nobody answers ${path}`);
}

function write(request: WireRequest, path: string, world: World): WireReply {
  const sent = JSON.parse(JSON.stringify(request.body));
  if (path.endsWith("/merge")) {
    if (world.head !== sent.sha) return json(409, { message: "Head branch was modified" });
    world.state = "merged";
    return json(200, { merged: true });
  }
  if (/\/(?:comments|notes)$/.test(path)) world.comments.push({ by: "us", body: sent.body });
  return json(201, { id: 8 });
}

async function answered(provider: Provider, more: Partial<World> = {}) {
  const world = worldOf(provider, more);
  const { wire, sent } = scripted((request) => {
    const fault = world.fault(request, world);
    if (typeof fault === "object") return fault;
    const { pathname } = new URL(request.url);
    const reply =
      request.method === "GET" ? read(provider, pathname, world) : write(request, pathname, world);
    return fault === "lostAfter" ? lost : reply;
  });
  const access = { url: "https://h.example", number: 7, token: new Secret("t0ken") };
  const hosting =
    provider === "github"
      ? githubCommands({ ...access, repository: "a/n", author: us.github, planWorkflow: "trueup-plan.yml" })
      : gitlabCommands({ ...access, project: "1", kind: "private", acting: new Secret("acting") });
  const clock = { now: () => 0, date: () => at, wait: async () => {} };
  const on = { hosting, wire, clock, key: "trueup-command", commentId: "5", branch: "main" };
  const run = { ...on, environments: [undefined], locks: async () => [] };
  const result = await runCommand(run, new AbortController().signal);
  const writes = sent.filter(({ method }) => method !== "GET");
  const paths = writes.map(
    ({ method, url }) => `${method} ${new URL(url).pathname.replace(/^.*?\/(?:n|1)\//, "")}`,
  );
  const reply = world.comments.at(-1)?.body ?? "";
  return { result, paths, reply, world, replies: world.comments.length - 1 };
}

const acts = {
  github: {
    seen: "POST issues/comments/5/reactions",
    reply: "POST issues/7/comments",
    merge: "PUT pulls/7/merge",
  },
  gitlab: {
    seen: "POST merge_requests/7/notes/5/award_emoji",
    reply: "POST merge_requests/7/notes",
    merge: "PUT merge_requests/7/merge",
  },
} as const;
const again = { github: "POST actions/runs/3/rerun", gitlab: "POST merge_requests/7/pipelines" } as const;

for (const provider of ["github", "gitlab"] as const) {
  const { seen, reply, merge } = acts[provider];

  test(`${provider}: apply merges the newest commit and hands on what was shown; plan plans it once more`, async () => {
    const applied = await answered(provider);
    expect(applied.result).toEqual({
      did: "merged",
      by: "ada",
      head,
      approved: [{ environment: undefined, fingerprint }],
    });
    expect(applied.paths).toEqual([seen, merge, reply]);
    expect(applied.reply).toContain(`\`trueup apply\`, asked by \`ada\``);
    const planned = await answered(provider, { body: "trueup plan" });
    expect(planned.result).toEqual({ did: "planned", by: "ada" });
    expect(planned.paths).toEqual([seen, again[provider], reply]);
  });

  test.each<[string, Partial<World>, string]>([
    ["a reader", { level: "read" }, "Commands require write permission"],
    ["the author of a fork", { level: "none", isFork: true }, "Commands require write permission"],
    ["an edited comment", { isEdited: true }, "was edited"],
    ["a plan that a person has forged", { comments: [{ by: "eve", body: planComment }] }, "has no plan yet"],
    [
      "a plan in what we repeat of others",
      { comments: [{ by: us[provider], body: `A workflow wrote this:\n${planComment}` }] },
      "has no plan yet",
    ],
    ["a commit that came since", { head: "d".repeat(40) }, "The shown plan is for `cccccccccccc`"],
    ["a second comment of the same moment", { state: "merged" }, "merged already"],
    ["a closed one", { state: "closed" }, "closed already"],
    ["a draft", { isDraft: true }, "is a draft"],
    ["a fork", { isFork: true }, "made without credentials"],
    [
      "an injection",
      { body: "trueup apply ${{github.token}};`@all`<img/src=x>", by: "a`b@c" },
      "does not accept `???github.token?????all??img?src=x?`",
    ],
  ])(`${provider}: %s is answered once, and nothing runs`, async (_, more, why) => {
    const { result, paths, reply: text, replies } = await answered(provider, more);
    expect(result).toEqual({ did: "replied", by: more.by ?? "ada" });
    expect(paths.filter((path) => path !== seen)).toEqual([reply]);
    expect(replies).toBe(1);
    expect(text).toContain(why);
    expect(text).not.toMatch(/<img|@all|\$\{\{/);
  });

  test(`${provider}: what is no command, our own, a program's, gone, or of another place is left alone`, async () => {
    for (const more of [{ body: "LGTM" }, { by: us[provider] }, { fault: () => json(404, {}) }] as const)
      expect(await answered(provider, more)).toMatchObject({ result: { did: "nothing" }, paths: [] });
    const elsewhere = (request: WireRequest) =>
      /\/(?:comments|notes)\/5$/.test(request.url) ? json(200, { id: 5, body: "trueup apply" }) : undefined;
    expect(await answered(provider, { fault: elsewhere })).toMatchObject({ result: { did: "nothing" } });
  });

  test.each([401, 403, 429, 500])(
    `${provider}: an answer of %d stops it, and says so where it can`,
    async (status) => {
      const steps = [/\/(?:comments|notes)\/5$/, /\/user$/, /\/(?:pulls|merge_requests)\/7$/];
      for (const step of [...steps, /permission$|members\/all/, /runs\?|pipelines\?/]) {
        if (status === 403 && provider === "github" && step.test("/user")) continue;
        const fault = ({ method, url }: WireRequest) =>
          method === "GET" && step.test(url) ? json(status, { message: "no <b>" }) : undefined;
        const { result, paths } = await answered(provider, { body: "trueup plan", fault });
        expect(
          paths.filter((path) => path !== seen && path !== reply),
          String(step),
        ).toEqual([]);
        expect("problem" in result || result.did === "replied", String(step)).toBe(true);
      }
    },
  );

  test(`${provider}: a merge is refused in the host's own words, and one whose answer is lost is looked at`, async () => {
    const at = (status: number, message: string) => (request: WireRequest) =>
      request.method === "PUT" ? json(status, { message }) : undefined;
    const refused = await answered(provider, { fault: at(405, "2 approvals are missing [x](y) @all") });
    expect(refused).toMatchObject({ result: { did: "replied" } });
    expect(refused.reply).toContain(
      "answers 405 when asked to merge `cccccccccccc`: 2 approvals are missing",
    );
    expect(refused.reply).not.toMatch(/@all|\]\(y/);
    const moved = await answered(provider, { fault: at(409, "Head branch was modified") });
    expect(moved.reply).toContain("The newest commit is no longer `cccccccccccc`");
    // Between the read and the merge, a second comment has merged the pull request.
    const second = await answered(provider, {
      fault: ({ method }, world) => {
        if (method === "PUT") world.state = "merged";
        return method === "PUT" ? json(405, { message: "not mergeable" }) : undefined;
      },
    });
    expect(second).toMatchObject({ result: { did: "replied" } });
    expect(second.reply).toContain("The pull request is merged already.");
    const denied = await answered(provider, { fault: at(403, "Resource not accessible by integration") });
    expect(denied.reply).toMatch(/answers 403 .*(?:contents: write|TRUEUP_COMMAND_TOKEN)/);

    const once = (fault: WireReply | "lostAfter") => (request: WireRequest) =>
      request.method === "PUT" ? fault : undefined;
    const afterAll = await answered(provider, { fault: once("lostAfter") });
    expect(afterAll.result).toMatchObject({ did: "merged" });
    expect(afterAll.paths.filter((path) => path === merge)).toHaveLength(1);
    for (const fault of [lost, json(502, {})]) {
      const never = await answered(provider, { fault: once(fault) });
      expect(never.result).toMatchObject({ problem: { code: "comment-command" } });
      expect(never.reply).toContain("is not merged. Comment again.");
      expect(never.paths.filter((path) => path === merge)).toHaveLength(1);
    }
  });

  test(`${provider}: what is merged is applied although the reply cannot be written`, async () => {
    const fault = ({ method, url }: WireRequest) =>
      method === "POST" && /\/(?:comments|notes)$/.test(url) ? json(403, { message: "locked" }) : undefined;
    expect(await answered(provider, { fault })).toMatchObject({ result: { did: "merged" } });
    const plan = await answered(provider, { body: "trueup help", fault });
    expect(plan.result).toMatchObject({ problem: { code: "comment-denied" } });
  });
}

test("on GitHub a repository without merge commits squashes; a plan under way, and none, are said", async () => {
  const none = (message: string) => (request: WireRequest) =>
    request.method === "PUT" && JSON.stringify(request.body).includes('"merge"')
      ? json(405, { message })
      : undefined;
  const squashed = await answered("github", {
    fault: none("Merge commits are not allowed on this repository."),
  });
  expect(squashed.result).toMatchObject({ did: "merged" });
  const runs = (list: readonly object[]) => (request: WireRequest) =>
    request.url.includes("/runs?") ? json(200, { workflow_runs: list }) : undefined;
  const body = "trueup plan";
  const running = { id: 4, head_sha: head, status: "in_progress", pull_requests: [{ number: 7 }] };
  const other = { id: 9, head_sha: head, status: "completed", pull_requests: [{ number: 8 }] };
  expect((await answered("github", { body, fault: runs([other, running]) })).reply).toContain(
    "being planned already",
  );
  expect((await answered("github", { body, fault: runs([other]) })).reply).toContain("No run has planned");
});

test("on GitLab nobody merges or deploys by a comment who may not by themselves", async () => {
  expect((await answered("gitlab", { mayMerge: false })).reply).toContain(
    "must be allowed to merge into `main`",
  );
  const rules = (list: readonly object[] | undefined, status = 200) =>
    answered("gitlab", {
      fault: ({ url }) =>
        url.includes("/protected_environments/") ? json(status, { deploy_access_levels: list }) : undefined,
    });
  expect((await rules([{ access_level: 40 }])).reply).toContain("must be allowed to deploy to `production`");
  expect((await rules([{ access_level: 0 }])).reply).toContain("must be allowed to deploy");
  expect((await rules([{ group_id: 4, access_level: 30 }])).reply).toContain("must be allowed to deploy");
  expect((await rules([{ user_id: 8 }])).reply).toContain("must be allowed to deploy");
  expect((await rules(undefined, 403)).reply).toContain(
    "answers 403 when asked to read the rules for merges and deployments",
  );
  expect((await rules([{ access_level: 40 }, { user_id: 9 }])).result).toMatchObject({ did: "merged" });
});

test("of an event only the two numbers are read", () => {
  const github = { action: "created", issue: { number: 7, pull_request: {} }, comment: { id: 5 } };
  const note = { id: 5, noteable_type: "MergeRequest", action: "create" };
  const gitlab = { object_kind: "note", object_attributes: note, merge_request: { iid: 7 } };
  for (const event of [github, gitlab])
    expect(eventOf(JSON.stringify(event))).toEqual({ number: 7, commentId: "5" });
  for (const event of [
    { ...github, action: "edited" },
    { ...github, issue: { number: 7 } },
    { ...github, comment: { id: "../5" } },
    { ...gitlab, object_attributes: { ...note, action: "update" } },
    { ...gitlab, object_attributes: { ...note, noteable_type: "Issue" } },
    { ...gitlab, merge_request: { iid: -7 } },
    [],
  ])
    expect(eventOf(JSON.stringify(event))).toBeUndefined();
  expect(eventOf("{")).toBeUndefined();
});
