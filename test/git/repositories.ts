import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

/** Creates an empty folder that is removed after the test. */
export function scratch(): string {
  const path = mkdtempSync(join(tmpdir(), "trueup-git-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Runs git in a folder. Returns the output without the last line break. Throws if git fails. */
export function git(folder: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.net", "-c", "commit.gpgsign=false"];
  const alone = ["-c", "gc.auto=0", "-c", "maintenance.auto=false"];
  return execFileSync("git", [...identity, ...alone, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();
}

/** Writes files below a folder. */
export function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * Runs several git commands through one shell alias, and returns the output of the last one. One process is enough for
 * all, because starting a process from a test process takes longer than git itself.
 */
function gitInTurn(folder: string, ...commands: readonly string[]): string {
  const alias = `!${commands.map((each) => `git ${each}`).join(" && ")}`;
  return git(folder, "-c", `alias.in-turn=${alias}`, "in-turn");
}

const commitIt = ["add -A", "commit -q --allow-empty -m state", "rev-parse HEAD"] as const;

/** Writes files and commits everything. Returns the commit's id. */
export function commitAll(folder: string, files: Readonly<Record<string, string>> = {}): string {
  put(folder, files);
  return gitInTurn(folder, ...commitIt);
}

/** Creates a repository with one commit. */
export function repository(files: Readonly<Record<string, string>> = { "a.txt": "a\n" }): string {
  const path = scratch();
  put(path, files);
  // The alias runs in the current folder, even though there is no repository yet.
  gitInTurn(path, "init -q -b main", ...commitIt);
  return path;
}

/** Creates a bare repository with the content of main, as the remote `origin`. Returns its path and its URL. */
export function remoteOf(folder: string): { readonly path: string; readonly url: string } {
  const path = scratch();
  git(path, "init", "-q", "--bare", "-b", "main");
  const url = pathToFileURL(path).href;
  gitInTurn(folder, `remote add origin ${url}`, "push -q origin main");
  return { path, url };
}

/** Creates a clone of depth 1 with a detached HEAD, as CI runners do. */
export function shallowClone(url: string): string {
  const path = scratch();
  git(path, "clone", "-q", "--depth=1", url, "clone");
  const clone = join(path, "clone");
  git(clone, "checkout", "-q", "--detach");
  return clone;
}
