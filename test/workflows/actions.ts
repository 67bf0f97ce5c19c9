/**
 * Simulates the actions that workflows here may use. No other actions are allowed, and another test checks their
 * versions.
 */

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./steps.ts";

/** Does the same as the action. Returns false if the action fails. */
type Act = (place: Place, given: Readonly<Record<string, string>>) => boolean | Promise<boolean>;

function only(given: Readonly<Record<string, string>>, names: readonly string[]): void {
  for (const name of Object.keys(given))
    if (!names.includes(name)) throw new Error(`nobody knows the input ${name}`);
}

/**
 * Fetches the ref with the requested depth, and checks it out with a detached head. An existing clone is reused and
 * cleaned. If the credentials are not kept, later steps cannot fetch.
 */
const checkout: Act = (place, given) => {
  only(given, ["fetch-depth", "persist-credentials", "ref"]);
  const { site, event, workspace, token } = place;
  if (!site.host.may(token, "contents", "read")) return false;
  const git = (...args: string[]) => execFileSync("git", args, { cwd: workspace, stdio: "pipe" });
  const depth = given["fetch-depth"] ?? "1";
  git("init", "--quiet", "--initial-branch=none");
  git("config", "remote.origin.url", `file://${site.remote}`);
  git("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*");
  const ref = given.ref ?? event.sha;
  git("fetch", "--quiet", "--no-tags", ...history(workspace, depth), "origin", ref);
  git("checkout", "--quiet", "--force", "--detach", "FETCH_HEAD");
  git("clean", "-ffdxq");
  if (given["persist-credentials"] === "false") git("remote", "set-url", "origin", "file:///nowhere");
  return true;
};

/**
 * Returns git's arguments for a depth. The depth 0 means the whole history, also if an earlier job has left a shallow
 * clone.
 */
function history(workspace: string, depth: string): readonly string[] {
  if (depth !== "0") return [`--depth=${depth}`];
  return existsSync(join(workspace, ".git/shallow")) ? ["--unshallow"] : [];
}

const setupNode: Act = (_, given) => {
  only(given, ["node-version", "package-manager-cache"]);
  return given["node-version"] === "24";
};

const upload: Act = ({ site, run }, given) => {
  only(given, ["name", "path", "if-no-files-found"]);
  const { name = "", path = "" } = given;
  if (!existsSync(path)) return false;
  const { artifacts } = site.host;
  const folder = join(site.root, `artifact-${artifacts.length}`);
  cpSync(path, folder, { recursive: true });
  artifacts.push({ id: 500 + artifacts.length, run, name, folder });
  return true;
};

const download: Act = ({ site, log }, given) => {
  only(given, ["pattern", "merge-multiple", "path", "run-id", "github-token"]);
  const { pattern = "", path = "", "run-id": run, "github-token": token = "" } = given;
  if (/[*?[]/.test(pattern)) throw new Error("here a pattern is a name");
  if (!site.host.may(token, "actions", "read")) return false;
  const found = site.host.artifacts.findLast((one) => one.name === pattern && one.run === Number(run));
  // If no artifact matches the pattern, the step still succeeds, as with the real action.
  if (!found) log(`there is no artifact ${pattern} of run ${run}\n`);
  if (!found) return true;
  mkdirSync(path, { recursive: true });
  cpSync(found.folder, path, { recursive: true });
  return true;
};

/** The actions by name. Another test checks the commit to which each is pinned. */
export const actions: Readonly<Record<string, Act>> = {
  "actions/checkout": checkout,
  "actions/setup-node": setupNode,
  "actions/upload-artifact": upload,
  "actions/download-artifact": download,
};
