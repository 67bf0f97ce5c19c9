/** Renders a plan as text for a terminal. */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import type { TakenByLog } from "../../model/live/snapshot.ts";
import { blastRadius } from "../../model/plan/blast-radius.ts";
import type { Cost } from "../../model/plan/cost.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { duePhrase, pendingLines } from "../finishing.ts";
import { missingScopes, missingText } from "../missing-scopes.ts";
import { causesFirst, groupByProblem, problemText } from "../problems.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted, fewOf, fieldName, nameShown, originText, resourceName, wrapped } from "../text/value.ts";
import { acceptedText } from "./accepted-unseen.ts";
import { blastText, unseenDevices } from "./blast-counts.ts";
import { screenful } from "./change-blocks.ts";
import { type ChangeReason, type ChangeSection, groupsOf, sectionsOf } from "./change-groups.ts";
import { changesText, dangerText, type TextContext } from "./change-text.ts";
import { choicesUnknownLines } from "./choices-unknown.ts";
import { type DangerGroup, dangerBlocks, dangersOf } from "./dangers.ts";
import { firstApplyText } from "./first-apply.ts";
import { guardsText, policyWarningsText } from "./guards-text.ts";
import { heldText, wavesText } from "./health-text.ts";
import { alongText, movedText } from "./moved-text.ts";
import { baseDoubtText, headWords } from "./plan-head.ts";
import { settledText } from "./settled-fields.ts";
import { unwritableGroups, whatUnwritable } from "./unwritable-text.ts";

/** The whole plan. Ends with a line break. `at`: when the live state was read, ISO 8601 in UTC. */
export function planText(plan: Plan, style: Style, at?: string): string {
  const context = { style, titles: plan.titles, note: notesOf(plan) };
  const dangers = dangersOf(plan);
  const parts = [
    ...baseDoubtText(plan.baseDoubt).map(style.red),
    ...(plan.preview ? [style.yellow(previewText(plan.preview))] : []),
    ...missingText(plan, style),
    ...unknown(plan, style),
    ...dangerous(dangers, context),
    ...sections(sectionsOf(plan, dangers), context),
    ...heldText(plan, style),
    ...wavesText(plan, style),
    ...unwritable(plan, style),
    ...guardsText(plan.guards, style),
    ...policyWarningsText(plan.policyWarnings, style),
    ...acceptedText(plan, style),
    ...settledText(plan, style),
    ...firstApplyText(plan, style),
    ...movedText(plan, style),
    ...alongText(plan, style),
    ...notes(plan, style),
    headline(plan, style, at),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** `3 to create, 2 to update, 1 to remove`. */
export function planCounts(plan: Plan): string {
  const written = plan.steps.length;
  const due = duePhrase(plan);
  if (written === 0 && due !== "") return due;
  if (written === 0)
    return plan.unwritable.length + plan.unknown.length + plan.held.length + missingScopes(plan).length > 0
      ? "nothing that can be written"
      : "nothing to do";
  const of = (operation: string) => plan.steps.filter((step) => step.operation === operation).length;
  const parts = [`${of("create")} to create`, `${of("update")} to update`, `${of("remove")} to remove`];
  const drifted = plan.changes.filter(isDrift).length;
  return [...parts, ...(drifted > 0 ? [`${drifted} drifted`] : [])].join(", ");
}

/**
 * The cost of an apply, in which all targets are written at the same time: `about 14 requests, 3 s at 5/s`. Empty if
 * nothing is written.
 */
export function costSentence({ cost }: Plan): string {
  const busy = cost.filter(({ writes }) => writes > 0);
  if (busy.length === 0) return "";
  const requests = busy.reduce(
    (sum, { writes, polls = 0, verification }) => sum + writes + polls + verification,
    0,
  );
  const seconds = Math.max(...busy.map((each) => each.seconds));
  const rates = [...new Set(busy.map(rateText))];
  return `about ${counted(requests, "request")}, ${seconds} s${rates.length === 1 ? ` at ${rates[0]}` : ""}`;
}

/** The note that a plan was made from a snapshot, and the snapshot's age. */
export function previewText({ takenAt, ageSeconds }: NonNullable<Plan["preview"]>): string {
  const when = `a snapshot of ${visible(takenAt)}, ${ageText(ageSeconds)} old`;
  const limits =
    "Resources that were not declared when the snapshot was taken are shown as absent. The plan cannot be approved.";
  return `Preview: this plan was made from ${when}. No controller was read. ${limits}`;
}

function ageText(seconds: number): string {
  const units = [
    { unit: "day", size: 86_400 },
    { unit: "hour", size: 3600 },
    { unit: "minute", size: 60 },
  ];
  const fit = units.find(({ size }) => seconds >= size) ?? { unit: "second", size: 1 };
  return counted(Math.floor(seconds / fit.size), fit.unit);
}

/** True if somebody has changed the live state without trueup. */
function isDrift(change: Change): boolean {
  if (change.action === "update") return change.differences.some(({ cause }) => cause !== "pending");
  return change.cause === "drift";
}

/** The cost at one target: `9 reads, 10 writes, 10 to verify: about 4 s at 5/s`. */
export function costText(cost: Cost): string {
  const { reads, taken, writes, polls = 0, apart = 0, verification, settleSeconds = 0, seconds } = cost;
  const written = writes === 0 ? "" : `, ${counted(writes, "write")}`;
  const alone = apart === 0 ? "" : ` (${counted(apart, "change")} not atomic with the rest of a device)`;
  const asking = polls === 0 ? "" : `, ${polls} to poll tasks`;
  const settled = settleSeconds === 0 ? "" : `, ${settleSeconds} s to settle`;
  const rest =
    verification === 0
      ? ""
      : `${written}${alone}${asking}, ${verification} to verify${settled}: about ${seconds} s`;
  return `${counted(reads, "read")}${rest} at ${rateText(cost)}${taken ? `; ${takenText(taken)}` : ""}`;
}

/** `read 3 of 812 resources; the others unchanged since ... according to the change log`, or why all were read. */
export function takenText({ read, resources, since, unlisted, because }: TakenByLog): string {
  const why = because === undefined ? "" : `, since ${because}`;
  if (since === undefined) return `read all of ${counted(resources, "resource")}${why}`;
  const rest = unlisted === undefined ? "" : ` (the rest of ${counted(unlisted, "list")} was not read)`;
  const others = `the others unchanged since ${since} according to the change log${rest}`;
  return `read ${read} of ${counted(resources, "resource")}; ${others}`;
}

/** `250/s`. If the limit in trueup.yaml is another one, it is added: `250/s (limit 1000/s)`. */
function rateText({ requestsPerSecond, limit }: Cost): string {
  const own = limit === undefined ? "" : ` (limit ${limit}/s)`;
  return `${Number(requestsPerSecond.toFixed(2))}/s${own}`;
}

function dangerous(groups: readonly DangerGroup[], context: TextContext): readonly string[] {
  return groups.map(({ title, dangers }) => {
    const blocks = dangerBlocks(dangers, context).map((one) => dangerText(one, context));
    return [context.style.red(context.style.bold(`${title} (${dangers.length})`)), ...blocks].join("\n");
  });
}

function sections(all: readonly ChangeSection[], context: TextContext): readonly string[] {
  return all.map(({ title, changes }) =>
    [context.style.bold(`${title} (${changes.length})`), ...changesText(changes, context)].join("\n"),
  );
}

function notesOf(plan: Plan): (change: Change) => string {
  const assumed = new Set(plan.steps.filter((step) => step.assumed).map(({ address }) => address));
  return ({ address }) => (assumed.has(address) ? "assumed operation" : "");
}

function unwritable(plan: Plan, style: Style): readonly string[] {
  const groups = unwritableGroups(plan);
  if (groups.length === 0) return [];
  const lines = groups.flatMap(({ first, names, what, why }) => {
    const where = first.at ? `  ${style.dim(originText(first.at))}` : "";
    const [one = ""] = names;
    const head = `  ${style.red("!")} ${whatUnwritable(first)}`;
    if (what === undefined) return [`${head} ${nameShown(one)}: ${visible(why)}${where}`];
    return [
      `${head} ${visible(what)}: ${visible(why)}`,
      ...wrapped(fewOf(names, nameShown, screenful), "      "),
    ];
  });
  return [[style.bold("Cannot be written"), ...lines].join("\n")];
}

function unknown(plan: Plan, style: Style): readonly string[] {
  if (plan.unknown.length === 0) return [];
  const blocks = groupByProblem(causesFirst(plan.unknown)).map(({ problem, all }) => {
    const addresses = all.map(({ address }) => address);
    const text = indent(problemText(problem, style).trimEnd());
    return `${text}\n    ${style.dim(`so the live state of ${fewOf(addresses)} is unknown`)}`;
  });
  return [[style.bold("Unknown: could not be read, so trueup does not change them"), ...blocks].join("\n")];
}

/** How to remove the resources that are kept. */
const pruneHint = "To remove: trueup plan --prune.";

function notes(plan: Plan, style: Style): readonly string[] {
  const lines: string[] = [];
  const name = (of: Address) => resourceName(of, plan.titles);
  if (plan.kept.length > 0)
    lines.push(`Kept, though no longer declared: ${fewOf(plan.kept, name)}. ${pruneHint}`);
  if (plan.takenOver.length > 0)
    lines.push(`Adopted, because it exists already: ${fewOf(plan.takenOver, name)}.`);
  if (plan.released.length > 0) {
    const named = plan.released.map(({ address, path }) => `${name(address)} ${fieldName(path)}`);
    lines.push(`No longer declared, left as they are: ${fewOf(named, (each) => each)}.`);
  }
  lines.push(...pendingLines(plan).map(visible));
  if (plan.ignored > 0)
    lines.push(`${counted(plan.ignored, "field")} not compared: see \`ignore:\` in trueup.yaml.`);
  if (plan.unverifiable.length > 0) {
    const { length } = plan.unverifiable;
    const them = length === 1 ? "it" : "them";
    lines.push(`${counted(length, "secret")} cannot be read back, so trueup cannot verify ${them}.`);
  }
  lines.push(...choicesUnknownLines(plan).map(visible));
  const unmanaged = Object.entries(plan.unmanaged).map(([name, count]) => `${count} ${visible(name)}`);
  if (unmanaged.length > 0) lines.push(`Live and not declared, never touched: ${unmanaged.join(", ")}.`);
  if (!plan.threeWay)
    lines.push(
      "Two-way comparison: without Git and --base, trueup cannot distinguish what Git changed from what drifted.",
    );
  return lines.length === 0 ? [] : [lines.map((line) => style.dim(line)).join("\n")];
}

function headline(plan: Plan, style: Style, at: string | undefined): string {
  const counts = planCounts(plan);
  const count = (n: number, what: string) => (n > 0 ? `; ${n} ${what}` : "");
  const held = count(plan.held.length, "held back because of health");
  const open = `${held}${count(plan.unwritable.length, "cannot be written")}${count(plan.unknown.length, "unknown")}`;
  const rest = `${open}; ${plan.converged} as declared`;
  const asked = plan.cost.filter(({ reads, writes }) => reads + writes > 0);
  const width = Math.max(0, ...asked.map(({ target }) => target.length));
  const costs = asked.map((cost) => `  ${visible(cost.target).padEnd(width)}  ${costText(cost)}`);
  const what = counts === "nothing to do" ? style.green(counts) : counts;
  const touched = blastText(blastRadius(plan));
  return [
    `${style.bold("Plan:")} ${what}${rest}`,
    ...(touched === "" ? [] : [`  touches ${touched}`]),
    ...unseenDevices(plan).map((text) => `  ${style.yellow(text)}`),
    ...origins(plan),
    `  ${[`environment ${visible(plan.environment)}`, ...headWords(plan, at).map(visible)].join(", ")}`,
    ...costs,
    `  fingerprint ${style.bold(plan.fingerprint)}`,
  ].join("\n");
}

/** The number of changes from the pull request and from its base branch. Empty if these are not distinguished. */
function origins(plan: Plan): readonly string[] {
  const groups = groupsOf(plan);
  const count = (reason: ChangeReason) =>
    groups.find((group) => group.reason === reason)?.changes.length ?? 0;
  if (count("proposal") + count("main") === 0) return [];
  return [`  ${count("proposal")} from this pull request, ${count("main")} already pending on main`];
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
