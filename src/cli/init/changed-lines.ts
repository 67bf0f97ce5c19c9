/** The differing lines of two texts with their context, as `diff -u` shows them. Pure. */

import { runsOf } from "../../report/text/alike-runs.ts";

/** The number of equal lines shown around differing ones. */
const around = 2;

/** The maximum number of lines shown; further ones are counted. */
const most = 200;

/** Each line is prefixed with `-`, `+` or a blank; `@@` with a count replaces equal lines. */
export function changedLines(one: string, other: string): readonly string[] {
  const runs = runsOf(linesOf(one), linesOf(other));
  const lines = runs.flatMap((run, at) => {
    if (!run.isAlike) return [...run.one.map((line) => `-${line}`), ...run.other.map((line) => `+${line}`)];
    const [first, last] = [at === 0 ? 0 : around, at === runs.length - 1 ? 0 : around];
    const all = run.one.map((line) => ` ${line}`);
    if (all.length <= first + last + 1) return all;
    const skipped = all.length - first - last;
    return [...all.slice(0, first), `@@ ${skipped} unchanged lines`, ...all.slice(all.length - last)];
  });
  return lines.length <= most ? lines : [...lines.slice(0, most), `@@ ${lines.length - most} more lines`];
}

function linesOf(text: string): readonly string[] {
  return text.replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n");
}
