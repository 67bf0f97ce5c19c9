/** No secret is in any output of the real command, even if servers repeat the secrets in all encodings. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folder, trueup, trueupProcess, write } from "../cli/command.ts";
import type { Ended } from "../cli/commands-here.ts";
import { fewer, isLong, spread, times } from "../long-forms.ts";
import { canaries, forms, found } from "./canaries.ts";
import { environment, type Mischief, type Parrot, parrot, squawk } from "./echoing-server.ts";

/** In the long form, the command is a separate process, so that the output of Node and of libraries is checked too. */
const run = isLong ? trueupProcess : trueup;

/** Runs a command with the most verbose log. Returns the result, and the names of the secrets in its output. */
async function leaks(at: Parrot, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const format = args.includes("json") ? "json" : "human";
  const log = ["--log-level", "debug", "--log-format", format];
  const ended = await run([...log, ...args], { cwd: at.cwd, env: { ...environment, ...more } });
  return { ...ended, leaked: [...found(ended.out), ...found(ended.err), ...(await inFiles(at.cwd))] };
}

/** Returns the names of the secrets that are in any file of a folder. */
async function inFiles(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(files.map(async (file) => found(await readFile(file, "utf8"))));
  return texts.flatMap((each, at) => each.map((one) => `${files[at]}: ${one}`));
}

const statuses = [400, 401, 403, 404, 302, 422];

/**
 * Returns a mischief that refuses requests that match `when`. It uses different statuses in turn, and repeats every
 * secret.
 */
const refusing =
  (when: (method: string, url: string) => boolean, status?: number): Mischief =>
  (asked, number) =>
    when(asked.method, asked.url)
      ? { status: status ?? statuses[number % statuses.length] ?? 400, ...squawk(asked, number) }
      : undefined;

const reads: readonly (readonly string[])[] = [
  ["validate"],
  ["validate", "--format", "json"],
  ["check"],
  ["check", "--format", "json"],
  ["plan"],
  ["plan", "--format", "markdown", "--out", "plan.md"],
  ["plan", "--format", "json", "--out", "plan.json", "--requests"],
  ["plan", "--format", "sarif", "--out", "plan.html", "--annotations", "github"],
  ["plan", "--format", "junit"],
  ["drift", "--format", "sarif", "--out", "drift.html", "--annotations", "github"],
  ["drift", "--format", "markdown"],
  ["drift", "--format", "json"],
  ["observe", "--out", "snapshot.json"],
  ["status"],
  ["status", "--format", "markdown"],
  ["status", "--format", "json"],
  ["adopt", "*", "--dry-run"],
];

/** The mark that replaces a redacted secret. */
const taken = /\\?\[secret\\?\]/;

test("the canaries are found in every form, or these tests would prove nothing", () => {
  for (const [name, value] of Object.entries(canaries)) {
    for (const form of forms(value)) expect(found(`x ${form} y`)[0], form).toContain(name);
  }
  expect(found("nothing of that sort")).toEqual([]);
});

describe("no secret is in any output", () => {
  test("when all goes well, nor in the files that stay", async () => {
    const at = await parrot();
    for (const args of [
      ...reads,
      ["plan", "--requests"],
      ["apply", "--yes"],
      ["drift"],
      ["apply", "--yes"],
    ]) {
      const ended = await leaks(at, args);
      expect(ended.leaked, args.join(" ")).toEqual([]);
      // Before the first apply, there is nothing that could be adopted, so `adopt` fails.
      expect(ended.status, `${args.join(" ")}: ${ended.err}`).toBe(args[0] === "adopt" ? 1 : 0);
    }
    const sent = at.server.asked.map(({ headers, body }) => `${JSON.stringify(headers)} ${body}`).join("\n");
    expect(found(sent).length).toBeGreaterThanOrEqual(6);
  });

  const reading = reads.filter(([command]) => command !== "validate");
  test.each(spread(reading, times("refusedReads")).map((args) => [args.join(" "), args] as const))(
    "of %s, when every read is refused with all secrets in the answer",
    async (_, args) => {
      const at = await parrot();
      at.mischief = refusing((method, url) => method === "GET" || url.includes("auth/token"));
      const refused = await leaks(at, args);
      expect(refused.leaked).toEqual([]);
      expect(refused.status).toBe(1);
      at.mischief = refusing((method, url) => method === "GET" && !/organizations$|networks$|tree/.test(url));
      expect((await leaks(at, args)).leaked).toEqual([]);
      expect(refused.out + refused.err + (await written(at.cwd))).toMatch(taken);
    },
  );

  test.each(fewer([400, 403, 500], 2))("when every write is answered %i with all secrets", async (status) => {
    const at = await parrot();
    const seen = new Set<string>();
    at.mischief = (asked, number) => {
      const { method, url } = asked;
      if (method === "GET" || url.includes("auth/token")) return undefined;
      // Only the first reply to each write has this status, because a write is sent again after a 500, which takes
      // time.
      const first = !seen.has(`${number % 2} ${url}`) && seen.add(`${number % 2} ${url}`).size > 0;
      return { status: first ? status : 400, ...squawk(asked, number) };
    };
    for (const format of ["text", "json"]) {
      const ended = await leaks(at, ["apply", "--yes", "--rollback-on-failure", "--format", format]);
      expect(ended.leaked).toEqual([]);
      expect(ended.status).toBeGreaterThan(0);
      expect(ended.out).toMatch(taken);
    }
  });

  test("when lists answer 200 with errors, or what is no JSON", async () => {
    const at = await parrot();
    at.mischief = (asked, number) => {
      const { body } = squawk(asked, number);
      return asked.method === "GET" ? { body: number % 2 === 0 ? { errors: body } : body } : undefined;
    };
    for (const args of [["plan"], ["plan", "--format", "markdown"], ["check", "--format", "json"]]) {
      expect((await leaks(at, args)).leaked, args.join(" ")).toEqual([]);
    }
  });

  test("when the next page, or a live value, holds them", async () => {
    const at = await parrot();
    at.mischief = ({ url }) => {
      if (!/site-health|network-device/.test(url)) return undefined;
      const next = `http://${canaries.ACME_GUEST_PSK}.test/${encodeURIComponent(canaries.session)}`;
      return {
        body: {
          response: [{ siteName: canaries.CONTROLLER_PASSWORD, id: "1", name: "x" }],
          nextPageUri: next,
        },
      };
    };
    for (const args of [["status"], ["status", "--format", "json"], ["check"]]) {
      expect((await leaks(at, args)).leaked, args.join(" ")).toEqual([]);
    }
    at.mischief = ({ url }) => {
      if (!url.endsWith("/networks")) return undefined;
      const name = `${"n".repeat(82)}${canaries.CONTROLLER_PASSWORD}`;
      return { body: [{ id: "N1", name: "Berlin Office", timeZone: name, tags: [canaries.FABRIC_TOKEN] }] };
    };
    for (const args of reads) expect((await leaks(at, args)).leaked, args.join(" ")).toEqual([]);
  });

  test("when an apply is interrupted, and the next one takes up what it left", async () => {
    const at = await parrot();
    const ended = await interrupted(at);
    expect(ended.status).toBe(130);
    expect([...found(ended.out), ...found(ended.err), ...(await inFiles(at.cwd))]).toEqual([]);
    expect((await readdir(join(at.cwd, ".trueup"))).length).toBeGreaterThan(0);
    at.mischief = () => undefined;
    expect((await leaks(at, ["apply", "--yes"])).leaked).toEqual([]);
  });

  test("when nobody listens, or a secret cannot be sent or is missing", async () => {
    const at = await parrot();
    const project = await readFile(join(at.cwd, "trueup.yaml"), "utf8");
    await write(at.cwd, "trueup.yaml", project.replaceAll(`:${at.server.port}`, ":9"));
    expect((await leaks(at, ["check"])).leaked).toEqual([]);
    await write(at.cwd, "trueup.yaml", project);
    const bad = await leaks(at, ["plan"], { DASHBOARD_API_KEY: `${canaries.DASHBOARD_API_KEY}\r\nx: y` });
    expect(bad.leaked).toEqual([]);
    expect(bad.out).toContain("error[bad-header]");
    expect((await leaks(at, ["apply", "--yes"], { ACME_CORP_PSK: "" })).leaked).toEqual([]);
  });
});

describe("no secret is in what a crash says", () => {
  const message = '"boom " + JSON.stringify(process.env) + process.env.CONTROLLER_PASSWORD';
  test.each([
    ["an exception", `throw new Error(${message})`],
    ["an exception that nobody waits for", `setImmediate(() => { throw new Error(${message}); })`],
    ["a rejection that nobody handles", `Promise.reject(new Error(${message}))`],
    ["a thrown text", `throw ${message}`],
  ])("%s", async (_, fault) => {
    const at = await parrot();
    const preload = `const { parse } = URL; URL.parse = (url, base) => {
      if (/dashboard\\/api/.test(url)) { ${fault}; } return parse.call(URL, url, base); };`;
    const env = { ...environment, NODE_OPTIONS: `--import=data:text/javascript;base64,${btoa(preload)}` };
    const ended = await trueupProcess(["plan"], { cwd: at.cwd, env });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("trueup failed unexpectedly");
    expect(ended.err).toContain("boom");
    expect([...found(ended.out), ...found(ended.err)]).toEqual([]);
  });
});

test("a secret in plain text in a file is a problem that does not show it", async () => {
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "https://cloud.example.net", credential: { apiKey: plain-canary-1 } }
  fabric: { interface: fabric, url: "https://me:plain-canary-2@fabric.example.net", credential: { token: { secret: plain-canary-3 } } }
`,
    "desired-state/a.yaml": "target: cloud\norganization: A\nnetworks: {}\n",
  });
  for (const format of ["text", "json"]) {
    const ended = await trueup(["validate", "--format", format], { cwd });
    expect(ended.status).toBe(1);
    expect(ended.out + ended.err).toContain("plain-text-secret");
    expect(ended.out + ended.err).not.toContain("plain-canary");
  }
});

/** Runs an apply that receives SIGINT during a write, which is then refused with all secrets. */
async function interrupted(at: Parrot): Promise<Ended> {
  let interrupt = () => {};
  at.mischief = (asked, number) => {
    if (asked.method === "GET" || asked.url.includes("auth/token")) return undefined;
    interrupt();
    return number % 2 === 0 ? "cut" : refusing(() => true, 500)(asked, number);
  };
  return trueupProcess(["--log-level", "debug", "apply", "--yes"], {
    cwd: at.cwd,
    env: environment,
    started: (child) => {
      interrupt = () => void child.kill("SIGINT");
    },
  });
}

/** Returns the contents of the files that the commands have written. */
async function written(cwd: string): Promise<string> {
  const names = (await readdir(cwd)).filter((name) => /^(?:plan|snapshot)\./.test(name));
  return (await Promise.all(names.map((name) => readFile(join(cwd, name), "utf8")))).join("\n");
}
