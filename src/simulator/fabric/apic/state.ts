/**
 * The objects of a simulated APIC: objects of a seed, objects that always exist, and objects that are created
 * implicitly.
 */

import { type FabricState, fabricState, type ManagedObjectSeed, parentOf, root } from "../state.ts";
import { classes, systemObjects } from "./classes.ts";
import { namingIn } from "./naming.ts";

type Objects = ReadonlyMap<string, ManagedObjectSeed>;

/** Returns the initial state of an APIC. Parts of the seed that no APIC knows are left out. */
export function apicState(seed: Readonly<Record<string, ManagedObjectSeed>>): FabricState {
  const system = Object.entries(systemObjects).map(([path, { class: of, name }]) => {
    const object: ManagedObjectSeed = { class: of, attributes: name === "" ? {} : { name } };
    return [path, object] as const;
  });
  let objects: Objects = fabricState({}).objects;
  for (const [path, object] of [...system, ...Object.entries(seed)]) {
    const naming = namingIn(classes.get(object.class)?.rn ?? "", path);
    objects = withObject(objects, path, { ...object, attributes: { ...naming, ...known(object) } });
  }
  return { objects };
}

function known({ class: of, attributes: { description, ...given } }: ManagedObjectSeed) {
  const own = classes.get(of)?.attributes;
  const name = own && Object.hasOwn(own, "description") ? "description" : "descr";
  const all = description === undefined ? given : { [name]: description, ...given };
  return own ? Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(own, name))) : all;
}

/** Adds an object. If the object is new, also adds the objects that the APIC creates with it. */
export function withObject(objects: Objects, path: string, object: ManagedObjectSeed): Objects {
  const of = classes.get(object.class);
  const before = objects.get(path);
  const attributes = { ...of?.attributes, ...before?.attributes, ...object.attributes };
  const next = new Map(objects).set(path, { class: object.class, attributes });
  if (before) return next;
  for (const name of of?.makes ?? []) {
    const own = classes.get(name);
    if (own) next.set(`${path}/${own.rn}`, { class: name, attributes: own.attributes });
  }
  return next;
}

/** True if the APIC itself has created the object. Such an object exists as long as its parent. */
function isMadeByApic(objects: Objects, path: string): boolean {
  if (path === root || Object.hasOwn(systemObjects, path)) return true;
  const parent = objects.get(parentOf(path) ?? "");
  const makes = classes.get(parent?.class ?? "")?.makes ?? [];
  return makes.includes(objects.get(path)?.class ?? "");
}

/**
 * Removes an object and everything below it. If the APIC itself has created the object, the object is reset instead.
 */
export function withoutPath(objects: Objects, path: string): Objects {
  const object = objects.get(path);
  const kept = [...objects].filter(([each]) => each !== path && !each.startsWith(`${path}/`));
  const attributes = classes.get(object?.class ?? "")?.attributes;
  if (!object || !attributes || !isMadeByApic(objects, path)) return new Map(kept);
  return new Map([...kept, [path, { class: object.class, attributes }]]);
}
