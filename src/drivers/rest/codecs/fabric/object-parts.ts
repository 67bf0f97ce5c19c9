/** An object of a fabric with its children by class, and the part of it that each field's wire name addresses. Pure. */

import { toWire } from "../../../../catalog/fields/wire.ts";
import type { Field, Fields } from "../../../../catalog/schema/field.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";
import type { WireJson } from "../../../../model/wire.ts";

/** The children of an object, by class. */
export type Children = ReadonlyMap<string, readonly ShownObject[]>;

/** An object in a reply. */
export interface ShownObject {
  readonly attributes: JsonObject;
  readonly below: Children;
}

/** Returns the children by class. Undefined: one of the children does not have the expected form. */
export function childrenIn(list: readonly Json[]): Children | undefined {
  const found = new Map<string, ShownObject[]>();
  for (const each of list) {
    const [entry, another] = isObject(each) ? Object.entries(each) : [];
    if (entry === undefined || another !== undefined) return undefined;
    const [name, inner] = entry;
    const shown = isObject(inner) ? shownObject(inner) : undefined;
    if (shown === undefined) return undefined;
    const known = found.get(name);
    if (known) known.push(shown);
    else found.set(name, [shown]);
  }
  return found;
}

/** Returns an object of the form `{attributes, children}`. Undefined: the object has another form. */
export function shownObject({ attributes = {}, children = [] }: JsonObject): ShownObject | undefined {
  const below = isArray(children) ? childrenIn(children) : undefined;
  return isObject(attributes) && below ? { attributes, below } : undefined;
}

/** The parts of an object that fields address: attributes, and children by class. */
export interface TreeShape {
  readonly attributes: ReadonlyMap<string, AttributeShape>;
  /** Classes of which the object has only one child. */
  readonly only: ReadonlyMap<string, TreeShape>;
  /** Classes whose children are the elements of a list. */
  readonly lists: ReadonlyMap<string, ElementShape>;
  /** For each class whose children are the texts of a list: the attribute that contains the text. */
  readonly texts: ReadonlyMap<string, string>;
}

/** An attribute that a field addresses. */
interface AttributeShape {
  /** True: the attribute is a list of texts, separated by commas. */
  readonly isList: boolean;
  /** A default that is sent only if the live object has another value, because older versions lack the attribute. */
  readonly unsent?: WireJson;
}

/** An element of a list of objects. */
export interface ElementShape extends TreeShape {
  /** The attributes that identify an element: the attributes of required fields without a default. */
  readonly naming: readonly string[];
}

/**
 * The attribute that says whether a child exists. Replies show only existing children. A write sets the attribute to
 * remove a child.
 */
export const statusName = "status";

interface MutableShape {
  readonly attributes: Map<string, AttributeShape>;
  readonly only: Map<string, MutableShape>;
  readonly lists: Map<string, ElementShape>;
  readonly texts: Map<string, string>;
}

const shapes = new WeakMap<Fields, TreeShape>();

/** Returns the shape that these fields describe. */
export function shapeOf(fields: Fields): TreeShape {
  const known = shapes.get(fields);
  if (known) return known;
  const made = emptyShape();
  addFields(made, fields);
  shapes.set(fields, made);
  return made;
}

function emptyShape(): MutableShape {
  return { attributes: new Map(), only: new Map(), lists: new Map(), texts: new Map() };
}

function addFields(to: MutableShape, fields: Fields): void {
  const rows = Object.entries(fields).map(
    ([name, field]) => [(field.wire ?? name).split("."), field] as const,
  );
  // Single children are registered first. A list of texts below a single child is an attribute of that child, not a
  // list of children.
  for (const [[first = "", ...rest], field] of rows)
    if (rest.length > 0 && !isTexts(rest, field)) onlyIn(to, first);
  for (const [path, field] of rows) addField(to, path, field);
  for (const along of rows.flatMap(([, { sendsAlong = {} }]) => Object.keys(sendsAlong)))
    addField(to, along.split("."), {});
}

/** True if a wire name addresses a list of texts. Each text is a child of the class in the wire name. */
function isTexts(rest: readonly string[], { type, items }: Field): boolean {
  return rest.length === 1 && type === "array" && items?.properties === undefined;
}

/** Adds a field. A name with dots leads through children, and each of these is the only child of its class. */
function addField(to: MutableShape, [first = "", ...rest]: readonly string[], field: Field): void {
  const { type, properties, items } = field;
  const [inner] = rest;
  if (inner !== undefined && (to.only.has(first) || !isTexts(rest, field)))
    addField(onlyIn(to, first), rest, field);
  else if (items?.properties !== undefined) to.lists.set(first, elementShape(items));
  else if (inner !== undefined) to.texts.set(first, inner);
  else if (properties !== undefined) addFields(onlyIn(to, first), properties);
  else to.attributes.set(first, { isList: type === "array", ...unsentOf(field) });
}

function unsentOf(field: Field): Pick<AttributeShape, "unsent"> {
  if (field.sendsDefault !== false || field.default === undefined) return {};
  const { it: unsent } = toWire({ it: { ...field, wire: "it" } }, { it: field.default }, () => {
    throw new Error("a default is not a secret");
  });
  return unsent === undefined ? {} : { unsent };
}

function onlyIn({ only }: MutableShape, name: string): MutableShape {
  const made = only.get(name) ?? emptyShape();
  only.set(name, made);
  return made;
}

function elementShape({ properties = {}, required = [] }: Field): ElementShape {
  const named = required.filter((name) => properties[name]?.default === undefined);
  const naming = named.map((name) => (properties[name]?.wire ?? name).split(".")[0] ?? name);
  return { ...shapeOf(properties), naming };
}
