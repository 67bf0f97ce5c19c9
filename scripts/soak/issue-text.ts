/** Composes the issue of a finding: the judge's text, the seeds, and the smallest world that shows it. */

import { code, visible, visibleLines } from "../../src/report/text/escape.ts";
import { fencedText } from "../../src/report/text/markdown.ts";
import type { Finding } from "./soaked.ts";

const titleMax = 120;
const seedsMax = 40;
const linesMax = 20;
const columnsMax = 400;
const worldMax = 20_000;

/** The issue for a finding. Text from a run is only shown in code blocks, so it is never read as Markdown. */
export function issueOf(finding: Finding, start: string) {
  const { key, kind, words, seeds, seed, replay, lines, world } = finding;
  const more = seeds.length > seedsMax ? ` and ${seeds.length - seedsMax} more` : "";
  const shown = lines.slice(0, linesMax).map((line) => cut(line, columnsMax));
  const text = [
    `The soak from ${code(start)} found violations: **${seeds.length}** of ${kind}, by the same words of their judge.\n`,
    `Seeds: ${code(seeds.slice(0, seedsMax).join(" "))}${more}\n`,
    `Shows it again, at that commit: ${code(replay)}\n`,
    fencedText(`The findings for seed ${seed}`, visibleLines(shown.join("\n"))),
    ...(world === "" ? [] : [fencedText("Its least world", visibleLines(cut(world, worldMax)))]),
    "The finding is kept up to date for as long as this issue is open: close it when the cause is fixed.\n",
  ].join("\n");
  return { key, title: visible(cut(`Soak: ${kind}: ${words.replaceAll("…", "...")}`, titleMax)), text };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}
