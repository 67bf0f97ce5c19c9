/** Findings → workflow commands of GitHub's runner, which shows them beside the lines concerned. Pure. */

import type { Finding } from "../findings/findings.ts";
import { briefly } from "../text/difference.ts";
import { visible, visibleLines } from "../text/escape.ts";

const commands = { error: "error", warning: "warning", note: "notice" } as const;

/**
 * A line per place, with its findings. `folder` is the project's folder relative to the repository's root: empty, or
 * with a trailing slash. GitHub shows ten of each level per step.
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

/** A line for each finding that fits; the others are counted. */
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

/** As the runner decodes it: `%`, line breaks. Anything that could act when printed is escaped. */
function data(text: string): string {
  return visibleLines(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** In properties, which are single lines, also commas and colons. */
function property(text: string): string {
  return data(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
