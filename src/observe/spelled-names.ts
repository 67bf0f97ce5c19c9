/** Live names that are spellings of declared names. Items with such a name are listed under the declared name. Pure. */

import type { Item } from "../drivers/contract/contract.ts";
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
  const forms = new Map(wanted.flatMap(({ kind }) => (kind.nameForm ? [[kind.name, kind.nameForm]] : [])));
  if (forms.size === 0) return items;
  const live = new ByName<true>();
  for (const { kind, identity } of items) if (forms.has(kind)) live.set(kind, identity, true);
  const declared = new ByName<true>();
  const meant = new ByName<string>();
  for (const { kind, identity, before } of wanted)
    for (const name of [identity, before]) {
      if (name === undefined || kind.nameForm === undefined) continue;
      declared.set(kind.name, name, true);
      const form = kind.nameForm(name);
      if (!live.get(kind.name, name) && meant.get(kind.name, form) === undefined)
        meant.set(kind.name, form, name);
    }
  return items.map((item) => {
    const form = forms.get(item.kind);
    if (form === undefined || declared.get(item.kind, item.identity)) return item;
    const identity = meant.get(item.kind, form(item.identity));
    return identity === undefined ? item : { ...item, identity };
  });
}
