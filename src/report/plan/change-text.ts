/** One change → lines for people: its symbol, its fields, and where each was written. */

import { addressParts } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import { isObject } from "../../model/json.ts";
import type { KindTitles } from "../../model/plan.ts";
import { differenceShown } from "../text/difference.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { fieldName, kindName, leaves, nameShown, originText, shown } from "../text/value.ts";

/** How a change is shown. `note` is set behind its name. */
interface ChangeContext {
  readonly style: Style;
  readonly titles: KindTitles;
  readonly note?: string;
}

/** A change as a block of lines, without the last line break. */
export function changeText(change: Change, { style, titles, note = "" }: ChangeContext): string {
  const parts = addressParts(change.address);
  const [symbol, mark] = symbolOf(change, style);
  const drift = change.action === "update" ? "" : wholeCause(change, style);
  const noted = note === "" ? "" : style.dim(`  ${note}`);
  const head = `  ${mark(symbol)} ${kindName(parts, titles)} ${style.bold(nameShown(parts.key))}${drift}${noted}`;
  return [head, ...fields(change, style)].join("\n");
}

function wholeCause(change: Exclude<Change, { action: "update" }>, style: Style): string {
  if (change.cause === "drift") return style.yellow("  removed live");
  return change.broughtBy === "main" ? style.dim("  already on main") : "";
}

function symbolOf({ action }: Change, style: Style): readonly [string, (text: string) => string] {
  switch (action) {
    case "create":
      return ["+", style.green];
    case "update":
      return ["~", style.yellow];
    case "remove":
      return ["-", style.red];
  }
}

function fields(change: Change, style: Style): readonly string[] {
  switch (change.action) {
    case "create":
      return createdFields(change, style);
    case "update":
      return updatedFields(change.differences, style);
    case "remove":
      return removedName(change, style);
  }
}

/** What live calls it: its key is whatever base called it. */
function removedName({ live }: Extract<Change, { action: "remove" }>, style: Style): readonly string[] {
  const name = isObject(live.value) ? live.value.name : undefined;
  const names = [
    ...(typeof name === "string" ? [shown(name)] : []),
    ...(live.id === undefined ? [] : [visible(live.id)]),
  ];
  return names.length === 0 ? [] : [`      ${style.dim("live")}  ${names.join(style.dim(", id "))}`];
}

function createdFields(
  { desired, at }: Extract<Change, { action: "create" }>,
  style: Style,
): readonly string[] {
  const own = leaves(desired.value).filter(([path]) => path !== "" || !isObject(desired.value));
  const rows = own.map(([path, value]) => [fieldName(path), shown(value)] as const);
  const width = widest(rows.map(([name]) => name));
  const lines = rows.map(([name, value]) => `      ${name.padEnd(width)}  ${value}`);
  return at ? [...lines, `      ${style.dim(originText(at))}`] : lines;
}

function widest(names: readonly string[]): number {
  return names.reduce((most, name) => Math.max(most, name.length), 0);
}

/** Characters of both sides together; longer ones stand below each other, so that a reader can compare them. */
const maxBeside = 100;

function updatedFields(differences: readonly Difference[], style: Style): readonly string[] {
  const width = widest(differences.map(({ path }) => fieldName(path)));
  return differences.map((one) => {
    const sides = differenceShown(one);
    const wanted = one.desired === undefined ? style.red("removed") : sides.desired;
    const isLong = sides.live.length + sides.desired.length > maxBeside;
    const between = isLong ? `\n${" ".repeat(width + 6)}` : " ";
    const value = `${sides.live}${between}${style.dim("→")} ${wanted}`;
    const origin = one.at ? `  ${style.dim(originText(one.at))}` : "";
    return `      ${fieldName(one.path).padEnd(width)}  ${value}${causeText(one, style)}${origin}`;
  });
}

function causeText({ cause, base, broughtBy, rotated }: Difference, style: Style): string {
  if (rotated) return `  ${style.dim("rotated since it was applied")}`;
  switch (cause) {
    case "pending":
      return broughtBy === "main" ? `  ${style.dim("already on main")}` : "";
    case "drift":
      return `  ${style.yellow("drift")}`;
    case "conflict":
      return `  ${style.red("conflict")}${style.dim(`, was ${shown(base)}`)}`;
  }
}
