/** Shows the authors of changes to drifted resources as text, Markdown, HTML and JSON. */

import type { Who, WhoEntry } from "../../model/live/snapshot.ts";
import type { KindTitles } from "../../model/place.ts";
import { briefly } from "../text/difference.ts";
import { html, prose, visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { nameCode, nameHtml, resourceName } from "../text/value.ts";

/** The maximum length of a name or label, because these come from live systems. */
const maxText = 120;

/** False if there is nothing to report: there are no entries, and all logs were read. */
export function saysAnything({ found, unread: not }: Who): boolean {
  return found.size + not.size > 0;
}

/** The heading of the authors. */
function title({ since }: Who): string {
  return `Authors, from the change log since ${since.slice(0, 10)} ${since.slice(11, 16)} UTC`;
}

/** One entry of a change log: `2026-11-20 14:02 UTC  Ada Admin, Wireless: SSID name`. */
function entryText({ at, by, through, label, about }: WhoEntry): string {
  const [name, page, what] = [by, through, label].map((text) =>
    text === undefined ? undefined : briefly(visible(text), maxText),
  );
  const where = [page, what].filter((text) => text !== undefined).join(": ");
  const near = about === "parent" ? " (a change in the same place; the log has no details)" : "";
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC  ${name}${where === "" ? "" : `, ${where}`}${near}`;
}

const nobody = "the log does not mention it";

/** The authors of changes, for a terminal. */
export function whoText(who: Who, { style, titles }: { style: Style; titles: KindTitles }): string {
  const rows = [...who.found].flatMap(([address, entries]) => [
    `  ${resourceName(address, titles)}`,
    ...(entries.length === 0
      ? [style.dim(`    ${nobody}`)]
      : entries.map((each) => `    ${entryText(each)}`)),
  ]);
  return [style.bold(title(who)), ...rows, ...unread(who).map((text) => style.dim(`  ${text}`))].join("\n");
}

/** The authors for an issue or a chat message. */
export function whoMarkdown(who: Who): string {
  const rows = [...who.found].map(([address, entries]) => {
    const told = entries.length === 0 ? nobody : entries.map((each) => prose(entryText(each))).join("; ");
    return `- ${nameCode(address)}: ${told}`;
  });
  const more = rows.length > maxRows ? [`- and ${rows.length - maxRows} more`] : [];
  return [
    `### ${title(who)}`,
    "",
    ...rows.slice(0, maxRows),
    ...more,
    ...unread(who).map((text) => `- ${prose(text)}`),
  ].join("\n");
}

/** The maximum number of resources in an issue. */
const maxRows = 40;

/** The authors as a section of a page. */
export function whoHtml(who: Who): string {
  const rows = [...who.found].map(([address, entries]) => {
    const told = entries.length === 0 ? nobody : entries.map(entryText).join("; ");
    return `<li><code>${nameHtml(address)}</code>: ${html(told)}</li>`;
  });
  const all = [...rows, ...unread(who).map((text) => `<li>${html(text)}</li>`)];
  return `<h2>${html(title(who))}</h2>\n<ul>\n${all.join("\n")}\n</ul>`;
}

/** The authors as a member of the drift document. */
export function whoDocument({ since, found, unread: not }: Who): object {
  return {
    since,
    found: [...found].map(([address, entries]) => ({ address, entries })),
    unread: [...not].map(([target, because]) => ({ target, because })),
  };
}

function unread(who: Who): readonly string[] {
  return [...who.unread].map(([name, because]) => `${visible(name)}: ${briefly(visible(because), maxText)}`);
}
