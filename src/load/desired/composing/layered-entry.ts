/** Merges one entry over everything that it inherits (defaults, groups, variables), and evaluates its expressions. */

import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { layeredOver, mapLaidOver, withoutTaken } from "../../composition/layering.ts";
import type { VariableScope } from "../../composition/scope.ts";
import { valuesIn } from "../../composition/size.ts";
import { templateOf } from "../../composition/template.ts";
import type { AncestorContext, HeldEntry } from "../entry.ts";
import { caretOf, type DefaultsLayer, type EntryPlace, spotOf } from "../field-places.ts";
import { type LoadRun, reportField } from "../load-run.ts";
import type { Section } from "../section.ts";
import { layerFinder } from "./confusable-keys.ts";
import { groupsOfEntry, layersOfGroups } from "./entry-groups.ts";
import { caretsOf, rendered } from "./expressions-of.ts";
import { checkedVariables } from "./instances.ts";

const none: readonly DefaultsLayer[] = Object.freeze([]);
const nothing: JsonObject = Object.freeze({});

/** An entry merged over everything that it inherits, including its groups' layers. */
export interface LayeredEntry {
  readonly merged: Json;
  readonly place: EntryPlace;
  readonly context: AncestorContext;
}

/** Merges an entry over its defaults and over the layers of its groups. */
export function layeredEntry(run: LoadRun, of: HeldEntry): LayeredEntry {
  const { section, context, ownKey } = of;
  const kind = "kind" in section.of ? section.of.kind.name : section.of.holder.name;
  const plain = laidOverDefaults(of, takenOver(run, of, context.defaults[section.name]));
  const place = placeOf(of, plain === undefined ? none : context.layers);
  const written = plain ?? writtenIn(of);
  const isPlain = !run.hasExpressions && context.groups.length === 0;
  if (isPlain && !(isObject(written) && Object.hasOwn(written, "vars")))
    return { merged: written, place, context };
  const given = { key: ownKey, target: context.target.name, scope: context.scope };
  const variables = context.variables.with({ values: given });
  const withVars = (merged: Json, at: EntryPlace) =>
    ownVariables(run, section, { merged, place: at, variables });
  const alone = { merged: written, place, context: { ...context, variables: withVars(written, place) } };
  if (context.groups.length === 0) return alone;
  const { target } = context;
  const candidate = {
    key: ownKey,
    kind,
    target: target.name,
    fields: written,
    variables: alone.context.variables,
  };
  const matched = groupsOfEntry(run, context.groups, { ...candidate, matched: context.matched });
  const layers = layersOfGroups(run, matched, { section: section.name, address: of.address });
  if (!layers) return { ...alone, context: { ...alone.context, matched } };
  const below = withoutTaken(context.defaults[section.name] ?? null, layers.taken);
  const all = isObject(below) ? mapLaidOver(below, layers.layer) : layers.layer;
  const merged = laidOverDefaults(of, takenOver(run, of, all));
  const placed = placeOf(of, [...layers.written, ...(plain === undefined ? none : context.layers)]);
  const laid = merged ?? written;
  return { merged: laid, place: placed, context: { ...context, matched, variables: withVars(laid, placed) } };
}

/** Returns the written value. An entry without fields counts as an empty map, unless its section contains raw data. */
function writtenIn({ raw, section }: HeldEntry): Json {
  return raw === null && !section.raw ? noFields : raw;
}

const noFields: JsonObject = Object.freeze({});

/** Returns the entry merged over these defaults; undefined if there are no defaults. */
function laidOverDefaults(of: HeldEntry, all: Json | undefined): Json | undefined {
  if (of.section.single || all === undefined) return undefined;
  const written = writtenIn(of);
  const defaults = withoutTaken(all, of.taken);
  if (isObject(defaults) && isObject(written)) return mapLaidOver(defaults, written);
  return layeredOver(defaults, written) ?? written;
}

/**
 * Counts the values of the defaults that an entry inherits, and returns the defaults. If all entries together inherit
 * too many values, reports a finding and returns undefined.
 */
function takenOver(run: LoadRun, of: HeldEntry, defaults: Json | undefined): Json | undefined {
  if (defaults === undefined || of.section.single) return defaults;
  const most = run.made(valuesIn(defaults));
  if (most === undefined) return defaults;
  const message = `the entries up to here inherit more than ${most} values, the limit for files of this size`;
  const hint = "Make the defaults and the groups smaller, or divide the project.";
  reportField(run, { place: placeOf(of, none) }, { code: "too-large", message, hint, address: of.address });
  return undefined;
}

function placeOf(of: HeldEntry, defaults: readonly DefaultsLayer[]): EntryPlace {
  const { section, context, writtenKey, below } = of;
  const [next] = below;
  return {
    within: context.place,
    section: section.spellings,
    ...(section.single ? undefined : { key: writtenKey, ownKey: of.ownKey }),
    ...("kind" in section.of && { otherNames: section.of.kind.otherNames }),
    ...(next && { below: placeOf(next, none) }),
    defaults,
  };
}

/** The variables of an entry, including its own. */
function ownVariables(
  run: LoadRun,
  section: Section,
  of: { readonly merged: Json; readonly place: EntryPlace; readonly variables: VariableScope },
): VariableScope {
  const vars = section.taken.has("vars") && isObject(of.merged) ? of.merged.vars : undefined;
  if (vars === undefined) return of.variables;
  const caret = (path: readonly string[]) => caretOf(spotOf(of.place, ["vars", ...path]), "value");
  const layer = checkedVariables(run, vars, caret);
  return layer ? of.variables.with(layer) : of.variables;
}

/** An entry's fields with their expressions evaluated. */
export interface EvaluatedEntry {
  readonly own: Json;
  readonly fields: JsonObject;
  readonly isWhole: boolean;
  readonly place: EntryPlace;
}

/** Evaluates the expressions of an entry that was split into its parts, and reports errors. */
export function evaluatedEntry(
  run: LoadRun,
  of: Omit<EvaluatedEntry, "isWhole"> & { readonly merged: Json; readonly variables: VariableScope },
): EvaluatedEntry {
  const { own, fields, merged, variables, place } = of;
  if (!run.hasExpressions || !templateOf(merged)) return { own, fields, isWhole: true, place };
  const carets = caretsOf(place);
  const value = rendered(run, own, { variables, carets, layerOf: layerFinder(place) });
  const loaded = rendered(run, fields, { variables, carets });
  return {
    own: value.value,
    fields: isObject(loaded.value) ? loaded.value : nothing,
    isWhole: value.isWhole && loaded.isWhole,
    place: { ...place, rendered: { value: merged, scope: variables, keys: value.keys } },
  };
}
