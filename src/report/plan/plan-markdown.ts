/** Renders a plan as Markdown for a reviewer: the summary and dangers first, then a folded block per resource. */

import { addressParts } from "../../model/address.ts";
import type { KindTitles } from "../../model/place.ts";
import { blastRadius } from "../../model/plan/blast-radius.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Step } from "../../model/plan/step.ts";
import type { Problem } from "../../model/problem.ts";
import { irreversibleOf, irreversibleTitle } from "../apply/rollback-text.ts";
import { pendingLines } from "../finishing.ts";
import { missingMarkdown } from "../missing-scopes.ts";
import { causesFirst, groupByProblem } from "../problems.ts";
import { briefly } from "../text/difference.ts";
import { code, prose, visible } from "../text/escape.ts";
import { type LineLink, originCode } from "../text/line-link.ts";
import { fingerprintLine, truncateMarkdown } from "../text/markdown.ts";
import { counted, fewOf, fieldName, kindName, nameCode, resourceName } from "../text/value.ts";
import { acceptedMarkdown } from "./accepted-unseen.ts";
import { blastCounts, unseenDevices } from "./blast-counts.ts";
import type { Locate } from "./change-blocks.ts";
import { sectionsOf } from "./change-groups.ts";
import { choicesUnknownLines } from "./choices-unknown.ts";
import { type DangerGroup, dangersOf } from "./dangers.ts";
import { dangersMarkdown } from "./dangers-markdown.ts";
import { firstApplyMarkdown } from "./first-apply.ts";
import { fittingChanges, maxComment, wholeText } from "./fitting-changes.ts";
import { guardsMarkdown, policyWarningsMarkdown } from "./guards-text.ts";
import { heldMarkdown, wavesMarkdown } from "./health-text.ts";
import { alongRows, movedRows } from "./moved-text.ts";
import { baseDoubtText, headWords } from "./plan-head.ts";
import { costSentence, costText, planCounts, previewText } from "./plan-text.ts";
import { settledMarkdown } from "./settled-fields.ts";
import { unwritableGroups, whatUnwritable } from "./unwritable-text.ts";

/** The context for rendering, apart from the plan. */
export interface RenderContext {
  /** The places in the files where the fields of created resources are declared. */
  readonly locate?: Locate;
  /** Links to lines of files. */
  readonly link?: LineLink | undefined;
  /** When the live state was read, ISO 8601 in UTC. */
  readonly at?: string | undefined;
  /** Warnings about the project and its desired state. */
  readonly problems?: readonly Problem[];
  /** True: steps that cannot be rolled back are listed. */
  readonly rollback?: boolean;
}

/** The maximum length of a value or a message in a list. */
const maxText = 500;

/** The trueup command that writes the whole plan to a file. */
const wholePlan = "plan --out plan.html";

/** The maximum number of lines per list. */
const maxLines = 40;

/** The room for dangers with their values. If they need more, only their names are shown. Names are never truncated. */
const dangerRoom = 30_000;

/**
 * The whole plan in at most 65,536 characters, or more if the names of dangers need more. Other parts that do not fit
 * are counted. No text from live systems or YAML can act as markup.
 */
export function planMarkdown(plan: Plan, context: RenderContext = {}): string {
  const linked = rendered(plan, context);
  return linked.isWhole || !context.link ? linked.text : rendered(plan, { ...context, link: undefined }).text;
}

function rendered(plan: Plan, context: RenderContext): { readonly text: string; readonly isWhole: boolean } {
  const on = { locate: context.locate, titles: plan.titles, link: context.link };
  const groups = dangersOf(plan);
  const dangers = dangersMarkdown(groups, { ...on, room: dangerRoom });
  const first = [
    `## trueup: ${headline(plan)}`,
    identity(plan, context),
    ...baseDoubtText(plan.baseDoubt).map((text) => `> **${prose(text)}**`),
    ...(plan.preview ? [`> ${previewText(plan.preview)}`] : []),
    ...missingMarkdown(plan, context.link),
    ...(lengthOf(dangers.parts) > maxComment - minRest ? [tooManyDangers] : []),
    ...dangers.parts,
  ];
  const before = [
    ...unknown(plan),
    ...guardsMarkdown(plan.guards),
    ...policyWarningsMarkdown(plan.policyWarnings),
    ...warnings(context.problems ?? []),
    ...blast(plan),
    ...wavesMarkdown(plan),
    ...heldMarkdown(plan),
    ...acceptedMarkdown(plan, fewLines),
    ...settledMarkdown(plan, fewLines),
    ...firstApplyMarkdown(plan, fewLines),
    ...(context.rollback ? irreversible(plan) : []),
  ];
  const after = [...unwritable(plan, context), ...notes(plan), ...costs(plan), ...mermaidDiagram(plan)];
  const end = fingerprintLine(plan);
  const head = first.join("\n\n");
  const most = maxComment - head.length - end.length - 2;
  const room = most - lengthOf([...before, ...after]);
  const changes = fittingChanges(sectionsOf(plan, dangers.hasValues ? groups : removalsOf(groups)), {
    ...on,
    room,
    whole: wholePlan,
  });
  const rest = `${[...before, ...changes.parts, ...after].join("\n\n")}\n`;
  const note = `**The rest is not shown.** ${wholeText(wholePlan)}`;
  const isWhole = changes.isWhole && rest.length <= most;
  return { text: `${head}\n\n${truncateMarkdown(rest, Math.max(most, minRest), note)}${end}`, isWhole };
}

/** The note above dangers whose names alone exceed a comment. */
const tooManyDangers = [
  "> **This does not fit in a comment.** Read every name before you approve.",
  wholeText(wholePlan),
].join(" ");

/** The minimum room below the dangers for everything else. */
const minRest = 400;

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.length + 2, 0);
}

/** The removals among the dangers. All their names are listed. */
function removalsOf(groups: readonly DangerGroup[]): readonly DangerGroup[] {
  return groups.map(({ title, dangers }) => ({
    title,
    dangers: dangers.filter(({ change }) => change.action === "remove"),
  }));
}

function headline(plan: Plan): string {
  const cost = costSentence(plan);
  return cost === "" ? planCounts(plan) : `${planCounts(plan)}; ${cost}`;
}

function identity(plan: Plan, { at }: RenderContext): string {
  const open = [
    [plan.held.length, "held back because of health"],
    [plan.unwritable.length, "cannot be written"],
    [plan.unknown.length, "unknown"],
  ] as const;
  const some = open.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const counts = [`${plan.converged} as declared`, ...some].join(", ");
  return `${[`Environment ${code(plan.environment)}`, ...headWords(plan, at).map(prose)].join(" · ")} · ${counts}`;
}

function warnings(problems: readonly Problem[]): readonly string[] {
  const lines = problems.map(({ severity, message, at }) => {
    const where = at ? ` (${code(`${at.file}:${at.line}`)})` : "";
    return `- ${severity}: ${prose(briefly(visible(message), maxText))}${where}`;
  });
  return lines.length === 0 ? [] : [["### Problems", "", ...fewLines(lines)].join("\n")];
}

function blast(plan: Plan): readonly string[] {
  const lines = blastCounts(blastRadius(plan)).map(({ what, names, more, count }) => {
    const others = more === 0 ? [] : [`${more} that Git does not declare`];
    const named = names.length === 0 ? [] : [fewOf(names, nameCode)];
    return `- ${counted(count, what)}: ${[...named, ...others].join(", and ")}`;
  });
  const all = [...lines, ...unseenDevices(plan).map((text) => `- ${prose(text)}`)];
  return all.length === 0 ? [] : [["### What it touches", "", ...all].join("\n")];
}

function irreversible(plan: Plan): readonly string[] {
  const lines = irreversibleOf(plan).map(
    ({ operation, address, irreversible: why }) => `- ${operation} ${nameCode(address)}: ${prose(why)}`,
  );
  return lines.length === 0 ? [] : [[`### ${irreversibleTitle}`, "", ...fewLines(lines)].join("\n")];
}

function unwritable(plan: Plan, { link }: RenderContext): readonly string[] {
  const groups = unwritableGroups(plan, maxText);
  if (groups.length === 0) return [];
  const lines = groups.map(({ first, names, what, why }) => {
    const where = first.at ? ` (${originCode(first.at, link)})` : "";
    const reason = prose(why);
    if (what === undefined)
      return `- ${whatUnwritable(first)} ${nameCode(names[0] ?? "")}: ${reason}${where}`;
    return `- ${whatUnwritable(first)} ${prose(what)}: ${reason}: ${fewOf(names, nameCode, maxLines)}`;
  });
  return [["### Cannot be written", "", ...fewLines(lines)].join("\n")];
}

function unknown({ unknown: all }: Plan): readonly string[] {
  if (all.length === 0) return [];
  const lines = groupByProblem(causesFirst(all)).map(({ problem, all: same }) => {
    const addresses = same.map(({ address }) => address);
    return `- ${fewOf(addresses, nameCode)}: ${prose(briefly(visible(problem.message), maxText))}`;
  });
  const said = "These resources could not be read, so trueup does not change them.";
  return [["### Unknown", "", said, "", ...fewLines(lines)].join("\n")];
}

/** How to remove the resources that are kept. */
const pruning = `${code("trueup plan --prune")}.`;

function notes(plan: Plan): readonly string[] {
  const released = plan.released.map(
    ({ address, path }) => `${resourceName(address, plan.titles)} ${fieldName(path)}`,
  );
  const lines = [
    ...(plan.kept.length > 0
      ? [`- Kept, though no longer declared: ${fewOf(plan.kept, nameCode)}. To remove: ${pruning}`]
      : []),
    ...(released.length > 0 ? [`- No longer declared, left as they are: ${fewOf(released, code)}`] : []),
    ...(plan.takenOver.length > 0
      ? [`- Adopted, because it exists already: ${fewOf(plan.takenOver, nameCode)}`]
      : []),
    ...movedRows(plan).map(({ was, now, elsewhere }) => {
      const what = elsewhere ? "Declared elsewhere now" : "Moved, nothing is written";
      return `- ${what}: ${nameCode(was)} → ${fewOf(now, nameCode)}`;
    }),
    ...alongLines(plan),
    ...[...pendingLines(plan), ...choicesUnknownLines(plan)].map((line) => `- ${prose(line)}`),
    ...(plan.ignored > 0
      ? [
          `- ${counted(plan.ignored, "field")} not compared: see ${code("ignore:")} in ${code("trueup.yaml")}.`,
        ]
      : []),
    ...(plan.unverifiable.length > 0
      ? [`- ${counted(plan.unverifiable.length, "secret")} cannot be read back.`]
      : []),
    ...(plan.threeWay
      ? []
      : [
          "- Two-way comparison: without the last applied state, trueup cannot distinguish pending changes from drift.",
        ]),
  ];
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function costs(plan: Plan): readonly string[] {
  const rows = plan.cost
    .filter(({ reads, writes }) => reads + writes > 0)
    .map((cost) => `| ${code(cost.target)} | ${costText(cost)} |`);
  return rows.length === 0 ? [] : [["| target | cost |", "|---|---|", ...rows.slice(0, maxLines)].join("\n")];
}

/** The first lines, and the number of further ones. */
function fewLines(lines: readonly string[]): readonly string[] {
  const some = lines.slice(0, maxLines);
  return lines.length <= maxLines ? some : [...some, `- and ${lines.length - maxLines} more`];
}

function alongLines(plan: Plan): readonly string[] {
  const { rows, more } = alongRows(plan);
  const lines = rows.map(
    ({ address, along }) => `- ${nameCode(address)} also creates ${code(along)}, if the device lacks it.`,
  );
  return more > 0 ? [...lines, `- and ${more} more like these.`] : lines;
}

const maxSteps = 20;

const symbols = { create: "+", update: "~", remove: "-" } as const;

/** A fenced block with a diagram of the steps that depend on each other. Empty if there are none, or too many. */
function mermaidDiagram({ steps, titles }: Plan): readonly string[] {
  const waited = new Set(steps.flatMap(({ after }) => after));
  const shown = steps.filter(({ id, after }) => after.length > 0 || waited.has(id));
  if (shown.length === 0 || shown.length > maxSteps) return [];
  const names = new Map(shown.map(({ id }, index) => [id, `s${index}`]));
  const nodes = shown.map((step) => `  ${names.get(step.id) ?? ""}["${label(step, titles)}"]`);
  const edges = shown.flatMap(({ id, after }) =>
    after.map((before) => `  ${names.get(before) ?? ""} --> ${names.get(id) ?? ""}`),
  );
  return [["```mermaid", "flowchart LR", ...nodes, ...edges, "```"].join("\n")];
}

/**
 * The label of a step. All characters except letters, digits and a few marks are written as Mermaid character codes.
 */
function label({ operation, address }: Step, titles: KindTitles): string {
  const parts = addressParts(address);
  const text = visible(`${symbols[operation]} ${kindName(parts, titles)} ${parts.key}`);
  return text.replace(/[^\p{L}\p{N} ._/+~-]/gu, (character) => `#${character.codePointAt(0) ?? 0};`);
}
