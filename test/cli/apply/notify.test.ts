/**
 * The recipients of notifications: the real command against the simulator, with a webhook and a room on this machine.
 */

import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { folder, simulator, trueup } from "../command.ts";

/** A received notification, unchanged. */
interface Arrived {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Starts a messaging service with one room, and a webhook that answers with this status. */
async function listener(status = 204): Promise<{ readonly url: string; readonly arrived: Arrived[] }> {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, reply) => {
    const path = request.url ?? "";
    const parts: string[] = [];
    for await (const part of request.setEncoding("utf8")) parts.push(String(part));
    const json = (body: object) =>
      reply.setHeader("content-type", "application/json").end(JSON.stringify(body));
    if (path === "/oauth/token") return json({ access_token: "t", token_type: "Bearer" });
    if (path === "/rooms") return json([{ id: "R1", name: "NOC" }]);
    arrived.push({ path, headers: request.headers, body: parts.join("") });
    return reply.writeHead(path === "/hook" ? status : 201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, arrived };
}

const env = { HOOK_KEY: "canary-hook-key", CHAT_ID: "id", CHAT_SECRET: "canary-chat-secret" };

async function projectOf(
  url: string,
  notify: string,
): Promise<{ cwd: string; served: Awaited<ReturnType<typeof simulator>> }> {
  const served = await simulator();
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    url: ${served.urls.dashboard}
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
    limits: { requestsPerSecond: 1000 }
  chat:
    interface: messaging
    url: ${url}
    credential: { clientId: { secret: env:CHAT_ID }, clientSecret: { secret: env:CHAT_SECRET } }
    settings: { messagePath: "/rooms/{roomId}/messages" }
notify:
${notify}`,
    "desired-state/berlin.yaml": `target: cloud
organization: Acme
networks: { berlin: { name: Berlin Office, tags: [told] } }
`,
  });
  return { cwd, served };
}

const both = (url: string) => `  - { target: chat, room: NOC }
  - { webhook: "${url}/hook", key: { secret: env:HOOK_KEY } }
`;

test("an apply tells the room one line and the webhook a document whose signature holds", async () => {
  const { url, arrived } = await listener();
  const { cwd } = await projectOf(url, both(url));
  const run = {
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_REPOSITORY: "acme/net",
    GITHUB_RUN_ID: "7",
  };
  const ended = await trueup(["apply", "--yes"], { cwd, env: { ...env, ...run } });
  expect(ended.status, ended.err).toBe(0);
  const posted = arrived.find(({ path }) => path === "/rooms/R1/messages");
  const line =
    "trueup `test`, apply: 1 change done (`cloud`): <https://github.example/acme/net/actions/runs/7>";
  expect(JSON.parse(posted?.body ?? "")).toEqual({ roomId: "R1", text: line });
  const hooked = arrived.find(({ path }) => path === "/hook");
  expect(JSON.parse(hooked?.body ?? "")).toMatchObject({
    event: "apply",
    summary: line,
    counts: { done: 1 },
  });
  const signed = `${hooked?.headers["x-trueup-timestamp"]}.${hooked?.body}`;
  const signature = createHmac("sha256", env.HOOK_KEY).update(signed).digest("hex");
  expect(hooked?.headers["x-trueup-signature"]).toBe(`sha256=${signature}`);
  expect(JSON.stringify([arrived, ended])).not.toContain("canary");
});

test("an apply with nothing to do, and a plan, tell nobody", async () => {
  const { url, arrived } = await listener();
  const { cwd } = await projectOf(url, both(url));
  expect((await trueup(["plan"], { cwd, env: {} })).status).toBe(0);
  expect((await trueup(["apply", "--yes", "--no-notify"], { cwd })).status).toBe(0);
  expect((await trueup(["apply", "--yes"], { cwd, env })).status).toBe(0);
  expect(arrived).toEqual([]);
});

test("drift tells those who want to know of it, and nobody else", async () => {
  const { url, arrived } = await listener();
  const notify = `  - { target: chat, room: NOC, on: [apply] }
  - { webhook: "${url}/hook", key: { secret: env:HOOK_KEY }, on: [drift] }
`;
  const { cwd } = await projectOf(url, notify);
  const ended = await trueup(["drift", "--detailed-exitcode"], { cwd, env: { HOOK_KEY: env.HOOK_KEY } });
  expect(ended.status, ended.err).toBe(2);
  expect(arrived.map(({ path }) => path)).toEqual(["/hook"]);
  expect(JSON.parse(arrived[0]?.body ?? "")).toMatchObject({ event: "drift", counts: { drifted: 1 } });
});

test("who cannot be told is a warning, and the exit status stays that of the apply", async () => {
  const { url } = await listener(400);
  const notify = `  - { target: chat, room: Nowhere }
  - { webhook: "${url}/hook", key: { secret: env:HOOK_KEY } }
`;
  const { cwd } = await projectOf(url, notify);
  const ended = await trueup(["apply", "--yes"], { cwd, env });
  expect(ended.status, ended.err).toBe(0);
  expect(ended.err).toContain('warning[not-found]: chat: trueup sees no room with the name "Nowhere"');
  expect(ended.err).toMatch(
    /warning\[not-told\]: the webhook at 127\.0\.0\.1:\d+ was not notified: it answered 400/,
  );
});

test("a key that is missing is told at its line before anything is sent", async () => {
  const { url, arrived } = await listener();
  const { cwd, served } = await projectOf(url, both(url));
  const ended = await trueup(["apply", "--yes"], { cwd, env: { ...env, HOOK_KEY: "" } });
  expect(ended.status).toBe(1);
  expect(ended.err).toMatch(/error\[empty-secret\].*HOOK_KEY[\s\S]*trueup\.yaml:16:\d+/);
  expect([arrived, served.world().log]).toEqual([[], undefined]);
});
