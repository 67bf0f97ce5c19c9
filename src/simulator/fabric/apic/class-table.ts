/**
 * Reads tables of classes: a line for each, indented where it goes on; what it makes by itself stands after `>`. What
 * else an attribute may be than its default stands after that: `vlanScope=global|portlocal`.
 */

/** A class of managed objects. */
export interface ObjectClass {
  /** The last part of its path; in braces its naming attributes: `tn-{name}`. */
  readonly rn: string;
  /** What can be configured, with the product's defaults. */
  readonly attributes: Readonly<Record<string, string>>;
  /** All values that an attribute may have, where that is known. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Objects that the APIC makes together with it, and keeps as long as it is there. */
  readonly makes?: readonly string[];
}

/** What every class has. */
export const annotated = { annotation: "" };
/** What classes have that are no relations. */
export const named = { ...annotated, name: "", nameAlias: "", descr: "", ownerKey: "", ownerTag: "" };

/** The classes of a table, by name. */
export function classesIn(table: string): ReadonlyMap<string, ObjectClass> {
  const lines = table.trim().replaceAll(/\n +/g, " ").split("\n");
  return new Map(lines.map(classIn));
}

function classIn(line: string): readonly [string, ObjectClass] {
  const [own = "", made = ""] = line.split(" > ");
  const [name = "", rn = "", ...words] = own.trim().split(" ");
  const rows = words.map((word) => {
    const at = word.indexOf("=");
    return [word.slice(0, at), word.slice(at + 1).split("|")] as const;
  });
  const given = rows.map(([attribute, [initial = ""]]) => [attribute, initial] as const);
  const values = Object.fromEntries(rows.filter(([, known]) => known.length > 1));
  const ofAll = /^[a-z0-9]+Rs[A-Z]/.test(name) ? annotated : named;
  const attributes = { ...ofAll, ...Object.fromEntries(given) };
  const makes = made.split(" ").filter(Boolean);
  return [name, { rn, attributes, values, ...(makes.length > 0 && { makes }) }];
}
