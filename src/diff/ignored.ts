/** Excludes the ignored fields (`ignore:` in the project file) from a comparison. Pure. */

import type { Resource } from "../model/desired.ts";
import { isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import { byIdentity, counterpart, elementIdentity } from "../model/list-identity.ts";
import { matches } from "../model/listed/glob.ts";
import { at, type Pointer, pointer } from "../model/pointer.ts";
import type { AlikeForm } from "../model/sameness/alike.ts";
import { type ComparedPlace, elementPlace, keyIn, memberIn, placeBelow } from "../model/sameness/places.ts";
import { shapeOf } from "../model/sameness/value-shape.ts";
import { isSecretReference } from "../model/secret.ts";

/** A resource as it is compared and written, and what was excluded. */
export interface ResourceWithoutIgnored {
  readonly resource: Resource;
  /** The topmost ignored fields, in pointer order. */
  readonly ignored: readonly Pointer[];
}

/**
 * Returns the resource with the live values of ignored fields, and of fields that this run does not write. These fields
 * therefore never differ, and a write that includes them sends the live values. In an exclusive tree, these fields stay
 * although they are not declared. `alike`: which spellings count as the same identity or key.
 */
export function disregard(resource: Resource, live: Json, alike?: AlikeForm): ResourceWithoutIgnored {
  const { ignored: globs = [], untouched = [] } = resource;
  if (globs.length === 0 && untouched.length === 0) return { resource, ignored: [] };
  const walk = new Walk({ globs, untouched: new Set(untouched) }, resource.ownership === "exclusive");
  const value = walk.merge({ declared: resource.value, live }, { alike, shape: shapeOf(resource) }) ?? null;
  return { resource: { ...resource, ...unseenIn(resource, value) }, ignored: walk.found.sort() };
}

/**
 * Returns the merged value, with the positions of its secrets and hidden fields. The merge may have moved list
 * elements.
 */
function unseenIn(resource: Resource, value: Json): Pick<Resource, "value" | "secrets" | "hidden"> {
  const { secrets, hidden } = resource;
  const placed = (paths: readonly Pointer[]) =>
    paths.flatMap((path) => {
      const now = counterpart(resource, path, value);
      return now === undefined || at(value, now) === undefined ? [] : [now];
    });
  return {
    value,
    secrets: placed(secrets).filter((path) => isSecretReference(at(value, path))),
    ...(hidden && { hidden: placed(hidden) }),
  };
}

/** The fields that are not compared. */
interface LeftFields {
  readonly globs: readonly string[];
  readonly untouched: ReadonlySet<Pointer>;
}

interface Both {
  readonly declared: Json | undefined;
  readonly live: Json | undefined;
}

class Walk {
  readonly found: Pointer[] = [];
  readonly #left: LeftFields;
  readonly #exclusive: boolean;
  readonly #path: string[] = [];

  constructor(left: LeftFields, exclusive: boolean) {
    this.#left = left;
    this.#exclusive = exclusive;
  }

  /** Returns the declared value, with its ignored parts taken from the live value; undefined if nothing remains. */
  merge({ declared, live }: Both, place: ComparedPlace): Json | undefined {
    const path = pointer(this.#path);
    if (this.#left.untouched.has(path)) return live;
    if (this.#left.globs.some((glob) => matches(glob, path))) {
      this.found.push(path);
      return live;
    }
    if (isObject(declared ?? live ?? null) && isObject(declared ?? {}) && isObject(live ?? {}))
      return this.#members(asObject(declared), asObject(live), place);
    if (place.shape?.leaves && isArray(declared) && isArray(live))
      return this.#elements(declared, live, place) ?? declared;
    return declared;
  }

  /**
   * Merges an object member by member:
   *
   * | declared | live   | what is left of their members             | merged           |
   * |----------|--------|-------------------------------------------|------------------|
   * | object   | object | anything                                  | what is left     |
   * | object   | -      | something                                 | what is left     |
   * | object   | -      | nothing: an empty object is declared      | the empty object |
   * | object   | -      | nothing: all declared members are ignored | -                |
   * | -        | object | something                                 | what is left     |
   * | -        | object | nothing                                   | -                |
   */
  #members(
    declared: JsonObject | undefined,
    live: JsonObject | undefined,
    place: ComparedPlace,
  ): Json | undefined {
    const names = new Set(Object.keys(declared ?? {}));
    if (this.#exclusive)
      for (const name of Object.keys(live ?? {})) names.add(keyIn(declared ?? {}, name, place.alike));
    const merged: Record<string, Json> = {};
    for (const name of names) {
      const [own, found] = [declared, live].map((side) => side && memberIn(side, name, place.alike));
      const value = this.#inside(name, () =>
        this.merge({ declared: own, live: found }, placeBelow(place, name)),
      );
      if (value !== undefined) merged[name] = value;
    }
    const isLeft = Object.keys(merged).length > 0;
    if (isLeft || (declared && live)) return merged;
    return declared && names.size === 0 ? merged : undefined;
  }

  /** Returns the merged list. Undefined if the lists cannot be treated as maps, and must be compared as a whole. */
  #elements(declared: readonly Json[], live: readonly Json[], place: ComparedPlace): Json | undefined {
    const { leaves = [], ordered } = place.shape ?? {};
    const inner = elementPlace(place);
    const wanted = byIdentity(declared, leaves, inner.alike);
    const found = byIdentity(live, leaves, inner.alike);
    if (!wanted || !found) return undefined;
    const isWhole = this.#exclusive || ordered === true;
    return [...(isWhole ? inBothOrders(wanted, found) : wanted.keys())].flatMap((name) => {
      const sides = {
        declared: declared[wanted.get(name) ?? -1],
        live: live[found.get(name) ?? -1],
      };
      const segment = elementIdentity(sides.declared ?? sides.live ?? null, leaves) ?? name;
      const value = this.#inside(segment, () => this.merge(sides, placeBelow(place, segment)));
      return value === undefined ? [] : [value];
    });
  }

  #inside<T>(segment: string, act: () => T): T {
    this.#path.push(segment);
    const result = act();
    this.#path.pop();
    return result;
  }
}

/**
 * Returns the names of both lists in the order of the first list. Names that only the second list has are inserted at
 * their position there.
 */
function inBothOrders(
  wanted: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const live = [...found.keys()];
  const names = new Set<string>();
  let next = 0;
  for (const name of wanted.keys()) {
    const position = found.get(name) ?? -1;
    for (; next < position; next += 1) names.add(live[next] ?? name);
    names.add(name);
  }
  for (const name of live) names.add(name);
  return names;
}

function asObject(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}
