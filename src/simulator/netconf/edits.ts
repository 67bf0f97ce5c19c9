/** Reads `<config>` into a list of edits, and refuses elements that the device does not know. */

import type { Json, JsonObject } from "../../model/json.ts";
import type { PathStep } from "../restconf/path.ts";
import { keyLeaves, type ListKeys } from "../restconf/tree.ts";
import type { Edit, EditOperation, ListEnd } from "./edit.ts";
import { type Specimens, sortOfNode, specimensAt, typedValue } from "./known.ts";
import { RpcRefusal } from "./rpc-error.ts";
import { type PathLeaves, pathFromText } from "./tree/instance-path.ts";
import { moduleOf } from "./tree/namespaces.ts";
import { baseNamespace } from "./tree/output.ts";
import { attributeOf, type Element } from "./xml.ts";

const yangNamespace = "urn:ietf:params:xml:ns:yang:1";

/** The surroundings of an element in `<config>`. */
interface Place {
  readonly steps: readonly PathStep[];
  readonly known: Specimens;
  readonly keys: ListKeys;
  readonly paths: PathLeaves | undefined;
  /** The operation for nodes that name no operation themselves. */
  readonly operation: EditOperation;
}

const operations: readonly EditOperation[] = ["merge", "replace", "create", "delete", "remove"];

/** Returns the edits of the elements in `<config>`, in order. Refuses unknown and malformed elements. */
export function editsOf(config: readonly Element[], at: Omit<Place, "steps">): readonly Edit[] {
  return config.flatMap((element) => editsAt(element, { ...at, steps: [] }));
}

function editsAt(element: Element, above: Place): readonly Edit[] {
  const operation = operationOf(element) ?? above.operation;
  const { known, module } = knownAs(element, above);
  const sort = sortOfNode(known);
  const keyTexts = sort === "list" ? keysOf(element, above) : undefined;
  const step = { name: element.name, module, ...(keyTexts && { keys: keyTexts }) };
  const steps = [...above.steps, step];
  const isEntry = sort === "list" || sort === "leafList";
  const insert = isEntry ? insertOf(element) : undefined;
  const edit = { operation, steps, insert, path: pathText(steps, above.keys) };
  const place = { ...above, steps, known, operation };
  const removes = operation === "delete" || operation === "remove";
  if (sort === "leaf" || sort === "leafList") {
    const value = removes && sort === "leaf" ? null : jsonOf(element, place);
    return [{ ...edit, value, sort: sort === "leafList" ? "entry" : "whole" }];
  }
  if (removes) return [{ ...edit, value: null, sort: "whole" }];
  if (operation !== "merge" && operation !== "none") {
    return [{ ...edit, value: jsonOf(element, place), sort: "whole" }];
  }
  const leaves = keyTexts === undefined ? [] : keyLeaves(element.name, above.keys);
  const isKey = ({ name }: Element) => leaves.includes(name);
  const keyed = jsonOf({ ...element, children: element.children.filter(isKey) }, place);
  const below = element.children.filter((each) => !isKey(each)).flatMap((each) => editsAt(each, place));
  return [{ ...edit, value: keyed, sort: "presence" }, ...below];
}

/** Returns the value of an element. */
function jsonOf(element: Element, place: Place): Json {
  const sort = sortOfNode(place.known);
  if (sort === "container" || sort === "list") return objectOf(element, place);
  const value = element.children.length === 0 ? leafOf(element, place) : undefined;
  if (value !== undefined) return value;
  const path = pathText(place.steps, place.keys);
  throw new RpcRefusal({ tag: "invalid-value", path, message: `not a value of ${element.name}` });
}

/** Returns the value of a leaf. Returns undefined if the text is invalid. */
function leafOf(element: Element, { known, paths }: Place): Json | undefined {
  const identities =
    paths !== undefined && Object.hasOwn(paths, element.name) ? paths[element.name] : undefined;
  if (identities !== undefined) return pathFromText(element.text, { scope: element.scope, identities });
  return typedValue(element.text, known);
}

function objectOf(element: Element, place: Place): JsonObject {
  const within = place.steps.at(-1)?.module ?? "";
  const found = new Map<string, Json>();
  for (const child of element.children) {
    const { known, module } = knownAs(child, place);
    const name = module === within ? child.name : `${module}:${child.name}`;
    const sort = sortOfNode(known);
    const keys = sort === "list" ? { keys: keysOf(child, place) } : {};
    const steps = [...place.steps, { name: child.name, module, ...keys }];
    const value = jsonOf(child, { ...place, steps, known });
    const before = found.get(name);
    if (sort === "list" || sort === "leafList") {
      found.set(name, [...(Array.isArray(before) ? before : []), value]);
    } else if (before === undefined) found.set(name, value);
    else refuse("bad-element", child, { path: pathText(steps, place.keys), said: "is there twice" });
  }
  return Object.fromEntries(found);
}

function knownAs(element: Element, above: Place): { readonly known: Specimens; readonly module: string } {
  const path = `${pathText(above.steps, above.keys)}/${element.name}`;
  const module = moduleOf(element.namespace);
  if (module === undefined)
    return refuse("unknown-namespace", element, { path, said: "has no known namespace" });
  const within = above.steps.at(-1)?.module ?? "";
  const known = specimensAt(above.known, { module, name: element.name, within });
  if (known.length === 0) return refuse("unknown-element", element, { path, said: "is unknown here" });
  return { known, module };
}

/** Returns the key values of a list's element, in the order of the list's keys. */
function keysOf(element: Element, above: Place): readonly string[] {
  const path = `${pathText(above.steps, above.keys)}/${element.name}`;
  return keyLeaves(element.name, above.keys).map((leaf) => {
    const key = element.children.find(
      ({ name, namespace }) => name === leaf && namespace === element.namespace,
    );
    const bad = { ...element, name: leaf };
    return key?.text.trim() ?? refuse("missing-element", bad, { path, said: "is the key and is missing" });
  });
}

/** Returns the list end that an element's `insert` names. Returns undefined if the element has no `insert`. */
function insertOf(element: Element): ListEnd | undefined {
  const written = attributeOf(element, yangNamespace, "insert");
  if (written === undefined || written === "first" || written === "last") return written;
  const info = { "bad-attribute": "insert", "bad-element": element.name };
  throw new RpcRefusal({
    tag: "bad-attribute",
    info,
    message: `an entry cannot be inserted ${written} here`,
  });
}

function operationOf(element: Element): EditOperation | undefined {
  const written = attributeOf(element, baseNamespace, "operation");
  const found = operations.find((each) => each === written);
  if (written === undefined || found !== undefined) return found;
  const info = { "bad-attribute": "operation", "bad-element": element.name };
  throw new RpcRefusal({ tag: "bad-attribute", info, message: `there is no operation ${written}` });
}

function refuse(
  tag: "unknown-namespace" | "unknown-element" | "missing-element" | "bad-element",
  element: Element,
  { path, said }: { readonly path: string; readonly said: string },
): never {
  const namespace = tag === "unknown-namespace" ? { "bad-namespace": element.namespace } : {};
  const info = { "bad-element": element.name, ...namespace };
  throw new RpcRefusal({ tag, path, info, message: `${element.name} ${said}` });
}

/**
 * Returns a path in the form of instance identifiers (RFC 7951). A step names its module if the module differs from
 * that of the step before. Keys are predicates.
 */
function pathText(steps: readonly PathStep[], keys: ListKeys): string {
  return steps
    .map(({ name, module, keys: values }, index) => {
      const prefix = steps[index - 1]?.module === module ? "" : `${module}:`;
      const leaves = keyLeaves(name, keys);
      const predicates = values?.map((value, at) => `[${leaves[at]}='${value}']`) ?? [];
      return `/${prefix}${name}${predicates.join("")}`;
    })
    .join("");
}
