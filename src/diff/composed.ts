/** Compares two composed states: finds which fields an edit changes, and in how many resources. */

import { type Address, addressParts } from "../model/address.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { canonicalText, type Json, sameJson } from "../model/json.ts";
import { at, type Pointer, pointer } from "../model/pointer.ts";
import type { SourcePosition } from "../model/source.ts";
import { causingLine } from "./causing-line.ts";
import { fieldDifferences } from "./fields.ts";
import { withMoves } from "./moves.ts";

/** The same change to resources of one kind, caused by one line. */
export interface ComposedChange {
  /** `move`: only the key of the resource has changed. */
  readonly action: "create" | "update" | "remove" | "move";
  readonly target: string;
  readonly kind: string;
  /** The differing field; undefined if the change concerns the whole resource. */
  readonly path?: Pointer | undefined;
  /**
   * Each pair of an old and a new value, with its resources. For moves, the values are keys. If whole resources change,
   * there is one entry without values.
   */
  readonly values: readonly ComposedValue[];
  /**
   * The current line that caused the change. For resources that are no longer declared, the line that declared them.
   * Absent: unknown.
   */
  readonly at?: SourcePosition | undefined;
}

/** A pair of old and new values, and the resources that have it. */
interface ComposedValue {
  readonly was?: Json | undefined;
  readonly now?: Json | undefined;
  /** The addresses of these resources, in order. Never empty. */
  readonly addresses: readonly Address[];
}

/** How the resources of base have changed. */
export interface ComposedComparison {
  /** The changes. Those that concern the most resources come first. */
  readonly changes: readonly ComposedChange[];
  /** The number of resources per action. A resource with both a new key and changed fields counts twice. */
  readonly counts: Readonly<Record<ComposedChange["action"] | "same", number>>;
}

/** Compares the declarations of two revisions field by field. Both use the same project file. */
export function compareComposed(desired: Desired, before: Desired): ComposedComparison {
  const { base, moves } = withMoves(desired, before);
  const rows = new Rows();
  const counts = { create: 0, update: 0, remove: 0, move: moves.length, same: 0 };
  for (const { address, was } of moves) {
    const resource = desired.resources.get(address);
    if (!resource) continue;
    const at = causingLine({ desired, base: undefined }, address, "");
    rows.add({
      action: "move",
      resource,
      path: undefined,
      was: addressParts(was).key,
      now: resource.key,
      at,
    });
  }
  for (const [address, now] of desired.resources) {
    if (now.observed) continue;
    const was = base.resources.get(address);
    const fields = was ? differences(now, was) : [];
    if (!was) {
      counts.create += 1;
      rows.add({ action: "create", resource: now, at: causingLine({ desired, base }, address, "") });
    } else counts[fields.length > 0 ? "update" : "same"] += 1;
    for (const field of fields)
      rows.add({
        action: "update",
        resource: now,
        ...field,
        at: causingLine({ desired, base }, address, field.path),
      });
  }
  for (const [address, resource] of base.resources) {
    if (resource.observed || desired.resources.has(address)) continue;
    counts.remove += 1;
    rows.add({
      action: "remove",
      resource,
      at: causingLine({ desired: base, base: undefined }, address, ""),
    });
  }
  return { changes: rows.changes(), counts };
}

interface FieldChange {
  readonly path: Pointer;
  readonly was?: Json | undefined;
  readonly now?: Json | undefined;
}

/**
 * Returns all fields that differ. This includes secret references, and settings of entries that only the loader reads.
 */
function differences(now: Resource, was: Resource): readonly FieldChange[] {
  const open: Resource = { ...now, ownership: "exclusive", secrets: [] };
  const ofValue = fieldDifferences(open, { live: was.value }).map(({ path, desired, live }) => {
    const secret = [...now.secrets, ...was.secrets].find((each) => path === `${each}/secret`);
    if (secret === undefined) return { path, now: desired, was: live };
    return { path: secret, now: at(now.value, secret), was: at(was.value, secret) };
  });
  const words = new Set([...Object.keys(now.scope), ...Object.keys(was.scope)]);
  const beside: readonly FieldChange[] = [
    ...["site" as const, "protect" as const, "ownership" as const].map((name) => ({
      path: pointer([name]),
      now: now[name],
      was: was[name],
    })),
    { path: "/keys", now: listKeys(now), was: listKeys(was) },
    ...[...words].map((name) => ({ path: pointer([name]), now: now.scope[name], was: was.scope[name] })),
  ];
  return [...ofValue, ...beside.filter((field) => !sameJson(field.now, field.was))];
}

function listKeys({ lists }: Resource): Json {
  return Object.fromEntries(Object.entries(lists).map(([path, leaves]) => [path, [...leaves]]));
}

interface OneChange extends Pick<ComposedChange, "action" | "at"> {
  readonly resource: Resource;
  readonly path?: Pointer | undefined;
  readonly was?: Json | undefined;
  readonly now?: Json | undefined;
}

/** Collects changes and groups those that are equal. */
class Rows {
  readonly #rows = new Map<
    string,
    { readonly row: ComposedChange; readonly values: Map<string, GrowingValue> }
  >();

  add({ action, resource, path, was, now, at: line }: OneChange): void {
    const { target, kind, address } = resource;
    const id = JSON.stringify([action, target, kind, path ?? null, line?.file ?? null, line?.line ?? null]);
    const { values } = this.#rows.get(id) ?? this.#newRow(id, { action, target, kind, path, at: line });
    const valueId = `${canonicalOf(was)}\0${canonicalOf(now)}`;
    const value = values.get(valueId) ?? { was, now, addresses: [] };
    values.set(valueId, value);
    value.addresses.push(address);
  }

  #newRow(id: string, row: Omit<ComposedChange, "values">) {
    const made = { row: { ...row, values: [] }, values: new Map<string, GrowingValue>() };
    this.#rows.set(id, made);
    return made;
  }

  changes(): readonly ComposedChange[] {
    const all = [...this.#rows.values()].map(({ row, values }) => ({ ...row, values: [...values.values()] }));
    return all.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  }
}

interface GrowingValue {
  readonly was: Json | undefined;
  readonly now: Json | undefined;
  readonly addresses: Address[];
}

function canonicalOf(value: Json | undefined): string {
  return value === undefined ? "" : canonicalText(value);
}

/** How many resources a change affects. */
export function sizeOf({ values }: Pick<ComposedChange, "values">): number {
  return values.reduce((sum, { addresses }) => sum + addresses.length, 0);
}
