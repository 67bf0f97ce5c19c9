/**
 * Reads tables of classes. A class has one line, which may continue on indented lines. After `>` come the classes of
 * objects that are created with an object of this class. After the default of an attribute come its other allowed
 * values, for example `vlanScope=global|portlocal`.
 */

/** A class of managed objects. */
export interface ObjectClass {
  /** The last part of an object's path, with naming attributes in braces, for example `tn-{name}`. */
  readonly rn: string;
  /** The configurable attributes, with the product's defaults. */
  readonly attributes: Readonly<Record<string, string>>;
  /** All allowed values of an attribute. Attributes with unknown values are left out. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /**
   * The classes of objects that the APIC creates together with an object of this class. They exist as long as that
   * object. If absent, no objects are created.
   */
  readonly makes?: readonly string[];
}

/** The attributes that every class has. */
export const annotated = { annotation: "" };
/** The attributes that every class has, except for classes of relations. */
export const named = { ...annotated, name: "", nameAlias: "", descr: "", ownerKey: "", ownerTag: "" };

/** Returns the classes of a table, by name. */
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
