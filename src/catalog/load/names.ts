/** Checks that every kind, field and shape that a catalog refers to by name exists. */

import { isObject, type Json } from "../../model/json.ts";
import { kindsNamed } from "../../model/references.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import { note } from "../../yaml/issue-reporter.ts";
import { codecWords } from "../schema/codecs.ts";
import type { Field, Fields } from "../schema/field.ts";
import type { KindFile } from "../schema/kind.ts";
import type { ProductFile } from "../schema/product.ts";
import type { CatalogFile } from "./file.ts";
import { shapesIn } from "./shapes.ts";
import { checkSpellings } from "./spellings.ts";

interface WrittenName {
  readonly name: string;
  readonly path: readonly string[];
  readonly what: string;
  readonly known: ReadonlySet<string>;
}

/** Reports every unknown name. */
export function checkNames(product: CatalogFile<ProductFile>, kinds: readonly CatalogFile<KindFile>[]): void {
  const known = new Set(kinds.map(({ data }) => data.kind));
  const kind = { what: "kind", known };
  const { checks, probe, post, fileField, limits, reports = {}, shapes = {} } = product.data;
  const named = { kinds: known, shapes: new Set(Object.keys(shapes)) };
  check(product, [
    ...namesInFields(shapes, ["shapes"], named),
    ...healthNames(product.data).map((each) => ({ ...kind, ...each })),
    ...Object.entries(reports).flatMap(([report, { kind: name }]) =>
      name === undefined ? [] : [{ ...kind, name, path: ["reports", report, "kind"] }],
    ),
    ...checks.map((name, index) => ({ ...kind, name, path: ["checks", String(index)] })),
    ...(probe === undefined ? [] : [{ ...kind, name: probe, path: ["probe"] }]),
    ...(post ? [{ ...kind, name: post.kind, path: ["post", "kind"] }] : []),
    ...(fileField ? [{ ...kind, name: fileField.kind, path: ["fileField", "kind"] }] : []),
    ...(limits.sharedBy === undefined
      ? []
      : [{ ...kind, name: limits.sharedBy, path: ["limits", "sharedBy"] }]),
  ]);
  const byName = new Map(kinds.map(({ data }) => [data.kind, data]));
  for (const file of kinds) {
    check(file, [...kindNames(file.data, named), ...fieldNames(file.data)]);
    if (checkParents(file, byName)) check(file, placeholders(file, { product: product.data, byName }));
    checkIdIsShown(file);
    checkSpellings(file, file.data.fields, ["fields"]);
  }
  checkSpellings(product, shapes, ["shapes"]);
}

/** Returns the kinds that the product's health lists name. */
function healthNames({ health }: ProductFile): readonly Pick<WrittenName, "name" | "path">[] {
  return Object.entries(health ?? {}).map(([list, { kind }]) => ({
    name: kind,
    path: ["health", list, "kind"],
  }));
}

function check(file: CatalogFile<unknown>, names: readonly WrittenName[]): void {
  for (const { name, path, what, known } of names) {
    if (known.has(name)) continue;
    const message = `there is no ${what} \`${name}\` here`;
    note(file.reading, path, [
      { code: "unknown-name", message, hint: meant(name, known), path: [], at: "value" },
    ]);
  }
}

interface NamedByFields {
  /** The names of kinds. */
  readonly kinds: ReadonlySet<string>;
  /** The names of shapes. */
  readonly shapes: ReadonlySet<string>;
}

function kindNames(kind: KindFile, known: NamedByFields): readonly WrittenName[] {
  const listed = (["after", "makes"] as const).flatMap((word) =>
    (kind[word] ?? []).map((name, index) => ({ name, path: [word, String(index)] })),
  );
  const apart = Object.keys(kind.notBeside ?? {}).map((name) => ({ name, path: ["notBeside", name] }));
  const own = kind.in === undefined ? [] : [{ name: kind.in, path: ["in"] }];
  const reached = kind.reaches ? [{ name: kind.reaches.kind, path: ["reaches", "kind"] }] : [];
  const all = [...own, ...listed, ...apart, ...reached].map((each) => ({
    ...each,
    what: "kind",
    known: known.kinds,
  }));
  const ofKey = kind.keySchema ? namesInFields({ keySchema: kind.keySchema }, [], known) : [];
  return [...all, ...namesInFields(kind.fields, ["fields"], known), ...ofKey];
}

function namesInFields(
  fields: Fields,
  path: readonly string[],
  { kinds, shapes }: NamedByFields,
): readonly WrittenName[] {
  return [
    ...referencesIn(fields, path).map((each) => ({ ...each, what: "kind", known: kinds })),
    ...shapesIn(fields, path).map(({ shape, path: at }) => {
      return { name: shape, path: at, what: "shape", known: shapes };
    }),
  ];
}

function referencesIn(
  fields: Fields,
  path: readonly string[],
): readonly Pick<WrittenName, "name" | "path">[] {
  return Object.entries(fields).flatMap(([name, field]) => referencesOf(field, [...path, name]));
}

function referencesOf(field: Field, path: readonly string[]): readonly Pick<WrittenName, "name" | "path">[] {
  const { refersTo, properties, items, additionalProperties } = field;
  return [
    ...kindsNamed(refersTo ?? []).map((name) => ({ name, path: [...path, "refersTo"] })),
    ...referencesIn(properties ?? {}, [...path, "properties"]),
    ...(items ? referencesOf(items, [...path, "items"]) : []),
    ...(additionalProperties ? referencesOf(additionalProperties, [...path, "additionalProperties"]) : []),
  ];
}

/** Returns the names of fields in keys of a kind, such as `required`. They have the form that people write. */
function fieldNames(kind: KindFile): readonly WrittenName[] {
  const { fields, required = [], needs = [], together = [], update, whole } = kind;
  const { always = [] } = typeof update === "object" && "method" in update ? update : {};
  const known = new Set(Object.keys(fields));
  const all = [
    ...(kind.elements ? [{ name: kind.elements.field, path: ["elements", "field"] }] : []),
    ...required.map((name, index) => ({ name, path: ["required", String(index)] })),
    ...always.map((name, index) => ({ name, path: ["update", "always", String(index)] })),
    ...(whole?.shows ?? []).map((name, index) => ({ name, path: ["whole", "shows", String(index)] })),
    ...needs.map(({ field }, index) => ({ name: field, path: ["needs", String(index), "field"] })),
    ...together.flatMap((names, group) =>
      names.map((name, index) => ({ name, path: ["together", String(group), String(index)] })),
    ),
  ];
  return all.map((each) => ({ ...each, what: "field", known }));
}

/** Reports item paths with a live id that no list shows, because such an id could never be known. */
function checkIdIsShown({ data, reading }: CatalogFile<KindFile>): void {
  const { form, key = "free", list, whole, observed } = data;
  if (form === "singleton" || key !== "free" || list || whole || observed) return;
  const [found] = pathsIn(reading.value.item ?? null, ["item"]);
  if (!found?.text.includes("{id}")) return;
  const message = "`{id}` is unknown, because no list shows the live ids of this kind";
  const hint = "Add `list`. If the author chooses the id, set `key` to the name of the id's field instead.";
  note(reading, found.path, [{ code: "invalid-value", message, hint, path: [], at: "value" }]);
}

/** The maximum number of ancestors. No product reaches it. */
const deepest = 20;

/** Reports a kind that is inside itself. Returns true if the kind's chain of parents ends. */
function checkParents(file: CatalogFile<KindFile>, byName: ReadonlyMap<string, KindFile>): boolean {
  const above = ancestors(file.data, byName);
  if (above.length > deepest) {
    const message = `\`${file.data.kind}\` has more than ${deepest} levels of parents`;
    note(file.reading, ["in"], [{ code: "invalid-value", message, path: [], at: "value" }]);
    return false;
  }
  if (!above.includes(file.data.kind)) return true;
  const message = `\`${file.data.kind}\` is its own ancestor: ${[file.data.kind, ...above].join(" in ")}`;
  note(file.reading, ["in"], [{ code: "invalid-value", message, path: [], at: "value" }]);
  return false;
}

/** Returns a kind's ancestors, the nearest first. In a cycle, the kind itself is the last one. */
function ancestors(kind: KindFile, byName: ReadonlyMap<string, KindFile>): readonly string[] {
  const above: string[] = [];
  for (let name = kind.in; name !== undefined; name = byName.get(name)?.in) {
    if (above.includes(name)) break;
    above.push(name);
    if (name === kind.kind || above.length > deepest) break;
  }
  return above;
}

interface PathContext {
  readonly product: ProductFile;
  readonly byName: ReadonlyMap<string, KindFile>;
}

/** Returns the variables in a kind's paths. */
function placeholders(
  { data, reading }: CatalogFile<KindFile>,
  { product, byName }: PathContext,
): readonly WrittenName[] {
  const settings = Object.keys(product.settings ?? {}).map((name) => `settings.${name}`);
  const [, ...outer] = ancestors(data, byName);
  const coded = data.codec === undefined ? [] : (codecWords[data.codec] ?? []);
  const ofElements = data.elements ? ["element"] : [];
  const own = ["id", "identity", data.kind, "task", ...coded, ...ofElements];
  const all = new Set([...ancestors(data, byName), ...own, ...settings]);
  return (["list", "item", "discover", "whole", "create", "update", "remove"] as const).flatMap((word) => {
    const written = reading.value[word];
    const known = word === "whole" ? new Set([...outer, ...settings]) : all;
    return pathsIn(written ?? null, [word]).flatMap(({ text, path }) =>
      [...text.matchAll(/\{([a-zA-Z][\w.]*)\*?\}/g)].map(([, name = ""]) => ({
        name,
        path,
        what: "word",
        known,
      })),
    );
  });
}

function pathsIn(
  value: Json,
  path: readonly string[],
): readonly { readonly text: string; readonly path: readonly string[] }[] {
  if (typeof value === "string") return [{ text: value, path }];
  const own = isObject(value) ? value.path : undefined;
  return typeof own === "string" ? [{ text: own, path: [...path, "path"] }] : [];
}
