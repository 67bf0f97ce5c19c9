/** Short forms of sections, and aliases of fields: moves their values to the full names. Pure. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { DocumentNode } from "../composition/document-node.ts";
import { layeredOver } from "../composition/layering.ts";
import type { InheritedLayers } from "./defaults.ts";
import { type LoadRun, reportNode } from "./load-run.ts";
import { inOwnNames, type OtherNames } from "./other-names.ts";
import type { Section, SectionTree } from "./section.ts";
import type { InterfaceSections } from "./sections.ts";

/** The place of a value, which findings show. */
interface WrittenPart {
  readonly run: LoadRun;
  readonly node: DocumentNode;
}

/**
 * Returns a value in which sections and fields have their full names. Reports entries that are written both under a
 * full name and under its short form.
 */
export function inFull(tree: SectionTree, value: Json, part: WrittenPart): Json {
  if (!isObject(value) || !hasOtherNames(tree)) return value;
  let full: JsonObject = value;
  for (const [name, section] of tree.shortForms)
    if (Object.hasOwn(value, name)) full = moved(full, { name, section, part });
  for (const section of tree.all) {
    const [path = []] = section.spellings;
    const written = valueAt(full, path);
    if (isObject(written) && isNamedOtherwise(section))
      full = withAt(full, path, entriesInFull(section, written, at(part, path)));
  }
  return full;
}

/** Returns the merged defaults for a document of an interface, with full section names. */
export function defaultsInFull(
  run: LoadRun,
  { sections, withDefaults }: InterfaceSections,
  { defaults, layers }: Pick<InheritedLayers, "defaults" | "layers">,
): JsonObject {
  if (!hasOtherNames(sections)) return defaults;
  return layers.reduceRight<JsonObject>((below, { outline, layer, value, path = ["defaults"] }) => {
    const named: Record<string, Json> = {};
    const names = new Map<string, string>();
    for (const [name, entry] of Object.entries(value)) {
      const section = withDefaults.get(name);
      const part: WrittenPart = { run, node: { outline, layer, path: [...path, name] } };
      const full = section?.name ?? name;
      const before = names.get(full);
      names.set(full, name);
      if (before !== undefined) noteTwice(part, full, name === full ? before : name);
      else named[full] = section ? entryInFull(section, entry, part) : entry;
    }
    const merged = layeredOver(below, named) ?? null;
    return isObject(merged) ? merged : {};
  }, {});
}

const known = new WeakMap<SectionTree, boolean>();

/** True if a section in the tree, at any depth, has a short form or a field with an alias. */
function hasOtherNames(tree: SectionTree): boolean {
  const found = known.get(tree) ?? (tree.shortForms.size > 0 || tree.all.some(isNamedOtherwise));
  known.set(tree, found);
  return found;
}

function isNamedOtherwise(section: Section): boolean {
  return otherNames(section) !== undefined || hasOtherNames(section.inner);
}

function otherNames({ of }: Section): OtherNames | undefined {
  return "kind" in of ? of.kind.otherNames : undefined;
}

function entriesInFull(section: Section, written: JsonObject, part: WrittenPart): Json {
  if (section.single) return entryInFull(section, written, part);
  const entries = Object.entries(written).map(([key, entry]) => [
    key,
    entryInFull(section, entry, at(part, [key])),
  ]);
  return Object.fromEntries(entries);
}

function entryInFull(section: Section, entry: Json, part: WrittenPart): Json {
  return inOwnNames(otherNames(section), inFull(section.inner, entry, part));
}

function at({ run, node }: WrittenPart, path: readonly string[]): WrittenPart {
  return { run, node: { ...node, path: [...node.path, ...path] } };
}

interface Move {
  readonly name: string;
  readonly section: Section;
  readonly part: WrittenPart;
}

/** Merges the value under the short form into the value under the full name. */
function moved(whole: JsonObject, { name, section, part }: Move): JsonObject {
  const { [name]: short = null, ...rest } = whole;
  const [path = []] = section.spellings;
  const there = valueAt(rest, path);
  if (there === undefined) return withAt(rest, path, short);
  const own = at(part, [name]);
  if (section.single || !isObject(there) || !isObject(short)) {
    noteTwice(own, section.name, name);
    return rest;
  }
  for (const key of Object.keys(short))
    if (Object.hasOwn(there, key)) noteTwice(at(own, [key]), `${section.name}.${key}`, `${name}.${key}`);
  return withAt(rest, path, { ...short, ...there });
}

function noteTwice({ run, node }: WrittenPart, full: string, short: string): void {
  const message = `\`${short}\` is declared twice: as \`${full}\` too`;
  const hint = `\`${short}\` is short for \`${full}\`: write one of them.`;
  reportNode(run, node, { code: "duplicate-address", message, hint });
}

function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  return here;
}

/**
 * Sets a value at a path, and creates missing maps. A value on the path that is not a map stays; it is reported
 * elsewhere.
 */
function withAt(whole: JsonObject, [step = "", ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...whole, [step]: value };
  const inner = (Object.hasOwn(whole, step) ? whole[step] : null) ?? {};
  return isObject(inner) ? { ...whole, [step]: withAt(inner, rest, value) } : whole;
}
