/** Renders a history as Markdown for an issue, a page or a job summary. Pure. */

import type { PlacedEntry } from "../../model/history/history.ts";
import { code, prose } from "../text/escape.ts";
import { counted } from "../text/value.ts";
import { entryFacts } from "./history-text.ts";
import {
  changeCounts,
  changeLine,
  endingWords,
  type HistoryView,
  leftOut,
  moment,
  shortName,
} from "./history-view.ts";

/** A table of applies; for a single requested apply, a list of all its facts. Ends with a line break. */
export function historyMarkdown(view: HistoryView): string {
  const { environment, entries, isWhole } = view;
  const title = `## Applies to ${code(environment)}`;
  const shown = isWhole ? entries.flatMap(wholeParts) : tableOf(entries);
  return `${[title, ...shown, ...leftOut(view).map(prose)].join("\n\n")}\n`;
}

const changesShown = 3;

function tableOf(entries: readonly PlacedEntry[]): readonly string[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ back, entry, isOnlyHere }) => {
    const { ended, commit, ending, actor, changes, omitted } = entry;
    const some = changes.slice(0, changesShown).map((change) => changeLine(change, code));
    const others = changes.length - some.length + omitted;
    const more = some.length > 0 && others > 0 ? [`and ${others} more`] : [];
    const what = [prose(changeCounts(entry)), ...some, ...more].filter((text) => text !== "").join("<br>");
    const who = `${code(actor)}${isOnlyHere ? ", only in this clone" : ""}`;
    const cells = [String(back), moment(ended), code(shortName(commit)), endingWords[ending], who, what];
    return `| ${cells.join(" | ")} |`;
  });
  const head = "| back | ended (UTC) | commit | | by | changes |";
  return [[head, "|---|---|---|---|---|---|", ...rows].join("\n")];
}

function wholeParts({ back, entry, isOnlyHere }: PlacedEntry): readonly string[] {
  const facts = entryFacts(entry, isOnlyHere).map(([name, value]) => `- ${name}: ${code(value)}`);
  const more =
    entry.omitted > 0 ? [`- and ${counted(entry.omitted, "change")} that the entry does not list`] : [];
  const changes = [...entry.changes.map((change) => `- ${changeLine(change, code)}`), ...more];
  return [
    `### Apply ${back}: ${endingWords[entry.ending]}`,
    facts.join("\n"),
    ...(changes.length > 0 ? [`**Changes**`, changes.join("\n")] : []),
  ];
}
