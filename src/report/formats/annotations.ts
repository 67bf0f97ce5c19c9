/** Converts findings to workflow commands for GitHub's runner. GitHub shows each finding beside its line. Pure. */

import type { Finding } from "../findings/findings.ts";
import { briefly } from "../text/difference.ts";
import { visible, visibleLines } from "../text/escape.ts";

const commands = { error: "error", warning: "warning", note: "notice" } as const;

/**
 * One workflow command for each place, with all its findings, since GitHub shows only ten annotations of each level per
 * step. `folder` is the project's path from the repository's root: empty, or with a trailing slash.
 */
export function githubAnnotations(findings: readonly Finding[], folder: string): string {
  const places = Map.groupBy(findings, ({ level, at }) => (at ? `${level} ${at.file}:${at.line}` : level));
  return [...places.values()].map((together) => line(together, folder)).join("");
}

function line(together: readonly Finding[], folder: string): string {
  const [first] = together;
  if (!first) return "";
  const { at, level } = first;
  const titles = [...new Set(together.map(({ rule }) => rule))];
  const properties = [
    ...(at ? [`file=${property(folder + at.file)}`, `line=${at.line}`] : []),
    `title=${property(`trueup: ${titles.join(", ")}`)}`,
  ];
  return `::${commands[level]} ${properties.join(",")}::${data(messageOf(together))}\n`;
}

/** GitHub's runner silently truncates messages at 4,096 characters. */
const maxMessage = 3600;

/** A line for each finding that fits; the other findings are counted. */
function messageOf(together: readonly Finding[]): string {
  const lines: string[] = [];
  let left = maxMessage;
  for (const { message, brief = message } of together) {
    const line = briefly(brief, maxMessage / 2);
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const more = together.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more here: the plan has all of them`] : [])].join("\n");
}

/** Encodes `%` and line breaks as the runner expects. Characters that could act when printed are escaped. */
function data(text: string): string {
  return visibleLines(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Encodes a property, which is a single line: commas and colons are encoded too. */
function property(text: string): string {
  return data(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
