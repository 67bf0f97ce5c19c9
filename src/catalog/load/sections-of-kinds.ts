/** Sections of a catalog's kinds: two kinds cannot have one place, nor a kind the place of a field. */

import { note } from "../../yaml/issue-reporter.ts";
import { wordsAtTop } from "../schema/catalog.ts";
import type { KindFile } from "../schema/kind.ts";
import type { CatalogFile } from "./file.ts";

/** A name by which a kind's section is found, and where it is written. */
interface SectionName {
  readonly file: CatalogFile<KindFile>;
  readonly name: string;
  readonly path: readonly string[];
}

/** Notes every section that leads where something else stands. */
export function checkSections(kinds: readonly CatalogFile<KindFile>[]): void {
  const byPlace = Map.groupBy(kinds, ({ data }) => placeOf(data));
  for (const [place, files] of byPlace) {
    if (place === "file")
      for (const each of files.flatMap(namesOf))
        if (wordsAtTop.has(each.name.split(".")[0] ?? "")) noteInWay(each, "reserved word of a file");
    const parent = kinds.find(({ data }) => data.kind === place);
    const names = files.flatMap(namesOf);
    for (const [index, each] of names.entries()) {
      const other = names.slice(0, index).find((before) => isInWay(before, each));
      if (other) noteInWay(each, `section \`${other.name}\` of kind \`${other.file.data.kind}\``);
      const [word = ""] = each.name.split(".");
      const field = parent && Object.hasOwn(parent.data.fields, word);
      if (field) noteInWay(each, `field \`${word}\` of kind \`${place}\``);
    }
  }
}

/** The kind in whose entries the section stands; `file`: at the top. */
function placeOf(kind: KindFile): string {
  return kind.atTop || kind.in === undefined ? "file" : kind.in;
}

function namesOf(file: CatalogFile<KindFile>): readonly SectionName[] {
  const { section, alsoSections = [] } = file.data;
  const short = alsoSections.map((name, index) => ({ file, name, path: ["alsoSections", String(index)] }));
  return [{ file, name: section, path: ["section"] }, ...short];
}

/** Whether one is the other, or a group that the other stands in. */
function isInWay({ name: one }: SectionName, { name: other }: SectionName): boolean {
  return one === other || other.startsWith(`${one}.`) || one.startsWith(`${other}.`);
}

function noteInWay({ file, name, path }: SectionName, what: string): void {
  const message = `\`${name}\` is taken by the ${what}`;
  const hint = "Give it a name of its own.";
  note(file.reading, path, [{ code: "invalid-value", message, hint, path: [], at: "value" }]);
}
