/**
 * Plans a pull request with untrusted code, in a separate process. The process has no secrets, contacts no controller,
 * and is ended if it takes too long, so the pull request's modules and files cannot block the server.
 */

import type { RepositoryPages } from "../../code-host/repository-pages.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { environmentWithout } from "../../runtime/environment.ts";
import { readText, removeFile, writePrivate } from "../../runtime/files/files.ts";
import { runProgram } from "../../runtime/own-program.ts";

/** The pull request to plan. */
export interface ForeignProposal {
  /** The absolute path of the checkout. */
  readonly tree: string;
  /** The project file's path in the repository. */
  readonly projectFile: string;
  /** The commit of the target branch, which decides everything except desired state. */
  readonly base: string;
  /** The pull request's commit, for links. */
  readonly head: string;
  readonly pages: RepositoryPages | undefined;
  /** The published snapshot of declared resources: a text without secrets. */
  readonly snapshot: string;
}

/** The inputs for planning. */
export interface ForeignPlanPorts {
  /** How to start trueup: the program, and its leading arguments. */
  readonly program: readonly string[];
  /** The absolute path of a folder that belongs to the server, outside of all work trees. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** The time and memory limits of one plan. */
const [seconds, megabytes] = [300, 1024];

/** The plan in Markdown, or why there is none. Rejects with the signal's reason. */
export async function foreignPlan(
  of: ForeignProposal,
  { program, scratch, signal }: ForeignPlanPorts,
): Promise<{ readonly text: string; readonly hasPlan: boolean } | { readonly problem: Problem }> {
  const { tree, projectFile, base, snapshot } = of;
  const [seen, plan] = [`${scratch}/snapshot.json`, `${scratch}/plan.md`];
  await writePrivate(seen, snapshot);
  await removeFile(plan).catch(() => undefined);
  const from = ["--config-from", base, "--proposal-base", base, "--snapshot", seen];
  const args = ["--project", `${tree}/${projectFile}`, "plan", ...from, "--out", plan];
  const env = {
    ...environmentWithout(tree),
    ...linksOf(of),
    CI: "true",
    NO_COLOR: "1",
    NODE_OPTIONS: `--max-old-space-size=${megabytes}`,
  };
  const end = await runProgram({ command: [...program, ...args], cwd: tree, env, seconds }, signal);
  if (end.is !== "ended") return { problem: notMade(end.is === "late" ? tooLong : end.why) };
  const read = await readText(plan, plan, { isOwn: true });
  const isMade = end.status === 0 || end.status === 1;
  if (!isMade || !("file" in read))
    return { problem: notMade(end.err.trim() || "it ended without an error message") };
  return { text: read.file.text, hasPlan: end.status === 0 };
}

const tooLong = `it took longer than ${seconds / 60} minutes`;

/** The environment variables in which a CI runner of the host would say where files can be viewed. */
function linksOf({ pages, head, tree }: ForeignProposal): Readonly<Record<string, string>> {
  if (!pages) return {};
  const url = URL.parse(pages.url);
  if (!url) return {};
  if (pages.is === "gitlab") return { CI_PROJECT_URL: pages.url, CI_COMMIT_SHA: head, CI_PROJECT_DIR: tree };
  const of = { GITHUB_SERVER_URL: url.origin, GITHUB_REPOSITORY: url.pathname.slice(1) };
  return { ...of, GITHUB_SHA: head, GITHUB_WORKSPACE: tree };
}

function notMade(why: string): Problem {
  const hint = "trueup plans the pull request again after the next commit to it, or to its target branch.";
  return problem("serve-preview", `the plan could not be made: ${why}`, { hint });
}
