/** The effect of an edit on composed state, as text and as a document, both limited in size. Pure. */

import { type ComposedChange, type ComposedComparison, sizeOf } from "../../diff/composed.ts";
import type { KindTitles } from "../../model/place.ts";
import type { SourcePosition } from "../../model/source.ts";
import { briefly, differenceShown } from "../text/difference.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted, fewOf, fieldName, kindName, shown } from "../text/value.ts";

/** The maximum number of rows in a text. */
const rowsMax = 100;
/** The maximum number of changes in a document. */
const changesMax = 10_000;
/** The maximum number of values per row in a text. */
const valuesMax = 3;
/** The maximum number of values per row, and of addresses per value, in a document. */
const documentMax = 1_000;
/** The maximum number of characters per value. */
const charactersMax = 120;

const signs = { create: "+", update: "~", remove: "-", move: ">" } as const;

/** The comparison as text. Equal changes share a row: `~ vlan 20 -> 30 at 187 SSIDs, by desired-state/vars.yaml:4`. */
export function composedDiffText(
  { changes, counts }: ComposedComparison,
  {
    style,
    titles,
    revision,
  }: { readonly style: Style; readonly titles: KindTitles; readonly revision: string },
): string {
  const rows = changes.slice(0, rowsMax).map((change) => rowText(change, style, titles));
  const left = changes.length - rows.length;
  const more = left > 0 ? [`... and ${counted(left, "more row")}; --format json lists them.\n`] : [];
  const { create, update, remove, move } = counts;
  const all = create + update + remove + move;
  const sums = [
    create > 0 ? `${create} added` : "",
    update > 0 ? `${update} changed` : "",
    remove > 0 ? `${remove} removed` : "",
    move > 0 ? `${move} with another key` : "",
  ].filter((text) => text !== "");
  const whole = counted(counts.same + update, "resource");
  const end =
    all === 0
      ? `${style.green("✔")} Compared with ${visible(revision)}: ${whole}, no difference.\n`
      : `Compared with ${visible(revision)}: ${sums.join(", ")}; ${counts.same} unchanged.\n`;
  return [...rows, ...more, end].join("");
}

function rowText(change: ComposedChange, style: Style, titles: KindTitles): string {
  const { action, path, values, at } = change;
  const size = sizeOf(change);
  const what = counted(size, kindName(change, titles));
  const by = at ? `, by ${placeText(at)}` : "";
  const sign = signOf(action, style);
  const [first] = values;
  const whose = () => `    ${fewOf(values.flatMap(({ addresses }) => addresses))}\n`;
  if (action === "create" || action === "remove") return `${sign} ${what}${by}\n${whose()}`;
  const field = action === "move" ? "key" : fieldName(path ?? "");
  if (first && values.length === 1) return `${sign} ${field} ${pairText(first)} at ${what}${by}\n${whose()}`;
  const some = values.slice(0, valuesMax).map((value) => {
    return `    ${pairText(value)} at ${fewOf(value.addresses)}\n`;
  });
  const left = values.length - some.length;
  const more = left > 0 ? [`    ... and ${counted(left, "other change")} of this field\n`] : [];
  return [`${sign} ${field} at ${what}${by}\n`, ...some, ...more].join("");
}

function pairText({ was, now }: ComposedChange["values"][number]): string {
  if (was === undefined) return `${shown(was)} -> ${briefly(shown(now), charactersMax)}`;
  const { live, desired } = differenceShown({ live: was, desired: now, base: undefined }, charactersMax);
  return `${live} -> ${desired}`;
}

function signOf(action: ComposedChange["action"], style: Style): string {
  const colours = { create: style.green, update: style.yellow, remove: style.red, move: style.cyan };
  return colours[action](signs[action]);
}

function placeText({ file, line }: SourcePosition): string {
  return `${visible(file)}:${line}`;
}

/** The comparison as a document. Long lists are truncated, with their lengths. */
export function composedDiffDocument({ changes, counts }: ComposedComparison, revision: string): object {
  const listed = changes.slice(0, changesMax).map((change) => ({
    ...change,
    resources: sizeOf(change),
    values: change.values.slice(0, documentMax).map(({ addresses, ...value }) => ({
      ...value,
      resources: addresses.length,
      addresses: addresses.slice(0, documentMax),
    })),
  }));
  return {
    format: "trueup.composed-diff",
    version: 1,
    revision,
    counts,
    rows: changes.length,
    changes: listed,
  };
}
