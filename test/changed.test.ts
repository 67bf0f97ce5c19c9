/**
 * Which files count as changed for `npm run test:changed` and `npm run check:quick`, and which tests they run first.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nearestTests } from "../scripts/changed/nearest.ts";
import { changedFiles, leftAt } from "../scripts/changed/since.ts";

const files = Object.entries({
  "src/model/json.ts": "",
  "src/plan/order.ts": 'import { a } from "../model/json.ts";',
  "src/plan/plan.ts": 'import "./order.ts"; export type { B } from "../model/json.ts";',
  "src/cli/program/command-line.ts": 'const one = () => import("../commands/plan.ts");',
  "src/cli/commands/plan.ts": 'import { plan } from "../../plan/plan.ts";',
  "src/alone.ts": "",
  "docs/guards.md": "",
  ".github/workflows/ci.yml": "",
  "catalogs/meraki/ssid.yaml": "",
  "test/bundle.ts": 'const entry = "src/cli/program/command-line.ts";',
  "test/plan/order.test.ts": 'import "../../src/plan/order.ts";',
  "test/plan/plan.test.ts": 'import "../../src/plan/plan.ts";',
  "test/model/json.test.ts": 'import "../../src/model/json.ts";',
  "test/cli/command.ts": 'const command = inject("command");',
  "test/cli/commands/plan.test.ts": 'import { trueup } from "../command.ts";',
  "test/cli/other.test.ts": 'import { trueup } from "./command.ts";',
  "test/docs/guards.test.ts": 'const page = read("../../docs/guards.md");',
  "test/docs/site.test.ts": "new URL(`../../docs/${name}`)",
  "test/workflows/linters.test.ts": 'const folder = ".github/workflows";',
  "test/catalog/round-trip/meraki.test.ts": 'const folder = "catalogs";',
  "test/catalog/round-trip/webex.test.ts": 'const folder = "catalogs";',
}).map(([path, text]) => ({ path, text }));

const nearest = (...changed: string[]) => nearestTests(changed, files);

test.each([
  ["its own test first, then by distance", "src/plan/order.ts", ["plan/order", "plan/plan"]],
  ["a test that changed itself", "test/plan/order.test.ts", ["plan/order"]],
  ["a page by the tests that read it", "docs/guards.md", ["docs/guards", "docs/site"]],
  ["a file that is only named by its folder", ".github/workflows/ci.yml", ["workflows/linters"]],
  ["that of the product before those of others", "catalogs/meraki/ssid.yaml", ["meraki", "webex"]],
])("%s", (_, changed, wanted) => {
  const found = nearest(changed).map((path) => path.replace(/^test\/(.*)\.test\.ts$/, "$1"));
  expect(found.slice(0, wanted.length).map((each) => each.replace(/^catalog\/round-trip\//, ""))).toEqual(
    wanted,
  );
});

test("a command is reached through what was built, by the test that is called like it before others", () => {
  const found = nearest("src/cli/commands/plan.ts");
  expect(found[0]).toBe("test/cli/commands/plan.test.ts");
  expect(found).toContain("test/cli/other.test.ts");
});

test("what nothing imports or names reaches no test", () => {
  expect(nearest("src/alone.ts")).toEqual([]);
  expect(nearest()).toEqual([]);
});

/** Creates a repository with a first commit on main. */
function repository() {
  const cwd = mkdtempSync(join(tmpdir(), "trueup-changed-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.example", ...args], { cwd }).toString();
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const commit = (message: string, path: string, text: string) => {
    put(path, text);
    git("add", "-A");
    git("commit", "-qm", message);
    return git("rev-parse", "HEAD").trim();
  };
  git("init", "-q", "-b", "main");
  return { cwd, git, put, commit, first: commit("first", "a.ts", "a") };
}

test("what has changed is all since the branch left, committed or not, new and gone", () => {
  const { cwd, git, put, commit, first } = repository();
  git("checkout", "-qb", "work");
  commit("second", "src/b.ts", "b");
  git("checkout", "-q", "main");
  commit("beside", "c.ts", "c");
  git("checkout", "-q", "work");
  put("new file.ts", "d");
  rmSync(join(cwd, "a.ts"));
  expect(leftAt(cwd, "main")).toBe(first);
  expect(changedFiles(cwd, first)).toEqual(["a.ts", "new file.ts", "src/b.ts"]);
});

test("on main itself it is what the last commit changed", () => {
  const { cwd, commit, first } = repository();
  commit("second", "b.ts", "b");
  expect(leftAt(cwd, "main")).toBe(first);
  expect(changedFiles(cwd, first)).toEqual(["b.ts"]);
});

test("where git cannot tell there is no commit: no such revision, a first commit, no repository", () => {
  const { cwd } = repository();
  expect(leftAt(cwd, "origin/main")).toBeUndefined();
  expect(leftAt(cwd, "main")).toBeUndefined();
  expect(leftAt(join(cwd, ".git"), "main")).toBeUndefined();
});
