/** Layers: how files inherit from folders, and how values are merged over defaults. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Layer } from "../../model/source.ts";
import type { YamlDocument } from "../../yaml/compose.ts";
import type { DocumentNode } from "../composition/document-node.ts";
import type { Group } from "../composition/groups.ts";
import { mapLaidOver } from "../composition/layering.ts";
import type { VariableScope } from "../composition/scope.ts";
import type { DefaultsLayer } from "./field-places.ts";

/** A header field (`target`, `organization`), and the place where it was written. */
export interface HeaderField {
  readonly value: Json;
  readonly source: DocumentNode;
}

/** The layers that apply to a document: the settings of its folders, overridden by its own header and defaults. */
export interface InheritedLayers {
  readonly header: ReadonlyMap<string, HeaderField>;
  /** For each section, a partial entry in which all layers of defaults are merged. */
  readonly defaults: JsonObject;
  /** The documents with `defaults:`, the nearest first. */
  readonly layers: readonly DefaultsLayer[];
  /** The variables of folders, and of the document. */
  readonly variables: VariableScope;
  /** The groups of folders, followed by the groups of the document. */
  readonly groups: readonly Group[];
}

/** Returns the layers for a document in folders without settings. */
export function nothingInherited(variables: VariableScope): InheritedLayers {
  return { header: new Map(), defaults: {}, layers: [], variables, groups: [] };
}

/** Returns the layers for a document, given those of its folder. `names` are the allowed header fields. */
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
  return {
    ...from,
    header,
    defaults: mapLaidOver(from.defaults, value.defaults),
    layers: [{ outline, layer: of.layer, value: value.defaults }, ...from.layers],
  };
}
