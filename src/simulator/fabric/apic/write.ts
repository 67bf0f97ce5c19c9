/** Writes of an APIC. One request contains an object tree, and is carried out atomically. */

import type { Json } from "../../../model/json.ts";
import { isList, isRecord } from "../../wire/message.ts";
import { type ManagedObjectSeed, parentOf } from "../state.ts";
import { ApicRefusal } from "./answers.ts";
import { classes, rnOf, systemObjects } from "./classes.ts";
import { namingIn } from "./naming.ts";
import { withObject, withoutPath } from "./state.ts";

type Objects = ReadonlyMap<string, ManagedObjectSeed>;

/** An object of a body. */
interface PostedObject {
  readonly class: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Json[];
}

/** The effect of a request body on the objects. */
export interface WriteResult {
  readonly objects: Objects;
  /** The modified objects by path, in the order of the body. */
  readonly modified: ReadonlyMap<string, "created" | "modified" | "deleted">;
}

/**
 * Posts a body to the path of the object in it, or to the path of that object's parent. Throws if the body is refused.
 */
export function posted(before: Objects, path: string, body: Json): WriteResult {
  const object = objectIn(body);
  return written({ objects: before, modified: new Map() }, ownPath(object, { path, isTop: true }), object);
}

function objectIn(body: Json): PostedObject {
  const [name, ...more] = Object.keys(isRecord(body) ? body : {});
  const inner = name !== undefined && isRecord(body) ? body[name] : undefined;
  if (name === undefined || more.length > 0 || !isRecord(inner))
    throw new ApicRefusal(400, "400", "Unable to parse the request: an object of one class is required");
  if (!classes.has(name)) throw new ApicRefusal(400, "122", `unknown managed object class ${name}`);
  const { attributes = {}, children = [] } = inner;
  if (!isRecord(attributes) || !isList(children))
    throw new ApicRefusal(400, "400", `Unable to parse the request: ${name}`);
  const texts = Object.entries(attributes).map(([key, value]) => {
    if (typeof value !== "string")
      throw new ApicRefusal(400, "400", `Unable to parse the request: ${name}.${key}`);
    return [key, value] as const;
  });
  return { class: name, attributes: Object.fromEntries(texts), children };
}

/**
 * Returns the path of an object in a body. The body has the path in `dn`, in `rn`, or in the object's naming
 * attributes.
 */
function ownPath(
  { class: name, attributes }: PostedObject,
  { path, isTop }: { readonly path: string; readonly isTop: boolean },
): string {
  const own = classes.get(name);
  const named = own && rnOf(own, attributes);
  const { dn, rn = named } = attributes;
  const isInside = dn === path || dn?.startsWith(`${path}/`);
  if (dn !== undefined && !isInside)
    throw new ApicRefusal(400, "107", `${name}: the Dn ${dn} is not below ${path}`);
  if (!isTop && dn !== undefined && parentOf(dn) !== path)
    throw new ApicRefusal(400, "107", `${name}: the Dn ${dn} is no child of ${path}`);
  const last = path.slice((parentOf(path)?.length ?? -1) + 1);
  const isOfClass = isTop && own !== undefined && fits(own.rn, last);
  if (isOfClass && dn === undefined && rn !== undefined && rn !== last)
    throw new ApicRefusal(400, "107", `${name}: ${rn} does not match ${path}`);
  const isItself = isOfClass && (rn === last || rn === undefined);
  const found = dn ?? (isItself ? path : rn === undefined ? undefined : `${path}/${rn}`);
  if (found === undefined) throw new ApicRefusal(400, "107", `${name}: its naming properties are missing`);
  return found;
}

function fits(rn: string, last: string): boolean {
  const [start = ""] = rn.split("{");
  return last.startsWith(start);
}

function written(before: WriteResult, path: string, object: PostedObject): WriteResult {
  const { class: name, children } = object;
  const { status = "created,modified", dn: _, rn: __, ...attributes } = object.attributes;
  const there = before.objects.get(path);
  if (status === "deleted") return removed(before, path);
  if (!/^(?:created|modified|created,modified|modified,created|)$/.test(status))
    throw new ApicRefusal(400, "120", `${name}: status ${status} is unknown`);
  if (status === "created" && there)
    throw new ApicRefusal(400, "103", `Cannot create ${name}; object ${path} already exists.`);
  const mustBe = there || status === "modified" ? path : (parentOf(path) ?? "");
  if (!before.objects.has(mustBe))
    throw new ApicRefusal(400, "102", `configured object ((Dn0)) not found Dn0=${mustBe}`);
  if (there && there.class !== name)
    throw new ApicRefusal(400, "107", `${path} is a ${there.class}, no ${name}`);
  const known = classes.get(name)?.attributes ?? {};
  const stranger = Object.keys(attributes).find((each) => !Object.hasOwn(known, each));
  if (stranger !== undefined)
    throw new ApicRefusal(400, "120", `property ${stranger} of ${name} is unknown or not configurable`);
  const { values = {} } = classes.get(name) ?? {};
  const wrong = Object.entries(attributes).find(
    ([each, value]) => !(values[each]?.includes(value) ?? isAllowed(known[each] ?? "", value)),
  );
  if (wrong !== undefined)
    throw new ApicRefusal(400, "107", `${name}: ${wrong[1]} is no value of the property ${wrong[0]}`);
  const naming = namingIn(classes.get(name)?.rn ?? "", path);
  const objects = withObject(before.objects, path, { class: name, attributes: { ...naming, ...attributes } });
  const modified = new Map(before.modified).set(path, there ? "modified" : "created");
  return children
    .map(objectIn)
    .reduce<WriteResult>((so, child) => written(so, ownPath(child, { path, isTop: false }), child), {
      objects,
      modified,
    });
}

/** Sets of words. If the default of a property is in one of the sets, the property accepts only words of this set. */
const choices: readonly (readonly string[])[] = [
  ["yes", "no"],
  ["enabled", "disabled"],
  ["enforced", "unenforced"],
  ["include", "exclude"],
];

/** True if a property with this default accepts this value. */
function isAllowed(initial: string, value: string): boolean {
  const choice = choices.find((words) => words.includes(initial));
  return choice === undefined || choice.includes(value);
}

/**
 * Removes an object. A missing object is not an error, because a removal may arrive twice. Throws if the removal is
 * refused.
 */
export function removed({ objects, modified }: WriteResult, path: string): WriteResult {
  if (Object.hasOwn(systemObjects, path) || path === "uni")
    throw new ApicRefusal(400, "107", `Cannot delete object ${path}`);
  if (!objects.has(path)) return { objects, modified };
  return { objects: withoutPath(objects, path), modified: new Map(modified).set(path, "deleted") };
}
