/** Builds the tree of the sections that a driver's kinds need. A section whose name contains dots is in a group. */

import { z } from "zod";
import type { Container, Driver, Kind } from "../../drivers/contract/contract.ts";
import { fieldsOf, guardedFields } from "../../yaml/schema-fields.ts";
import type { LoaderField } from "./loader-fields.ts";
import type { Section, SectionGroup, SectionTree } from "./section.ts";

const anyKey = z.string().min(1).max(255);

/** The ancestors of a section, the outermost first. */
type Above = readonly (Kind | Container)[];

/** The sections of a file, or of the entries of a kind or container. */
export function sectionTree(driver: Driver, within: string, above: Above): SectionTree {
  const holders = within === "file" ? driver.holders.map((holder) => holderSection(driver, holder)) : [];
  const kinds = driver.kinds.filter((kind) => kind.place.within === within && isWritten(driver, kind));
  const all = [...holders, ...kinds.map((kind) => kindSection(driver, kind, above))];
  const nodes = new Map<string, Section | SectionGroup>();
  for (const section of all) put(nodes, section, 0);
  const short = all.flatMap((section) =>
    section.spellings.slice(1).map((path) => [path.join("."), section] as const),
  );
  return { nodes, shortForms: new Map(short), all };
}

/** True if files have a section for a kind. An observed kind has one only if other kinds are declared inside it. */
function isWritten(driver: Driver, kind: Kind): boolean {
  if (kind.observed !== true) return true;
  return driver.kinds.some((inner) => inner.place.within === kind.name && isWritten(driver, inner));
}

/**
 * Inserts a section at the path of its name. Sections at the same path or inside each other are a bug in the catalogs
 * or drivers.
 */
function put(nodes: Map<string, Section | SectionGroup>, section: Section, depth: number): void {
  const [path = []] = section.spellings;
  const word = path[depth] ?? "";
  const there = nodes.get(word);
  const isLast = depth === path.length - 1;
  if (there && (isLast || !("members" in there)))
    throw new Error(`two kinds have the section ${path.slice(0, depth + 1).join(".")}`);
  if (isLast) {
    nodes.set(word, section);
    return;
  }
  const members = new Map(there && "members" in there ? there.members : []);
  put(members, section, depth + 1);
  nodes.set(word, { path: path.slice(0, depth + 1), members });
}

function holderSection(driver: Driver, holder: Container): Section {
  const loaded: LoaderField[] = ["site", "protect", "ownership", "keys", "allowUnknown", "vars"];
  return lazySection(holder, loaded, {
    name: holder.section,
    spellings: [holder.section.split(".")],
    title: holder.title,
    single: false,
    of: { holder },
    makeInner: () => sectionTree(driver, holder.name, [holder]),
  });
}

function kindSection(driver: Driver, kind: Kind, above: Above): Section {
  const inHolder = above.some((each) => "section" in each);
  const loaded: LoaderField[] = ["protect", "allowUnknown", "vars"];
  if (above.length === 0) loaded.push("site");
  if (inHolder) loaded.push("ownership");
  const { section, also = [], single = false } = kind.place;
  return lazySection(kind, loaded, {
    name: section,
    spellings: [section.split("."), ...also.map((name) => [name])],
    title: kind.title,
    single,
    of: { kind },
    makeInner: () => sectionTree(driver, kind.name, [...above, kind]),
  });
}

/**
 * Returns a section whose schema and inner sections are built on demand, because a file uses perhaps two of 150 kinds.
 */
function lazySection(
  of: Pick<Kind, "schema" | "keys">,
  loaded: readonly LoaderField[],
  {
    makeInner,
    ...known
  }: Pick<Section, "name" | "spellings" | "title" | "single" | "of"> & {
    readonly makeInner: () => SectionTree;
  },
): Section {
  let inner: SectionTree | undefined;
  let fields: SectionFields | undefined;
  const own = () => {
    fields ??= fieldsFrom(of.schema, loaded);
    return fields;
  };
  return {
    ...known,
    get keys() {
      return of.keys ?? anyKey;
    },
    get schema() {
      return of.schema;
    },
    get raw() {
      return own().raw;
    },
    get loaderFields() {
      return own().loaderFields;
    },
    get taken() {
      return own().taken;
    },
    get inner() {
      inner ??= makeInner();
      return inner;
    },
  };
}

type SectionFields = Pick<Section, "loaderFields" | "taken" | "raw">;

function fieldsFrom(schema: z.ZodType, loaded: readonly LoaderField[]): SectionFields {
  const own = fieldsOf(schema);
  const raw = own === undefined;
  if (raw) return { raw, loaderFields: new Set(), taken: new Set() };
  const taken = loaded.filter((name) => !own.includes(name));
  // A kind may have a field with the name of a loader field. If the field accepts plain text, such as a device's
  // `site`, both the loader and the kind use the value. Otherwise only the kind uses it.
  const others = taken.length < loaded.length ? new Set(guardedFields(schema)) : undefined;
  const read = others ? loaded.filter((name) => !others.has(name)) : loaded;
  return { raw, loaderFields: new Set(read), taken: new Set(taken) };
}
