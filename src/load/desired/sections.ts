/** Shapes: which sections a file for an interface may have, and what may stand in their entries. */

import { z } from "zod";
import type { Container, Driver, Kind } from "../../drivers/contract.ts";
import { resolveDriver } from "../../drivers/resolve-driver.ts";
import type { Target } from "../../model/project.ts";
import { fieldsOf } from "./schema-fields.ts";

/** A section of a file or of an entry: what stands in it, and what may stand in that. */
export interface Section {
  readonly name: string;
  readonly title: string;
  /** True: one value, no map of entries. */
  readonly single: boolean;
  readonly of: { readonly kind: Kind } | { readonly holder: Container };
  readonly schema: z.ZodType;
  readonly keys: z.ZodType<string>;
  /** Fields of an entry that the loader reads itself, and does not pass on. Empty for free-form entries. */
  readonly loaderFields: ReadonlySet<string>;
  /** The same, where the schema has no field of that name. */
  readonly taken: ReadonlySet<string>;
  /** True: entries are raw data, and every field in them is theirs. */
  readonly raw: boolean;
  readonly inner: ReadonlyMap<string, Section>;
}

/** The sections of one interface. */
export interface InterfaceSections {
  readonly driver: Driver;
  readonly sections: ReadonlyMap<string, Section>;
  /** Names of the sections that `defaults:` may have: all with entries, however deep. */
  readonly withDefaults: ReadonlySet<string>;
}

/** The shapes of all interfaces, one for each dialect. */
export type SectionsByDialect = ReadonlyMap<string, InterfaceSections>;

/** The schema of the fields that the loader reads itself. Each stands where `loaderFields` says so. */
export const loaderFields = z.strictObject({
  site: z
    .string()
    .min(1)
    .optional()
    .describe("The controller's site it belongs to: for health gates and waves. Not sent."),
  protect: z.boolean().optional().describe("true: its removal is refused, whatever else is asked."),
  ownership: z
    .enum(["declared", "exclusive"])
    .optional()
    .describe("exclusive: what is live and not declared goes with the next write. Default: declared."),
  keys: z
    .record(
      z.string().startsWith("/", "must start with /"),
      z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    )
    .optional()
    .describe("Data path of a list: the leaf, or leaves, that identify its elements."),
});

/** A field that the loader reads itself. */
type LoaderField = keyof typeof loaderFields.shape;

const anyKey = z.string().min(1).max(255);

/** The shapes of these interfaces. Dialects without kinds of their own share one. */
export function sectionsByDialect(drivers: readonly Driver[]): SectionsByDialect {
  const shapes = new Map<string, InterfaceSections>();
  for (const driver of drivers) {
    const plain = shapeOf(driver);
    for (const [name, { kinds }] of Object.entries(driver.dialects))
      shapes.set(`${driver.interface} ${name}`, kinds ? shapeOf(resolveDriver(driver, name)) : plain);
  }
  return shapes;
}

/** The shape of a target's files. */
export function shapeFor(
  shapes: SectionsByDialect,
  { interface: of, dialect }: Pick<Target, "interface" | "dialect">,
) {
  return shapes.get(`${of} ${dialect}`);
}

/** The shape of an interface's files. Kinds that are only observed are not declared. */
function shapeOf(driver: Driver): InterfaceSections {
  const sections = sectionsIn(driver, "file", []);
  const withDefaults = new Set<string>();
  collect(sections, withDefaults);
  return { driver, sections, withDefaults };
}

function collect(sections: ReadonlyMap<string, Section>, into: Set<string>): void {
  for (const section of sections.values()) {
    if (!section.single) into.add(section.name);
    collect(section.inner, into);
  }
}

type Above = readonly (Kind | Container)[];

function sectionsIn(driver: Driver, within: string, above: Above): ReadonlyMap<string, Section> {
  const holders = within === "file" ? driver.holders.map((holder) => holderSection(driver, holder)) : [];
  const kinds = driver.kinds.filter((kind) => kind.place.within === within && kind.observed !== true);
  const all = [...holders, ...kinds.map((kind) => kindSection(driver, kind, above))];
  return new Map(all.map((section) => [section.name, section]));
}

function holderSection(driver: Driver, holder: Container): Section {
  const loaded: LoaderField[] = ["site", "protect", "ownership", "keys"];
  const inner = sectionsIn(driver, holder.name, [holder]);
  return {
    name: holder.section,
    title: holder.title,
    single: false,
    of: { holder },
    keys: holder.keys ?? anyKey,
    ...fields(holder.schema, loaded),
    inner,
  };
}

function kindSection(driver: Driver, kind: Kind, above: Above): Section {
  const inHolder = above.some((each) => "section" in each);
  const loaded: LoaderField[] = ["protect"];
  if (above.length === 0) loaded.push("site");
  if (inHolder) loaded.push("ownership");
  return {
    name: kind.place.section,
    title: kind.title,
    single: kind.place.single ?? false,
    of: { kind },
    keys: kind.keys ?? anyKey,
    ...fields(kind.schema, loaded),
    inner: sectionsIn(driver, kind.name, [...above, kind]),
  };
}

function fields(
  schema: z.ZodType,
  loaded: readonly LoaderField[],
): Pick<Section, "schema" | "loaderFields" | "taken" | "raw"> {
  const own = fieldsOf(schema);
  const raw = own === undefined;
  const taken = new Set(raw ? [] : loaded.filter((name) => !own.includes(name)));
  return { schema, raw, loaderFields: new Set(raw ? [] : loaded), taken };
}
