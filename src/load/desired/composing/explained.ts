/** Explains a resource: finds every leaf, with all the layers that set it. Parses the documents again. */

import type { Resource } from "../../../model/desired.ts";
import { isArray, isObject, type Json, sameJson } from "../../../model/json.ts";
import { byIdentity, type KeyedValue, writtenPath } from "../../../model/list-identity.ts";
import { type Pointer, pointer } from "../../../model/pointer.ts";
import { isSecretReference } from "../../../model/secret.ts";
import type { Origin } from "../../../model/source.ts";
import { parse } from "../../../yaml/parse.ts";
import { follow, nodeSize, type Outline, slot } from "../../../yaml/positions.ts";
import { Renderer } from "../../composition/renderer.ts";
import { templateOf } from "../../composition/template.ts";
import {
  type FieldLayer,
  fieldOrigin,
  layersOf,
  placeAround,
  provenanceOf,
  writtenIn,
} from "../field-places.ts";
import type { DeclaredResource, LoadRun, SeenContainer } from "../load-run.ts";

/** A leaf of a composed resource. */
export interface ExplainedField {
  readonly path: Pointer;
  readonly value: Json;
  /** The place in the highest layer that sets the field or one of its parents. */
  readonly at: Origin;
  /** The expression as written; undefined if the value was written literally. */
  readonly written?: Json | undefined;
  /** True: the value at `at` is appended to the values of lower layers. */
  readonly appends: boolean;
  /** For a list to which layers append: its elements, each with the place in the layer that it comes from. */
  readonly elements?: readonly { readonly value: Json; readonly at: Origin }[];
  /** The values in lower layers. The highest layer comes first. */
  readonly below: readonly WeakerValue[];
}

/** A lower layer's value for a field that a higher layer also sets. */
interface WeakerValue {
  readonly at: Origin;
  /**
   * The evaluated value, or the written one if it cannot be evaluated. Null: the layer removes the values of lower
   * layers.
   */
  readonly value: Json;
  readonly appends: boolean;
}

/** Fields of entries that the loader reads, and that are not part of a value. */
const loaded = ["site", "protect", "ownership"] as const;

/** Returns the fields of a container, explained like those of a resource. */
export function explainedHolder(run: LoadRun, holder: SeenContainer): readonly ExplainedField[] {
  const { fields, holds, place, variables } = holder;
  return explained(run, { resource: { value: fields, lists: {}, ...holds }, place, variables });
}

/** Something to explain: its fields, and the settings that apply to it. */
interface Explicable extends Pick<DeclaredResource, "place" | "variables"> {
  readonly resource: KeyedValue & Pick<Resource, "site" | "protect" | "ownership">;
}

/** Returns all leaves of a resource, and the settings that apply to it, sorted by name. */
export function explained(run: LoadRun, declared: Explicable): readonly ExplainedField[] {
  const { resource, place } = declared;
  const documents: ReadDocuments = new Map();
  const fields = leavesOf(run, { ...declared, documents }, { value: resource.value, path: [], pattern: [] });
  const beside = loaded.flatMap((name) => {
    const value = resource[name];
    const holder = value === undefined ? undefined : placeAround(place, name);
    const isKnown =
      resource.value !== null && isObject(resource.value) && Object.hasOwn(resource.value, name);
    if (value === undefined || !holder || isKnown) return [];
    return fieldAt(run, { ...declared, documents, path: [name], value, place: holder, from: [name] });
  });
  return [...fields, ...beside];
}

/** A part of a value: its path, and the path with `*` for list elements. */
interface ValuePart {
  readonly value: Json;
  readonly path: readonly string[];
  readonly pattern: readonly string[];
}

type ExplainedIn = Omit<FieldRequest, "path" | "from" | "value">;

function leavesOf(
  run: LoadRun,
  of: ExplainedIn,
  { value, path, pattern }: ValuePart,
): readonly ExplainedField[] {
  const inside = (member: Json, step: string, patternStep: string) =>
    leavesOf(run, of, { value: member, path: [...path, step], pattern: [...pattern, patternStep] });
  if (isObject(value) && !isSecretReference(value) && Object.keys(value).length > 0)
    return Object.keys(value)
      .sort()
      .flatMap((key) => inside(value[key] ?? null, key, key));
  const from = writtenPath(of.resource, pointer(path));
  const field = fieldAt(run, { ...of, path, value, from });
  const leaves = of.resource.lists[pointer(pattern)];
  const elements = isArray(value) && leaves && value.some(isObject) ? byIdentity(value, leaves) : undefined;
  if (!elements || !isArray(value) || field.elements || typeof field.written === "string") return [field];
  return [...elements].flatMap(([identity, index]) => inside(value[index] ?? null, identity, "*"));
}

/** The documents of texts that were parsed again. Each text is parsed once. */
type ReadDocuments = Map<Outline["file"], ReturnType<typeof parse>["documents"]>;

interface FieldRequest extends Explicable {
  readonly documents: ReadDocuments;
  readonly path: readonly string[];
  /** The path of the field, with the positions of list elements. */
  readonly from: readonly string[];
  readonly value: Json;
}

function fieldAt(run: LoadRun, of: FieldRequest): ExplainedField {
  const { place, from, value, path } = of;
  const having = layersOf(place, from).flatMap((layer) => {
    const written = writtenAt(layer, of.documents);
    return written && (layer.depth === from.length || !isObject(written.value))
      ? [{ ...written, layer }]
      : [];
  });
  const [highest, ...weaker] = having;
  const elements = highest?.appends && isArray(value) ? elementsOf(run, of, having) : undefined;
  const raw = writtenIn(place, from)?.value;
  return {
    path: pointer(path),
    value,
    at: provenanceOf(place, from),
    written: raw !== undefined && templateOf(raw) ? raw : undefined,
    appends: highest?.appends ?? false,
    ...(elements && { elements }),
    below: weaker.map(({ value: own, appends, layer }) => ({
      at: fieldOrigin(layer),
      value: evaluatedIn(run, of, own),
      appends,
    })),
  };
}

interface WrittenLayer {
  readonly layer: FieldLayer;
  readonly value: Json;
  readonly appends: boolean;
}

/**
 * Returns the elements of a list in order, each with the lowest layer that contains it. Higher layers only add elements
 * that are missing.
 */
function elementsOf(
  run: LoadRun,
  of: FieldRequest,
  having: readonly WrittenLayer[],
): ExplainedField["elements"] {
  const base = having.findIndex(({ appends }) => !appends);
  const layers = having.slice(0, base < 0 ? having.length : base + 1).reverse();
  const found: { readonly value: Json; readonly at: Origin }[] = [];
  for (const { layer, value: written, appends } of layers) {
    const field = layer.written.with(-1, `${layer.written.at(-1) ?? ""}${appends ? "+" : ""}`);
    const list = evaluatedIn(run, of, written);
    for (const [index, value] of (isArray(list) ? list : []).entries()) {
      if (found.some((one) => sameJson(one.value, value))) continue;
      const { node, depth } = follow(layer.outline, [...layer.source, ...field, String(index)]);
      const steps = layer.source.length + field.length + 1;
      found.push({ value, at: fieldOrigin(depth === steps ? { ...layer, node } : layer) });
    }
  }
  const own: readonly Json[] = isArray(of.value) ? of.value : [];
  return own.flatMap((value) => found.find((one) => sameJson(one.value, value)) ?? []);
}

function evaluatedIn(run: LoadRun, { variables }: Explicable, value: Json): Json {
  const { value: made, isWhole } = new Renderer(variables, run.budget).render(value);
  return isWhole ? made : value;
}

/**
 * Returns the value at a place, and whether it is appended to the value of lower layers. Undefined if the document has
 * no such place.
 */
function writtenAt(
  { outline, written, depth, source }: FieldLayer,
  documents: ReadDocuments,
): { readonly value: Json; readonly appends: boolean } | undefined {
  const { file } = outline;
  const read = documents.get(file) ?? parse(file, new Map()).documents;
  documents.set(file, read);
  const document = read.find((each) => begin(each.outline) === begin(outline));
  let value: Json | undefined = document?.value;
  let appends = false;
  for (const step of [...source, ...written.slice(0, depth)]) {
    const here: Json = value ?? null;
    appends = isObject(here) && !Object.hasOwn(here, step) && Object.hasOwn(here, `${step}+`);
    value = appends && isObject(here) ? here[`${step}+`] : memberOf(here, step);
  }
  return value === undefined ? undefined : { value, appends };
}

function memberOf(value: Json, step: string): Json | undefined {
  if (isArray(value)) return value[Number(step)];
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** Returns the start of a document's value, which identifies the document in its text. */
function begin({ numbers }: Outline): string {
  return `${numbers[slot.value] ?? -1} ${numbers.length / nodeSize}`;
}
