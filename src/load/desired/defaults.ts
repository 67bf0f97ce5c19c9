/** Layers: what files inherit from folders, and how values are laid over defaults. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Layer } from "../../model/source.ts";
import type { YamlDocument } from "../yaml/compose.ts";
import type { DefaultsLayer, DocumentNode } from "./field-places.ts";

/** A header field (`target`, `organization`) and where it was written. */
export interface HeaderField {
  readonly value: Json;
  readonly source: DocumentNode;
}

/** What holds for a document: its own header and defaults over those of its folders. */
export interface InheritedLayers {
  readonly header: ReadonlyMap<string, HeaderField>;
  /** Section → partial entry, all layers merged. */
  readonly defaults: JsonObject;
  /** The documents that have `defaults:`, the nearest first. */
  readonly layers: readonly DefaultsLayer[];
}

/** What holds where no folder says anything. */
export const nothingInherited: InheritedLayers = { header: new Map(), defaults: {}, layers: [] };

/** What holds for a document, given what it inherits. `names`: the fields that a header may have. */
export function inherit(
  from: InheritedLayers,
  document: YamlDocument,
  of: { readonly names: ReadonlySet<string>; readonly layer: "fileDefaults" | "folderDefaults" },
): InheritedLayers {
  const { value, outline } = document;
  if (!isObject(value)) return from;
  const layer: Layer = of.layer === "fileDefaults" ? "entry" : of.layer;
  const own = Object.keys(value).filter((key) => of.names.has(key));
  const written = own.map((key): [string, HeaderField] => [
    key,
    { value: value[key] ?? null, source: { outline, layer, path: [key] } },
  ]);
  const header = own.length === 0 ? from.header : new Map([...from.header, ...written]);
  if (!isObject(value.defaults)) return { ...from, header };
  const defaults = laidOverDefaults(from.defaults, value.defaults);
  return {
    header,
    defaults: isObject(defaults) ? defaults : {},
    layers: [{ outline, layer: of.layer, value: value.defaults }, ...from.layers],
  };
}

/** A value laid over another: maps merge by key, all else is replaced, `null` removes what is below. */
export function laidOverDefaults(below: Json | undefined, above: Json): Json | undefined {
  if (below === undefined) return above;
  if (above === null) return undefined;
  if (!isObject(below) || !isObject(above)) return above;
  const merged: Record<string, Json> = { ...below };
  for (const key of Object.keys(above)) {
    const value = laidOverDefaults(Object.hasOwn(below, key) ? below[key] : undefined, above[key] ?? null);
    if (value === undefined) delete merged[key];
    else merged[key] = value;
  }
  return merged;
}
