/** The order in which a catalog's kinds are written: among kinds of one parent, and without circles. */

import { note } from "../../yaml/issue-reporter.ts";
import type { KindFile } from "../schema/kind.ts";
import type { CatalogFile } from "./file.ts";

/** Kinds that are written before a kind. */
type Befores = (kind: KindFile) => readonly KindFile[];

/** Notes every kind that is to be written after one of another parent, or after itself; and such as it makes. */
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
        const message = `\`${file.data.kind}\` cannot ${cannot} \`${name}\`, ${fault}`;
        const said = { code: "invalid-value", message, path: [], at: "value" } as const;
        note(file.reading, [word, String(index)], [said]);
      }
}

/**
 * Notes what stands alone in what is made, under an id that only a read shows: unless its parent is known to make it,
 * nobody reads it between the two writes.
 */
export function checkMade(kinds: readonly CatalogFile<KindFile>[]): void {
  for (const { data, reading } of kinds) {
    const { kind, form, id, update } = data;
    const parent = kinds.find((each) => each.data.kind === data.in)?.data;
    const isMade = typeof parent?.create === "string" || (parent?.create && "path" in parent.create);
    const path = typeof update === "object" && "path" in update ? update.path : String(update);
    if (form !== "singleton" || !id || !isMade || !path.includes("{id}")) continue;
    if (parent?.makes?.includes(kind)) continue;
    const message = `each new ${parent?.title} has a \`${kind}\`, whose id only a read shows`;
    const hint = `Write \`makes: [${kind}]\` in ${parent?.kind}.yaml.`;
    note(reading, ["id"], [{ code: "missing-field", message, hint, path: [], at: "value" }]);
  }
}

function isBefore(one: KindFile, of: KindFile): boolean {
  return of.after?.includes(one.kind) || (one.makes?.includes(of.kind) === true && one.kind !== of.in);
}

const elsewhere = "which has another parent";

const faultOf = {
  after(of: KindFile, other: KindFile, befores: Befores): string | undefined {
    if (other.in !== of.in) return elsewhere;
    return isAfter(other, of, befores) ? "which comes after it" : undefined;
  },
  makes(of: KindFile, made: KindFile, befores: Befores): string | undefined {
    if (made.in === of.kind) return undefined;
    if (made.in !== of.in) return elsewhere;
    return isAfter(of, made, befores) ? "which comes before it" : undefined;
  },
} as const;

/** Whether a kind comes after another, itself included, in one step or several. */
function isAfter(one: KindFile, other: KindFile, befores: Befores): boolean {
  const reached = new Set([one]);
  for (const kind of reached) for (const before of befores(kind)) reached.add(before);
  return reached.has(other);
}
