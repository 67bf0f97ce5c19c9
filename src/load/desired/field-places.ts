/** Places: where the fields of an entry were written, over all layers. Costs nothing until it is asked. */

import type { JsonObject } from "../../model/json.ts";
import type { Layer, Origin } from "../../model/source.ts";
import { type DeepestNode, follow, keyOffset, type Outline, valueOffset } from "../yaml/positions.ts";
import { positionAt, type TextFile } from "../yaml/text-file.ts";
import { type OtherNames, spellingsOf } from "./other-names.ts";

/** A node of a document that may hold fields of an entry. */
export interface DocumentNode {
  readonly outline: Outline;
  readonly layer: Layer;
  readonly path: readonly string[];
}

/** A document's `defaults:`. */
export interface DefaultsLayer {
  readonly outline: Outline;
  /** Section → partial entry, as they are written. */
  readonly value: JsonObject;
  readonly layer: Exclude<Layer, "entry">;
}

/** Where an entry stands: in a document, or in the entry around it. */
export interface EntryPlace {
  readonly within: EntryPlace | DocumentNode;
  /** The section in all its spellings, each as the keys that lead to it. None: the place is what it is within. */
  readonly section: readonly (readonly string[])[];
  /** The key of a map's entry. */
  readonly key?: string | undefined;
  /** Other names that its fields may be written by. */
  readonly otherNames?: OtherNames | undefined;
  /** The defaults under this entry's section: the nearest layer first. */
  readonly defaults: readonly DefaultsLayer[];
}

/** Where a field of an entry was written, and how much of its path that was. */
export interface FieldPlace extends DeepestNode {
  readonly outline: Outline;
  readonly layer: Layer;
}

/** Where a field was written: in the highest layer that has it, else its nearest written ancestor. */
export function spotOf(place: EntryPlace, path: readonly string[]): FieldPlace {
  let best: FieldPlace | undefined;
  const spellings = spellingsOf(place.otherNames, path);
  for (const source of sourcesOf(place)) {
    for (const written of spellings) {
      const reached = follow(source.outline, [...source.path, ...written]);
      const depth = reached.depth - source.path.length;
      if (depth < 0 || depth <= (best?.depth ?? -1)) continue;
      best = { ...source, node: reached.node, depth };
    }
    if (best?.depth === path.length) break;
  }
  if (!best) throw new Error(`nothing was written for ${place.section[0]?.join(".")} ${place.key ?? ""}`);
  return best;
}

/** A spot as people and reports name it: where its key stands. */
export function fieldOrigin(spot: FieldPlace): Origin {
  return { ...positionAt(spot.outline.file, keyOffset(spot.outline, spot.node)), layer: spot.layer };
}

/** The file and the offset under which a caret belongs. */
export function caretOf(spot: FieldPlace, at: "key" | "value"): { file: TextFile; offset: number } {
  const offset = at === "key" ? keyOffset(spot.outline, spot.node) : valueOffset(spot.outline, spot.node);
  return { file: spot.outline.file, offset };
}

/** All nodes that may hold fields of an entry, the highest layer first. */
function sourcesOf(place: EntryPlace): readonly DocumentNode[] {
  const context = "section" in place.within ? sourcesOf(place.within) : [place.within];
  const { section, key, defaults } = place;
  if (section.length === 0) return context;
  const steps = key === undefined ? section : section.map((path) => [...path, key]);
  const own = context.flatMap((source) =>
    steps.map((step) => ({ ...source, path: [...source.path, ...step] })),
  );
  const below = defaults.flatMap(({ outline, layer }) =>
    section.map((path): DocumentNode => ({ outline, layer, path: ["defaults", path.join(".")] })),
  );
  return [...own, ...below];
}
