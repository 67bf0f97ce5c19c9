/**
 * The facts about a product's kinds: where they are declared, what can be done with them, and how this was verified.
 * Pure.
 */

import { assumedKinds } from "../../catalog/assumed-kinds.ts";
import { formatInWords } from "../../catalog/fields/format-words.ts";
import { isClosed } from "../../catalog/fields/words.ts";
import type { Field, Fields } from "../../catalog/schema/field.ts";
import type { Catalog, KindFile } from "../../catalog/schema/kind.ts";
import type { Json } from "../../model/json.ts";
import { exampleOf } from "./example.ts";
import { readingFacts } from "./reading-facts.ts";

/** A product and its kinds, in the order of their sections. */
export interface ProductFacts {
  readonly product: string;
  readonly title: string;
  readonly interface: string;
  readonly kinds: readonly KindFacts[];
  /** The kinds by how it is known that the product's change log covers them. Absent: there is no change log. */
  readonly changeLog?: Readonly<Record<"described" | "tried" | "assumed" | "unknown", readonly string[]>>;
  /** The kinds by how they are read. The keys are phrases. */
  readonly readBy: ReadonlyMap<string, readonly string[]>;
  /** The kinds by how their writes are verified. The keys are phrases. */
  readonly verifiedBy: ReadonlyMap<string, readonly string[]>;
}

/** The facts about a kind. */
export interface KindFacts {
  readonly kind: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** The kind's place in a file; `*` stands for a key: `networks.*.appliance.vlans.*`. */
  readonly section: string;
  /** Short forms of the section, which may be written at the same place. */
  readonly short: readonly string[];
  /** The operations, in the order read, create, update, remove. */
  readonly operations: readonly string[];
  /** Why an operation is disabled or not supported, and what to do instead. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly verified: KindFile["verified"];
  readonly source: string;
  readonly since?: string | undefined;
  readonly fields: readonly FieldFacts[];
  /** An example, as YAML. */
  readonly example: string;
}

/** How a kind is verified, in words. */
export const verifiedWords: Readonly<Record<KindFile["verified"], string>> = {
  tried: "tried on the product",
  client: "by another client's tests",
  description: "by the vendor's description",
  assumed: "assumed",
};

/** The facts of a catalog. Observed kinds are left out, because files never contain them. */
export function productFacts({ product, kinds }: Catalog): ProductFacts {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const shown = kinds.filter(({ observed }) => observed !== true).map((kind) => kindFacts(kind, byName));
  return {
    product: product.product,
    title: product.title,
    interface: product.interface,
    kinds: shown.toSorted((a, b) => a.section.localeCompare(b.section, "en")),
    ...(product.changes && { changeLog: changeLogFacts(product.changes, kinds) }),
    ...readingFacts({ product, kinds }),
  };
}

function changeLogFacts(
  changes: NonNullable<Catalog["product"]["changes"]>,
  kinds: readonly KindFile[],
): NonNullable<ProductFacts["changeLog"]> {
  const assumes = new Set(assumedKinds(changes, kinds));
  const howOf = (kind: string) => changes.tells[kind] ?? (assumes.has(kind) ? "assumed" : "unknown");
  const written = kinds.filter(({ observed }) => observed !== true).map(({ kind }) => kind);
  const of = (how: string) => written.filter((kind) => howOf(kind) === how).sort();
  const [described, tried] = [of("described"), of("tried")];
  return { described, tried, assumed: of("assumed"), unknown: of("unknown") };
}

function kindFacts(kind: KindFile, byName: ReadonlyMap<string, KindFile>): KindFacts {
  const above = standsIn(kind, byName);
  const steps = [...above, kind].flatMap(({ section, form }) => [
    section,
    ...(form === "singleton" ? [] : ["*"]),
  ]);
  const writes = (["create", "update", "remove"] as const).flatMap((name) => {
    const written = kind[name];
    if (written === undefined) return [];
    const reason = typeof written === "object" && "none" in written ? written.none : offReason(kind, name);
    return [{ name, reason }];
  });
  return {
    kind: kind.kind,
    title: kind.title,
    description: kind.description,
    section: steps.join("."),
    short: kind.alsoSections ?? [],
    operations: ["read", ...writes.flatMap(({ name, reason }) => (reason === undefined ? [name] : []))],
    reasons: Object.fromEntries(
      writes.flatMap(({ name, reason }) => (reason === undefined ? [] : [[name, reason]])),
    ),
    verified: kind.verified,
    source: kind.source,
    since: kind.since,
    fields: fieldFacts(kind.fields, kind.required),
    example: exampleOf(kind, above, byName),
  };
}

/** Why an operation is off by default; undefined if the operation is on. */
function offReason({ removal, kind }: KindFile, operation: string): string | undefined {
  const isOff = operation === "remove" && removal === "off";
  return isOff ? `off, unless \`settings.removals\` of the target names \`${kind}\`` : undefined;
}

/** The kinds in whose entries the section is nested, the outermost first. */
function standsIn(kind: KindFile, byName: ReadonlyMap<string, KindFile>): readonly KindFile[] {
  const parent = kind.atTop || kind.in === undefined ? undefined : byName.get(kind.in);
  return parent ? [...standsIn(parent, byName), parent] : [];
}

/** The number of kinds for each way of verification, the strongest way first. Ways without kinds are left out. */
export function verifiedCounts(
  kinds: readonly KindFacts[],
): readonly (readonly [KindFile["verified"], number])[] {
  const order = ["tried", "client", "description", "assumed"] as const;
  const counts = order.map((how) => [how, kinds.filter(({ verified }) => verified === how).length] as const);
  return counts.filter(([, count]) => count > 0);
}

/** The facts about a field at any depth. */
export interface FieldFacts {
  /** The name: dots lead into maps, `[]` into lists, and `*` stands for any key: `reservedIpRanges[].start`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly enum?: readonly Json[] | undefined;
  /** True: values that are not in `enum` are accepted with a warning. */
  readonly open?: true;
  /** The kind whose key the field contains, or several possible kinds. */
  readonly refersTo?: Field["refersTo"];
  /** An alias of the field. */
  readonly also?: string | undefined;
  readonly default?: Json | undefined;
  readonly access?: Field["access"];
  /** The first product version that has the field. */
  readonly since?: string | undefined;
  /** True: it is unknown whether replies show the field. */
  readonly assumed?: true;
  readonly description?: string | undefined;
}

/** All fields that can be declared, each followed by its inner fields. */
function fieldFacts(fields: Fields, required: readonly string[] = [], above = ""): readonly FieldFacts[] {
  return Object.entries(fields).flatMap(([own, field]) => {
    if (field.access === "readOnly") return [];
    const name = above === "" ? own : `${above}.${own}`;
    return [factsOf(field, name, required.includes(own)), ...inside(field, name)];
  });
}

function inside(
  { properties, required, items, additionalProperties }: Field,
  name: string,
): readonly FieldFacts[] {
  return [
    ...fieldFacts(properties ?? {}, required, name),
    ...(items ? inside(items, `${name}[]`) : []),
    ...(additionalProperties ? inside(additionalProperties, `${name}.*`) : []),
  ];
}

function factsOf(field: Field, name: string, required: boolean): FieldFacts {
  const one = field.type === "array" ? (field.items ?? {}) : field;
  const { access } = field;
  return {
    name,
    type: typeOf(field),
    required,
    secret: field.secret !== undefined || one.secret !== undefined,
    enum: one.enum,
    ...(one.enum && !isClosed(one) && { open: true as const }),
    refersTo: field.refersTo ?? one.refersTo,
    also: field.also,
    default: field.default,
    ...(access !== undefined && access !== "readWrite" && { access }),
    since: field.since,
    ...(field.support === "assumed" && access !== "writeOnly" && { assumed: true as const }),
    description: field.description,
  };
}

const words = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "map",
  array: "list",
} as const;

/** A type in words, with its limits: `whole number, 1 to 4094`. */
function typeOf(field: Field): string {
  const { type, format, items, nullable, set, keys, derivedFrom } = field;
  const plain = type ? words[type] : "any value";
  const byKey = keys ? `${plain}, by: ${formatInWords({ format: keys })}` : plain;
  const own = format ? formatInWords(field) : byKey;
  const derived = derivedFrom ? [`worked out from ${derivedFrom.join(", ")}`] : [];
  const orParts = type === "string" && items ? ", or a list of its parts" : "";
  const of = type === "array" && items ? `${set ? "set" : "list"} of: ${typeOf(items)}` : `${own}${orParts}`;
  return [of, ...boundsOf(field), ...derived, ...(nullable ? ["or null"] : [])].join(", ");
}

function boundsOf(field: Field): readonly string[] {
  const { minimum, maximum, minLength, maxLength, maxBytes, minItems, maxItems, pattern } = field;
  return [
    ...range(minimum, maximum, ""),
    ...range(minLength, maxLength, " characters"),
    ...range(undefined, maxBytes, " bytes"),
    ...range(minItems, maxItems, " of them"),
    ...(pattern === undefined ? [] : [`like ${pattern}`]),
  ];
}

function range(min: number | undefined, max: number | undefined, unit: string): readonly string[] {
  if (min === undefined && max === undefined) return [];
  if (min === undefined) return [`at most ${max}${unit}`];
  return [max === undefined ? `at least ${min}${unit}` : `${min} to ${max}${unit}`];
}
