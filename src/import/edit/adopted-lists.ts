/**
 * Determines the parts of a live list that are written into a file: fields that people declare, and significant fields.
 * Pure.
 */

import type { Difference } from "../../model/change.ts";
import type { Resource } from "../../model/desired.ts";
import { isArray, isObject, type Json } from "../../model/json.ts";
import { withAt, writtenPath } from "../../model/list-identity.ts";
import { at, pointer, segments } from "../../model/pointer.ts";
import type { AlikeForm } from "../../model/sameness/alike.ts";
import { pairsOf } from "../../model/sameness/pairs.ts";
import { type ComparedPlace, elementPlace, memberIn, placeBelow } from "../../model/sameness/places.ts";
import { shapeOf } from "../../model/sameness/value-shape.ts";

/** The facts about an adopted kind. */
export interface AdoptedKind {
  readonly alikeForm?: AlikeForm | undefined;
  canonical(value: Json): Json;
  /** Returns a value without undeclarable parts and product defaults. */
  declarable(value: Json): Json;
}

/**
 * Returns the declared value with one difference set to its live value. In a list without identity, product defaults
 * are left out, and each live element is written as follows:
 *
 * | a live list element                                        | is written                                         |
 * |------------------------------------------------------------|----------------------------------------------------|
 * | that contains a declared element                           | as that is declared                                |
 * | between two of these, if as many are declared between them | with the members that are declared at its position |
 * | any other                                                  | with its declarable members                        |
 */
export function withAdopted(
  resource: Resource,
  { path, desired, live }: Pick<Difference, "path" | "desired" | "live">,
  kind: AdoptedKind | undefined,
): Json {
  const place = segments(path).reduce<ComparedPlace>(placeBelow, {
    alike: kind?.alikeForm,
    shape: shapeOf(resource),
  });
  const value = withAt(resource, path, live);
  if (live === undefined || desired === undefined || place.shape?.leaves !== undefined) return value;
  if (!isArray(live) || !isArray(desired)) return value;
  const own = withAt(resource, path, asDeclared(desired, live, place));
  if (!kind) return own;
  const bare = kind.declarable(own);
  const written = pointer(writtenPath({ value: bare, lists: resource.lists }, path));
  const list = at(bare, written);
  return list === undefined ? own : withAt(resource, path, list);
}

/**
 * Returns the live list. Elements that correspond to a declared element have only the members that are declared there.
 */
function asDeclared(desired: readonly Json[], live: readonly Json[], place: ComparedPlace): readonly Json[] {
  const shown = [...live];
  const inner = elementPlace(place);
  const pairs = pairsOf(desired, live, place);
  let before = { desired: -1, live: -1 };
  for (const index of [...desired.keys(), desired.length]) {
    const position = index === desired.length ? live.length : pairs[index];
    if (position === undefined) continue;
    const between = index - before.desired - 1;
    const isPaired = between === position - before.live - 1;
    for (let offset = 1; isPaired && offset <= between; offset += 1) {
      const [declared, there] = [desired[before.desired + offset], live[before.live + offset]];
      if (declared !== undefined && there !== undefined)
        shown[before.live + offset] = declaredPart(declared, there, inner);
    }
    const own = desired[index];
    if (own !== undefined) shown[position] = own;
    before = { desired: index, live: position };
  }
  return shown;
}

/** Returns the part of a live value that is declared, at any depth of objects. */
function declaredPart(declared: Json, live: Json, place: ComparedPlace): Json {
  if (!isObject(declared) || !isObject(live)) return live;
  const members = Object.entries(declared).flatMap(([name, own]): readonly (readonly [string, Json])[] => {
    const there = memberIn(live, name, place.alike);
    return there === undefined ? [] : [[name, declaredPart(own, there, placeBelow(place, name))]];
  });
  return Object.fromEntries(members);
}
