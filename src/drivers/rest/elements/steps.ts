/** Turns one ordered list into another, element by element: removals, changes, insertions. */

import { alikeFormsOf } from "../../../catalog/fields/alike.ts";
import { textFrom } from "../../../catalog/fields/field-of.ts";
import type { KindFile } from "../../../catalog/schema/kind.ts";
import { asList, asObject, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { elementIdentity } from "../../../model/list-identity.ts";
import { pointer } from "../../../model/pointer.ts";
import type { KindProblem } from "../../../model/problem.ts";
import { holds } from "../../../model/sameness/holds.ts";
import { longestRise } from "../../../model/sameness/longest-rise.ts";
import { type ComparedPlace, elementPlace, placeBelow } from "../../../model/sameness/places.ts";

/**
 * One request for one element. `live` and `desired`: the positions of the element in the live list and in the desired
 * list.
 */
export type ElementStep =
  | { readonly operation: "remove"; readonly live: number }
  | { readonly operation: "update"; readonly live: number; readonly desired: number }
  | {
      readonly operation: "create";
      readonly desired: number;
      /** The live position of an element that is recreated. Undefined: the element is new. */
      readonly live?: number | undefined;
      readonly group?: string | undefined;
      /** The part of the group to which the element is moved. Absent: the element is moved to no part. */
      readonly within?: string | undefined;
      /** The part of the group from which the element is moved. Absent: it was in no part. */
      readonly wasWithin?: string | undefined;
      /**
       * The number, from 1, of the element after which this element is inserted. Absent: it is not inserted after an
       * element.
       */
      readonly after?: number | undefined;
      /**
       * The number, from 1, of the element before which this element is inserted. Absent: it is not inserted before an
       * element.
       */
      readonly before?: number | undefined;
      /** The element's resulting number in its group, from 1. */
      readonly number: number;
    };

interface Element {
  readonly identity: string;
  readonly group: string | undefined;
  /**
   * The part of the group that contains the element: the declared part, or the live one. Absent: the element is in no
   * part.
   */
  readonly within?: string | undefined;
  readonly value: JsonObject;
  readonly at: number;
}

/** Returns in which part of its group the live element at this position is. */
export type WithinOf = (live: number) => string | undefined;

/**
 * Returns the steps from the live list to the desired list. As many elements as possible stay in their group and in
 * order. The other elements are removed and recreated, since no product can move elements.
 */
export function elementSteps(
  file: KindFile,
  { live, desired }: { readonly live: Json | undefined; readonly desired: Json },
  within: WithinOf = () => undefined,
): readonly ElementStep[] {
  const place = elementPlace(listPlace(file));
  const found = elementsOf(file, live).map((each) => ({ ...each, within: within(each.at) ?? each.within }));
  const wanted = elementsOf(file, desired, found);
  const staying = stayingOf(wanted, found);
  const removed = found
    .filter(({ identity }) => !staying.has(identity))
    .map(({ at }) => ({ operation: "remove", live: at }) as const);
  const changed = wanted.flatMap(({ identity, value, at }) => {
    const before = staying.get(identity);
    if (before === undefined || holds(value, before.value, place)) return [];
    return [{ operation: "update", live: before.at, desired: at } as const];
  });
  return [...removed.toReversed(), ...changed, ...created(wanted, [...staying.values()], found)];
}

/** Returns how the list's elements are compared. */
function listPlace(file: KindFile): ComparedPlace {
  return placeBelow({ alike: alikeFormsOf(file.fields) }, file.elements?.field ?? "");
}

/**
 * Returns the elements of a kind's list. An element without a declared group is in its live group. If it has no live
 * group either, it is in the default group.
 */
function elementsOf(
  file: KindFile,
  value: Json | undefined,
  known: readonly Element[] = [],
): readonly Element[] {
  const { field = "", groups } = file.elements ?? {};
  const leaves = file.fields[field]?.identity ?? [];
  const part = partField(file);
  const form = elementPlace(listPlace(file)).alike;
  const before = new Map(known.map((each) => [each.identity, each]));
  return asList(asObject(value)[field]).flatMap((each, at) => {
    const identity = elementIdentity(each, leaves, form);
    if (identity === undefined || !isObject(each)) return [];
    const said = groups && each[groups.field];
    const group = typeof said === "string" ? said : (before.get(identity)?.group ?? groups?.default);
    const within = part === undefined ? undefined : textFrom(each[part]);
    return [{ identity, group, within, value: each, at }];
  });
}

/** Returns the field that declares in which part of its group an element is. Undefined: there is no such field. */
function partField({ elements, fields }: KindFile): string | undefined {
  const { field = "", within } = elements ?? {};
  const inside = Object.entries(fields[field]?.items?.properties ?? {});
  return within && inside.find(([name, { wire = name }]) => wire === within.wire)?.[0];
}

/**
 * Returns the elements that stay, in live order. This is a largest possible set of elements with the same group, part
 * and relative order on both sides.
 */
function stayingOf(wanted: readonly Element[], found: readonly Element[]): ReadonlyMap<string, Element> {
  const live = new Map(found.map((each) => [each.identity, each]));
  const both = wanted.flatMap(({ identity, group, within }) => {
    const own = live.get(identity);
    const stays = own !== undefined && own.group === group && (within ?? own.within) === own.within;
    return stays ? [own] : [];
  });
  const kept = longestRise(both.map(({ at }) => at)).flatMap((position) => both[position] ?? []);
  return new Map(kept.map((each) => [each.identity, each]));
}

/** Returns the creates. Each element follows its declared predecessor. */
function created(
  wanted: readonly Element[],
  staying: readonly Element[],
  found: readonly Element[],
): readonly ElementStep[] {
  const now: Pick<Element, "identity" | "group" | "within">[] = [...staying];
  const there = new Set(staying.map(({ identity }) => identity));
  const live = new Map(found.map((each) => [each.identity, each]));
  const partFor = partsOf(found);
  const steps: ElementStep[] = [];
  for (const [index, { identity, group, within: said, at }] of wanted.entries()) {
    if (there.has(identity)) continue;
    const last = wanted[index - 1]?.identity;
    const position = last === undefined ? 0 : now.findIndex((each) => each.identity === last) + 1;
    const [before, next] = [now[position - 1], now[position]].map((each) =>
      each?.group === group ? each : undefined,
    );
    const was = live.get(identity);
    const within = said ?? partFor({ was: was?.group === group ? was : undefined, before, next });
    steps.push({
      operation: "create",
      desired: at,
      live: was?.at,
      group,
      within,
      wasWithin: was?.within,
      ...(before && { after: position }),
      ...(!before && next && { before: position + 1 }),
      number: now.slice(0, position).filter((each) => each.group === group).length + 1,
    });
    now.splice(position, 0, { identity, group, within });
  }
  return steps;
}

type Placed = Pick<Element, "group" | "within">;

/** An element's live state, and its neighbors after the change. */
interface Between {
  readonly was: Placed | undefined;
  readonly before: Placed | undefined;
  readonly next: Placed | undefined;
}

/**
 * Chooses the part of the group for an element. If both neighbors are in the same part, this part is chosen. Otherwise
 * the element's own part is chosen, if the order of parts allows that. Otherwise a neighbor's part is chosen, because
 * the order of elements is more important than their parts. A new element between two parts gets no part.
 */
function partsOf(found: readonly Element[]): (of: Between) => string | undefined {
  const keyOf = ({ group, within }: Placed) => JSON.stringify([group, within]);
  const ranks = new Map<string, number>();
  for (const each of found) if (!ranks.has(keyOf(each))) ranks.set(keyOf(each), ranks.size);
  const rank = (each: Placed | undefined, usual: number) => (each && ranks.get(keyOf(each))) ?? usual;
  return ({ was, before, next }) => {
    if (before && next && before.within === next.within) return before.within;
    if (was === undefined) return undefined;
    const own = rank(was, 0);
    const fits = rank(before, own) <= own && own <= rank(next, own);
    return fits ? was.within : (before ?? next)?.within;
  };
}

/** An element that is removed and recreated. */
export interface RemadeElement {
  readonly identity: string;
  /** The part of the group in which the element was, if the part changes. */
  readonly from?: string | undefined;
  /** The part of the group in which the element is now, if the part changes. */
  readonly to?: string | undefined;
}

/** Returns the recreated elements among the steps. */
export function remadeElements(
  file: KindFile,
  sides: { readonly live: Json | undefined; readonly desired: Json },
  within?: WithinOf,
): readonly RemadeElement[] {
  const wanted = new Map(elementsOf(file, sides.desired).map(({ at, identity }) => [at, identity]));
  return elementSteps(file, sides, within).flatMap((step) => {
    if (step.operation !== "create" || step.live === undefined) return [];
    const identity = wanted.get(step.desired) ?? "";
    const { wasWithin: from, within: to } = step;
    return [{ identity, ...(from !== to && { from, to }) }];
  });
}

/** Returns a problem for each element in an impossible position. */
export function orderFaults(file: KindFile, value: Json): readonly KindProblem[] {
  if (file.elements === undefined) return [];
  const { field, groups } = file.elements;
  const leaves = file.fields[field]?.identity ?? [];
  const seen = new Set<string>();
  let latest = 0;
  return elementsOf(file, value).flatMap(({ identity, group = "", at }): readonly KindProblem[] => {
    const fault = { path: pointer([field, String(at)]), code: "invalid-value" };
    const message = `two elements have the same ${leaves.join(" and ")}: ${identity}`;
    if (seen.has(identity)) return [{ ...fault, message, hint: "Rename one of them." }];
    seen.add(identity);
    const place = groups?.order.indexOf(group) ?? 0;
    if (place < latest) {
      const before = groups?.order[latest];
      const hint = `Move all elements of ${group} before those of ${before}.`;
      return [{ ...fault, message: `an element of ${group} is after an element of ${before}`, hint }];
    }
    latest = place;
    return [];
  });
}
