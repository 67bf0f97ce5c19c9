/** Shapes: fields that a product's file defines once. The loader replaces each use of a shape by its fields. */

import { note } from "../../yaml/issue-reporter.ts";
import type { Field, Fields } from "../schema/field.ts";
import type { KindFile } from "../schema/kind.ts";
import type { ProductFile } from "../schema/product.ts";
import type { CatalogFile } from "./file.ts";

/** A use of a shape in a field. */
export interface ShapeUse {
  readonly shape: string;
  readonly path: readonly string[];
}

/** A product and its kinds. */
export interface CatalogFiles {
  readonly product: CatalogFile<ProductFile>;
  readonly kinds: readonly CatalogFile<KindFile>[];
}

/** The maximum number of fields, because nested shapes multiply them. No product reaches it. */
const maxFields = 100_000;
const maxDepth = 20;

/** Returns the shapes that these fields use, at any depth. */
export function shapesIn(fields: Fields, path: readonly string[]): readonly ShapeUse[] {
  return Object.entries(fields).flatMap(([name, field]) => shapesOf(field, [...path, name]));
}

function shapesOf(field: Field, path: readonly string[]): readonly ShapeUse[] {
  const own = field.shape === undefined ? [] : [{ shape: field.shape, path: [...path, "shape"] }];
  return [...own, ...fieldsInside(field).flatMap(([way, each]) => shapesOf(each, [...path, ...way]))];
}

/** Returns the inner fields of a field, each with its path. */
function fieldsInside({ properties = {}, items, additionalProperties }: Field) {
  const members = Object.entries(properties).map(([name, each]) => [["properties", name], each] as const);
  const others = Object.entries({ items, additionalProperties }).flatMap(([word, each]) =>
    each === undefined ? [] : [[[word], each] as const],
  );
  return [...members, ...others];
}

/**
 * Returns the catalog with its shapes expanded. Unknown shapes are removed. Undefined: a shape contains itself, or the
 * limit is exceeded. These two errors are reported.
 */
export function withoutShapes({ product, kinds }: CatalogFiles): CatalogFiles | undefined {
  const { shapes, ...data } = product.data;
  if (shapes === undefined) return { product, kinds };
  const plain = plainShapes(product, shapes);
  if (plain === undefined) return undefined;
  let count = 0;
  for (const file of kinds) {
    const { fields: properties, keySchema = {} } = file.data;
    const whole: Field = { properties, items: keySchema };
    count += countOf(whole, plain);
    if (count > maxFields && shapesOf(whole, []).length > 0) return noteTooMany(file, ["fields"]);
  }
  return {
    product: { ...product, data },
    kinds: kinds.map((file) => ({ ...file, data: plainKind(file.data, plain) })),
  };
}

interface PlainShape {
  readonly field: Field;
  /** The number of fields in the shape, including the shape itself. */
  readonly count: number;
}

type PlainShapes = ReadonlyMap<string, PlainShape>;

/**
 * Returns expanded shapes in the order of their dependencies: each shape follows the shapes that it uses. Undefined:
 * the shapes form a cycle or exceed a limit. These two errors are reported.
 */
function plainShapes(product: CatalogFile<ProductFile>, shapes: Fields): PlainShapes | undefined {
  const plain = new Map<string, PlainShape>();
  let pending = new Map(Object.entries(shapes).map(([name, each]) => [name, shapesIn({ [name]: each }, [])]));
  for (let depth = 0; pending.size > 0; depth += 1) {
    const isReady = (uses: readonly ShapeUse[]) => !uses.some(({ shape }) => pending.has(shape));
    const ready = [...pending].flatMap(([name, uses]) => (isReady(uses) ? [name] : []));
    const [first = ""] = ready;
    if (ready.length === 0) return noteCircle(product, pending);
    if (depth > maxDepth) return noteTooDeep(product, first);
    for (const name of ready) {
      const field = shapes[name] ?? {};
      const count = countOf(field, plain);
      if (count > maxFields) return noteTooMany(product, ["shapes", name]);
      plain.set(name, { field: plainField(field, plain), count });
    }
    pending = new Map([...pending].filter(([name]) => !ready.includes(name)));
  }
  return plain;
}

/** Returns the number of fields in the expansion. */
function countOf(field: Field, plain: PlainShapes): number {
  const own = (field.shape === undefined ? undefined : plain.get(field.shape)?.count) ?? 1;
  return fieldsInside(field).reduce((sum, [, each]) => sum + countOf(each, plain), own);
}

function plainKind(kind: KindFile, plain: PlainShapes): KindFile {
  const { fields, keySchema } = kind;
  return {
    ...kind,
    fields: plainFields(fields, plain),
    ...(keySchema && { keySchema: plainField(keySchema, plain) }),
  };
}

function plainFields(fields: Fields, plain: PlainShapes): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, each]) => [name, plainField(each, plain)] as const),
  );
}

/**
 * Returns the field with the keys of its shape. The field's own keys override these keys, and its inner fields are
 * added to those of the shape.
 */
function plainField({ shape = "", ...own }: Field, plain: PlainShapes): Field {
  const { properties, items, additionalProperties } = own;
  const { field: under = {} } = plain.get(shape) ?? {};
  return {
    ...under,
    ...own,
    ...(properties && { properties: { ...under.properties, ...plainFields(properties, plain) } }),
    ...(items && { items: plainField(items, plain) }),
    ...(additionalProperties && { additionalProperties: plainField(additionalProperties, plain) }),
  };
}

/** Reports a cycle: each of the pending shapes contains another pending shape. */
function noteCircle(
  { reading }: CatalogFile<ProductFile>,
  pending: ReadonlyMap<string, readonly ShapeUse[]>,
): undefined {
  const chain: ShapeUse[] = [];
  let [name = ""] = pending.keys();
  while (!chain.some(({ shape }) => shape === name)) {
    const next = pending.get(name)?.find(({ shape }) => pending.has(shape));
    chain.push({ shape: name, path: ["shapes", ...(next?.path ?? [])] });
    name = next?.shape ?? name;
  }
  const circle = chain.slice(chain.findIndex(({ shape }) => shape === name));
  const names = [...circle.map(({ shape }) => shape), name].toReversed();
  const message = `the shape \`${name}\` contains itself: ${names.join(" in ")}`;
  const hint = "Write the fields out in one of these shapes, instead of naming the shape.";
  note(reading, circle[0]?.path ?? [], [{ code: "invalid-value", message, hint, path: [], at: "value" }]);
}

function noteTooDeep({ reading }: CatalogFile<ProductFile>, name: string): undefined {
  const message = `\`${name}\` has shapes nested more than ${maxDepth} levels deep`;
  note(reading, ["shapes", name], [{ code: "invalid-value", message, path: [], at: "key" }]);
}

function noteTooMany({ reading }: Pick<CatalogFile<unknown>, "reading">, path: readonly string[]): undefined {
  const message = `with all shapes expanded, the catalog has over ${maxFields} fields`;
  note(reading, path, [{ code: "too-large", message, path: [], at: "key" }]);
}
