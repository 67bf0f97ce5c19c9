/** Checks kinds of a catalog against each other: write order and sections. */

import { kindsNamed } from "../../model/references.ts";
import { note } from "../../yaml/issue-reporter.ts";
import { referencesIn } from "../fields/pointers.ts";
import { type KindFile, wordsAtTop } from "../schema/kind.ts";
import type { CatalogFile } from "./file.ts";

/** The kinds that must be written before a kind. */
type Befores = (kind: KindFile) => readonly KindFile[];

/**
 * Reports each `after` and `makes` that names a kind with an unrelated parent, or that contradicts the order of writes.
 */
export function checkOrder(kinds: readonly CatalogFile<KindFile>[]): void {
  const all = kinds.map(({ data }) => data);
  const known = new Map<KindFile, readonly KindFile[]>();
  const befores: Befores = (of) => {
    const found = known.get(of) ?? all.filter((each) => isBefore(each, of));
    known.set(of, found);
    return found;
  };
  for (const file of kinds)
    for (const word of ["after", "makes"] as const)
      for (const [index, name] of (file.data[word] ?? []).entries()) {
        const other = all.find(({ kind }) => kind === name);
        const fault = other && faultOf[word](file.data, other, befores);
        if (fault === undefined) continue;
        const cannot = word === "after" ? "come after" : "make";
        const message = `\`${file.data.kind}\` cannot ${cannot} \`${name}\`, because \`${name}\` ${fault}`;
        const said = { code: "invalid-value", message, path: [], at: "value" } as const;
        note(file.reading, [word, String(index)], [said]);
      }
}

/**
 * Reports singletons whose id must be read, if their parent can be created. Nothing reads such a singleton between the
 * create of its parent and its own write, unless the catalog says that the parent creates it.
 */
export function checkMade(kinds: readonly CatalogFile<KindFile>[]): void {
  for (const { data, reading } of kinds) {
    const { kind, form, id, update } = data;
    const parent = kinds.find((each) => each.data.kind === data.in)?.data;
    const isMade = typeof parent?.create === "string" || (parent?.create && "path" in parent.create);
    const path = typeof update === "object" && "path" in update ? update.path : String(update);
    if (form !== "singleton" || !id || !isMade || !path.includes("{id}")) continue;
    if (parent?.makes?.includes(kind)) continue;
    const message =
      `a new ${parent?.title} comes with a \`${kind}\`, whose id must be read before \`${kind}\` is ` +
      "written";
    const hint = `Write \`makes: [${kind}]\` in ${parent?.kind}.yaml.`;
    note(reading, ["id"], [{ code: "missing-field", message, hint, path: [], at: "value" }]);
  }
}

function isBefore(one: KindFile, of: KindFile): boolean {
  return of.after?.includes(one.kind) || (one.makes?.includes(of.kind) === true && one.kind !== of.in);
}

const elsewhere = "has another parent";

/** True if a field of a kind, at any depth, references another kind. */
function refersTo({ fields }: KindFile, kind: string | undefined): boolean {
  const named = Object.values(referencesIn(fields) ?? {}).flatMap(kindsNamed);
  return kind !== undefined && named.includes(kind);
}

const faultOf = {
  after(of: KindFile, other: KindFile, befores: Befores): string | undefined {
    const isNear = other.in === of.in || other.kind === of.in || refersTo(of, other.in);
    if (!isNear) return elsewhere;
    return isAfter(other, of, befores) ? `comes after \`${of.kind}\`` : undefined;
  },
  makes(of: KindFile, made: KindFile, befores: Befores): string | undefined {
    if (made.in === of.kind) return undefined;
    if (made.in !== of.in) return elsewhere;
    return isAfter(of, made, befores) ? `comes before \`${of.kind}\`` : undefined;
  },
} as const;

/**
 * True if one kind must be written after the other, directly or through further kinds. The two may be the same kind.
 */
function isAfter(one: KindFile, other: KindFile, befores: Befores): boolean {
  const reached = new Set([one]);
  for (const kind of reached) for (const before of befores(kind)) reached.add(before);
  return reached.has(other);
}

interface SectionName {
  readonly file: CatalogFile<KindFile>;
  readonly name: string;
  readonly path: readonly string[];
}

/** Reports sections whose names are reserved, or taken by another section or by a field of the parent. */
export function checkSections(kinds: readonly CatalogFile<KindFile>[]): void {
  const byPlace = Map.groupBy(kinds, ({ data }) => placeOf(data));
  for (const [place, files] of byPlace) {
    if (place === "file")
      for (const each of files.flatMap(namesOf))
        if (wordsAtTop.has(each.name.split(".")[0] ?? ""))
          noteInWay(each, "a word that is reserved at the top of files");
    const parent = kinds.find(({ data }) => data.kind === place);
    const names = files.flatMap(namesOf);
    for (const [index, each] of names.entries()) {
      const other = names.slice(0, index).find((before) => isInWay(before, each));
      if (other) noteInWay(each, `the section \`${other.name}\` of kind \`${other.file.data.kind}\``);
      const [word = ""] = each.name.split(".");
      const field = parent && Object.hasOwn(parent.data.fields, word);
      if (field) noteInWay(each, `the field \`${word}\` of kind \`${place}\``);
    }
  }
}

/** Returns the kind whose entries contain the section. `file`: the section is at the top of files. */
function placeOf(kind: KindFile): string {
  return kind.atTop || kind.in === undefined ? "file" : kind.in;
}

function namesOf(file: CatalogFile<KindFile>): readonly SectionName[] {
  const { section, alsoSections = [] } = file.data;
  const short = alsoSections.map((name, index) => ({ file, name, path: ["alsoSections", String(index)] }));
  return [{ file, name: section, path: ["section"] }, ...short];
}

/** True if the names are equal, or one name is a group that contains the other. */
function isInWay({ name: one }: SectionName, { name: other }: SectionName): boolean {
  return one === other || other.startsWith(`${one}.`) || one.startsWith(`${other}.`);
}

function noteInWay({ file, name, path }: SectionName, what: string): void {
  const message = `\`${name}\` conflicts with ${what}`;
  const hint = "Choose another name.";
  note(file.reading, path, [{ code: "invalid-value", message, hint, path: [], at: "value" }]);
}
