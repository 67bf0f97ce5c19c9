/** Runs the example of docs/library.md as a separate program. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { projectFor, simulator, trueup } from "../../cli/command.ts";
import { git, put, repository, scratch } from "../../git/repositories.ts";

const page = readFileSync(new URL("../../../docs/library.md", import.meta.url), "utf8");
const [, example = ""] = /```ts\n([^`]*recordedApply[\s\S]*?)```/.exec(page) ?? [];
/** The library beside the command that the tests have built; with the sources, the source file. */
const library = inject("command").endsWith(".ts")
  ? new URL("../../../src/index.ts", import.meta.url).href
  : pathToFileURL(join(dirname(inject("command")), "index.js")).href;

test("applies the plan of the fingerprint that it is given, and refuses another", async () => {
  expect(example).toContain('from "trueup"');
  const served = await simulator();
  const cwd = repository({
    "trueup.yaml": projectFor(served),
    ".gitignore": ".trueup/\n",
    "desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks:\n  a: { name: New Office }\n",
  });
  const program = join(scratch(), "release.ts");
  put(dirname(program), {
    "release.ts": example.replace('"trueup"', `"${library}"`),
    "package.json": '{ "type": "module" }',
  });
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, DASHBOARD_API_KEY: "simulated-api-key" };
  const run = (fingerprint: string) =>
    promisify(execFile)(process.execPath, [program, fingerprint], { cwd, env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  const refused = await run("0123456789abcdef".repeat(4));
  expect(refused).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("but the plan has changed since"),
  });
  const { fingerprint } = JSON.parse((await trueup(["plan", "--format", "json"], { cwd })).out);
  const applied = await run(fingerprint);
  expect(applied).toMatchObject({ code: 0, stderr: "" });
  expect(applied.stdout).toMatch(
    new RegExp(`recorded\\nended\\napplied: ${git(cwd, "rev-parse", "HEAD")}, status 0`),
  );
  expect((await trueup(["applied"], { cwd })).out).toContain("by release-bot");
});
