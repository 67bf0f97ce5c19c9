/** Renders a history as text for a terminal. Pure. */

import type { HistoryEntry, PlacedEntry } from "../../model/history/history.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted } from "../text/value.ts";
import {
  approvalWords,
  changeCounts,
  changeLine,
  endingWords,
  type HistoryView,
  leftOut,
  moment,
  shortName,
} from "./history-view.ts";

/** Two lines for each apply; for a single requested apply, all its facts. Ends with a line break. */
export function historyText(view: HistoryView, style: Style): string {
  const { environment, entries, isWhole } = view;
  const lines = isWhole
    ? entries.flatMap((placed) => wholeLines(placed, style))
    : entries.flatMap((placed) => shortLines(placed, style));
  const head = isWhole || entries.length === 0 ? [] : [`Applies to ${environment}, the newest first:`, ""];
  const more = leftOut(view);
  const parts = [...head, ...lines, ...(lines.length > 0 && more.length > 0 ? [""] : []), ...more];
  return `${parts.join("\n")}\n`;
}

const changesShown = 3;

function shortLines({ back, entry, isOnlyHere }: PlacedEntry, style: Style): readonly string[] {
  const { ended, commit, actor, run, changes, omitted } = entry;
  const place = style.bold(String(back).padEnd(4));
  const who = `by ${visible(actor)}${isOnlyHere ? "; only this clone has it" : ""}`;
  const first = `${place} ${moment(ended)} UTC  ${shortName(commit)}  ${endingStyled(entry, style)}  ${who}`;
  const some = changes.slice(0, changesShown).map((change) => changeLine(change));
  const others = changes.length - some.length + omitted;
  const named = some.length === 0 ? [] : [...some, ...(others > 0 ? [`and ${others} more`] : [])];
  const what = [changeCounts(entry), named.join("; ")].filter((text) => text !== "").join(": ");
  const second = `${" ".repeat(5)}${style.dim(`run ${shortName(run)}`)}${what === "" ? "" : `  ${what}`}`;
  return [first, second];
}

function endingStyled({ ending }: HistoryEntry, style: Style): string {
  const words = endingWords[ending];
  if (ending === "applied" || ending === "unchanged") return style.green(words);
  return ending === "failed" || ending === "takenBack" ? style.red(words) : style.yellow(words);
}

function wholeLines({ back, entry, isOnlyHere }: PlacedEntry, style: Style): readonly string[] {
  const row = ([name, value]: readonly [string, string]) => `  ${style.dim(name.padEnd(12))} ${value}`;
  const rows = entryFacts(entry, isOnlyHere).map(row);
  const lines = entry.changes.map((change) => `    ${changeLine(change)}`);
  const more =
    entry.omitted > 0 ? [`    and ${counted(entry.omitted, "change")} that the entry does not list`] : [];
  const changes = [...lines, ...more];
  const title = `Apply ${back} to ${visible(entry.environment)}: ${endingStyled(entry, style)}`;
  return [title, ...rows, ...(changes.length === 0 ? [] : [`  ${style.dim("changes")}`, ...changes])];
}

/** The facts of an entry as pairs of a label and a text, without the changes. Safe on a terminal. */
export function entryFacts(entry: HistoryEntry, isOnlyHere: boolean): readonly (readonly [string, string])[] {
  const { started, ended, actor, url, commit, before, fingerprint, consents, only, leftBehind } = entry;
  const { approval, counts, tool, run } = entry;
  const began = started === undefined ? "" : `${moment(started)} to `;
  const approved = approval === undefined ? "" : `, ${approvalWords[approval]}`;
  const numbers = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  return [
    ["run", visible(run)],
    ["when", `${began}${moment(ended)} UTC`],
    ["by", `${visible(actor)}, with trueup ${visible(tool)}`],
    ...(url === undefined ? [] : [["link", visible(url)] as const]),
    ["commit", visible(commit)],
    ...(before === undefined ? [] : [["previously", visible(before)] as const]),
    ["plan", `${visible(fingerprint)}${approved}`],
    ...(consents ? [["allowed", consents.map(visible).join(", ")] as const] : []),
    ...(only ? [["only", only.map(visible).join(" ")] as const] : []),
    ...(numbers.length > 0 ? [["steps", numbers.join(", ")] as const] : []),
    ...(leftBehind ? [["left behind", counted(leftBehind, "resource")] as const] : []),
    ...(isOnlyHere ? [["recorded", "only in this clone"] as const] : []),
  ];
}
