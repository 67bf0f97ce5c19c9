/**
 * The codec `objectTree`: an object of a fabric with its descendants, `{attributes, children}`, as the fields of one
 * kind. A field's wire name says which part it is:
 *
 * | field             | wire name         | on the wire                                         |
 * |-------------------|-------------------|-----------------------------------------------------|
 * | plain             | `arpFlood`        | an attribute                                        |
 * | a list of texts   | `scope`           | an attribute: comma-separated texts                 |
 * | plain             | `fvRsCtx.tnName`  | an attribute of the only child of that class        |
 * | an object         | `ospfExtP`        | the only child of that class, with its own children |
 * | true or false     | `bgpExtP.status`  | whether there is a child of that class              |
 * | a list of texts   | `fvRsProv.tnName` | children of that class, one for each text           |
 * | a list of objects | `fvSubnet`        | children of that class, with children of their own  |
 *
 * More dots lead deeper: `vzAny.vzRsAnyToProv.tnName`. List elements are identified by their required fields. Lists are
 * complete: undeclared live elements are removed. An only child is removed if it, or everything declared in it, is
 * null.
 */

import { asWireList, asWireObject, isWireObject, type WireObject } from "../../../../catalog/fields/wire.ts";
import type { Json, JsonObject } from "../../../../model/json.ts";
import type { WireJson } from "../../../../model/wire.ts";
import type { Codec } from "../../codec.ts";
import {
  type ElementShape,
  type ShownObject,
  shapeOf,
  shownObject,
  statusName,
  type TreeShape,
} from "./object-parts.ts";
import { undeclaredInTree } from "./undeclared-tree.ts";

/** Converts between a tree of objects and the record of a kind. */
export const objectTree: Codec = {
  record: ({ fields }, shown) => {
    const object = shown.attributes === undefined ? undefined : shownObject(shown);
    return object && { ...object.attributes, ...recordIn(shapeOf(fields), object) };
  },
  undeclared: ({ fields }, shown, on) => {
    const object = shownObject(shown);
    return object ? undeclaredInTree(on, shapeOf(fields), object) : [];
  },
  body: ({ fields }, { object, live }) => treeOf(shapeOf(fields), object, live),
};

/** The `status` of an existing child, and the `status` of a removed child. */
const [there, gone] = ["created,modified", "deleted"] as const;

/**
 * Returns the fields of an object, by wire name. Children without a field are left out, because they would count as
 * changes of a list.
 */
function recordIn(shape: TreeShape, { attributes, below }: ShownObject): JsonObject {
  const record: Record<string, Json> = {};
  for (const [name, { isList }] of shape.attributes) Object.assign(record, shown(name, isList, attributes));
  for (const [name, element] of shape.lists)
    record[name] = (below.get(name) ?? []).map((each) => recordIn(element, each));
  for (const [name, attribute] of shape.texts)
    record[name] = {
      [attribute]: (below.get(name) ?? []).flatMap((each) => each.attributes[attribute] ?? []),
    };
  for (const [name, only] of shape.only) {
    const [child] = below.get(name) ?? [];
    const isTold = only.attributes.has(statusName);
    if (child) record[name] = { ...recordIn(only, child), ...(isTold && { [statusName]: there }) };
    else if (isTold) record[name] = { [statusName]: gone };
  }
  return record;
}

function shown(name: string, isList: boolean, attributes: JsonObject): JsonObject {
  const value = attributes[name];
  if (value === undefined) return {};
  if (!isList || typeof value !== "string") return { [name]: value };
  return { [name]: value.split(",").filter((text) => text !== "") };
}

/** Returns an object in the form in which it is sent. `live` shows which list elements must be removed. */
function treeOf(shape: TreeShape, object: WireObject, live: WireObject): WireObject {
  const attributes: Record<string, WireJson> = {};
  const children: WireObject[] = [];
  for (const [name, value] of Object.entries(object)) {
    const [element, attribute, only] = [shape.lists.get(name), shape.texts.get(name), shape.only.get(name)];
    const before = live[name];
    if (element) children.push(...elements(name, element, { value, live: before }));
    else if (attribute !== undefined) children.push(...related(name, attribute, { value, live: before }));
    else if (only) children.push(...onlyChild(name, only, { value, live: before }));
    else if (!isLeftOut(shape, name, { value, live: before }))
      attributes[name] = Array.isArray(value) ? value.join(",") : (value ?? "");
  }
  return children.length === 0 ? { attributes } : { attributes, children };
}

/** A part of an object: the value to write, and the live value. */
interface Part {
  readonly value: WireJson;
  readonly live: WireJson | undefined;
}

/** True for a default that the product may not know. It is sent only if the live object has another value. */
function isLeftOut(shape: TreeShape, name: string, { value, live }: Part): boolean {
  const unsent = shape.attributes.get(name)?.unsent;
  return unsent !== undefined && value === unsent && (live === undefined || live === unsent);
}

/** Returns the only child of a class. A removal is sent only if the child exists, and an empty child is not created. */
function onlyChild(name: string, shape: TreeShape, { value, live }: Part): readonly WireObject[] {
  const before = asWireObject(live);
  const isLive = live !== undefined && isWireObject(live) && before[statusName] !== gone;
  const { [statusName]: status, ...own } = asWireObject(value);
  if (!isLive && (status === gone || isEmpty(value))) return [];
  if (!isWireObject(value) || status === gone || (isNothing(value) && isAll(value, before)))
    return [{ [name]: { attributes: { [statusName]: gone } } }];
  return [{ [name]: treeOf(shape, status === there ? own : value, before) }];
}

/** True if all declared values are null. */
function isNothing(value: WireJson): boolean {
  if (!isWireObject(value)) return value === null;
  const members = Object.values(value);
  return members.length > 0 && members.every(isNothing);
}

/** True if there is nothing to create: the value is null, or consists of nulls and of lists without elements. */
function isEmpty(value: WireJson): boolean {
  if (!isWireObject(value)) return value === null || (Array.isArray(value) && value.length === 0);
  const members = Object.values(value);
  return members.length > 0 && members.every(isEmpty);
}

/** True if every member of the live object is also in `value`. */
function isAll(value: WireObject, live: WireObject): boolean {
  return Object.keys(live).every((name) => Object.hasOwn(value, name));
}

function elements(name: string, shape: ElementShape, part: Part): readonly WireObject[] {
  const [value, live] = [part.value, part.live].map((each) => asWireList(each).filter(isWireObject));
  const { naming } = shape;
  const namesOf = (one: WireObject) =>
    Object.fromEntries(naming.map((each): [string, WireJson] => [each, one[each] ?? ""]));
  const isSame = (one: WireObject, other: WireObject) =>
    naming.every((each) => one[each] !== undefined && one[each] === other[each]);
  const left = live?.filter((one) => !value?.some((each) => isSame(one, each))) ?? [];
  const kept = value?.map((one) => {
    const before = live?.find((each) => isSame(one, each)) ?? {};
    return { [name]: treeOf(shape, one, before) };
  });
  return [
    ...left.map((one) => ({ [name]: { attributes: { ...namesOf(one), [statusName]: gone } } })),
    ...(kept ?? []),
  ];
}

/** Returns one child for each text of a list. */
function related(name: string, attribute: string, part: Part): readonly WireObject[] {
  const [texts = [], before = []] = [part.value, part.live].map((each) =>
    asWireList(asWireObject(each)[attribute]),
  );
  const left = before.filter((each) => !texts.includes(each));
  return [
    ...left.map((each) => ({ [name]: { attributes: { [attribute]: each, [statusName]: gone } } })),
    ...texts.map((each) => ({ [name]: { attributes: { [attribute]: each } } })),
  ];
}
