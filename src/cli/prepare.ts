/** What most commands begin with: read the project, check it, open what is needed; or say what is wrong. */

import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import { matches } from "../model/glob.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Target } from "../model/project.ts";
import { type Context, type OpenOptions, openContext } from "../open.ts";
import { type ReadProject, readBase, readProject } from "../read.ts";
import { documentText } from "../report/escape.ts";
import { problemsText } from "../report/problems.ts";
import type { Cli, Format } from "./cli.ts";
import { secrets } from "./outlet.ts";

/** What a command needs of its project. */
export interface Need {
  readonly format: Format;
  readonly secrets: OpenOptions["secrets"];
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly listener?: Listener;
  readonly targets?: (target: Target) => boolean;
  /** True: a run that only looks, and asks nobody for health. */
  readonly ungated?: boolean;
}

/** A project that is ready. */
export interface Prepared {
  readonly read: ReadProject;
  readonly context: Context;
  readonly base?: Desired;
  /** Warnings; errors would have ended it. */
  readonly problems: readonly Problem[];
}

/** Prepares, or prints every problem and gives nothing. Warnings are printed and go on. */
export async function prepare(cli: Cli, need: Need): Promise<Prepared | undefined> {
  const { read, problems } = await readProject(cli.cwd, cli.global.project);
  if (!read || hasErrors(problems)) return refuse(cli, need.format, problems);
  const base = need.base === undefined ? undefined : await readBase(read.project, need.base, cli.cwd);
  if (base && "problems" in base) return refuse(cli, need.format, base.problems);
  const only = onlyMatching(need.only);
  const declared = [read.loaded.desired, ...(base ? [base.desired] : [])];
  if (only && !declared.some(({ resources }) => [...resources.keys()].some(only))) {
    return refuse(cli, need.format, [matchesNothing(need.only ?? [])]);
  }
  const { logLevel: level, logFormat: format } = cli.global;
  const { context, problems: more } = await openContext(read, {
    env: cli.env,
    log: { level, format },
    secrets: need.secrets,
    redactor: secrets,
    allowInsecure: cli.global.allowInsecure,
    ...(only && { only }),
    ...(need.listener && { listener: need.listener }),
    ...(need.targets && { targets: need.targets }),
    ...(need.ungated && { ungated: true }),
    ...(base && { base: base.desired }),
  });
  const all = [...problems, ...more];
  if (!context) return refuse(cli, need.format, all);
  if (all.length > 0) cli.err(problemsText(all, cli.errStyle));
  return { read, context, problems: all, ...(base && { base: base.desired }) };
}

function matchesNothing(globs: readonly string[]): Problem {
  const hint = "Addresses are target/kind/key, such as cloud/network/berlin; * stands for any characters.";
  return problem("matches-nothing", `--only ${globs.join(" ")} matches no declared address`, { hint });
}

/** True when one of them is an error. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** Prints problems: on standard error for people, as the one document on standard output for machines. */
export function printProblems(cli: Cli, format: Format, problems: readonly Problem[]): void {
  if (format === "json") {
    cli.out(documentText({ format: "trueup.problems", version: 1, problems }));
  } else cli.err(problemsText(problems, cli.errStyle));
}

function refuse(cli: Cli, format: Format, problems: readonly Problem[]): undefined {
  printProblems(cli, format, problems);
  return undefined;
}

/** Globs over addresses as a filter; none: everything. `cloud/*` or `*berlin*`. */
export function onlyMatching(
  globs: readonly string[] | undefined,
): ((address: Address) => boolean) | undefined {
  if (!globs || globs.length === 0) return undefined;
  return (address) => globs.some((glob) => matches(glob, address));
}
