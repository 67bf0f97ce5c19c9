/** A composed resource: each leaf with the place where it was written, and the values that it overrides. Pure. */

import type { Address } from "../../model/address.ts";
import type { Json } from "../../model/json.ts";
import type { KindTitles } from "../../model/place.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { Origin } from "../../model/source.ts";
import { briefly } from "../text/difference.ts";
import { visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted, fieldName, originText, resourceName, shown } from "../text/value.ts";

/** A leaf, and all values that were written for it: see `ExplainedField` in `load`. */
interface FieldExplanation {
  readonly path: Pointer;
  readonly value: Json;
  readonly at: Origin;
  readonly written?: Json | undefined;
  readonly appends: boolean;
  readonly elements?: readonly { readonly value: Json; readonly at: Origin }[] | undefined;
  readonly below: readonly { readonly at: Origin; readonly value: Json; readonly appends: boolean }[];
}

/** A resource, the place of its declaration, and the requested leaves. */
export interface Explanation {
  readonly address: Address;
  readonly at: Origin | undefined;
  readonly fields: readonly FieldExplanation[];
}

/** The maximum number of fields in an explanation. */
const fieldsMax = 500;
/** The maximum number of layers per field. */
const layersMax = 20;
/** The maximum number of characters per value. */
const charactersMax = 500;

/** For each leaf: its value, the place where it was written, and below these the values that it overrides. */
export function explanationText(
  { address, at, fields }: Explanation,
  style: Style,
  titles: KindTitles,
): string {
  const head = `${style.bold(resourceName(address, titles))} ${style.dim(`${visible(address)}${placeOf(at)}`)}\n`;
  const some = fields.slice(0, fieldsMax).map((field) => fieldText(field, style));
  const left = fields.length - some.length;
  return [
    head,
    ...some,
    ...(left > 0 ? [`... and ${counted(left, "more field")}; to see one, name its field.\n`] : []),
  ].join("");
}

function fieldText(
  { path, value, at, written, appends, elements = [], below }: FieldExplanation,
  style: Style,
): string {
  const from = written === undefined ? "" : ` ${brief(written)}`;
  const through = (at.through ?? []).map(
    ({ name, file, line }) => `${visible(name)} (${visible(file)}:${line})`,
  );
  const some = below.slice(0, layersMax);
  const lines = [
    `${fieldName(path)}: ${brief(value)}`,
    style.dim(`    ${originText(at)}${rowOf(at)}${from}`),
    ...(through.length > 0 ? [style.dim(`    through ${through.slice(0, layersMax).join(", ")}`)] : []),
    ...elements
      .slice(0, layersMax)
      .map((each) => style.dim(`    ${brief(each.value)} ${originText(each.at)}${rowOf(each.at)}`)),
    ...(elements.length > layersMax
      ? [style.dim(`    and ${counted(elements.length - layersMax, "more element")}`)]
      : []),
    ...some.map((each, index) => {
      const isAdded = index === 0 ? appends : (some[index - 1]?.appends ?? false);
      const what = each.value === null ? "nothing" : brief(each.value);
      return style.dim(`    ${isAdded ? "added to" : "instead of"} ${what} ${originText(each.at)}`);
    }),
    ...(below.length > some.length ? [style.dim(`    and ${below.length - some.length} more layers`)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function brief(value: Json): string {
  return briefly(shown(value), charactersMax);
}

function placeOf(at: Origin | undefined): string {
  return at ? `, ${originText(at)}${rowOf(at)}` : "";
}

function rowOf({ row }: Origin): string {
  return row ? ` for ${visible(row.file)}:${row.line}` : "";
}

/** The explanation as a document. */
export function explanationDocument({ address, at, fields }: Explanation): object {
  const count = { fields: fields.length };
  return {
    format: "trueup.explanation",
    version: 1,
    address,
    at,
    count,
    fields: fields.slice(0, 20 * fieldsMax),
  };
}
