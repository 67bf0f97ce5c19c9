/**
 * Builds the content of an edit-config: declared JSON as XML inside its parents, with operations on elements if they
 * are needed. A merge adds and changes values. Values of a leaf-list are removed explicitly. Pure.
 */

import { isArray, isObject, type Json } from "../../../../model/json.ts";
import { elementIdentity } from "../../../../model/list-identity.ts";
import { type Pointer, pointer } from "../../../../model/pointer.ts";
import type { Write } from "../../../contract/contract.ts";
import { type EntryKey, isEntryStep, type TreeStep } from "../../device/kinds/data-path.ts";
import type { KeyedLists } from "../../device/overlay.ts";
import type { TypedNode } from "../../device/typed-tree.ts";
import { type Modules, memberParts } from "../modules.ts";
import type { TreePart } from "../subtree-filter.ts";
import { keyNode, leafNode } from "./key-node.ts";
import type { XmlNode } from "./write-xml.ts";

const yangNamespace = "urn:ietf:params:xml:ns:yang:1";

/** The operation of an element. An element without an operation is merged. */
type XmlOperation = "replace" | "remove" | "delete";

/** One edit of a part of the tree. */
export interface TreeEdit {
  readonly part: TreePart;
  /** The desired value, in wire form. Absent: the part is removed. */
  readonly desired?: Json | undefined;
  /** The live value. Absent: there is no live value, or it is unknown. */
  readonly live?: Json | undefined;
  readonly lists: KeyedLists;
  /** Lists whose order is significant. Absent: there are no such lists. */
  readonly ordered?: ReadonlySet<Pointer> | undefined;
  readonly ownership: Write["ownership"];
  /** The operation for removals: `remove` if the device announces base:1.1, which introduced it, otherwise `delete`. */
  readonly removal: "remove" | "delete";
  readonly modules: Modules;
  /** The type of the top of the tree, from the target's modules. Absent: the target has no modules. */
  readonly type?: TypedNode | undefined;
}

interface Place {
  readonly edit: TreeEdit;
  readonly member: string;
  /** The module of the parent. */
  readonly around: string;
  /**
   * The type of these elements, from the target's modules. Undefined: the modules are missing, or do not define the
   * type.
   */
  readonly type: TypedNode | undefined;
  /** The segments of the pointer inside the part. `*` stands for an element. */
  readonly at: readonly string[];
  /** True inside a replacement, in which nothing has to be removed explicitly. */
  readonly replaced: boolean;
}

/** Returns the content of `<config>`. */
export function configFor(edit: TreeEdit): readonly XmlNode[] {
  const inside = (path: readonly TreeStep[], above: Pick<Place, "around" | "type">): readonly XmlNode[] => {
    const [first = "", ...rest] = path;
    const member = isEntryStep(first) ? "" : first;
    const place: Place = { edit, ...memberOf(member, above), at: [], replaced: false };
    if (rest.length === 0) return edit.desired === undefined ? removed(place) : wanted(place, edit.desired);
    const within = { around: moduleOf(place), type: place.type };
    const [entry, ...below] = rest;
    if (entry === undefined || !isEntryStep(entry)) return [element(place, inside(rest, within))];
    return [element(place, [...keyNodes(place, entry), ...inside(below, within)])];
  };
  return inside(edit.part.path, { around: "", type: edit.type });
}

/** Returns a member below a parent in the module `around`, with the member's type. */
function memberOf(member: string, { around, type }: Pick<Place, "around" | "type">) {
  const { module, name } = memberParts(member, around);
  return { member, around, type: type?.child(module, name) };
}

function moduleOf({ member, around }: Place): string {
  return memberParts(member, around).module;
}

function keyNodes(place: Place, key: EntryKey): readonly XmlNode[] {
  const { modules } = place.edit;
  return key.map(({ leaf, value }) =>
    keyNode(leaf, value, { modules, type: place.type, module: moduleOf(place) }),
  );
}

/** Returns the elements that bring a part of the tree to its desired state. */
function wanted(place: Place, desired: Json): readonly XmlNode[] {
  const { edit } = place;
  const exclusive = edit.ownership === "exclusive";
  const { key } = edit.part;
  if (key !== undefined) {
    const leaves = Object.fromEntries(key.map(({ leaf, value }): [string, Json] => [leaf, value]));
    const named = isObject(desired) ? { ...leaves, ...desired } : leaves;
    return valueNodes({ ...place, replaced: exclusive }, named, edit.live).map((node) =>
      exclusive ? operated(node, "replace") : node,
    );
  }
  if (isArray(desired) && !isEmptyLeaf(desired)) return listNodes(place, desired, edit.live);
  const nodes = valueNodes({ ...place, replaced: exclusive }, desired, edit.live);
  return exclusive ? nodes.map((node) => operated(node, "replace")) : nodes;
}

/** Returns the removal of a part of the tree. */
function removed(place: Place): readonly XmlNode[] {
  const { edit, at } = place;
  const { key } = edit.part;
  const gone = (content: XmlNode["content"]) => operated(element(place, content), edit.removal);
  if (key !== undefined) return [gone(keyNodes(place, key))];
  if (!isArray(edit.live) || isEmptyLeaf(edit.live)) return [gone([])];
  return edit.live.map((each) => operated(keyOnly(place, each, edit.lists[pointer(at)]), edit.removal));
}

/** How a list is edited. */
interface ListMode {
  /** The operation of elements that are objects. Absent: such elements are merged. */
  readonly elements?: "replace" | undefined;
  /** True: undeclared live elements are removed explicitly. */
  readonly removesOthers: boolean;
  /** True: the order of declared elements is significant. */
  readonly isOrdered?: boolean;
}

/**
 * Returns how a list is edited.
 *
 * | inside a replacement | ownership | list      | declared elements | others  |
 * |----------------------|-----------|-----------|-------------------|---------|
 * | yes                  | any       | any       | merged            | gone    |
 * | no                   | exclusive | any       | replaced          | removed |
 * | no                   | other     | ordered   | merged, moved     | removed |
 * | no                   | other     | with keys | merged            | kept    |
 * | no                   | other     | of values | merged            | removed |
 */
function listMode({ edit, at, replaced }: Place, leaves: readonly string[] | undefined): ListMode {
  if (replaced) return { removesOthers: false };
  const isOrdered = edit.ordered?.has(pointer(at)) ?? false;
  if (edit.ownership === "exclusive") return { elements: "replace", removesOthers: true, isOrdered };
  if (isOrdered) return { removesOthers: true, isOrdered };
  return { removesOthers: leaves === undefined };
}

/** Returns the removals of live elements that do not stay, followed by the declared elements. */
function listNodes(place: Place, desired: readonly Json[], live: Json | undefined): readonly XmlNode[] {
  const { edit, at, replaced } = place;
  const leaves = edit.lists[pointer(at)];
  const { elements, removesOthers, isOrdered = false } = listMode(place, leaves);
  const identity = (each: Json) => elementIdentity(each, leaves ?? []);
  const there = new Map((isArray(live) ? live : []).map((each) => [identity(each), each]));
  const declared = new Set(desired.map(identity));
  const isMoved =
    isOrdered &&
    !isInOrder(
      [...there.keys()].filter((name) => declared.has(name)),
      [...declared],
    );
  const inside = { ...place, at: [...at, "*"], replaced: replaced || edit.ownership === "exclusive" };
  const nodes = desired.flatMap((each) => {
    const made = valueNodes(
      inside,
      keysFirst(each, leaves),
      isObject(each) ? there.get(identity(each)) : undefined,
    );
    const done = elements && isObject(each) ? made.map((node) => operated(node, elements)) : made;
    return isMoved ? done.map(moved) : done;
  });
  if (!removesOthers) return nodes;
  const others = [...there].filter(([name]) => !declared.has(name)).map(([, each]) => each);
  return [...others.map((each) => operated(keyOnly(place, each, leaves), edit.removal)), ...nodes];
}

/** Returns the nodes of one member: a single node, or one node for each element. */
function valueNodes(place: Place, value: Json, live: Json | undefined): readonly XmlNode[] {
  if (isArray(value)) return isEmptyLeaf(value) ? [element(place, [])] : listNodes(place, value, live);
  if (!isObject(value)) return [leaf(place, value)];
  const within = { around: moduleOf(place), type: place.type };
  const content = Object.entries(value).flatMap(([member, inner]) => {
    const below = { ...place, ...memberOf(member, within), at: [...place.at, member] };
    return valueNodes(below, inner, isObject(live) ? live[member] : undefined);
  });
  return [element(place, content)];
}

/** True for a leaf of type `empty` (RFC 7951, 6.9). */
function isEmptyLeaf(value: readonly Json[]): boolean {
  return value.length === 1 && value[0] === null;
}

function leaf(place: Place, value: Json): XmlNode {
  return { ...element(place, []), ...leafNode(value, { modules: place.edit.modules, type: place.type }) };
}

/** Returns the identifying part of an element: its key leaves, or its value. */
function keyOnly(place: Place, each: Json, leaves: readonly string[] | undefined): XmlNode {
  if (!isObject(each)) return leaf(place, each);
  const within = { around: moduleOf(place), type: place.type };
  return element(
    place,
    (leaves ?? []).map((name) => leaf({ ...place, ...memberOf(name, within) }, each[name] ?? "")),
  );
}

function keysFirst(value: Json, leaves: readonly string[] | undefined): Json {
  if (!isObject(value) || leaves === undefined) return value;
  const keys = leaves.flatMap((leaf) =>
    Object.hasOwn(value, leaf) ? [[leaf, value[leaf] ?? null] as const] : [],
  );
  return { ...Object.fromEntries(keys), ...value };
}

/** Returns the XML of one element of this member. */
function element({ edit, member, around }: Place, content: XmlNode["content"]): XmlNode {
  const { module, name } = memberParts(member, around);
  const namespace = module === around ? "" : (edit.modules.namespaceOf(module) ?? "");
  return { name, namespace, content };
}

/**
 * Returns a node that is moved to the end of its list. If each element is moved in sequence, the list is in order (RFC
 * 7950 7.7.9, 7.8.6).
 */
function moved(node: XmlNode): XmlNode {
  const attributes = { ...node.attributes, "xmlns:yang": yangNamespace, "yang:insert": "last" };
  return { ...node, attributes };
}

/** True if the desired list begins with the existing elements in order, since new elements are appended anyway. */
function isInOrder(there: readonly (string | undefined)[], wanted: readonly (string | undefined)[]): boolean {
  return there.every((name, index) => name === wanted[index]);
}

function operated(node: XmlNode, operation: XmlOperation): XmlNode {
  return { ...node, attributes: { ...node.attributes, "nc:operation": operation } };
}
