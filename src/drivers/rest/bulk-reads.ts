/** Bulk reads: one list above the parents instead of one list per parent. */

import { fieldOf, idText } from "../../catalog/fields/field-of.ts";
import { idField } from "../../catalog/identity.ts";
import type { KindFile } from "../../catalog/schema/kind.ts";
import { canonicalText, isArray, isObject, type Json } from "../../model/json.ts";
import type { Item, ReadReply, ReadRequest } from "../contract/contract.ts";
import { unexpectedShape } from "../http/replies/replies.ts";
import type { RestKind } from "./catalogs/catalog-dialect.ts";
import { itemsOf } from "./items.ts";
import { holdsAll, readListed, rememberingLast } from "./listing.ts";
import type { ReadingContext } from "./reads.ts";
import { requestWords } from "./requests.ts";

type Whole = NonNullable<KindFile["whole"]>;

/**
 * Returns the items of a bulk read, each with its parent's id. The result is unknown if a record does not show its
 * parent.
 */
export async function readWhole(on: ReadingContext, of: RestKind, request: ReadRequest): Promise<ReadReply> {
  const { file } = of;
  const { whole } = file;
  if (whole === undefined) throw new Error(`${file.kind} is read as a whole, which is impossible`);
  const { parentId, scope, wanted, mostPages, undeclarable } = request;
  const within = of.kind.collection.whole?.within ?? "";
  const outer = { ...of, above: of.above.slice(0, of.above.indexOf(within) + 1) };
  const words = requestWords(outer, on.dialect, { parentId, scope });
  const idIn = whole.holds === undefined && file.form !== "singleton" ? idField(file) : whole.parent;
  const shownBy = rememberingLast((records) => shownIn(on, of, { whole, records, undeclarable }));
  const list = await readListed(
    on,
    {
      read: whole,
      words,
      scope,
      id: idIn,
      mostPages,
      idOf: (record) => idText(fieldOf(record, idIn)) ?? canonicalText(record),
      complete: (records) => holdsAll(shownBy(records)?.items, wanted),
    },
    on.signal,
  );
  if ("problem" in list) return { state: "unknown", problem: list.problem };
  const shown = shownBy(list.items);
  if (shown === undefined) {
    const what = `has a record that is not one of the ${of.kind.collection.name}, or does not show its parent`;
    return { state: "unknown", problem: unexpectedShape(on.exchange, list.first, what) };
  }
  const { items, parentIds } = shown;
  return { state: "whole", items, ...(whole.holds !== undefined && { parentIds }) };
}

interface RecordsOfWhole extends Pick<ReadRequest, "undeclarable"> {
  readonly whole: Whole;
  readonly records: readonly Json[];
}

/**
 * Returns the items in the records. A record whose parent is null or empty is left out. Undefined: a record does not
 * show its parent, or does not have the expected form.
 */
function shownIn(
  { shown: secrets }: ReadingContext,
  of: RestKind,
  { whole, records, undeclarable }: RecordsOfWhole,
): { readonly items: readonly Item[]; readonly parentIds: ReadonlySet<string> } | undefined {
  const items: Item[] = [];
  const parentIds = new Set<string>();
  for (const record of records) {
    const found = fieldOf(record, whole.parent);
    if (found === null || found === "") continue;
    const parentId = idText(found);
    const held = whole.holds === undefined ? [record] : fieldOf(record, whole.holds);
    if (parentId === undefined || !isArray(held)) return undefined;
    const list = { read: {}, parentId, wanted: [], shown: secrets, undeclarable };
    const own = itemsOf(of, list, held.filter(isObject));
    if (own === undefined || !held.every(isObject)) return undefined;
    parentIds.add(parentId);
    for (const item of own) items.push({ ...item, parentId });
  }
  return { items, parentIds };
}
