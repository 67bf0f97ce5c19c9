/** Live names that are spellings of declared names. Items with such a name are listed under the declared name. Pure. */

import type { Item, Kind } from "../drivers/contract/contract.ts";
import { ByName } from "./known-ids.ts";
import type { WantedResource } from "./query.ts";

/**
 * Returns the items of a list. An item whose name is a spelling of a name in desired or base gets that declared name.
 * If an item has the exact name, no other item gets it.
 */
export function underDeclaredNames(
  items: readonly Item[],
  wanted: readonly WantedResource[],
): readonly Item[] {
  const forms = new Map<string, NonNullable<Kind["nameForm"]>>();
  for (const { kind } of wanted) if (kind.nameForm) forms.set(kind.name, kind.nameForm);
  if (forms.size === 0) return items;
  const live = new ByName<true>();
  for (const { kind, identity } of items) if (forms.has(kind)) live.set(kind, identity, true);
  const meant = new ByName<string>();
  let isAnyMeant = false;
  const mean = ({ name: kind, nameForm }: Kind, name: string | undefined) => {
    if (name === undefined || nameForm === undefined || live.get(kind, name)) return;
    const form = nameForm(name);
    if (meant.get(kind, form) === undefined) meant.set(kind, form, name);
    isAnyMeant = true;
  };
  for (const { kind, identity, before } of wanted) {
    mean(kind, identity);
    mean(kind, before);
  }
  // Usually each declared name is in the list as it is.
  if (!isAnyMeant) return items;
  const declared = new ByName<true>();
  for (const { kind, identity, before } of wanted) {
    if (identity !== undefined) declared.set(kind.name, identity, true);
    if (before !== undefined) declared.set(kind.name, before, true);
  }
  return items.map((item) => {
    const form = forms.get(item.kind);
    if (form === undefined || declared.get(item.kind, item.identity)) return item;
    const identity = meant.get(item.kind, form(item.identity));
    return identity === undefined ? item : { ...item, identity };
  });
}
