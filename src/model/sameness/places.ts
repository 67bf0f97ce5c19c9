/** Places of values, and how values are compared there: spellings, identities, secrets. Pure. */

import type { Resource } from "../desired.ts";
import { canonicalText, type Json, type JsonObject, sameJson } from "../json.ts";
import type { AlikeForm } from "./alike.ts";
import { inside, type ValueShape } from "./value-shape.ts";

/** How values are compared at one place. */
export interface ComparedPlace {
  readonly alike?: AlikeForm | undefined;
  readonly shape?: ValueShape | undefined;
  /** True: undeclared live nodes are differences too. */
  readonly exclusive?: boolean | undefined;
}

/** Returns how a resource's value is compared. Undefined: literally. */
export type AlikeOf = (resource: Pick<Resource, "target" | "kind">) => AlikeForm | undefined;

/** Returns the place of a member or an element. The step `*` stands for any element. */
export function placeBelow(place: ComparedPlace, step: string): ComparedPlace {
  const { alike, shape, exclusive } = place;
  return { alike: alikeInside(alike, step), shape: inside(shape, step), exclusive };
}

/** The place of the elements of a list. */
export function elementPlace(place: ComparedPlace): ComparedPlace {
  const inner = placeBelow(place, "*");
  return place.alike?.closed ? { ...inner, exclusive: true } : inner;
}

function alikeInside(form: AlikeForm | undefined, step: string): AlikeForm | undefined {
  return form?.inside?.get(step) ?? form?.inside?.get("*");
}

/** True if two values are equal or equivalent. */
export function isAlike(one: Json, other: Json, form: AlikeForm | undefined): boolean {
  return sameJson(one, other) || (form?.of !== undefined && sameJson(form.of(one), form.of(other)));
}

/** True if the product derives this member from a sibling that is declared. */
export function isDerived(form: AlikeForm | undefined, declared: JsonObject): boolean {
  return form?.derivedFrom?.some((name) => declared[name] !== undefined) === true;
}

/** Returns the object's own key for a member. In a map, it may be another key with the same meaning. */
export function keyIn(object: JsonObject, name: string, form: AlikeForm | undefined): string {
  const keyForm = form?.key;
  if (keyForm === undefined || Object.hasOwn(object, name)) return name;
  const meant = keyForm(name);
  return Object.keys(object).find((each) => keyForm(each) === meant) ?? name;
}

/** A member of an object; in a map, the member with an equivalent key. Undefined: there is none. */
export function memberIn(object: JsonObject, name: string, form: AlikeForm | undefined): Json | undefined {
  const key = keyIn(object, name, form);
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A text that is equal for equivalent plain values. */
export function meaningText(value: Json, form: AlikeForm | undefined): string {
  return canonicalText(form?.of === undefined ? value : form.of(value));
}
