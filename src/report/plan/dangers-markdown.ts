/** Renders dangers as Markdown that is never folded or truncated: it contains every name. */

import { addressParts } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import type { KindTitles } from "../../model/place.ts";
import { briefly } from "../text/difference.ts";
import { code, prose, visible } from "../text/escape.ts";
import { countedKind, kindName, nameShown } from "../text/value.ts";
import { namesOf, targetsOf } from "./change-blocks.ts";
import { blockMarkdown, type ChangeContext } from "./change-markdown.ts";
import { type DangerGroup, dangerBlocks, goesAlong, type PlanDanger } from "./dangers.ts";

/** The dangers with their changed values. If this exceeds `room` characters, the values are left out. */
export function dangersMarkdown(
  groups: readonly DangerGroup[],
  { room, ...context }: ChangeContext & { readonly room: number },
): { readonly parts: readonly string[]; readonly hasValues: boolean } {
  const whole = groups.flatMap((group) => [
    titleOf(group),
    ...removals(group, context),
    ...values(group, context),
  ]);
  const length = whole.reduce((sum, part) => sum + part.length + 2, 0);
  if (length <= room) return { parts: whole, hasValues: true };
  const brief = groups.flatMap((group) => [
    titleOf(group),
    ...removals(group, context),
    ...names(group.dangers.filter(isNoRemoval), context.titles),
  ]);
  return { parts: brief, hasValues: false };
}

function titleOf({ title, dangers }: DangerGroup): string {
  return `### ${title} (${dangers.length})`;
}

function isNoRemoval({ change }: PlanDanger): boolean {
  return change.action !== "remove";
}

/**
 * One line for each removal, with everything that is removed along with it. Removals of one kind that remove nothing
 * else share a line if there are many.
 */
function removals({ dangers }: DangerGroup, { titles }: ChangeContext): readonly string[] {
  const all = dangers.filter((danger) => !isNoRemoval(danger));
  const isAlone = ({ along, takes }: PlanDanger) => along.length + takes.length === 0;
  const alone = all.filter(isAlone);
  const lines = all
    .filter((danger) => !isAlone(danger))
    .map((danger) => `${line([danger], titles)}; also removes ${alongText(danger, titles)}`);
  return [...(lines.length > 0 ? [lines.join("\n")] : []), ...names(alone, titles)];
}

/** The maximum length of a name or a reason, so that a very long one does not hide others. */
const maxText = 300;

/** The maximum number of names per line, so that lines stay readable and complete. */
const maxNames = 100;

function names(dangers: readonly PlanDanger[], titles: KindTitles): readonly string[] {
  if (dangers.length === 0) return [];
  const groups = Map.groupBy(dangers, ({ change, why }) => {
    const { target, kind } = addressParts(change.address);
    return JSON.stringify([change.action, target, kind, why]);
  });
  const lines = [...groups.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / maxNames) }, (_, at) =>
      line(all.slice(at * maxNames, (at + 1) * maxNames), titles),
    ),
  );
  return [lines.join("\n")];
}

const verbs: Readonly<Record<Change["action"], string>> = {
  create: "create",
  update: "update",
  remove: "remove",
};

/** A line: `- **remove** network \`hamburg\` in \`cloud\`: why`. */
function line(dangers: readonly PlanDanger[], titles: KindTitles): string {
  const changes = dangers.map(({ change }) => change);
  const [first] = dangers;
  if (!first) return "";
  const { action, address } = first.change;
  const kind = kindName(addressParts(address), titles);
  const all = namesOf(changes).map(nameOf).join(", ");
  const where = `in ${code(targetsOf(changes))}`;
  const why = first.why === undefined ? "" : `: ${prose(briefly(visible(first.why), maxText))}`;
  return changes.length === 1
    ? `- **${verbs[action]}** ${prose(kind)} ${all} ${where}${why}`
    : `- **${verbs[action]}** ${prose(countedKind(changes.length, kind))} ${where}${why}: ${all}`;
}

function nameOf(key: string): string {
  return code(briefly(nameShown(key), maxText));
}

function alongText(danger: PlanDanger, titles: KindTitles): string {
  return goesAlong(danger.change.address, danger, titles)
    .map(({ what, names: all }) => `${prose(what)} ${all.map(nameOf).join(", ")}`)
    .join("; ");
}

/** The values of creates and updates, unfolded, and the live values of removals, folded. */
function values(group: DangerGroup, context: ChangeContext): readonly string[] {
  const room = Number.POSITIVE_INFINITY;
  return dangerBlocks(group.dangers, context).flatMap(({ block, why }) => {
    const folded = block.action === "remove" ? "all" : "nothing";
    return blockMarkdown(block, context, { room, folded, why })?.text ?? [];
  });
}
