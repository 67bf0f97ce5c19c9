/**
 * Adopts values into layers: writes a value into the variable, default or template from which it came, instead of into
 * a separate entry. Pure.
 */

import type { Address } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import type { Desired, Resource } from "../../model/desired.ts";
import { isArray, isObject, type Json, sameJson } from "../../model/json.ts";
import { writtenPath } from "../../model/list-identity.ts";
import { at, isWithin, type Pointer, pointer, segments } from "../../model/pointer.ts";
import type { SourcePosition } from "../../model/source.ts";
import { type AdoptedKind, withAdopted } from "./adopted-lists.ts";
import { documentsIn, type NodePath, spotAt } from "./splice.ts";
import { keyText, valueText } from "./yaml-text.ts";

interface Declared {
  readonly texts: ReadonlyMap<string, string>;
  readonly desired: Desired;
}

/** A value to set where it was written. Every entry that inherits the value gets the new one. */
interface LayerSet {
  readonly file: string;
  readonly spot: NodePath;
  readonly value: Json;
}

/** Groups edits. Two edits that have a place in common are in the same group. */
export function groupsByLayer(
  { desired }: Declared,
  all: readonly EntryEdit[],
): readonly (readonly EntryEdit[])[] {
  const groups: { readonly places: Set<string>; readonly edits: EntryEdit[] }[] = [];
  for (const one of all) {
    const places = new Set(
      stepsOf(one).map((steps) => placeText(layerPlace(desired, one.resource.address, pointer(steps)))),
    );
    const shared = groups.filter((group) => [...places].some((place) => group.places.has(place)));
    const [first = { places: new Set<string>(), edits: [] }, ...more] = shared;
    if (shared.length === 0) groups.push(first);
    for (const other of more) {
      first.edits.push(...other.edits);
      for (const place of other.places) first.places.add(place);
      groups.splice(groups.indexOf(other), 1);
    }
    first.edits.push(one);
    for (const place of places) first.places.add(place);
  }
  return groups.map(({ edits }) => edits);
}

function placeText(place: SourcePosition | string): string {
  return typeof place === "string" ? place : `${place.file}:${place.line}:${place.column}`;
}

/** Returns the values to set in the layers, or half a sentence on why this is impossible. */
export function layerSets(
  { texts, desired }: Declared,
  all: readonly EntryEdit[],
): readonly LayerSet[] | string {
  const sets = new Map<string, LayerSet>();
  for (const one of all) {
    if (one.value === undefined)
      return "it was removed live, and trueup can only remove resources that have an entry of their own";
    for (const steps of stepsOf(one)) {
      const place = layerPlace(desired, one.resource.address, pointer(steps));
      if (typeof place === "string") return place;
      const value = valueAt(one.value, steps);
      if (value === undefined)
        return `\`${steps.join(".")}\` does not exist live, and is inherited: remove it with --into entry`;
      const spot = spotAt(texts.get(place.file) ?? "", place);
      if (!spot) return `${place.file}:${place.line} cannot be edited`;
      const before = sets.get(placeText(place));
      if (before && !sameJson(before.value, value))
        return "the live values of the resources that inherit it differ: adopt it with --into entry";
      sets.set(placeText(place), { file: place.file, spot, value });
    }
  }
  return [...sets.values()];
}

function stepsOf({ resource, fields }: EntryEdit): readonly (readonly string[])[] {
  return fields.map(({ path }) => beforeLists(resource.value, writtenPath(resource, path)));
}

/** Matches a value that consists of a single variable. */
const oneName = /^\$\{\s*([A-Za-z_]\w*)\s*\}$/;

/**
 * Returns the place at which a field's value is written. If the value consists of a single variable, this is the place
 * of the variable's value. If there is no such place, returns a text that says why.
 */
function layerPlace(desired: Desired, address: Address, path: Pointer): SourcePosition | string {
  const at = desired.locate(address, path);
  if (!at) return "trueup cannot tell where it is declared";
  const written = desired.written?.(address, path);
  let value = written?.value;
  let place: SourcePosition = at;
  for (let name = nameIn(value); name !== undefined; name = nameIn(value)) {
    const variable = written?.variables.find((each) => each.name === name);
    if (!variable || variable.value === value) break;
    ({ value } = variable);
    place = variable;
  }
  return typeof value === "string" && value.includes("${")
    ? `its value is computed in ${at.file}:${at.line}: change the expression, or adopt it with --into entry`
    : place;
}

function nameIn(value: Json | undefined): string | undefined {
  return typeof value === "string" ? oneName.exec(value)?.[1] : undefined;
}

/** An edit of one entry. If `value` is undefined, the whole entry is removed. */
export interface EntryEdit {
  readonly resource: Resource;
  readonly fields: readonly Difference[];
  readonly value: Json | undefined;
  /** The canonical value that the texts must declare after the edit. Absent: this is `value`. */
  readonly meant?: Json | undefined;
}

/** Returns the part of a change that can be adopted, or why there is none. */
export function entryEditOf(change: Change, kind?: AdoptedKind): EntryEdit | string {
  switch (change.action) {
    case "create":
      return { resource: change.desired, fields: [{ path: "", cause: change.cause }], value: undefined };
    case "remove":
      return "it is no longer declared: declare it again, or remove it with --prune";
    case "update": {
      const { desired: resource, differences } = change;
      const open = differences.filter(
        ({ path }) => !resource.secrets.some((secret) => isWithin(path, secret)),
      );
      if (open.length === 0) return "only secrets differ, and trueup never writes secrets into files";
      const set = open.filter(({ live }) => live !== undefined);
      const places = set.map(({ path }) => pointer(writtenPath(resource, path)));
      if (resource.secrets.some((secret) => places.some((path) => isWithin(secret, path))))
        return "the list that differs contains secrets: edit it by hand";
      const value = open.reduce(
        (all, one) => withAdopted({ ...resource, value: all }, one, kind),
        resource.value,
      );
      return { resource, fields: open, value, meant: kind?.canonical(value) };
    }
  }
}

/** True if each of these fields is now declared as it is live, and everything else is declared as before. */
export function isMeant(before: Desired, after: Desired, all: readonly EntryEdit[]): boolean {
  const edits = new Map(all.map((one) => [one.resource.address, one]));
  for (const [address, { value }] of after.resources) {
    const was = before.resources.get(address);
    const one = edits.get(address);
    const meant = one ? (one.meant ?? one.value) : was?.value;
    if (!was || meant === undefined || !sameJson(value, meant)) return false;
  }
  const goes = (address: Address | undefined): boolean => {
    if (address === undefined) return false;
    const one = edits.get(address);
    return one ? one.value === undefined : goes(before.resources.get(address)?.parent);
  };
  return [...before.resources.keys()].every((address) => after.resources.has(address) !== goes(address));
}

/** Returns the steps of a path up to the first list, because lists are set as a whole. */
export function beforeLists(value: Json, path: readonly string[]): readonly string[] {
  let here: Json | undefined = value;
  for (const [index, step] of path.entries()) {
    if (isArray(here)) return path.slice(0, index);
    here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return path;
}

/** The value at a path of keys; undefined if there is none. */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (here, step) => (isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined),
    value,
  );
}

/** The place at which an entry is edited. */
export interface OverridePlace {
  readonly file: string;
  readonly spot: NodePath;
  /** True: the entry at this place overrides an entry of a template. */
  readonly isOverride: boolean;
}

/** The texts of an attempt, and the entries that were created in it. */
export interface Overrides {
  readonly texts: Map<string, string>;
  /** The created entries, by the file and the top-level entry. */
  readonly made: Map<string, Pick<OverridePlace, "file" | "spot">>;
  /** Returns the path of the file with overrides, by the template's path. */
  readonly overridesAt: (template: string) => string;
}

/**
 * Returns the place at which an entry from a template can be overridden. If there is no override yet, it is created.
 * Undefined: the resource does not come from a template.
 */
export function overridePlace(
  desired: Desired,
  {
    resource,
    fields,
  }: { readonly resource: Resource; readonly fields: readonly { readonly path: string }[] },
  overrides: Overrides,
): OverridePlace | undefined {
  const own = desired.ownPlace?.(resource.address);
  if (!own) return undefined;
  const { texts, made } = overrides;
  const inner = own.path.slice(own.topLength);
  const topPath = own.path.slice(0, own.topLength);
  const key = JSON.stringify([own.file, own.header, topPath]);
  const top = own.top && spotAt(texts.get(own.top.file) ?? "", own.top);
  const found = own.top && top ? { file: own.top.file, spot: top } : made.get(key);
  const place =
    found ??
    begun(overrides, own, {
      topPath,
      notes: fields.flatMap(({ path }) => noteOf(desired, resource, path)),
    });
  made.set(key, place);
  const spot = { ...place.spot, path: [...place.spot.path, ...inner] };
  return { file: place.file, spot, isOverride: true };
}

/** Begins a new document at the end of the file, for another target or organization. */
function begun(
  { texts, overridesAt }: Overrides,
  { file: template, header }: NonNullable<ReturnType<NonNullable<Desired["ownPlace"]>>>,
  { topPath, notes }: { readonly topPath: readonly string[]; readonly notes: readonly string[] },
): Pick<OverridePlace, "file" | "spot"> {
  const file = overridesAt(template).replace(/(\.ya?ml)$/, ".overrides$1");
  const before = texts.get(file) ?? "";
  const head = Object.entries(header).map(
    ([name, value]) => `${keyText(name)}:${valueText(value, { flow: true, indent: 2 })}`,
  );
  const keys = topPath.map((step, depth) => `${"  ".repeat(depth)}${keyText(step)}:`);
  const overridden = notes.length === 0 ? "" : " Without the overrides, the values are:";
  const text = [`# Overrides values from ${template}.${overridden}`, ...notes, ...head, ...keys].join("\n");
  const separator = before === "" ? "" : `${before.endsWith("\n") ? "" : "\n"}---\n`;
  texts.set(file, `${before}${separator}${text} {}\n`);
  return { file, spot: { document: documentsIn(before), path: topPath } };
}

/**
 * Returns a comment line with the overridden value and the place where it is written. Empty: the place is unknown, or
 * the value contains a secret.
 */
function noteOf(desired: Desired, resource: Resource, path: string): readonly string[] {
  const value: Json | undefined = at(resource.value, path);
  const origin = desired.locate(resource.address, path);
  if (!origin || resource.secrets.some((secret) => path.startsWith(secret) || secret.startsWith(path)))
    return [];
  const name = segments(path).join(".");
  const was = value === undefined ? "nothing" : valueText(value, { flow: true, indent: 0 }).trim();
  return [`#   ${name === "" ? "the entry" : name}: ${was.slice(0, 80)} (${origin.file}:${origin.line})`];
}
