/**
 * Runs a command that writes to a code host: reads the Markdown, opens a paced wire, handles signals and prints
 * messages.
 */

import { resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import type { Hosting } from "../code-host/code-host.ts";
import type { DetectedHost } from "../code-host/detect-host.ts";
import type { SingleComment } from "../code-host/single-comment.ts";
import { type Problem, problem } from "../model/problem.ts";
import { clock } from "../runtime/clock.ts";
import { readText } from "../runtime/files/files.ts";
import { openLog } from "../runtime/log.ts";
import { random } from "../runtime/random.ts";
import { hostWire } from "../serve/hosting/host-wire.ts";
import { budgetsOf } from "./budgets.ts";
import type { Cli } from "./cli.ts";
import { printProblems } from "./terminal/printing.ts";

/** The properties of a sticky comment, without its text. */
export type CommentContext<H extends Hosting> = Omit<SingleComment, "text" | "hosting"> & {
  readonly hosting: H;
};

/**
 * Runs `act` with a code host. Exit status 0 once the outcome of `act` is printed, otherwise 1; 130 or 143 after a
 * signal.
 */
export async function hosted<H extends Hosting>(
  cli: Cli,
  { host, key }: { readonly host: DetectedHost<H> | { readonly problem: Problem }; readonly key: string },
  act: (
    place: CommentContext<H>,
    signal: AbortSignal,
  ) => Promise<{ readonly state: string } | { readonly problem: Problem }>,
): Promise<number> {
  if ("problem" in host) return refuse(cli, host.problem);
  const { hosting } = host;
  const { secrets } = cli;
  const log = openLog({ ...cli.log, secrets });
  const ports = { world: { clock, random }, log, secrets, budgets: budgetsOf(cli) };
  const { wire, close } = hostWire(host, ports);
  const run = cli.interrupt;
  try {
    const done = await act({ hosting, wire, clock, key }, run.signal);
    if ("problem" in done) return refuse(cli, done.problem);
    cli.out(`${cli.style.green("✔")} ${hosting.name}, ${hosting.proposal}: ${done.state}.\n`);
    return 0;
  } catch (error) {
    const status = run.status();
    if (status === undefined) throw error;
    return status;
  } finally {
    await close();
  }
}

/** Appends the name of the selected environment to a text, so that each environment has a text of its own. */
export function ofEnvironment(
  { global: { project } }: Pick<Cli, "global">,
  text: string,
  between: string,
): string {
  return typeof project === "object" ? `${text}${between}${project.environment}` : text;
}

function refuse(cli: Cli, found: Problem): 1 {
  printProblems(cli, [found], { format: "text" });
  return 1;
}

/**
 * The text of a Markdown file, without this run's token. Without a file, or for `-`, standard input is read. An empty
 * text is a problem. A symbolic link is a problem too: a pull request could make it point to a private file.
 */
export async function markdownOf(
  cli: Cli,
  file: string | undefined,
): Promise<{ readonly text: string } | { readonly problem: Problem }> {
  const read = await anyText(cli, file);
  if ("problem" in read) return read;
  return read.text.trim() === "" ? { problem: nothing } : { text: cli.secrets.value(read.text) };
}

async function anyText(
  cli: Cli,
  file: string | undefined,
): Promise<{ readonly text: string } | { readonly problem: Problem }> {
  if (file === undefined || file === "-") return { text: await textOf(cli.stdin) };
  const read = await readText(resolve(cli.cwd, file), file, { isOwn: true });
  return "file" in read ? { text: read.file.text } : read;
}

const nothing = problem("no-comment", "there is nothing to comment: the Markdown is empty", {
  hint: "Name the file that `trueup plan --out plan.md` has written.",
});
