/**
 * The plan of a proposal whose code nobody here vouches for: in a process of its own that has no secret, asks no
 * controller, and is ended where it takes too long. What it loads holds nothing else up.
 */

import type { RepositoryPages } from "../../code-host/repository-pages.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { environmentWithout } from "../../runtime/environment.ts";
import { readText, removeFile, writePrivate } from "../../runtime/files/files.ts";
import { runProgram } from "../../runtime/own-program.ts";

/** What is planned. */
export interface ForeignProposal {
  /** Absolute: where it is checked out. */
  readonly tree: string;
  /** In the repository. */
  readonly projectFile: string;
  /** The commit of the branch, which decides all but desired state. */
  readonly base: string;
  /** For links. */
  readonly head: string;
  readonly pages: RepositoryPages | undefined;
  /** What was seen of what is declared, published: a text without secrets. */
  readonly snapshot: string;
}

/** What it is made with. */
export interface ForeignPlanPorts {
  /** How trueup is started: the program, and what stands before its arguments. */
  readonly program: readonly string[];
  /** Absolute: a folder of the server's own, outside of all work trees. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** How long one may take, and how much memory. */
const [seconds, megabytes] = [300, 1024];

/** Markdown, or why there is none. Rejects with the signal's reason. */
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
  if (!isMade || !("file" in read)) return { problem: notMade(end.err.trim() || "it ended without a word") };
  return { text: read.file.text, hasPlan: end.status === 0 };
}

const tooLong = `it took longer than ${seconds / 60} minutes`;

/** What a runner of the host would say of where files can be looked at. */
function linksOf({ pages, head, tree }: ForeignProposal): Readonly<Record<string, string>> {
  if (!pages) return {};
  const url = URL.parse(pages.url);
  if (!url) return {};
  if (pages.is === "gitlab") return { CI_PROJECT_URL: pages.url, CI_COMMIT_SHA: head, CI_PROJECT_DIR: tree };
  const of = { GITHUB_SERVER_URL: url.origin, GITHUB_REPOSITORY: url.pathname.slice(1) };
  return { ...of, GITHUB_SHA: head, GITHUB_WORKSPACE: tree };
}

function notMade(why: string): Problem {
  const hint = "It is planned again with the next commit of the proposal, or of its branch.";
  return problem("serve-preview", `the plan could not be made: ${why}`, { hint });
}
