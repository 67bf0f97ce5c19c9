/**
 * Webhooks as GitHub and GitLab send them, and webhooks without a signature, with a wrong signature, repeated, or too
 * long.
 */

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSigned } from "../../../src/serve/webhooks/signature.ts";
import { type Asking, ask, testServer } from "../server.ts";

const secret = "It's a Secret to Everybody";
const body = '{"ref":"refs/heads/main"}';

const hmac = (text: string, key: string | Buffer = secret) => createHmac("sha256", key).update(text);
const github = (text = body, key = secret): Asking => ({
  method: "POST",
  headers: { "x-github-event": "push", "x-hub-signature-256": `sha256=${hmac(text, key).digest("hex")}` },
  body: text,
});
const gitlab = (token: string = secret): Asking => ({
  method: "POST",
  headers: { "x-gitlab-event": "Push Hook", "x-gitlab-token": token },
  body,
});
const signingToken = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const signed = (text = body, key = Buffer.alloc(32, 7)): Asking => ({
  method: "POST",
  headers: {
    "x-gitlab-event": "Push Hook",
    "webhook-id": "f5e5f430-f57b-4e6e-9fac-d9128cd7232f",
    "webhook-timestamp": "1744100000",
    "webhook-signature": `v1,${hmac(`f5e5f430-f57b-4e6e-9fac-d9128cd7232f.1744100000.${text}`, key).digest("base64")}`,
  },
  body: text,
});

const serverFor = (provider: string, value = secret) =>
  testServer({
    webhook: `, webhook: { provider: ${provider}, secret: { secret: env:HOOK } }`,
    env: { HOOK: value },
    yaml: "limits: { webhookKilobytes: 16 }\n",
  });

test("the example of GitHub's documentation is signed", () => {
  const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  const delivery = { body: Buffer.from("Hello, World!"), header: () => signature };
  expect(isSigned("github", "It's a Secret to Everybody", delivery)).toBe(true);
  expect(isSigned("gitlab", "It's a Secret to Everybody", delivery)).toBe(false);
  expect(isSigned("github", "", { ...delivery, header: () => `sha256=${hmac("", "").digest("hex")}` })).toBe(
    false,
  );
});

test.each([
  ["github", secret, github()],
  ["gitlab", secret, gitlab()],
  ["gitlab", signingToken, signed()],
])("a push as %s says it is fetched, each time that it comes", async (provider, value, delivery) => {
  const server = await serverFor(provider, value);
  for (let count = 0; count < 3; count++)
    expect((await ask(server.port, "/hooks/network", delivery)).status).toBe(202);
  expect(server.moved).toEqual(["network", "network", "network"]);
  expect(server.audit[0]).toMatchObject({ act: "webhook", result: "accepted", by: provider, on: "network" });
});

test.each([
  ["github", "x-github-event", "pull_request", github()],
  ["gitlab", "x-gitlab-event", "Merge Request Hook", gitlab()],
])(
  "a proposal as %s says it is asked for, and nothing is fetched",
  async (provider, header, event, { headers }) => {
    const server = await serverFor(provider);
    const delivery = { method: "POST", headers: { ...headers, [header]: event }, body };
    expect((await ask(server.port, "/hooks/network", delivery)).status).toBe(202);
    expect([server.proposed, server.moved]).toEqual([["network"], []]);
  },
);

test.each([
  ["github", "x-github-event", "issue_comment", github()],
  ["gitlab", "x-gitlab-event", "Note Hook", gitlab()],
])(
  "a comment as %s is handed on as it is, and moves nothing",
  async (provider, header, event, { headers }) => {
    const server = await serverFor(provider);
    const delivery = { method: "POST", headers: { ...headers, [header]: event }, body };
    expect((await ask(server.port, "/hooks/network", delivery)).status).toBe(202);
    const unsigned = { ...delivery, headers: { [header]: event } };
    expect((await ask(server.port, "/hooks/network", unsigned)).status).toBe(401);
    expect([server.commented, server.proposed, server.moved]).toEqual([[`network ${body}`], [], []]);
  },
);

test("what is no push is answered, and moves nothing", async () => {
  const server = await serverFor("github");
  const ping = { ...github(), headers: { ...github().headers, "x-github-event": "ping" } };
  expect((await ask(server.port, "/hooks/network", ping)).status).toBe(200);
  expect([...server.moved, ...server.proposed]).toEqual([]);
});

const wrong: readonly (readonly [string, string, string, Asking])[] = [
  ["no signature", "github", secret, { method: "POST", headers: { "x-github-event": "push" }, body }],
  ["another secret's signature", "github", secret, github(body, "another secret")],
  ["a signature of another body", "github", secret, { ...github(), body: '{"ref":"refs/heads/x"}' }],
  [
    "the old signature (SHA-1)",
    "github",
    secret,
    {
      method: "POST",
      headers: { "x-hub-signature": `sha1=${createHmac("sha1", secret).update(body).digest("hex")}` },
      body,
    },
  ],
  ["GitLab's token at GitHub's", "github", secret, gitlab()],
  ["GitHub's signature at GitLab's", "gitlab", secret, github()],
  ["another token", "gitlab", secret, gitlab("another")],
  ["no token", "gitlab", secret, { method: "POST", body }],
  ["the signing token itself", "gitlab", signingToken, gitlab(signingToken)],
  ["another key's signature", "gitlab", signingToken, signed(body, Buffer.alloc(32, 8))],
  ["a signature of another body, by a key", "gitlab", signingToken, { ...signed(), body: "{}" }],
  ["a secret that is not set", "github", "", github(body, "")],
];

test.each(wrong)("%s is refused, as a repository that there is not", async (_, provider, value, delivery) => {
  const server = await serverFor(provider, value);
  const answers = [
    await ask(server.port, "/hooks/network", delivery),
    await ask(server.port, "/hooks/nobodys", delivery),
    await ask(server.port, "/hooks/__proto__", delivery),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(server.moved).toEqual([]);
});

test("a wrong signature takes as long as a repository that there is not", async () => {
  const server = await testServer({
    webhook: ", webhook: { provider: github, secret: { secret: env:HOOK } }",
    env: { HOOK: secret },
    yaml: "limits: { requestsPerMinute: 100000 }\n",
  });
  const long = github("x".repeat(1_000_000), "another secret");
  // Measures processor time, because other work of the machine does not change it.
  const took = async (path: string) => {
    const begun = process.cpuUsage();
    await ask(server.port, path, long);
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  };
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let count = 0; count < 25; count++) {
    known.push(await took("/hooks/network"));
    unknown.push(await took("/hooks/nobodys"));
  }
  // The server hashes the body of one megabyte even for an unknown repository. If it did not, its answer would take
  // only a fraction of the time.
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.7);
});

test("a body is read to its bound, and other methods are nothing", async () => {
  const server = await serverFor("github");
  expect((await ask(server.port, "/hooks/network", github("x".repeat(16 * 1024 + 1)))).status).toBe(413);
  expect((await ask(server.port, "/hooks/network", github("x".repeat(16 * 1024)))).status).toBe(202);
  expect((await ask(server.port, "/hooks/network")).status).toBe(404);
});
