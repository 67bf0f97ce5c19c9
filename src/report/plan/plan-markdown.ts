/** A plan → Markdown for a reviewer: headline and dangers first, then a folded block for each resource. */

import type { Plan } from "../../model/plan.ts";
import type { Problem } from "../../model/problem.ts";
import { groupByProblem } from "../apply/grouped-problems.ts";
import { irreversibleOf, irreversibleTitle } from "../apply/rollback-text.ts";
import { code, prose } from "../text/escape.ts";
import { fingerprintLine } from "../text/fingerprint-line.ts";
import { truncateMarkdown } from "../text/truncate.ts";
import { counted, fewOf, fieldName, originText, resourceName } from "../text/value.ts";
import { baseDoubtText } from "./base-doubt.ts";
import { blastCounts, blastRadius } from "./blast-radius.ts";
import { groupsOf, reasonTitles } from "./change-groups.ts";
import { changeMarkdown, type Locate } from "./change-markdown.ts";
import { guardsMarkdown } from "./guards-text.ts";
import { heldMarkdown, wavesMarkdown } from "./health-text.ts";
import { mermaidDiagram } from "./mermaid.ts";
import { costSentence, costText, planCounts, previewText } from "./plan-text.ts";
import { whatUnwritable, whyUnwritable } from "./unwritable-text.ts";

/** What a plan alone does not say. */
export interface RenderContext {
  /** Where the fields of what is created were written. */
  readonly locate?: Locate;
  /** Warnings about the project and its desired state. */
  readonly problems?: readonly Problem[];
  /** True: what a rollback could not take back is listed. */
  readonly rollback?: boolean;
}

/** What GitHub takes as a comment, in characters. Counted in UTF-16 code units, which are never fewer. */
const maxLength = 65_536;

const artifact = `The whole plan is in the artifact of this run (${code("plan --out plan.html")}).`;

/** How many lines of it each list may take. */
const maxLines = 40;

/**
 * The whole plan, at most 65,536 characters long: blocks that do not fit are counted and left out, whole ones each.
 * Nothing that comes from live systems or YAML can act as markup in it.
 */
export function planMarkdown(plan: Plan, context: RenderContext = {}): string {
  const before = [
    `## trueup: ${headline(plan)}`,
    identity(plan),
    ...baseDoubtText(plan.baseDoubt).map((text) => `> **${prose(text)}**`),
    ...(plan.preview ? [`> ${previewText(plan.preview)}`] : []),
    ...warnings(context.problems ?? []),
    ...blast(plan),
    ...wavesMarkdown(plan),
    ...guardsMarkdown(plan.guards),
    ...heldMarkdown(plan),
    ...(context.rollback ? irreversible(plan) : []),
  ];
  const after = [
    ...unwritable(plan),
    ...unknown(plan),
    ...notes(plan),
    ...costs(plan),
    ...mermaidDiagram(plan),
  ];
  const end = fingerprintLine(plan);
  const most = maxLength - end.length;
  const room = most - [...before, ...after].reduce((sum, part) => sum + part.length + 2, 0);
  const whole = `${[...before, ...changes(plan, context.locate, room), ...after].join("\n\n")}\n`;
  return truncateMarkdown(whole, most, `**The rest is not shown.** ${artifact}`) + end;
}

function headline(plan: Plan): string {
  const cost = costSentence(plan);
  return cost === "" ? planCounts(plan) : `${planCounts(plan)}; ${cost}`;
}

function identity(plan: Plan): string {
  const held = `${plan.held.length} held back for health`;
  const open = `${held}, ${plan.unwritable.length} cannot be written, ${plan.unknown.length} unknown`;
  const counts = `${plan.converged} as declared, ${open}`;
  return `Environment ${code(plan.environment)} · ${counts}`;
}

function warnings(problems: readonly Problem[]): readonly string[] {
  const lines = problems.map(({ severity, message, at }) => {
    const where = at ? ` (${code(`${at.file}:${at.line}`)})` : "";
    return `- ${severity}: ${prose(message)}${where}`;
  });
  return lines.length === 0 ? [] : [["### Problems", "", ...fewLines(lines)].join("\n")];
}

function blast(plan: Plan): readonly string[] {
  const lines = blastCounts(blastRadius(plan)).map(
    ({ what, names, count }) => `- ${counted(count, what)}: ${fewOf(names, code)}`,
  );
  return lines.length === 0 ? [] : [["### What it touches", "", ...lines].join("\n")];
}

function irreversible(plan: Plan): readonly string[] {
  const lines = irreversibleOf(plan).map(
    ({ operation, address, irreversible: why }) => `- ${operation} ${code(address)}: ${prose(why)}`,
  );
  return lines.length === 0 ? [] : [[`### ${irreversibleTitle}`, "", ...fewLines(lines)].join("\n")];
}

/** As many blocks as there is room for. Headings with their counts stay even when no block does. */
function changes(plan: Plan, locate: Locate | undefined, room: number): readonly string[] {
  const reserve = 400;
  const groups = groupsOf(plan);
  const headings = groups.map((group) => `### ${reasonTitles[group.reason]} (${group.changes.length})`);
  let left = room - reserve - headings.reduce((sum, heading) => sum + heading.length + 2, 0);
  let omitted = 0;
  const parts = groups.flatMap((group, index) => {
    const blocks = group.changes.flatMap((change) => {
      const block = omitted > 0 ? "" : changeMarkdown(change, locate);
      if (omitted > 0 || block.length + 2 > left) {
        omitted += 1;
        return [];
      }
      left -= block.length + 2;
      return [block];
    });
    return [headings[index] ?? "", ...blocks];
  });
  return omitted === 0 ? parts : [...parts, cut(omitted)];
}

function cut(omitted: number): string {
  const what = `**${counted(omitted, "more resource")} not shown:** a comment holds ${maxLength} characters.`;
  return `${what} ${artifact}`;
}

function unwritable(plan: Plan): readonly string[] {
  if (plan.unwritable.length === 0) return [];
  const lines = plan.unwritable.map((one) => {
    const { address, at } = one;
    const where = at ? ` (${code(originText(at))})` : "";
    return `- ${whatUnwritable(one)} ${code(address)}: ${prose(whyUnwritable(plan, one))}${where}`;
  });
  return [["### Cannot be written", "", ...fewLines(lines)].join("\n")];
}

function unknown({ unknown: all }: Plan): readonly string[] {
  if (all.length === 0) return [];
  const lines = groupByProblem(all).map(({ problem, all: same }) => {
    const addresses = same.map(({ address }) => address);
    return `- ${fewOf(addresses, code)}: ${prose(problem.message)}`;
  });
  const said = "Nothing is created or removed on account of these.";
  return [["### Unknown", "", said, "", ...fewLines(lines)].join("\n")];
}

function notes(plan: Plan): readonly string[] {
  const released = plan.released.map(({ address, path }) => `${resourceName(address)} ${fieldName(path)}`);
  const lines = [
    ...(plan.kept.length > 0 ? [`- Kept, though no longer declared: ${fewOf(plan.kept, code)}`] : []),
    ...(released.length > 0 ? [`- No longer declared, left as they are: ${fewOf(released, code)}`] : []),
    ...(plan.takenOver.length > 0
      ? [`- Taken over, since it exists already: ${fewOf(plan.takenOver, code)}`]
      : []),
    ...plan.moved.map(({ address, was }) => `- Moved, nothing is written: ${code(was)} → ${code(address)}`),
    ...(plan.ignored > 0
      ? [`- ${counted(plan.ignored, "field")} ignored by ${code("trueup.yaml")}, not compared.`]
      : []),
    ...(plan.unverifiable.length > 0
      ? [`- ${counted(plan.unverifiable.length, "secret")} cannot be read back.`]
      : []),
    ...(plan.threeWay
      ? []
      : ["- Two-way: what Git changed and what drifted can't be told apart without a base."]),
  ];
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function costs(plan: Plan): readonly string[] {
  const rows = plan.cost
    .filter(({ reads, writes }) => reads + writes > 0)
    .map((cost) => `| ${code(cost.target)} | ${costText(cost)} |`);
  return rows.length === 0 ? [] : [["| target | cost |", "|---|---|", ...rows.slice(0, maxLines)].join("\n")];
}

/** The first lines, and how many more. */
function fewLines(lines: readonly string[]): readonly string[] {
  const some = lines.slice(0, maxLines);
  return lines.length <= maxLines ? some : [...some, `- and ${lines.length - maxLines} more`];
}
