/** Renders drift as text, Markdown and JSON, field by field. Live changes are separate from pending ones. */

import { type Address, addressParts } from "../../model/address.ts";
import type { AcceptedCreate, Change, Difference } from "../../model/change.ts";
import type { Who } from "../../model/live/snapshot.ts";
import type { KindTitles } from "../../model/place.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { waitingLines } from "../finishing.ts";
import { missingMarkdown, missingScopes, missingText } from "../missing-scopes.ts";
import { acceptedMarkdown, acceptedText } from "../plan/accepted-unseen.ts";
import type { ChangeSection, ChangeView } from "../plan/change-groups.ts";
import { changesText, type TextContext } from "../plan/change-text.ts";
import { fittingChanges, maxComment, wholeText } from "../plan/fitting-changes.ts";
import { baseDoubtText, headWords } from "../plan/plan-head.ts";
import { takenText } from "../plan/plan-text.ts";
import { settledCounts, settledMarkdown, settledText } from "../plan/settled-fields.ts";
import { causesFirst, groupByProblem, problemText } from "../problems.ts";
import { briefly } from "../text/difference.ts";
import { code, prose, visible } from "../text/escape.ts";
import type { LineLink } from "../text/line-link.ts";
import { truncateMarkdown } from "../text/markdown.ts";
import type { Style } from "../text/style.ts";
import {
  counted,
  countedKind,
  fewOf,
  kindName,
  nameCode,
  nameShown,
  resourceName,
  wrapped,
} from "../text/value.ts";
import { saysAnything, whoDocument, whoMarkdown, whoText } from "./change-authors.ts";

/**
 * The resources of a comparison by what has happened to them. A resource is in every list to which one of its fields
 * belongs, and only with these fields.
 */
export interface Drift {
  /** Fields that Git and the live state have changed to different values. */
  readonly conflicts: readonly Change[];
  /**
   * Fields and resources that were changed or removed live since base. In a two-way comparison, this is every
   * difference.
   */
  readonly drifted: readonly Change[];
  /** Fields that only Git has changed, and that are not applied yet. */
  readonly pending: readonly Change[];
  /** Declared resources that differ but cannot be written, because their interface is read-only. */
  readonly expected: readonly Change[];
  /** Undeclared live resources in a complete inventory. */
  readonly unexpected: readonly Address[];
}

/** The context for rendering, apart from the comparison. */
export interface DriftContext {
  /** The authors of changes to drifted resources, if requested. */
  readonly who?: Who | undefined;
  /** Links to lines of files. */
  readonly link?: LineLink | undefined;
  /** When the live state was read, ISO 8601 in UTC. */
  readonly at?: string | undefined;
}

/** The heading for resources that differ on a read-only interface. */
export const expectedTitle = "Not as expected, and this interface cannot change it";

/** The heading of unexpected resources. */
export const unexpectedTitle = "Unexpected: live but not declared";

/** Unexpected resources by target and kind: `3 networks in cloud`, and their keys. Not escaped. */
export function unexpectedGroups(unexpected: readonly Address[], titles: KindTitles) {
  const groups = Map.groupBy(unexpected.map(addressParts), ({ target, kind }) => `${target}/${kind}`);
  return [...groups.values()].map((all) => {
    const [{ target, kind } = { target: "", kind: "" }] = all;
    const what = `${countedKind(all.length, kindName({ target, kind }, titles))} in ${nameShown(target)}`;
    return { what, names: all.map(({ key }) => key) };
  });
}

/** Groups the changes of a plan, field by field. */
export function driftOf({ threeWay, changes: all, unwritable, acceptedUnseen = [] }: Plan): Drift {
  const changes = acceptedUnseen.length === 0 ? all : withoutAccepted(all, acceptedUnseen);
  const unexpected = unwritable.filter((one) => one.unexpected).map(({ address }) => address);
  if (!threeWay) return { conflicts: [], drifted: changes, pending: [], expected: [], unexpected };
  const of = (cause: Difference["cause"]) => changes.flatMap((change) => only(change, cause));
  const shown = new Set(unwritable.filter((one) => one.expected).map(({ address }) => address));
  const expected = of("pending").filter(({ address }) => shown.has(address));
  const pending = of("pending").filter(({ address }) => !shown.has(address));
  return { conflicts: of("conflict"), drifted: of("drift"), pending, expected, unexpected };
}

/** Leaves out accepted creates that are not visible yet, and the creates inside their resources. */
function withoutAccepted(changes: readonly Change[], accepted: readonly AcceptedCreate[]): readonly Change[] {
  const waiting = new Set(accepted.map(({ address }) => address));
  const creates = new Map(changes.flatMap((one) => (one.action === "create" ? [[one.address, one]] : [])));
  const isWaiting = (address: Address): boolean => {
    const parent = creates.get(address)?.desired.parent;
    return waiting.has(address) || (parent !== undefined && isWaiting(parent));
  };
  return changes.filter(({ address, action }) => action !== "create" || !isWaiting(address));
}

/** The change, reduced to the fields with this cause; empty if there are none. */
function only(change: Change, wanted: Difference["cause"]): readonly Change[] {
  if (change.action !== "update") return change.cause === wanted ? [change] : [];
  const differences = change.differences.filter(({ cause }) => cause === wanted);
  return differences.length === 0 ? [] : [{ ...change, differences }];
}

/**
 * The drift of a plan as counts: `2 resources drifted, 1 in conflict, 1 pending in Git, 1 unknown, 29 as declared`.
 * `none` if nothing has drifted.
 */
export function driftCounts(plan: Plan): string {
  const { conflicts, drifted, pending, expected, unexpected } = driftOf(plan);
  const parts = [
    drifted.length === 0 ? "none" : `${counted(drifted.length, "resource")} drifted`,
    ...(conflicts.length > 0 ? [`${conflicts.length} in conflict`] : []),
    ...(pending.length > 0 ? [`${counted(pending.length, "resource")} pending in Git`] : []),
    ...(expected.length > 0 ? [`${counted(expected.length, "resource")} not as expected`] : []),
    ...(unexpected.length > 0 ? [`${unexpected.length} unexpected`] : []),
    ...(plan.acceptedUnseen ? [`${plan.acceptedUnseen.length} accepted but not visible yet`] : []),
    ...settledCounts(plan),
    ...(plan.unknown.length > 0 ? [`${plan.unknown.length} unknown`] : []),
    `${plan.converged} as declared`,
  ];
  return parts.join(", ");
}

const addressOf = ({ address }: { readonly address: Address }) => address;

/** Returns a plan's drift as text for a terminal. */
export function driftText(plan: Plan, style: Style, who?: Who): string {
  const { conflicts, drifted, pending, expected, unexpected } = driftOf(plan);
  const unknown = groupByProblem(causesFirst(plan.unknown)).map(({ problem, all }) => {
    const names = fewOf(all.map(addressOf), (address) => resourceName(address, plan.titles));
    return `  ? ${style.bold(names)}\n${indented(problemText(problem, style).trimEnd())}`;
  });
  const unexpectedRows = unexpectedGroups(unexpected, plan.titles).flatMap(({ what, names }) => [
    `  ${style.yellow("?")} ${visible(what)}`,
    ...wrapped(names.map(nameShown).join(", "), "      "),
  ]);
  const on = { style, titles: plan.titles };
  const happened = { ...on, view: "happened" } as const;
  const parts = [
    ...baseDoubtText(plan.baseDoubt).map(style.red),
    ...missingText(plan, style),
    ...section(style.bold("Conflicts: Git and the live state both changed"), conflicts, happened),
    ...section(style.bold("Drift: the live state changed"), drifted, happened),
    ...section(style.bold(expectedTitle), expected, happened),
    ...(unexpected.length > 0 ? [[style.bold(unexpectedTitle), ...unexpectedRows].join("\n")] : []),
    ...section(style.bold("Pending: Git changed, not applied yet"), pending, on),
    ...acceptedText(plan, style),
    ...settledText(plan, style),
    ...(unknown.length > 0 ? [[style.bold("Unknown: could not be read"), ...unknown].join("\n")] : []),
    ...(who && saysAnything(who) ? [whoText(who, on)] : []),
    ...waitingLines(plan).map((line) => style.yellow(visible(line))),
  ];
  const two = plan.threeWay
    ? ""
    : style.dim("  (two-way comparison: without Git and without --base, pending changes count as drift)");
  const open = [conflicts, drifted, expected, unexpected, plan.unknown, missingScopes(plan)];
  const calm = open.every(({ length }) => length === 0);
  const counts = calm ? style.green(driftCounts(plan)) : style.yellow(driftCounts(plan));
  const taken = plan.cost.flatMap((cost) =>
    cost.taken ? [`\n  ${visible(cost.target)}  ${takenText(cost.taken)}`] : [],
  );
  return `${[...parts, `${style.bold("Drift:")} ${counts}${two}${taken.join("")}`].join("\n\n")}\n`;
}

function section(title: string, changes: readonly Change[], on: TextContext): readonly string[] {
  return changes.length === 0 ? [] : [[title, ...changesText(changes, on)].join("\n")];
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "    ");
}

/** The command that shows the complete drift. */
const wholeDrift = "trueup drift --out drift.html";

/** Drift for an issue or a chat message: at most 65,536 characters. */
export function driftMarkdown(plan: Plan, context: DriftContext = {}): string {
  const linked = rendered(plan, context);
  return linked.isWhole || !context.link ? linked.text : rendered(plan, { ...context, link: undefined }).text;
}

function rendered(plan: Plan, { who, link, at }: DriftContext) {
  const { conflicts, drifted, pending, expected, unexpected } = driftOf(plan);
  const unknown = groupByProblem(causesFirst(plan.unknown)).map(({ problem, all }) => {
    const names = fewOf(all.map(addressOf), nameCode);
    return `- ${names}: ${prose(briefly(visible(problem.message), maxText))}`;
  });
  const before = [
    `## trueup drift: ${driftCounts(plan)}`,
    [`Environment ${code(plan.environment)}`, ...headWords(plan, at).map(prose)].join(" · "),
    ...baseDoubtText(plan.baseDoubt).map((text) => `> **${prose(text)}**`),
    ...missingMarkdown(plan, link),
    ...plan.cost.flatMap(({ target, taken }) =>
      taken ? [`${code(target)}: ${prose(takenText(taken))}`] : [],
    ),
  ];
  const after = [
    ...rows(
      `### ${unexpectedTitle}`,
      unexpectedGroups(unexpected, plan.titles).map(
        ({ what, names }) => `- ${prose(what)}: ${someNames(names)}`,
      ),
    ),
    ...acceptedMarkdown(plan, fewRows),
    ...settledMarkdown(plan, fewRows),
    ...rows("### Unknown: could not be read", unknown),
    ...(who && saysAnything(who) ? [whoMarkdown(who)] : []),
    ...waitingLines(plan).map(prose),
    ...(plan.threeWay
      ? []
      : ["Two-way comparison: without the last applied state, pending changes count as drift."]),
  ];
  const view: ChangeView = "happened";
  const groups: readonly ChangeSection[] = [
    { title: "Conflicts: Git and the live state both changed", changes: conflicts, view },
    { title: "Drift: the live state changed", changes: drifted, view },
    { title: expectedTitle, changes: expected, view },
    { title: "Pending: Git changed, not applied yet", changes: pending },
  ].filter(({ changes }) => changes.length > 0);
  const room = maxComment - [...before, ...after].reduce((sum, part) => sum + part.length + 2, 0);
  const changes = fittingChanges(groups, { room, whole: wholeDrift, titles: plan.titles, link });
  const text = `${[...before, ...changes.parts, ...after].join("\n\n")}\n`;
  const note = `**The rest is not shown.** ${wholeText(wholeDrift)}`;
  const isWhole = changes.isWhole && text.length <= maxComment;
  return { text: truncateMarkdown(text, maxComment, note), isWhole };
}

/** The maximum number of lines per list. */
const maxRows = 40;

/** The maximum length of a message in a list. */
const maxText = 500;

function rows(title: string, all: readonly string[]): readonly string[] {
  return all.length === 0 ? [] : [[title, "", ...fewRows(all)].join("\n")];
}

function fewRows(all: readonly string[]): readonly string[] {
  const more = all.length > maxRows ? [`- and ${all.length - maxRows} more`] : [];
  return [...all.slice(0, maxRows), ...more];
}

/** The maximum number of names per line. */
const maxNames = 100;

function someNames(names: readonly string[]): string {
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return names.slice(0, maxNames).map(nameCode).join(", ") + more;
}

/** The document: `{ format: "trueup.drift", version: 1, ... }`. */
export function driftDocument(plan: Plan, who?: Who): object {
  const { conflicts, drifted, pending, expected, unexpected } = driftOf(plan);
  const missing = missingScopes(plan).map(({ scope: { address, reason, at } }) => ({ address, reason, at }));
  const waiting = plan.pending?.filter(({ names, problem }) => names.length > 0 || problem) ?? [];
  return {
    format: "trueup.drift",
    version: 1,
    environment: plan.environment,
    threeWay: plan.threeWay,
    conflicts: conflicts.map(brief),
    drifted: drifted.map(brief),
    pending: pending.map(brief),
    expected: expected.map(brief),
    unexpected,
    ...(missing.length > 0 && { missing }),
    ...(plan.acceptedUnseen && { acceptedUnseen: plan.acceptedUnseen }),
    ...(plan.storedOtherwise && { storedOtherwise: plan.storedOtherwise }),
    ...(plan.notTaken && { notTaken: plan.notTaken }),
    unknown: plan.unknown,
    converged: plan.converged,
    ...(waiting.length > 0 && {
      unfinished: waiting.map(({ target, verb, names, problem }) => ({
        target,
        verb,
        names,
        ...(problem && { problem }),
      })),
    }),
    ...(who && { who: whoDocument(who) }),
  };
}

function brief(change: Change): object {
  const { action, address } = change;
  if (action === "update") return { action, address, differences: change.differences };
  return { action, address, cause: change.cause, at: action === "create" ? change.at : undefined };
}
