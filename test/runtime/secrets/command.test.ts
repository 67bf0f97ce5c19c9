/** Secrets that programs print: which outputs are accepted, and the messages about the others. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { commandReference } from "../../../src/model/secret.ts";
import { environmentBelow } from "../../../src/runtime/environment.ts";
import { folder } from "../../cli/command.ts";
import { openedBy } from "./opened.ts";

const node = process.execPath;
const script = (code: string) => [node, "-e", code];

async function opened(
  command: readonly string[],
  given: { readonly env?: readonly string[]; readonly variables?: Readonly<Record<string, string>> } = {},
) {
  const reference = commandReference({ command, env: given.env });
  const env = given.variables ?? {};
  const at = { file: "trueup.yaml", line: 7, column: 3 };
  const { secrets, problems } = await openedBy({ wanted: [{ reference, at }], folder: "/", env });
  return { value: secrets.get(reference)?.reveal(), problems };
}

test("what it prints is the secret, without one line break at its end", async () => {
  const { value, problems } = await opened(script('process.stdout.write(" s3cret \\n\\n")'));
  expect(problems).toEqual([]);
  expect(value).toBe(" s3cret \n");
});

test("its arguments reach it as they are: no shell reads them", async () => {
  const { value } = await opened([...script("console.log(process.argv[1])"), "$(id); `id` && *"]);
  expect(value).toBe("$(id); `id` && *");
});

test("it runs in the project's folder, and of our variables it gets those that are named for it", async () => {
  const code =
    'console.log([process.cwd(), process.env.VAULT, process.env.API_KEY, process.env.CANARY, "PATH" in process.env])';
  const variables = { VAULT: "v", API_KEY: "k" };
  process.env.CANARY = "c";
  const { value } = await opened(script(code), { env: ["VAULT", "MISSING"], variables });
  delete process.env.CANARY;
  expect(value?.replaceAll(/\s/g, "")).toBe("['/','v',undefined,undefined,true]");
});

test("what git is configured with goes to git alone: it may be the token of a job that pushes", async () => {
  const variables = {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "http.https://gitlab.example.net/.extraHeader",
    GIT_CONFIG_VALUE_0: "Authorization: Basic canary",
    GIT_CONFIG_PARAMETERS: "'http.extraHeader=Authorization: Basic canary'",
  };
  Object.assign(process.env, variables, { GIT_CONFIG_GLOBAL: "/dev/null" });
  const { value } = await opened(
    script("console.log(Object.keys(process.env).filter((name) => /^GIT_CONFIG_/.test(name)))"),
  );
  const ofGit = environmentBelow("/");
  for (const name of [...Object.keys(variables), "GIT_CONFIG_GLOBAL"]) delete process.env[name];
  expect(value).toBe("[ 'GIT_CONFIG_GLOBAL' ]");
  expect(ofGit).toMatchObject({ ...variables, GIT_CONFIG_GLOBAL: "/dev/null" });
});

test("a variable that it was given is not repeated from what it said", async () => {
  const code = 'console.error("no entry for", process.env.VAULT); process.exit(1)';
  const { problems } = await opened(script(code), { env: ["VAULT"], variables: { VAULT: "canary-token-1" } });
  expect(JSON.stringify(problems)).toContain("no entry for [secret]");
});

test.each<[string, readonly string[], string, RegExp]>([
  ["is not there", ["/no/such/program", "read"], "missing-secret", /`\/no\/such\/program` does not exist/],
  ["prints nothing", script(""), "empty-secret", /printed nothing/],
  [
    "fails",
    script('console.error("vault is sealed"); process.exit(3)'),
    "unreadable-secret",
    /ended with exit status 3: vault is sealed/,
  ],
  [
    "prints too much",
    script('process.stdout.write("x".repeat(70000))'),
    "unreadable-secret",
    /more than 64 KiB/,
  ],
])("one that %s is a problem at its line", async (_, words, code, message) => {
  const { value, problems } = await opened(words);
  expect(value).toBeUndefined();
  expect(problems).toMatchObject([
    { code, message: expect.stringMatching(message), at: { line: 7 }, severity: "error" },
  ]);
});

test("what it printed before it failed is not repeated from what it said", async () => {
  const code = 'console.log("canary-1234"); console.error("got canary-1234, no"); process.exit(1)';
  const { problems } = await opened(script(code));
  expect(JSON.stringify(problems)).toContain("got [secret], no");
  expect(JSON.stringify(problems)).not.toMatch(/got canary/);
});

test("a program that somebody else kills is not called too slow", async () => {
  const { problems } = await opened(["sh", "-c", "kill -KILL $$"]);
  expect(problems).toMatchObject([{ message: expect.stringContaining("was ended by SIGKILL") }]);
});

test("what it left behind may hold its output open: after 30 s both are ended, and the run goes on", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const file = join(await folder(), "pid");
  const result = opened(["sh", "-c", `sleep 1000 & echo $! > ${file}; echo canary-1234`]);
  const started = () => readFile(file, "utf8").catch(() => "");
  while ((await started()).trim() === "") await setImmediate();
  vi.advanceTimersByTime(30_000);
  const { value, problems } = await result;
  expect(value).toBeUndefined();
  expect(problems).toMatchObject([{ message: expect.stringContaining("was stopped after 30 s") }]);
  const pid = (await started()).trim();
  const state = () => readFile(`/proc/${pid}/stat`, "utf8").catch(() => " Z ");
  while (!(await state()).includes(" Z ")) await setImmediate();
});
