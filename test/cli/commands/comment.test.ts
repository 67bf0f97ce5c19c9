/** The one comment that trueup keeps on a pull or merge request: over real HTTP, with a host that nock simulates. */

import nock from "nock";
import { afterAll, describe, expect, test } from "vitest";
import type { Hosting } from "../../../src/code-host/code-host.ts";
import { github } from "../../../src/code-host/github.ts";
import { gitlab } from "../../../src/code-host/gitlab.ts";
import { mark, putComment } from "../../../src/code-host/single-comment.ts";
import { withPlainLimits } from "../../../src/code-host/throttling.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { Clock } from "../../../src/model/wire.ts";
import { Budgets } from "../../../src/pace/budgets.ts";
import { pacedWire } from "../../../src/pace/wire.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";
import { offline } from "../../drivers/nocked.ts";
import { folder, trueup, trueupProcess } from "../command.ts";

const enterprise = "https://github.example.net";
const labs = "https://gitlab.example.net";
const repository = "acme/network";
const closing: (() => Promise<void>)[] = [];

offline();
afterAll(async () => {
  for (const close of closing) await close();
});

/** Returns a clock whose waits end at once. The clock adds up the waits. */
function clockOf() {
  let now = Date.parse("2026-11-21T10:00:00Z");
  const clock: Clock = {
    now: () => now,
    date: () => new Date(now).toISOString(),
    wait: async (ms) => {
      now += ms;
    },
  };
  return { clock, seconds: () => (now - Date.parse("2026-11-21T10:00:00Z")) / 1000 };
}

function put(hosting: Hosting, url: string, text = "the plan\n") {
  const { clock, seconds } = clockOf();
  const endpoint = { name: hosting.name, url, hosts: [], tls: {}, limits: {} };
  const { wire: inner, close } = httpWire(endpoint, { debug() {}, info() {}, warn() {} });
  closing.push(close);
  const budgets = new Budgets(clock).open();
  const wire = pacedWire(
    {
      target: hosting.name,
      budget: (key) => budgets.of(key, 100),
      clock,
      random: () => 0.5,
      listener: undefined,
    },
    withPlainLimits(inner, clock),
  );
  const sticky = { hosting, wire, clock, key: "plan", text };
  return { done: putComment(sticky, new AbortController().signal), seconds };
}

const bot = "github-actions[bot]";
const onGithub = (author = bot) =>
  github({ url: `${enterprise}/api/v3`, repository, number: 7, token: new Secret("t0ken"), author });
const note = (id: number, login: string, body: string) => ({ id, user: { login }, body });
const issue = `/api/v3/repos/${repository}/issues/7/comments`;
const list = (page = 1) => `${issue}?per_page=100&page=${page}`;
const host = () => nock(enterprise, { reqheaders: { authorization: "Bearer t0ken" } });
const forbidden = { message: "Resource not accessible by integration" };
const asApp = () => host().get("/api/v3/user").reply(403, forbidden);
const body = `${mark("plan")}the plan\n`;

describe("on GitHub", () => {
  test("the first run creates the comment, with the mark that later runs know it by", async () => {
    asApp();
    host()
      .get(list())
      .reply(200, [note(1, "alice", "LGTM")]);
    const made = host().post(issue, { body }).reply(201, { id: 2 });
    expect(await put(onGithub(), enterprise).done).toEqual({ state: "created" });
    expect(made.isDone()).toBe(true);
  });

  test("the next run updates it, also when a hundred others came before it", async () => {
    asApp();
    const others = Array.from({ length: 100 }, (_, at) => note(at + 1, "alice", "LGTM"));
    host().get(list()).reply(200, others, { Link: '<https://evil.example/?page=2>; rel="next"' });
    host()
      .get(list(2))
      .reply(200, [note(500, bot, `${mark("plan")}old`)]);
    const updated = host().patch(`/api/v3/repos/${repository}/issues/comments/500`, { body }).reply(200, {});
    expect(await put(onGithub(), enterprise).done).toEqual({ state: "updated" });
    expect(updated.isDone()).toBe(true);
  });

  test("a comment that says the same already is left as it is", async () => {
    asApp();
    host()
      .get(list())
      .reply(200, [note(5, bot, body.replaceAll("\n", "\r\n"))]);
    expect(await put(onGithub(), enterprise).done).toEqual({ state: "unchanged" });
  });

  test("a mark that somebody else wrote, or that stands inside a comment, is not ours", async () => {
    asApp();
    const forged = [note(1, "mallory", `${mark("plan")}forged`), note(2, bot, `hello ${mark("plan")}`)];
    host()
      .get(list())
      .reply(200, [...forged, note(3, bot, `${mark("other")}another key`)]);
    host().post(issue, { body }).reply(201, {});
    expect(await put(onGithub(), enterprise).done).toEqual({ state: "created" });
  });

  test("with a person's token the comment is that person's, whatever --author says", async () => {
    host().get("/api/v3/user").reply(200, { login: "alice" });
    host()
      .get(list())
      .reply(200, [note(1, bot, `${mark("plan")}x`), note(2, "alice", `${mark("plan")}y`)]);
    host().patch(`/api/v3/repos/${repository}/issues/comments/2`).reply(200, {});
    expect(await put(onGithub(), enterprise).done).toEqual({ state: "updated" });
  });

  test("a token that may not comment: the message says which permission it needs", async () => {
    asApp();
    host().get(list()).reply(200, []);
    host().post(issue).reply(403, forbidden);
    expect(await put(onGithub(), enterprise).done).toMatchObject({
      problem: {
        code: "comment-denied",
        message: expect.stringContaining("may not comment in pull request 7"),
        hint: expect.stringContaining("pull-requests: write"),
      },
    });
  });

  test("a wrong token is said to be one", async () => {
    host().get("/api/v3/user").reply(401, {});
    const { problem } = { problem: undefined, ...(await put(onGithub(), enterprise).done) };
    expect(problem).toMatchObject({ code: "comment-denied", message: expect.stringContaining("401") });
  });

  test.each([
    ["Retry-After", { "Retry-After": "30" }, "", 30],
    ["the time of its reset", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1795255245" }, "", 45],
    ["its text alone", {}, "You have exceeded a secondary rate limit.", 60],
  ])(
    "a secondary limit is waited out as long as %s says, and the comment is made once",
    async (_, headers, message, wait) => {
      asApp();
      host().get(list()).reply(200, []);
      host().post(issue).reply(403, { message }, headers);
      host().post(issue, { body }).reply(201, {});
      const { done, seconds } = put(onGithub(), enterprise);
      expect(await done).toEqual({ state: "created" });
      expect(Math.round(seconds())).toBeGreaterThanOrEqual(wait);
      expect(seconds()).toBeLessThan(wait + 10);
      expect(nock.pendingMocks()).toEqual([]);
    },
  );

  test("a comment whose reply was lost is looked for before it is sent again", async () => {
    asApp();
    host().get(list()).reply(200, []);
    host().post(issue).reply(502, "bad gateway");
    host()
      .get(list())
      .reply(200, [note(9, bot, body)]);
    expect(await put(onGithub(), enterprise).done).toEqual({ state: "unchanged" });
    expect(nock.pendingMocks()).toEqual([]);
  });

  test("a host that stays broken ends it after a few looks", async () => {
    asApp();
    host().get(list()).times(3).reply(200, []);
    host().post(issue).times(3).reply(500, "");
    expect(await put(onGithub(), enterprise).done).toMatchObject({ problem: { code: "comment-failed" } });
    expect(nock.pendingMocks()).toEqual([]);
  });

  test("a comment that was deleted meanwhile is made anew", async () => {
    asApp();
    host()
      .get(list())
      .reply(200, [note(5, bot, `${mark("plan")}old`)]);
    host().patch(`/api/v3/repos/${repository}/issues/comments/5`).reply(404, {});
    host().get(list()).reply(200, []);
    host().post(issue, { body }).reply(201, {});
    expect(await put(onGithub(), enterprise).done).toEqual({ state: "created" });
  });
});

describe("on GitLab", () => {
  const notes = "/api/v4/projects/acme%2Fnetwork/merge_requests/7/notes";
  const page = `${notes}?per_page=100&page=1&order_by=created_at&sort=asc`;
  const on = (kind: "job" | "private") =>
    gitlab({ url: `${labs}/api/v4`, project: repository, number: 7, token: new Secret("t0ken"), kind });
  const mine = { id: 4, author: { username: "project_1_bot" }, body: `${mark("plan")}old` };

  test("an access token updates the note of its own account", async () => {
    const lab = () => nock(labs, { reqheaders: { "private-token": "t0ken" } });
    lab().get("/api/v4/user").reply(200, { username: "project_1_bot" });
    lab()
      .get(page)
      .reply(200, [{ ...mine, id: 3, author: { username: "mallory" } }, mine]);
    lab().put(`${notes}/4`, { body }).reply(200, {});
    expect(await put(on("private"), labs).done).toEqual({ state: "updated" });
  });

  test("a job's token that may not write notes: the message says what to set", async () => {
    const lab = () => nock(labs, { reqheaders: { "job-token": "t0ken" } });
    lab()
      .get("/api/v4/job")
      .reply(200, { user: { username: "alice" } });
    lab().get(page).reply(401, { message: "401 Unauthorized" });
    expect(await put(on("job"), labs).done).toMatchObject({
      problem: { code: "comment-denied", hint: expect.stringContaining("GITLAB_TOKEN") },
    });
  });
});

describe("the command", () => {
  const at = async (env: Readonly<Record<string, string>>, ...more: readonly string[]) =>
    trueupProcess(["comment", ...more, "plan.md"], { cwd: await folder({ "plan.md": "the plan\n" }), env });

  test.each([
    ["where", {}, "GITHUB_REPOSITORY"],
    ["which", { GITHUB_REPOSITORY: repository, GITHUB_TOKEN: "t" }, "--pull-request"],
    ["with what", { GITHUB_REPOSITORY: repository, GITHUB_REF: "refs/pull/7/merge" }, "GITHUB_TOKEN"],
    [
      "over TLS",
      {
        GITHUB_REPOSITORY: repository,
        GITHUB_REF: "refs/pull/7/merge",
        GITHUB_TOKEN: "t",
        GITHUB_API_URL: "http://a.example",
      },
      "https://",
    ],
  ])("says what is missing: %s", async (_, env, what) => {
    const ended = await at(env);
    expect(ended).toMatchObject({ status: 1, out: "" });
    expect(ended.err).toContain("error[no-hosting]");
    expect(ended.err).toContain(what);
  });

  test("has nothing to say of an empty text", async () => {
    const env = { GITHUB_REPOSITORY: repository, GITHUB_TOKEN: "t" };
    const ended = await trueupProcess(["comment", "--pull-request", "7"], {
      cwd: await folder(),
      env,
      input: " \n",
    });
    expect(ended).toMatchObject({ status: 1 });
    expect(ended.err).toContain("error[no-comment]");
  });

  test("of a plan names its whole commit; and a command is of a comment's event", async () => {
    const env = { GITHUB_REPOSITORY: repository, GITHUB_TOKEN: "t", GITHUB_REF_NAME: "main" };
    for (const more of [
      ["--head", "abc"],
      ["--plan", "plan.json"],
    ]) {
      const ended = await at({ ...env, GITHUB_REF: "refs/pull/7/merge" }, ...more);
      expect(ended).toMatchObject({
        status: 1,
        err: expect.stringContaining("--head must be the complete id of a commit"),
      });
    }
    const edited = { action: "edited", issue: { number: 7, pull_request: {} }, comment: { id: 5 } };
    const cwd = await folder({ "event.json": JSON.stringify(edited) });
    for (const more of [{}, { GITHUB_EVENT_PATH: "event.json" }, { GITHUB_EVENT_PATH: "none.json" }]) {
      const ended = await trueup(["comment-command"], { cwd, env: { ...env, ...more } });
      expect(ended).toMatchObject({ status: 1, err: expect.stringMatching(/comment-command|none\.json/) });
    }
    const gitlab = { CI_API_V4_URL: labs, CI_PROJECT_ID: "1", GITLAB_TOKEN: "t", CI_DEFAULT_BRANCH: "main" };
    const event = JSON.stringify({ ...edited, action: "created" });
    const started = await trueup(["comment-command"], {
      cwd: await folder({ "event.json": event }),
      env: { ...gitlab, TRIGGER_PAYLOAD: "event.json" },
    });
    expect(started).toMatchObject({ status: 1, err: expect.stringContaining("TRUEUP_COMMAND_TOKEN") });
  });

  test("sends the text to the host of the runner, and shows the token nowhere", async () => {
    const { createServer } = await import("node:http");
    const seen: string[] = [];
    const server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk) => {
        text += chunk;
      });
      request.on("end", () => {
        seen.push(`${request.method} ${request.url} ${text}`);
        response.statusCode = request.method === "POST" ? 201 : request.url === "/user" ? 403 : 200;
        response.end(request.method === "GET" ? "[]" : "{}");
      });
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const env = {
      GITHUB_REPOSITORY: repository,
      GITHUB_REF: "refs/pull/7/merge",
      GITHUB_API_URL: `http://127.0.0.1:${port}`,
      GITHUB_TOKEN: "canary-token-1",
    };
    const ended = await at(env, "--key", "production");
    server.close();
    expect(ended).toMatchObject({ status: 0, out: "✔ GitHub, pull request 7: created.\n" });
    expect(ended.err).not.toContain("canary");
    expect(seen.at(-1)).toBe(
      `POST /repos/${repository}/issues/7/comments ${JSON.stringify({ body: `${mark("production")}the plan\n` })}`,
    );
  });
});
