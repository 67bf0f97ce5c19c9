/** Loads mappings: the YAML files of one folder, validated, with every problem at its position. */

import type { Problem } from "../../model/problem.ts";
import type { SourceText } from "../../model/source.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import { type LoadFinding, problemsOf } from "../../yaml/findings.ts";
import { note } from "../../yaml/issue-reporter.ts";
import type { SchemaIssue } from "../../yaml/schema-issues.ts";
import {
  type MappedField,
  type MappedFields,
  type MappedKindFile,
  type MappingData,
  type MappingFile,
  mappedKindFile,
  mappingFile,
} from "../schema/mapping.ts";
import { type CatalogFile, checkedFile, fileNameOf } from "./file.ts";
import { checkPatterns } from "./patterns.ts";

/** The result of loading. There is a mapping unless one of the problems is an error. */
export interface LoadedMapping {
  readonly mapping?: MappingData;
  /** All problems, ordered by file, line and column. */
  readonly problems: readonly Problem[];
}

/**
 * Loads the mapping in these files: `mapping.yaml`, and one file per kind. `own`: the mapping belongs to a project.
 * Never throws for user errors.
 */
export function loadMapping(
  files: readonly SourceText[],
  { own: isOwn = false }: { readonly own?: boolean } = {},
): LoadedMapping {
  const findings: LoadFinding[] = [];
  const own = files.filter((file) => fileNameOf(file) === "mapping");
  const others = files.filter((file) => fileNameOf(file) !== "mapping");
  const [file] = own.flatMap((each) =>
    checkedFile<MappingFile>(each, mappingFile, { findings, title: "this mapping" }),
  );
  const kinds = others.flatMap((each) =>
    checkedFile<MappedKindFile>(each, mappedKindFile, { findings, title: "this kind" }),
  );
  // A kind with errors still counts as a kind.
  const known = others.map(fileNameOf);
  for (const kind of kinds) checkKind(kind, kinds, known);
  if (isOwn) checkPatterns(kinds);
  const problems = problemsOf(findings, []);
  if (!file || problems.some(({ severity }) => severity === "error")) return { problems };
  return { mapping: { mapping: file.data, kinds: kinds.map(({ data }) => data) }, problems };
}

type Kinds = readonly CatalogFile<MappedKindFile>[];

function checkKind(file: CatalogFile<MappedKindFile>, kinds: Kinds, known: readonly string[]): void {
  const { name, data, reading } = file;
  const say = (path: readonly string[], message: string, hint?: string) =>
    note(reading, path, [
      { code: "invalid-value", message, hint, path: [], at: "value" } satisfies SchemaIssue,
    ]);
  if (name !== data.kind)
    say(
      ["kind"],
      `the file of kind \`${data.kind}\` has the name ${name}.yaml`,
      `Rename it to ${data.kind}.yaml.`,
    );
  const same = kinds.find(({ data: other }) => other !== data && other.section === data.section);
  if (same) say(["section"], `the kind \`${same.data.kind}\` also has the section \`${data.section}\``);
  for (const [at, need] of (data.needs ?? []).entries())
    if (!known.includes(need)) say(["needs", String(at)], `there is no kind \`${need}\``, meant(need, known));
  for (const [at, { key = "{key}", path }] of data.places.entries()) {
    const said = new Set(wordsIn(data.single ? "" : key));
    const asked = wordsIn(path);
    const unsaid = asked.find((word) => !said.has(word));
    const place = ["places", String(at), "path"];
    if (unsaid !== undefined)
      say(place, `\`key\` does not contain \`{${unsaid}}\``, `The value of \`key\` is \`${key}\`.`);
    if (data.single && path.includes("["))
      say(place, "with `single: true`, the path must end with a container, not with a list entry");
    if (!data.single && !path.includes("["))
      say(place, "the path of an entry must have the key of its list in brackets");
    const unused = data.single ? undefined : [...said].find((word) => !asked.includes(word));
    if (unused !== undefined) say(place, `the path does not use \`{${unused}}\``);
    for (const [index, field] of (data.places[at]?.without ?? []).entries())
      if (!Object.hasOwn(data.fields, field))
        say(
          ["places", String(at), "without", String(index)],
          `there is no field \`${field}\``,
          meant(field, Object.keys(data.fields)),
        );
  }
  const all = kinds.map((each) => each.data);
  for (const { path, message, hint } of wrongReferences(data, all)) say(path, message, hint);
  checkRequired(data.required, { fields: data.fields, at: [] }, say);
  checkFields(data.fields, ["fields"], say);
}

type Say = (path: readonly string[], message: string, hint?: string) => void;

function checkFields(fields: MappedFields, at: readonly string[], say: Say): void {
  for (const [name, field] of Object.entries(fields)) checkField(field, [...at, name], say);
}

function checkField(field: MappedField, at: readonly string[], say: Say): void {
  const { as, key, type, identity = [], items, properties, required = [] } = field;
  if (as === "keyed" && key === undefined) say(at, "`as: keyed` needs `key`: the name of the key leaf");
  if ((as === "member") !== (field.members !== undefined))
    say(at, "`as: member` and `members` must be used together");
  if (as === "member" && type !== "string") say([...at, "as"], "`as: member` needs `type: string`");
  if (
    field.spread !== undefined &&
    (type !== "array" || items === undefined || items.properties !== undefined)
  )
    say([...at, "spread"], "`spread` needs a list of texts or numbers");
  const isFlag = as === "presence" || as === "absence" || as === "container";
  if (isFlag && type !== "boolean") say([...at, "as"], `\`as: ${as}\` needs \`type: boolean\``);
  if (properties !== undefined && type !== "object")
    say(at, "a field with `properties` must have `type: object`");
  if (items !== undefined && type !== "array") say(at, "a field with `items` must have `type: array`");
  const inside = items?.properties ?? {};
  for (const [index, each] of identity.entries())
    if (!Object.hasOwn(inside, each))
      say(
        [...at, "identity", String(index)],
        `the elements of this list have no field \`${each}\``,
        meant(each, Object.keys(inside)),
      );
  if (items?.properties !== undefined && identity.length === 0)
    say(at, "a list of objects needs `identity`: the fields that are the keys of the list in the tree");
  checkRequired(required, { fields: properties ?? {}, at }, say);
  if (properties) checkFields(properties, [...at, "properties"], say);
  if (items) checkField(items, [...at, "items"], say);
}

function checkRequired(
  required: readonly string[] = [],
  { fields, at }: { readonly fields: MappedFields; readonly at: readonly string[] },
  say: Say,
): void {
  for (const [index, each] of required.entries())
    if (!Object.hasOwn(fields, each))
      say(
        [...at, "required", String(index)],
        `there is no field \`${each}\``,
        meant(each, Object.keys(fields)),
      );
}

function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, word = ""]) => word);
}

interface WrongReference {
  readonly path: readonly string[];
  readonly message: string;
  readonly hint?: string | undefined;
}

interface Reference {
  readonly path: readonly string[];
  readonly refers: string;
}

/** Returns the invalid references of a kind. */
function wrongReferences(
  { words = {}, fields }: MappedKindFile,
  kinds: readonly MappedKindFile[],
): readonly WrongReference[] {
  const inWords = Object.entries(words).flatMap(([word, { refers = [] }]) =>
    listed(refers, ["words", word, "refers"]),
  );
  return [...inWords, ...inFields(fields, ["fields"])].flatMap(({ path, refers }) => {
    const [name = "", word] = refers.split(".");
    const kind = kinds.find((each) => each.kind === name);
    const names = kinds.map((each) => each.kind);
    if (kind === undefined)
      return [{ path, message: `there is no kind \`${name}\``, hint: meant(name, names) }];
    if (kind.single)
      return [{ path, message: `\`${name}\` is a single object, so there are no entries to refer to` }];
    const known = wordsOf(kind);
    if (word === undefined || known.includes(word)) return [];
    return [{ path, message: `the keys of \`${name}\` have no \`{${word}}\``, hint: meant(word, known) }];
  });
}

function inFields(fields: MappedFields, at: readonly string[]): readonly Reference[] {
  return Object.entries(fields).flatMap(([name, { refers = [], properties, items }]) => {
    const here = [...at, name];
    const inside = items === undefined ? [] : inFields({ items }, here);
    const own = properties === undefined ? [] : inFields(properties, [...here, "properties"]);
    return [...listed(refers, [...here, "refers"]), ...inside, ...own];
  });
}

function listed(refers: readonly string[], at: readonly string[]): readonly Reference[] {
  return refers.map((each, index) => ({ path: [...at, String(index)], refers: each }));
}

/** Returns the variables in the key leaves of a kind's paths. */
function wordsOf({ places }: MappedKindFile): readonly string[] {
  const found = places.flatMap(({ path }) => [...path.matchAll(/=\{(\w+)\}\]/g)]);
  return [...new Set(found.map(([, word = ""]) => word))];
}
