/**
 * Overlays: an entry that is declared several times. Several folders of desired state may declare it; then later
 * folders override earlier ones. Within a folder, a row and a separate entry may declare it; then the separate entry
 * overrides the row's.
 */

import type { Address } from "../../../model/address.ts";
import { isObject } from "../../../model/json.ts";
import { bothTaken, layeredOver, mapLaidOver, takenAway } from "../../composition/layering.ts";
import type { AncestorContext, HeldEntry } from "../entry.ts";

/** Collects entries until all entries are known. */
export class HeldEntries {
  readonly #held = new Map<Address, HeldEntry[]>();

  /** Adds an entry that may have to be merged with others. */
  hold(entry: HeldEntry): void {
    const held = this.#held.get(entry.address);
    if (held) held.push(entry);
    else this.#held.set(entry.address, [entry]);
  }

  /**
   * Returns all entries, merged by address. Two entries with the same address and rank are an error, and are not
   * merged.
   */
  *entries(): Generator<HeldEntry> {
    for (const held of this.#held.values()) {
      const [only, another] = held;
      if (only && !another) yield only;
      else yield* together(held);
    }
    this.#held.clear();
  }
}

function* together(held: readonly HeldEntry[]): Generator<HeldEntry> {
  const spare: HeldEntry[] = [];
  const ranks = [...Map.groupBy(held, ({ context }) => context.rank)].sort(([a], [b]) => a - b);
  let made: HeldEntry | undefined;
  for (const [, [first, ...others]] of ranks) {
    spare.push(...others);
    if (first) made = made ? over(made, first) : first;
  }
  if (made) yield made;
  yield* spare;
}

/**
 * Merges an entry over the entry of a lower layer. Undefined: the upper entry is `null`, which removes the lower one.
 */
function over(below: HeldEntry, above: HeldEntry): HeldEntry | undefined {
  if (above.raw === null) return undefined;
  const from = below.context;
  const defaults = mapLaidOver(from.defaults, above.context.defaults);
  const layers = [...new Set([...above.context.layers, ...from.layers])];
  const own = [...from.own, ...above.context.own];
  const context: AncestorContext = {
    ...from,
    place: above.context.place,
    variables: above.context.own.reduce((scope, layer) => scope.with(layer), from.variables),
    own,
    defaults,
    layers,
    groups: [...new Set([...from.groups, ...above.context.groups])],
  };
  const areMaps = isObject(below.raw) && isObject(above.raw);
  const raw = areMaps ? mapLaidOver(below.raw, above.raw) : layeredOver(below.raw, above.raw);
  const taken = areMaps ? bothTaken(below.taken, takenAway(below.raw, above.raw)) : below.taken;
  return { ...above, raw: raw ?? null, context, below: [below, ...below.below], taken };
}
