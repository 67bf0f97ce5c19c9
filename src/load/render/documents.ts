/** Plain documents: composed resources, written without layers, rows and expressions. Pure. */

import type { Driver } from "../../drivers/contract/contract.ts";
import { byText } from "../../model/compare.ts";
import type { Resource } from "../../model/desired.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Project } from "../../model/project.ts";
import type { Section } from "../desired/section.ts";
import { type InterfaceSections, sectionsByDialect } from "../desired/sections.ts";
import { type PlainEntry, plainSections } from "./entries.ts";

/** The input from which plain documents are rendered. */
export interface PlainInput {
  readonly project: Project;
  readonly drivers: readonly Driver[];
  /** The resources, including all their ancestors. */
  readonly resources: Iterable<Resource>;
}

/**
 * Returns one document for each target and each combination of file fields, such as an organization. Loading them as
 * desired state of the same project gives the same resources.
 */
export function plainDocuments(input: PlainInput): readonly JsonObject[] {
  return documentsOf(input).map(({ header, entries }) => ({ ...header, ...plainSections(entries) }));
}

/** A part of a document, with several entries of one section. */
export interface PlainPart {
  readonly target: string;
  /** The values of the file fields, such as an organization. */
  readonly words: readonly string[];
  /** The name of the section; `nothing` for a document without sections. */
  readonly section: string;
  readonly document: JsonObject;
}

/** Returns the documents in parts. Each part has entries of one section, at most `entriesMax` of them. */
export function plainParts(input: PlainInput, entriesMax: number): readonly PlainPart[] {
  return documentsOf(input).flatMap(({ header, entries }): readonly PlainPart[] => {
    const { target, ...fields } = header;
    const of = { target: String(target), words: Object.values(fields).map(String) };
    const sections = Map.groupBy(entries, ([, { section }]) => section.name);
    if (sections.size === 0) return [{ ...of, section: "nothing", document: header }];
    return [...sections].flatMap(([section, own]) => {
      const starts = Array.from({ length: Math.ceil(own.length / entriesMax) }, (_, at) => at * entriesMax);
      return starts.map((start) => {
        const part = new Map(own.slice(start, start + entriesMax));
        return { ...of, section, document: { ...header, ...plainSections(part) } };
      });
    });
  });
}

function documentsOf({ project, drivers, resources }: PlainInput): readonly PlainDocument[] {
  const shapes = sectionsByDialect(drivers, [...project.targets.values()]);
  const documents = new Map<string, PlainDocument>();
  for (const resource of resources) {
    const target = project.targets.get(resource.target);
    const shape = target && shapes.of(target);
    if (shape) add(documentFor(documents, resource, shape), resource, shape);
  }
  const inOrder = [...documents].sort(([a], [b]) => byText(a, b));
  return inOrder.map(([, document]) => document);
}

interface PlainDocument {
  readonly header: JsonObject;
  readonly entries: Map<string, PlainEntry>;
}

function documentFor(
  documents: Map<string, PlainDocument>,
  { target, kind, key, scope }: Resource,
  { driver }: InterfaceSections,
): PlainDocument {
  const header: Record<string, Json> = { target };
  for (const { name, implies } of driver.fileFields) {
    const value = implies === kind ? key : scope[name];
    if (value !== undefined) header[name] = value;
  }
  const id = JSON.stringify(header);
  const document = documents.get(id) ?? { header, entries: new Map() };
  documents.set(id, document);
  return document;
}

/** Adds a resource at its place. Observed resources are not added, because the header names them. */
function add({ entries }: PlainDocument, resource: Resource, shape: InterfaceSections): void {
  if (resource.observed) return;
  const { scope } = resource;
  let here = entries;
  let entry: PlainEntry | undefined;
  for (const section of sectionsDownTo(shape, resource.kind)) {
    const key = section.single ? "" : (scope[nameOf(section)] ?? "");
    const id = `${section.name}\0${key}`;
    entry = here.get(id) ?? { section, key, scope, inner: new Map() };
    here.set(id, entry);
    here = entry.inner;
  }
  if (entry) entry.resource = resource;
}

const known = new WeakMap<InterfaceSections, Map<string, readonly Section[]>>();

/** The sections around the entries of a kind, the outermost first. */
function sectionsDownTo(shape: InterfaceSections, kind: string): readonly Section[] {
  const ofShape = known.get(shape) ?? new Map<string, readonly Section[]>();
  known.set(shape, ofShape);
  const path = ofShape.get(kind) ?? sectionsTo(shape, kind);
  ofShape.set(kind, path);
  return path;
}

function sectionsTo({ driver, sections }: InterfaceSections, kind: string): readonly Section[] {
  const names: string[] = [];
  for (let name = kind; name !== "file"; ) {
    names.unshift(name);
    name = driver.kinds.find((each) => each.name === name)?.place.within ?? "file";
  }
  let tree = sections;
  return names.flatMap((name) => {
    const section = tree.all.find((each) => nameOf(each) === name);
    if (!section) throw new Error(`no section holds the kind ${name}`);
    tree = section.inner;
    return section;
  });
}

function nameOf({ of }: Section): string {
  return "kind" in of ? of.kind.name : of.holder.name;
}
