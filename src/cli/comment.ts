/** `trueup comment`: keeps one comment of a pull or merge request up to date. */

import { resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { putSticky } from "../hosting/sticky.ts";
import { withPlainLimits } from "../hosting/throttled.ts";
import type { Problem } from "../model/problem.ts";
import { problem } from "../model/problem.ts";
import { Budgets } from "../pace/budgets.ts";
import { pacedWire } from "../pace/wire.ts";
import { cutMarkdown } from "../report/cut.ts";
import { clock } from "../runtime/clock.ts";
import { readText } from "../runtime/files.ts";
import { httpWire } from "../runtime/http.ts";
import { openLog } from "../runtime/log.ts";
import { random } from "../runtime/random.ts";
import { redactor } from "../runtime/redactor.ts";
import type { Cli } from "./cli.ts";
import { type Host, hostOf } from "./host.ts";
import { interruptible } from "./interrupt.ts";
import { printProblems } from "./printing.ts";

/** What the user asked for. */
export interface CommentOptions {
  readonly pullRequest?: number | undefined;
  readonly key: string;
  readonly author: string;
}

/** Requests a second: hosts want few. */
const requestsPerSecond = 2;
const cutNote = "**The rest is not shown:** it is longer than a comment may be.";

/** 0 when the comment is there, else 1. `file`: Markdown; without it, or with `-`, standard input. */
export async function comment(cli: Cli, file: string | undefined, options: CommentOptions): Promise<number> {
  const refuse = (found: Problem) => {
    printProblems(cli, [found], { format: "text" });
    return 1;
  };
  const host = hostOf(cli.env, options);
  if ("problem" in host) return refuse(host.problem);
  const markdown = await markdownOf(cli, file);
  if ("problem" in markdown) return refuse(markdown.problem);
  if (markdown.text.trim() === "") return refuse(nothing);
  const run = interruptible(cli.err);
  try {
    const put = await send(cli, { host, text: markdown.text, key: options.key, signal: run.signal });
    if ("problem" in put) return refuse(put.problem);
    cli.out(`${cli.style.green("✔")} ${host.hosting.name}, ${host.hosting.proposal}: ${put.state}.\n`);
    return 0;
  } catch (error) {
    const status = run.status();
    if (status === undefined) throw error;
    return status;
  } finally {
    run.done();
  }
}

interface Sending {
  readonly host: Host;
  readonly text: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

async function send(cli: Cli, { host, text, key, signal }: Sending) {
  const { hosting, endpoint, token } = host;
  const { logLevel: level, logFormat: format } = cli.global;
  const log = await openLog({ level, format, redact: redactor([token]) });
  const { wire: inner, close } = httpWire(endpoint, log);
  const budgets = new Budgets(clock);
  const budget = (origin: string) => budgets.of(origin, requestsPerSecond);
  const wire = pacedWire(
    { target: hosting.name, budget, clock, random, listener: undefined },
    withPlainLimits(inner, clock),
  );
  const fitting = cutMarkdown(text, hosting.longest - 200, cutNote);
  try {
    return await putSticky({ hosting, wire, clock, key, text: fitting }, signal);
  } finally {
    await close();
  }
}

async function markdownOf(
  cli: Cli,
  file: string | undefined,
): Promise<{ readonly text: string } | { readonly problem: Problem }> {
  if (file === undefined || file === "-") return { text: await textOf(process.stdin) };
  const read = await readText(resolve(cli.cwd, file), file);
  return "file" in read ? { text: read.file.text } : read;
}

const nothing = problem("no-comment", "there is nothing to comment: the Markdown is empty", {
  hint: "Give it the file that `trueup plan --out plan.md` has written.",
});
