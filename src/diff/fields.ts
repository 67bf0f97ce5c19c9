/** Field by field: which declared fields of one resource differ. */

import type { Cause } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { isArray, isObject, type Json, type JsonObject, sameJson } from "../model/json.ts";
import { byIdentity } from "../model/list-identity.ts";
import { type Pointer, pointer } from "../model/pointer.ts";
import { type BaseKnows, causeOf, type FieldSides } from "./cause.ts";
import { inside, shapeOf, type ValueShape, withoutSecrets } from "./value-shape.ts";

/** A field that differs, before it is known where it was written. */
export interface FieldDifference {
  readonly path: Pointer;
  /** The pointer with positions, as the value is written, instead of identities. */
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
 * The fields in which live is not as declared, secrets left out. Objects are compared member by member, lists with
 * identity element by element, everything else whole. What is not declared is not looked at, but in an exclusive
 * tree and in a list that is declared in order, where it is a removal; there another order is one difference. Makes no
 * garbage where nothing differs.
 */
export function fieldDifferences(
  desired: Resource,
  base: Resource | undefined,
  live: Json,
): readonly FieldDifference[] {
  const walk = new Walk(desired, base?.ownership ?? "nothing");
  walk.compare(desired.value, live, base?.value);
  return walk.found;
}

const nothing: FieldDifference[] = [];

/** One way through a value. Its place in the value is kept aside, so that equal fields cost nothing. */
class Walk {
  found: FieldDifference[] = nothing;
  readonly #exclusive: boolean;
  readonly #knows: BaseKnows;
  readonly #path: string[] = [];
  readonly #written: string[] = [];
  #shape: ValueShape | undefined;

  constructor(desired: Resource, knows: BaseKnows) {
    this.#exclusive = desired.ownership === "exclusive";
    this.#knows = knows;
    this.#shape = shapeOf(desired);
  }

  compare(desired: Json, live: Json | undefined, base: Json | undefined): void {
    if (desired === live || this.#shape?.secret) return;
    const leaves = this.#shape?.leaves;
    if (isObject(desired) && (isObject(live) || (live === undefined && hasMembers(desired))))
      this.#members(desired, live, base);
    else if (leaves && isArray(desired) && isArray(live))
      this.#elements({ desired, live, base: isArray(base) ? base : undefined }, leaves);
    else if (this.#shape && isArray(desired)) this.#whole({ desired, live, base });
    else if (!sameJson(desired, live)) this.#note({ desired, live, base });
  }

  /** A list that is compared whole, secrets left out. */
  #whole({ desired, live, base }: FieldSides): void {
    const open = (side: Json | undefined) => side && withoutSecrets(side, this.#shape);
    const sides = { desired: open(desired), live: open(live), base: open(base) };
    if (sides.live === undefined || !sameJson(sides.desired ?? null, sides.live)) this.#note(sides);
  }

  #members(desired: JsonObject, live: JsonObject | undefined, base: Json | undefined): void {
    for (const key in desired) {
      const value = desired[key];
      if (value === undefined) continue;
      const outer = this.#enter(key, key);
      this.compare(value, member(live, key), member(base, key));
      this.#leave(outer);
    }
    if (!this.#exclusive || live === undefined) return;
    for (const key in live) {
      if (Object.hasOwn(desired, key)) continue;
      const outer = this.#enter(key, key);
      this.#note({ live: live[key], base: member(base, key) });
      this.#leave(outer);
    }
  }

  /** An element that is not there is one difference, however much it holds. */
  #elements(lists: ListSides, leaves: readonly string[]): void {
    const { desired, live, base } = lists;
    if (sameJson(desired, live)) return;
    const wanted = byIdentity(desired, leaves);
    const found = byIdentity(live, leaves);
    const isOrdered = this.#shape?.ordered === true;
    if (!wanted || !found || (isOrdered && !isInOrder(wanted, found))) {
      this.#note(lists);
      return;
    }
    const known = base && byIdentity(base, leaves);
    for (const [identity, index] of wanted) {
      const outer = this.#enter(identity, String(index));
      const sides = {
        desired: desired[index],
        live: of(live, found, identity),
        base: of(base, known, identity),
      };
      if (sides.live === undefined || sides.desired === undefined) this.#note(sides);
      else this.compare(sides.desired, sides.live, sides.base);
      this.#leave(outer);
    }
    for (const [identity, index] of this.#exclusive || isOrdered ? found : []) {
      if (wanted.has(identity)) continue;
      const outer = this.#enter(identity, identity);
      this.#note({ live: live[index], base: of(base, known, identity) });
      this.#leave(outer);
    }
  }

  #note(sides: FieldSides): void {
    const { desired, base, live } = sides;
    const difference: FieldDifference = {
      path: pointer(this.#path),
      written: desired === undefined ? "" : pointer(this.#written),
      desired,
      base,
      live,
      cause: causeOf(sides, this.#knows),
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

/** Whether those that both lists have stand in one order. */
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

function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function hasMembers(value: JsonObject): boolean {
  for (const _ in value) return true;
  return false;
}
