/** Problems → text for people: what is wrong, where, and what to do. */

import type { Problem } from "../model/problem.ts";
import { visible, visibleLines } from "./text/escape.ts";
import type { Style } from "./text/style.ts";
import { counted } from "./text/value.ts";

/** All problems, each as a block, then how many there are. Empty for none. */
export function problemsText(problems: readonly Problem[], style: Style): string {
  if (problems.length === 0) return "";
  const blocks = problems.map((one) => problemText(one, style)).join("\n");
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const counts = [errors > 0 && counted(errors, "error"), warnings > 0 && counted(warnings, "warning")];
  return `${blocks}\n${style.bold(counts.filter((text) => text !== false).join(", "))}\n`;
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
