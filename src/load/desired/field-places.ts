/** Finds where the fields of an entry were written, in all of the entry's layers. Computed lazily. */

import type { OwnPlace } from "../../model/desired.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { pointer, at as valueAt } from "../../model/pointer.ts";
import type { Layer, Origin, WrittenField } from "../../model/source.ts";
import { type Caret, positionOf } from "../../yaml/caret.ts";
import { type DeepestNode, follow, keyOffset, type Outline, valueOffset } from "../../yaml/positions.ts";
import type { DocumentNode, Row } from "../composition/document-node.ts";
import type { RenderedKey } from "../composition/renderer.ts";
import { type VariableScope, variablesIn } from "../composition/scope.ts";
import { type OtherNames, spellingsOf } from "./other-names.ts";

/** The `defaults:` of a document, or the layer of a group. */
export interface DefaultsLayer {
  readonly outline: Outline;
  /** The partial entry of each section, as written. */
  readonly value: JsonObject;
  readonly layer: Exclude<Layer, "entry">;
  /** The path of the layer in its document. Absent: the layer is under `defaults`. */
  readonly path?: readonly string[] | undefined;
}

/** What an entry was evaluated from. */
interface RenderedFrom {
  /** The merged layers before evaluation. */
  readonly value: Json;
  readonly scope: VariableScope;
  readonly keys: readonly RenderedKey[];
}

/** The place of an entry: in a document, or in its parent entry. */
export interface EntryPlace {
  readonly within: EntryPlace | DocumentNode;
  /** All spellings of the section, as key paths. Empty: the entry is part of its parent's value. */
  readonly section: readonly (readonly string[])[];
  /** The entry's key in its map, as written. */
  readonly key?: string | undefined;
  /** The key after evaluation. */
  readonly ownKey?: string | undefined;
  /** The same entry in a lower layer: in another folder, or of a data row. Absent: there is none. */
  readonly below?: EntryPlace | undefined;
  /** The source before evaluation. Absent: the entry has no expressions. */
  readonly rendered?: RenderedFrom | undefined;
  /** The aliases of the entry's fields. */
  readonly otherNames?: OtherNames | undefined;
  /** The defaults for this entry's section. The nearest layer comes first. */
  readonly defaults: readonly DefaultsLayer[];
}

/**
 * The place where a field of an entry was written. `depth` says how many segments of the field's path were written
 * there.
 */
export interface FieldPlace extends DeepestNode {
  readonly outline: Outline;
  readonly layer: Layer;
  readonly row?: Row | undefined;
}

/**
 * Returns the place of a field in the highest layer that sets it. If no layer sets it, returns the place of its nearest
 * written ancestor.
 */
export function spotOf(place: EntryPlace, path: readonly string[]): FieldPlace {
  let best: FieldPlace | undefined;
  const spellings = spellingsOf(place.otherNames, asWritten(place, path));
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

/** A layer that contains a field, or part of its path. */
export interface FieldLayer extends FieldPlace {
  /** The path of the entry in its document, followed by the path of the field in the entry, as written. */
  readonly source: readonly string[];
  readonly written: readonly string[];
}

/**
 * Returns every layer that contains a field of an entry or part of the field's path, the highest layer first. Each
 * layer has the place of the deepest part in it.
 */
export function layersOf(place: EntryPlace, path: readonly string[]): readonly FieldLayer[] {
  const spellings = spellingsOf(place.otherNames, asWritten(place, path));
  return sourcesOf(place).flatMap((source) => {
    const found = spellings.map((written) => {
      const { node, depth } = follow(source.outline, [...source.path, ...written]);
      return { ...source, node, depth: depth - source.path.length, source: source.path, written };
    });
    const [deepest] = found.sort((a, b) => b.depth - a.depth);
    return deepest && (deepest.depth > 0 || (deepest.depth === 0 && path.length === 0)) ? [deepest] : [];
  });
}

/**
 * Returns the nearest entry that sets an inherited field: this entry, or one of its ancestors. Undefined: none of them
 * sets it.
 */
export function placeAround(place: EntryPlace, name: string): EntryPlace | undefined {
  if (layersOf(place, [name]).some(({ depth }) => depth === 1)) return place;
  return "section" in place.within ? placeAround(place.within, name) : undefined;
}

/** Returns the position that messages and reports show for a field: that of its key. */
export function fieldOrigin(spot: FieldPlace): Origin {
  const { layer, row } = spot;
  return { ...positionOf(caretOf(spot, "key")), layer, ...(row && { row: positionOf(row) }) };
}

/** Returns the position as text, with the row if there is one: `desired-state/sites.yaml:4:3`. */
export function originWords({ file, line, column, row }: Origin): string {
  const made = row ? ` for ${row.file}:${row.line}` : "";
  return `${file}:${line}:${column}${made}`;
}

/** The place where a field was written, and the variables from which it was computed. */
export function provenanceOf(place: EntryPlace, path: readonly string[]): Origin {
  const origin = fieldOrigin(spotOf(place, path));
  const variables = writtenIn(place, path)?.variables ?? [];
  const through = variables.map(({ value: _, ...at }) => at);
  return through.length === 0 ? origin : { ...origin, through };
}

/** A field before evaluation; undefined if nothing was evaluated. */
export function writtenIn(place: EntryPlace, path: readonly string[]): WrittenField | undefined {
  if (!place.rendered) return undefined;
  const { value, scope } = place.rendered;
  const raw = valueAt(value, pointer(asWritten(place, path)));
  return raw === undefined ? undefined : { value: raw, variables: variablesIn(raw, scope) };
}

/**
 * Returns the file and the offset of a field's key or value. If the field belongs to a data row, the row is included.
 */
export function caretOf(spot: FieldPlace, at: "key" | "value"): Caret & { readonly row?: Row | undefined } {
  const offset = at === "key" ? keyOffset(spot.outline, spot.node) : valueOffset(spot.outline, spot.node);
  return { file: spot.outline.file, offset, ...(spot.row && { row: spot.row }) };
}

/**
 * Returns the place where a separate entry could override the entry of a data row. Undefined: the entry does not belong
 * to a row.
 */
export function ownPlaceOf(place: EntryPlace): OwnPlace | undefined {
  const made = sourcesOf(place).find(({ header }) => header);
  if (spotOf(place, []).row === undefined || !made?.header) return undefined;
  const chain: EntryPlace[] = [];
  for (let at: EntryPlace | DocumentNode = place; "section" in at; at = at.within) chain.unshift(at);
  const steps = chain.map(({ section: [name = []], key, ownKey = key }) => [
    ...name,
    ...(ownKey === undefined ? [] : [ownKey]),
  ]);
  const [top] = chain;
  const spot = top && spotOf(top, []);
  return {
    file: made.outline.file.path,
    header: made.header,
    path: steps.flat(),
    topLength: steps[0]?.length ?? 0,
    ...(spot && spot.row === undefined && { top: positionOf(caretOf(spot, "key")) }),
  };
}

/** Returns the number of the layer that contains this written key: 0 is the highest layer, and -1 means none. */
export function layerOfKey(
  within: EntryPlace | DocumentNode,
  section: EntryPlace["section"],
  key: string,
): number {
  const context = "section" in within ? sourcesOf(within) : [within];
  return context.findIndex(({ outline, path }) =>
    section.some((steps) => {
      const whole = [...path, ...steps, key];
      return follow(outline, whole).depth === whole.length;
    }),
  );
}

/** Returns the place of a part of an entry's value, such as a list element that is a separate resource. */
export function innerPlace(place: EntryPlace, path: readonly string[]): EntryPlace {
  if (path.length === 0) return place;
  const written = asWritten(place, path);
  const { rendered } = place;
  return {
    within: place,
    section: [written.slice(0, -1)],
    key: written.at(-1),
    ownKey: path.at(-1),
    defaults: [],
    rendered: rendered && {
      ...rendered,
      value: valueAt(rendered.value, pointer(written)) ?? null,
      keys: rendered.keys.flatMap((key) => keyInside(key, path)),
    },
  };
}

/** Returns a computed key that is inside `path`, with its paths made relative to `path`. Empty for any other key. */
function keyInside(key: RenderedKey, path: readonly string[]): readonly RenderedKey[] {
  const isInside = key.path.length > path.length && path.every((step, index) => step === key.path[index]);
  if (!isInside) return [];
  return [{ path: key.path.slice(path.length), written: key.written.slice(path.length) }];
}

/** Converts a path with evaluated keys into a path with the keys as written. */
function asWritten({ rendered }: EntryPlace, path: readonly string[]): readonly string[] {
  const known = rendered?.keys.findLast(
    (key) => key.path.length <= path.length && key.path.every((step, index) => step === path[index]),
  );
  return known ? [...known.written, ...path.slice(known.path.length)] : path;
}

/** Returns all nodes that may contain fields of an entry. The highest layer comes first. */
function sourcesOf(place: EntryPlace): readonly DocumentNode[] {
  const { section, defaults } = place;
  const own = ownSourcesOf(place);
  if (section.length === 0) return own;
  const row = own[0]?.row;
  const below = defaults.flatMap(({ outline, layer, path = ["defaults"] }) =>
    section.map((name): DocumentNode => ({ outline, layer, path: [...path, name.join(".")], row })),
  );
  return [...own, ...below];
}

function ownSourcesOf({ within, section, key, below }: EntryPlace): readonly DocumentNode[] {
  const context = "section" in within ? sourcesOf(within) : [within];
  if (section.length === 0) return context;
  const steps = key === undefined ? section : section.map((path) => [...path, key]);
  const own = context.flatMap((source) =>
    steps.map((step) => ({ ...source, path: [...source.path, ...step] })),
  );
  return below ? [...own, ...ownSourcesOf(below)] : own;
}
