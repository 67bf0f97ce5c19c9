/**
 * Problems as text for people: what is wrong, where, and what to do. A problem that several resources have is shown
 * once, with all of them.
 */

import { type Address, addressParts } from "../model/address.ts";
import type { Problem } from "../model/problem.ts";
import { visible, visibleLines } from "./text/escape.ts";
import { fencedText } from "./text/markdown.ts";
import { plain, type Style } from "./text/style.ts";
import { counted, fewOf } from "./text/value.ts";

/** The maximum number of problems that are printed. */
const maxPrinted = 50;

/**
 * The codes of problems that are shown first. These problems prevent files from being read completely, so other
 * problems may be mere consequences.
 */
const roots = new RegExp(
  `^(?:${[
    "no-project|no-catalog|missing-folder|unreadable-file|link-outside|tree-too-large",
    "yaml-|merge-key|duplicate-key|bad-|unknown-alias|too-|secret-",
  ].join("|")})`,
);

/** The codes of errors that depend on other files. Most of them disappear once the other files are corrected. */
const followers =
  /^(?:dangling-reference|circular-reference|missing-secret|declared-and-ignored|groups-disagree)$/;

function rankOf({ severity, code }: Problem): number {
  if (severity === "warning") return 3;
  if (roots.test(code)) return 0;
  return followers.test(code) ? 2 : 1;
}

/**
 * The first problems as blocks, then the number of others. Errors come before warnings, and causes before
 * consequences. Empty if there are none.
 */
export function problemsText(found: readonly Problem[], style: Style): string {
  if (found.length === 0) return "";
  const problems = [...found].sort((one, other) => rankOf(one) - rankOf(other));
  const printed = problems.slice(0, maxPrinted).map((one) => problemText(one, style));
  const blocks = [...printed, ...moreText(problems.slice(maxPrinted))].join("\n");
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const counts = [errors > 0 && counted(errors, "error"), warnings > 0 && counted(warnings, "warning")];
  return `${blocks}\n${style.bold(counts.filter((text) => text !== false).join(", "))}\n`;
}

/** The Markdown that replaces a plan if there is none: the reasons for that. */
export function noPlanMarkdown(found: readonly Problem[]): string {
  return fencedText("There is no plan", problemsText(found, plain));
}

/** The last line of a shortened list: `and 1204 more: 1200 dangling-reference, 4 missing-field`. */
function moreText(left: readonly Problem[]): readonly string[] {
  if (left.length === 0) return [];
  const codes = [...Map.groupBy(left, ({ code }) => code)].map(([code, all]) => `${all.length} ${code}`);
  const all = "Correct the first ones, then try again; `trueup validate --format json` has all.";
  return [`and ${left.length} more: ${fewOf(codes)}\n  ${all}\n`];
}

/** One problem as a block that ends with a line break. */
export function problemText(one: Problem, style: Style): string {
  const mark = one.severity === "error" ? style.red : style.yellow;
  const lines = [`${mark(style.bold(`${one.severity}[${one.code}]`))}: ${visible(one.message)}`];
  if (one.at) lines.push(`  ${style.cyan("-->")} ${visible(one.at.file)}:${one.at.line}:${one.at.column}`);
  if (one.excerpt !== undefined)
    lines.push(
      ...visibleLines(one.excerpt)
        .split("\n")
        .map((line) => `  ${style.dim(line)}`),
    );
  if (one.hint !== undefined) lines.push(`  ${style.cyan("hint:")} ${visible(one.hint)}`);
  return `${lines.join("\n")}\n`;
}

/** A problem and the resource that has it. */
interface ResourceProblem {
  readonly address: Address;
  readonly problem: Problem;
}

/** A problem that several resources of a target have, and these resources in order. */
interface ProblemGroup<T extends ResourceProblem> {
  readonly target: string;
  /** The problem without the address. */
  readonly problem: Problem;
  readonly all: readonly [T, ...T[]];
}

/** The beginning of a message about a problem of the resource's parent. */
const parentWords = "its parent is unknown: ";

/** The codes of consequences: a resource is unknown because its parent or a referenced resource is unknown. */
const derived = new Set(["parent-unknown", "named-unknown"]);

/** The groups in order, except that consequences come after their causes. */
export function causesFirst<T extends ResourceProblem>(troubles: readonly T[]): readonly T[] {
  const rank = ({ problem }: T) => Number(derived.has(problem.code));
  return troubles.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Groups problems that differ only in their address, in the order of their first problems. A resource that is unknown
 * because of its parent is in the parent's group, so that the cause is reported once.
 */
export function groupByProblem<T extends ResourceProblem>(
  troubles: readonly T[],
): readonly ProblemGroup<T>[] {
  const groups = new Map<string, { target: string; problem: Problem; all: [T, ...T[]] }>();
  for (const one of troubles) {
    const { target } = addressParts(one.address);
    const { address: _, ...problem } = one.problem;
    const key = `${target}\0${problem.message}`;
    const cause = problem.code === "parent-unknown" ? problem.message.slice(parentWords.length) : undefined;
    const known = groups.get(key) ?? (cause === undefined ? undefined : groups.get(`${target}\0${cause}`));
    if (known) known.all.push(one);
    else groups.set(key, { target, problem, all: [one] });
  }
  return [...groups.values()];
}
