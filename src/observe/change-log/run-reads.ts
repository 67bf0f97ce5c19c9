/** What a run has read since its plan began, and how its own writes have changed that. */

import type { ShownByLog } from "../../drivers/contract/change-log.ts";
import type { Driver, Write } from "../../drivers/contract/contract.ts";
import { asObject, isObject } from "../../model/json.ts";
import { declaredPart, type KeptItem, type KeptRead, keptItems } from "./kept-reads.ts";
import { areAlike, entryName, idsOf, keyOf, showsStill } from "./log-view.ts";

const named = ({ kind, identity }: { readonly kind: string; readonly identity: string }) =>
  `${kind} ${identity}`;

/** The lists that a run has read, including lists that are not cached, and its writes. */
export class RunReads {
  readonly #kinds: Driver["kinds"];
  readonly #lists = new Map<string, KeptRead>();
  /** The names of written resources by their parent. */
  readonly #written = new Map<string, Set<string>>();

  constructor({ kinds }: Driver) {
    this.#kinds = kinds;
  }

  clear(): void {
    this.#lists.clear();
    this.#written.clear();
  }

  listed(key: string, read: KeptRead): void {
    this.#lists.set(key, read);
  }

  written({ kind, identity, parentId = "" }: Pick<Write, "kind" | "identity" | "parentId">): void {
    const within = this.#written.get(parentId) ?? new Set();
    this.#written.set(parentId, within.add(named({ kind, identity })));
  }

  /**
   * Returns the list after this run's writes, as the log has shown it. Undefined if the log did not show every write in
   * the list, or if the list existed before this run and was not read. `fields`: the names of the fields to keep.
   */
  afterWrites(
    { collection, scope, parentId, madeAt, resources, entries }: ShownByLog,
    { fields, log }: { readonly fields: ReadonlySet<string>; readonly log: string },
  ): KeptRead | undefined {
    const before = this.#lists.get(keyOf({ collection, scope, parentId }));
    const at = before?.at ?? madeAt;
    if (at === undefined || !this.#areAllShown({ collection, parentId, resources })) return undefined;
    const items = keptItems(
      resources.map(({ kind, identity, shown: { value, id } }) => ({ kind, identity, value, id })),
      fields,
    );
    if (!items) return undefined;
    return {
      at,
      log,
      ids: idsOf(parentId),
      items: over(before?.items ?? [], items),
      entries: [...new Set([...(before?.entries ?? []), ...entries.map(entryName)])],
      ...((!before || before.isPart) && { isPart: true }),
    };
  }

  #areAllShown({
    collection,
    parentId,
    resources,
  }: Pick<ShownByLog, "collection" | "parentId" | "resources">): boolean {
    const shown = new Set(resources.map(named));
    const kinds = this.#kinds.filter((kind) => kind.collection.name === collection).map(({ name }) => name);
    const own = [...(this.#written.get(parentId) ?? [])];
    return own.every((name) => shown.has(name) || !kinds.some((kind) => name.startsWith(`${kind} `)));
  }
}

/** Returns the items, updated by the other items and their fields. */
function over(items: readonly KeptItem[], others: readonly KeptItem[]): readonly KeptItem[] {
  const known = new Map(items.map((item) => [named(item), item]));
  for (const item of others) {
    const before = known.get(named(item));
    const value = isObject(item.value) ? { ...asObject(before?.value), ...item.value } : item.value;
    known.set(named(item), { ...before, ...item, value });
  }
  return [...known.values()];
}

/** True if a new read shows what an earlier read knew. `fields`: the names of the fields that both reads have. */
export function isStill(was: KeptRead, now: KeptRead["items"], fields: ReadonlySet<string>): boolean {
  if (was.wanted !== undefined) return areAlike(now, was.items);
  const items = was.items.map((item) => ({ ...item, value: declaredPart(item.value, fields) }));
  return showsStill(now, { ...was, items });
}
