/** `trueup serve`: what it reports about its file, what it does without a file, and how it ends. */

import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, freePort } from "../../serve/server.ts";
import { exampleProject, folder, simulator, trueup, trueupProcess } from "../command.ts";

const file = (more = "", listen = "127.0.0.1:8080") => `version: 1
data: data
listen: ${listen}
repositories:
  network:
    url: https://git.example.net/network.git
    branches: { main: { projects: [{ file: trueup.yaml, secrets: ["env:DASHBOARD_*"], command: true }] } }
    webhook: { provider: gitlab, secret: { secret: env:HOOK } }
${more}`;
const tokens = `tokens:
  ci: { token: { secret: file:ci.token }, role: view, environments: ["network/*"] }
`;
const env = { HOOK: "canary-hook-0123456789" };

test("--check says what it would be, without a secret", async () => {
  const cwd = await folder({ "serve.yaml": file(tokens), "ci.token": "canary-token-0123456789\n" });
  await chmod(join(cwd, "ci.token"), 0o600);
  const { status, out, err } = await trueup(["serve", "--check", "serve.yaml"], { cwd, env });
  expect([status, err]).toEqual([0, ""]);
  expect(out).toBe(`page        http://127.0.0.1:8080
listens on  127.0.0.1:8080
lets in     token ci: view in network/*
follows     network: trueup.yaml on main of https://git.example.net/network.git, every 60 s; opens env:DASHBOARD_*, runs programs for secrets
webhook     http://127.0.0.1:8080/hooks/network (gitlab)
stores in   ${cwd}/data
`);
});

test.each([
  ["a listener for all that asks nobody", file("", "0.0.0.0:8080"), "serve-open", "serve.yaml:3:9"],
  ["a token that is missing", file(tokens), "missing-secret", "ci.token"],
  ["a webhook's secret that is missing", file(), "missing-secret", "HOOK"],
  [
    "a certificate that is missing",
    file(`${tokens}tls: { cert: a.pem, key: b.pem }\n`),
    "unusable-certificate",
    "a.pem",
  ],
  ["a word that there is not", file("listenn: a\n"), "unknown-field", "Did you mean `listen`"],
])("--check ends with 1 for %s", async (_, text, code, place) => {
  const cwd = await folder({ "serve.yaml": text });
  const { status, err } = await trueup(["serve", "--check", "serve.yaml"], { cwd });
  expect(status).toBe(1);
  expect(err).toContain(`error[${code}]`);
  expect(err).toContain(place);
});

test.each([
  [["serve", "nowhere.yaml"], "unreadable-file"],
  [["serve"], "no-project"],
  [["serve", "--listen", "0.0.0.0:8080"], "is invalid"],
  [["serve", "serve.yaml", "--listen", "127.0.0.1:1"], "--listen cannot be combined with a file"],
])("%j is refused", async (args, said) => {
  const { status, err } = await trueup(args, { cwd: await folder() });
  expect([status, err]).toEqual([1, expect.stringContaining(said)]);
});

test("a file inside what it follows is refused", async () => {
  const cwd = await folder({ "serve.yaml": file() });
  execFileSync("git", ["init", "-q", cwd]);
  execFileSync("git", ["-C", cwd, "remote", "add", "origin", "git@git.example.net:network.git"]);
  const { status, err } = await trueup(["serve", "--check", "serve.yaml"], { cwd, env });
  expect([status, err]).toEqual([1, expect.stringContaining("error[inside-repository]")]);
});

test("without a file it follows the project here, which may open what it names now", async () => {
  const cwd = await exampleProject(await simulator());
  const check = () =>
    trueup(["serve", "--check", "--listen", "[::1]:9000"], { cwd, env: { XDG_STATE_HOME: "/state" } });
  expect((await check()).err).toContain("error[serve-no-repository]");
  execFileSync("git", ["init", "-q", "--initial-branch=trunk", cwd]);
  const { status, out } = await check();
  expect(status).toBe(0);
  expect(out).toMatch(/^page {8}http:\/\/\[::1\]:9000$/m);
  expect(out).toMatch(
    /^follows {5}trueup-test-\w+: trueup.yaml on trunk of \/\S+, every 60 s; opens env:DASHBOARD_API_KEY, /m,
  );
  expect(out).toMatch(/^stores in {3}\/state\/trueup\/serve\/[0-9a-f]{12}$/m);
  expect(out).not.toContain("runs programs");
  const remote = "https://ada:canary-password@git.example.net/acme/network.git";
  execFileSync("git", ["-C", cwd, "remote", "add", "origin", remote]);
  expect((await check()).out).not.toContain("canary");
  expect((await check()).out).toContain(
    "network: trueup.yaml on trunk of https://git.example.net/acme/network.git",
  );
});

test("it answers until a signal ends it, keeps an audit, and says where it cannot listen", async () => {
  const port = await freePort();
  const cwd = await folder({
    "serve.yaml": file(tokens, `127.0.0.1:${port}`),
    "ci.token": "canary-token-0123456789\n",
  });
  await mkdir(join(cwd, "data"));
  let stop = () => {};
  const first = trueupProcess(["serve", "serve.yaml"], {
    cwd,
    env,
    started: (child) => {
      stop = () => void child.kill("SIGTERM");
    },
  });
  const answer = async (headers = {}): Promise<number> => {
    for (;;) {
      const found = await ask(port, "/", { headers }).catch(() => undefined);
      if (found) return found.status;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  expect(await answer({ authorization: "Bearer wrong-token-0123456789" })).toBe(401);
  expect(await answer({ authorization: "Bearer canary-token-0123456789" })).toBe(200);
  const other = await folder({ "serve.yaml": file("", `127.0.0.1:${port}`) });
  const second = await trueup(["serve", "serve.yaml"], { cwd: other, env });
  expect([second.status, second.err]).toEqual([1, expect.stringContaining("error[listen-taken]")]);
  stop();
  const { status, out, err } = await first;
  expect(status).toBe(0);
  expect(out).toContain(`The server is at http://127.0.0.1:${port}.`);
  const audit = await readFile(join(cwd, "data/audit.jsonl"), "utf8");
  expect(
    audit
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ act: "request", result: "refused", from: "127.0.0.1", on: "GET /" }]);
  expect(err).toContain(audit);
  expect(`${out}${err}${audit}`).not.toContain("canary");
}, 20_000);
