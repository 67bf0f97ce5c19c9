/** Compares the fields of one resource: finds which declared fields differ. */

import type { Cause } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { isArray, isObject, type Json, type JsonObject, sameJson } from "../model/json.ts";
import { byIdentity, elementIdentity } from "../model/list-identity.ts";
import { type Pointer, pointer } from "../model/pointer.ts";
import type { AlikeForm } from "../model/sameness/alike.ts";
import { holds } from "../model/sameness/holds.ts";
import { besideDeclared } from "../model/sameness/pairs.ts";
import {
  type ComparedPlace,
  elementPlace,
  isDerived,
  memberIn,
  placeBelow,
} from "../model/sameness/places.ts";
import { inside, shapeOf, type ValueShape, withoutSecrets } from "../model/sameness/value-shape.ts";
import { type BaseKnows, causeOf, type FieldSides } from "./cause.ts";

/** A differing field, before its source position is known. */
export interface FieldDifference {
  readonly path: Pointer;
  /** The pointer as in the file, with positions of list elements instead of identities. */
  readonly written: Pointer;
  readonly desired?: Json | undefined;
  readonly base?: Json | undefined;
  readonly live?: Json | undefined;
  readonly cause: Cause;
  /** See `Difference.rotated`. */
  readonly rotated?: true;
  /** See `Difference.takenOver`. */
  readonly takenOver?: true;
}

/**
 * Returns the fields whose live value differs from the declared one, without secrets. Objects are compared by member,
 * and lists with identity by element. Any other list is one field, compared by what its elements declare.
 *
 * Undeclared nodes count as removals in an exclusive tree, a closed list or an ordered list. In a list that is written
 * as a whole, an element counts as a removal if base declares it, or if it cannot be sent without a secret. All other
 * undeclared nodes are ignored. In an ordered list, a different order is one difference.
 *
 * `alike`: which spellings are equal. Allocates nothing if nothing differs.
 */
export function fieldDifferences(
  desired: Resource,
  { live, base, alike }: LiveSide,
): readonly FieldDifference[] {
  const walk = new Walk(desired, { knows: base?.ownership ?? "nothing", alike });
  walk.compare(desired.value, live, base?.value);
  return walk.found;
}

/** The live value, and how it is compared. */
export interface LiveSide {
  readonly live: Json;
  readonly base?: Resource | undefined;
  /** The spellings that are equal in the resource's value. Absent: everything is compared literally. */
  readonly alike?: AlikeForm | undefined;
}

const nothing: FieldDifference[] = [];

/** One walk through a value. Its path is kept separately, so that equal fields cost nothing. */
class Walk {
  found: FieldDifference[] = nothing;
  readonly #exclusive: boolean;
  readonly #knows: BaseKnows;
  readonly #alike: AlikeForm | undefined;
  readonly #path: string[] = [];
  readonly #written: string[] = [];
  #shape: ValueShape | undefined;

  constructor(desired: Resource, on: { readonly knows: BaseKnows; readonly alike: AlikeForm | undefined }) {
    this.#exclusive = desired.ownership === "exclusive";
    this.#knows = on.knows;
    this.#alike = on.alike;
    this.#shape = shapeOf(desired);
  }

  compare(desired: Json, live: Json | undefined, base: Json | undefined): void {
    if (desired === live || this.#shape?.secret) return;
    const leaves = this.#shape?.leaves;
    if (isObject(desired) && (isObject(live) || (live === undefined && hasMembers(desired))))
      this.#members(desired, live, base);
    else if (leaves && isArray(desired) && isArray(live))
      this.#elements({ desired, live, base: isArray(base) ? base : undefined }, leaves);
    else if (!sameJson(desired, live)) this.#field(desired, live, base);
  }

  /** Compares a plain value, or a list whose elements have no identity, as one field and without secrets. */
  #field(desired: Json, live: Json | undefined, base: Json | undefined): void {
    const place = this.#place();
    if (holds(desired, live, place)) return;
    const open = (side: Json | undefined) => side && withoutSecrets(side, this.#shape);
    const shown = open(live);
    const sides = { desired: open(desired), live: shown, base: open(base) };
    const seen = shown === undefined ? shown : besideDeclared(sides.desired, shown, place);
    this.#note({ ...sides, live: seen }, sides);
  }

  /** Returns how values are compared at this place. Called only if the values are not identical. */
  #place(): ComparedPlace {
    let alike = this.#alike;
    for (const step of this.#path) alike = alike && placeBelow({ alike }, step).alike;
    return { alike, shape: this.#shape, exclusive: this.#exclusive };
  }

  #members(desired: JsonObject, live: JsonObject | undefined, base: Json | undefined): void {
    for (const key in desired) {
      const value = desired[key];
      if (value === undefined) continue;
      const before = this.found.length;
      const outer = this.#enter(key, key);
      this.compare(value, this.#member(live, key), this.#member(base, key));
      if (this.found.length > before && isDerived(this.#place().alike, desired))
        this.found = this.found.slice(0, before);
      this.#leave(outer);
    }
    if (!this.#exclusive || live === undefined) return;
    for (const key in live) {
      if (Object.hasOwn(desired, key)) continue;
      const outer = this.#enter(key, key);
      if (this.#member(desired, key) === undefined)
        this.#note({ live: live[key], base: this.#member(base, key) });
      this.#leave(outer);
    }
  }

  /**
   * Returns the corresponding member of the surrounding object. In a map, this is the member with an equivalent key.
   * Undefined if there is none.
   */
  #member(around: Json | undefined, key: string): Json | undefined {
    if (!isObject(around)) return undefined;
    if (Object.hasOwn(around, key)) return around[key];
    if (this.#alike === undefined) return undefined;
    let alike: AlikeForm | undefined = this.#alike;
    for (const step of this.#path.slice(0, -1)) alike = alike && placeBelow({ alike }, step).alike;
    return memberIn(around, key, alike);
  }

  /**
   * Compares two lists element by element if their elements have identities, otherwise as one field. A missing element
   * is one difference, however large it is.
   */
  #elements(lists: ListSides, leaves: readonly string[]): void {
    const { desired, live, base } = lists;
    if (sameJson(desired, live)) return;
    const form = elementPlace(this.#place()).alike;
    const [wanted, found, known] = [desired, live, base].map(
      (list) => list && byIdentity(list, leaves, form),
    );
    const isOrdered = this.#shape?.ordered === true;
    if (!wanted || !found || (isOrdered && !isInOrder(wanted, found))) {
      this.#field(desired, live, base);
      return;
    }
    for (const [identity, index] of wanted) {
      const element = desired[index] ?? null;
      const outer = this.#enter(elementIdentity(element, leaves) ?? identity, String(index));
      const sides = { desired: element, live: of(live, found, identity), base: of(base, known, identity) };
      if (sides.live === undefined) this.#note(sides);
      else this.compare(element, sides.live, sides.base);
      this.#leave(outer);
    }
    const { whole } = this.#place().alike ?? {};
    const isOwned = this.#exclusive || isOrdered || whole === "all";
    for (const [identity, index] of isOwned || whole ? found : []) {
      if (wanted.has(identity)) continue;
      if (!isOwned && !known?.has(identity)) continue;
      const element = live[index] ?? null;
      const own = elementIdentity(element, leaves) ?? identity;
      const outer = this.#enter(own, own);
      this.#note({ live: element, base: of(base, known, identity) });
      this.#leave(outer);
    }
  }

  /** Records a difference. `whole`: the values that determine its cause, including fields that are never shown. */
  #note(sides: FieldSides, whole = sides): void {
    const { desired, base, live } = sides;
    const difference: FieldDifference = {
      path: pointer(this.#path),
      written: desired === undefined ? "" : pointer(this.#written),
      desired,
      base,
      live,
      cause: causeOf(whole, this.#knows, this.#place()),
    };
    if (this.found === nothing) this.found = [difference];
    else this.found.push(difference);
  }

  #enter(segment: string, written: string): ValueShape | undefined {
    const outer = this.#shape;
    this.#path.push(segment);
    this.#written.push(written);
    this.#shape = inside(outer, segment);
    return outer;
  }

  #leave(outer: ValueShape | undefined): void {
    this.#path.pop();
    this.#written.pop();
    this.#shape = outer;
  }
}

interface ListSides {
  readonly desired: readonly Json[];
  readonly live: readonly Json[];
  readonly base: readonly Json[] | undefined;
}

/** True if the elements that both lists have are in the same order. */
function isInOrder(wanted: ReadonlyMap<string, number>, found: ReadonlyMap<string, number>): boolean {
  let last = -1;
  for (const identity of wanted.keys()) {
    const at = found.get(identity);
    if (at === undefined) continue;
    if (at < last) return false;
    last = at;
  }
  return true;
}

function of(
  list: readonly Json[] | undefined,
  positions: ReadonlyMap<string, number> | undefined,
  identity: string,
): Json | undefined {
  const position = positions?.get(identity);
  return position === undefined ? undefined : list?.[position];
}

function hasMembers(value: JsonObject): boolean {
  for (const _ in value) return true;
  return false;
}
