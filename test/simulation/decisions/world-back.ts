/** Which objects the servers must have after a rollback, leaf by leaf. */

import type { Json } from "../../../src/model/json.ts";
import type { Expected } from "./expected.ts";
import { isProtected } from "./plans/protection.ts";
import type { Held } from "./species.ts";
import { type DrawnField, nameOn, type Thing, valueOn } from "./truth.ts";
import { worldAfter } from "./world-after.ts";

/** True if a created resource stays, because it cannot be removed again. */
function staysMade({ thing, action }: Expected, made: ReadonlySet<Thing>): boolean {
  if (action !== "create") return false;
  if (isProtected(thing)) return true;
  return !thing.species.isRemovable && !(thing.parent && made.has(thing.parent));
}

/**
 * Returns the state that the servers must have after a rollback of everything that was carried out.
 *
 * | write  | state afterwards                                                                          |
 * | ------ | ----------------------------------------------------------------------------------------- |
 * | create | gone, unless it cannot be removed, is protected, or contains something protected          |
 * | update | as before, except for secrets, and for fields that cannot be unset                        |
 * | remove | recreated with base's fields and their former values; without children that have a secret |
 */
export function worldBack(expected: readonly Expected[], isDone: (one: Expected) => boolean): Held {
  const done = expected.map((one) => {
    const parent = expected.find(({ thing }) => thing === one.thing.parent);
    return {
      ...one,
      stepped: one.stepped && isDone(one),
      carried: one.carried && !!parent && isDone(parent),
    };
  });
  const made = new Set(
    done.filter((one) => one.action === "create" && one.stepped).map(({ thing }) => thing),
  );
  const staying = new Set<Thing>();
  for (const one of done.toReversed()) {
    const holds = done.some(({ thing }) => thing.parent === one.thing && staying.has(thing));
    if (one.stepped && (staysMade(one, made) || (one.action === "create" && holds))) staying.add(one.thing);
  }
  // A created child that cannot be removed on its own stays if its parent stays.
  for (const { thing, action, stepped } of done)
    if (
      action === "create" &&
      stepped &&
      !thing.species.isRemovable &&
      thing.parent &&
      staying.has(thing.parent)
    )
      staying.add(thing);
  const after = worldAfter(done);
  const before = worldAfter(done.map((one) => ({ ...one, stepped: false, carried: false })));
  const world = new Map<string, ReadonlyMap<string, Json>>();
  for (const one of done) {
    const object = objectOf(one.thing, "live");
    if (one.action === "create" && one.stepped) {
      const leaves = after.get(objectOf(one.thing, "desired")) ?? after.get(objectMade(one.thing));
      if (staying.has(one.thing) && leaves) world.set(object, leaves);
      continue;
    }
    const was = before.get(object);
    if (one.carried || was === undefined) continue;
    world.set(object, !one.stepped ? was : one.action === "remove" ? remade(one, was) : setBack(one, was));
  }
  return world;
}

/** Renames the children of resources that keep their new names. All other paths are as before. */
export function calledAsStaying(world: Held, staying: readonly Thing[], held: Held): Held {
  const names = staying.flatMap((thing) => {
    const [was, now] = [objectOf(thing, "live"), objectOf(thing, "desired")];
    return was !== now && held.has(now) && !held.has(was) ? [[`${was}/`, `${now}/`] as const] : [];
  });
  return new Map(
    [...world].map(([object, leaves]) => {
      const [was, now] = names.find(([name]) => object.startsWith(name)) ?? ["", ""];
      return [`${now}${object.slice(was.length)}`, leaves];
    }),
  );
}

/**
 * Returns the name of a resource's object. The resource has its name on this side, and its ancestors have their former
 * names.
 */
function objectOf(thing: Thing, side: "live" | "desired"): string {
  const parent = thing.parent && objectOf(thing.parent, "live");
  return thing.species.object(nameOn(thing, side), parent);
}

/** Returns the name of a resource's object if the resource and all its ancestors have their new names. */
function objectMade(thing: Thing): string {
  return thing.species.object(nameOn(thing, "desired"), thing.parent && objectMade(thing.parent));
}

function setBack({ thing, secret }: Expected, was: ReadonlyMap<string, Json>): ReadonlyMap<string, Json> {
  const leaves = new Map(was);
  if (thing.species.isSentWhole !== true)
    for (const field of thing.fields) {
      const desired = valueOn(field, "desired");
      const unset = thing.species.fields.find(({ path }) => path === field.path)?.unset;
      if (desired !== undefined && valueOn(field, "live") === undefined)
        leaves.set(field.path, unset ?? desired);
    }
  const password = secret === "written" ? passwordOf(thing) : undefined;
  if (password !== undefined) leaves.set("/password", password);
  return leaves;
}

function passwordOf(thing: Thing): Json | undefined {
  const one = { thing, address: "" as Expected["address"], action: "create" as const, causes: new Map() };
  const alone = { ...thing, parent: undefined };
  const rest = { stepped: true, carried: false, isKept: false, takenOver: false, released: [] };
  const [leaves] = worldAfter([{ ...one, ...rest, thing: alone as unknown as Thing }]).values();
  return leaves?.get("/password");
}

/** Returns what a rollback recreates: the fields that base declares, with their former live values. */
function remade({ thing }: Expected, was: ReadonlyMap<string, Json>): ReadonlyMap<string, Json> {
  const top = (path: string) => path.split("/")[1] ?? "";
  const isOn = (field: DrawnField, side: "base" | "live") => valueOn(field, side) !== undefined;
  const inBase = new Set(thing.fields.filter((field) => isOn(field, "base")).map(({ path }) => top(path)));
  const live = new Set(thing.fields.filter((field) => isOn(field, "live")).map(({ path }) => top(path)));
  const leaves = new Map<string, Json>();
  for (const field of thing.fields) {
    const name = top(field.path);
    const kind = thing.species.fields.find(({ path }) => path === field.path);
    const isShown = live.has(name) || kind?.isHolderShown === true;
    const before = isShown ? was.get(field.path) : (kind?.unset ?? valueOn(field, "base"));
    const value = inBase.has(name) ? (before ?? kind?.byServer) : kind?.byServer;
    if (value !== undefined) leaves.set(field.path, value);
  }
  for (const [path, value] of thing.species.besides?.(thing.number, true) ?? []) leaves.set(path, value);
  return leaves;
}
