/** The state of a server that serves a description: the values at paths, and the fixed resources. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { withEntry } from "../wire/entries.ts";
import { type Api, abovePath, endsInParameter, type ItemForm, parametersIn } from "./resources.ts";

/** The value at one path. */
export interface HeldValue {
  readonly template: string;
  /** The values of the template's parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The parameters of the list in which the item was created, if that list is at another path. */
  readonly within: Readonly<Record<string, string>>;
  readonly value: Json;
}

/**
 * A resource that exists below every parent, for example `/networks/{networkId}/wireless/ssids/{number}` with the
 * numbers 0 to 14.
 */
export interface FixedThing {
  readonly template: string;
  /** The values that the parameters must have. If undefined, any value matches. */
  readonly wanted: readonly (string | undefined)[];
  /** The ids, if the resource is an item. */
  readonly ids: readonly string[];
  readonly value: JsonObject;
}

/** The state of a served description. The object is never modified. */
export interface OpenApiState {
  readonly api: Api | undefined;
  /** The values by path, without the base path. */
  readonly held: ReadonlyMap<string, HeldValue>;
  readonly standing: readonly FixedThing[];
  /** The number of items that were ever created. */
  readonly made: number;
  /** A number that determines generated values. */
  readonly seed: number;
}

/** The state of a simulator that does not serve a description. */
export const noDescription: OpenApiState = {
  api: undefined,
  held: new Map(),
  standing: [],
  made: 0,
  seed: 0,
};

/** Returns a template with its parameters filled in. */
export function pathOf(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
}

/**
 * Returns the state with a value set at a path. If the value is undefined, the path and everything below it are
 * removed.
 */
export function withValue(
  state: OpenApiState,
  held: Omit<HeldValue, "within" | "value"> & Partial<Pick<HeldValue, "within">>,
  value: Json | undefined,
): OpenApiState {
  const path = pathOf(held.template, held.parameters);
  if (value !== undefined) {
    const within = held.within ?? state.held.get(path)?.within ?? {};
    return { ...state, held: withEntry(state.held, path, { ...held, within, value }) };
  }
  const below = `${path}/`;
  const left = [...state.held].filter(([each]) => each !== path && !each.startsWith(below));
  return { ...state, held: new Map(left) };
}

/**
 * Returns the value of a resource: the stored value, merged over the initial value. Returns undefined if there is
 * neither.
 */
export function valueAt(
  state: OpenApiState,
  template: string,
  parameters: Readonly<Record<string, string>>,
): Json | undefined {
  const set = state.held.get(pathOf(template, parameters))?.value;
  const standing = state.standing.find((each) => stands(each, template, parameters))?.value;
  return isObject(set) && standing ? { ...standing, ...set } : (set ?? standing);
}

/** True if an item exists. The item's parents are not checked. */
export function isThere(
  state: OpenApiState,
  form: ItemForm,
  parameters: Readonly<Record<string, string>>,
): boolean {
  if (valueAt(state, form.template, parameters) !== undefined) return true;
  return form.twin !== undefined && state.held.has(pathOf(form.twin, parameters));
}

/** Returns the path of the first missing parent. Returns undefined if all parents exist. */
export function missingParent(
  state: OpenApiState,
  api: Api,
  { template, parameters }: Pick<HeldValue, "template" | "parameters">,
): string | undefined {
  const segments = template.split("/");
  for (let end = 2; end < segments.length; end += 1) {
    const prefix = segments.slice(0, end).join("/");
    const form = endsInParameter(prefix) ? api.items.get(prefix) : undefined;
    if (form && !isThere(state, form, parameters)) return pathOf(prefix, parameters);
  }
  return undefined;
}

/** Returns the parameters of all items of a form in a list. */
export function itemsIn(
  state: OpenApiState,
  form: ItemForm,
  list: Pick<HeldValue, "template" | "parameters">,
): readonly HeldValue["parameters"][] {
  const own = abovePath(form.template) === list.template;
  const found = new Map<string, HeldValue["parameters"]>();
  const add = (parameters: HeldValue["parameters"]) =>
    found.set(pathOf(form.template, parameters), parameters);
  for (const { template, wanted, ids } of own ? state.standing : []) {
    const outer = parametersIn(list.template).map((name) => list.parameters[name]);
    const fits = outer.every((value, index) => wanted[index] === undefined || wanted[index] === value);
    if (template !== form.template || !fits) continue;
    for (const id of ids) add({ ...list.parameters, [form.parameter]: id });
  }
  for (const held of state.held.values()) {
    const is = held.template === form.template || (own && held.template === form.twin);
    if (is && isWithin(state, held, list.parameters)) add(held.parameters);
  }
  return [...found.values()];
}

/**
 * True if a resource belongs to the parents of a list: according to its path, the place where it was created, or its
 * members.
 */
function isWithin(state: OpenApiState, held: HeldValue, parameters: HeldValue["parameters"]): boolean {
  return Object.entries(parameters).every(
    ([name, value]) => attributeOf(state, held, { name, hops: 0 }) === value,
  );
}

const maxHops = 4;

function attributeOf(
  state: OpenApiState,
  held: HeldValue,
  { name, hops }: { readonly name: string; readonly hops: number },
): string | undefined {
  const own = held.parameters[name] ?? held.within[name];
  if (own !== undefined) return own;
  const member = isObject(held.value) && Object.hasOwn(held.value, name) ? held.value[name] : undefined;
  if (typeof member === "string" || typeof member === "number") return String(member);
  if (hops >= maxHops) return undefined;
  const near = { ...(isObject(held.value) ? held.value : {}), ...held.within };
  for (const [key, value] of Object.entries(near)) {
    if (!key.endsWith("Id") || typeof value !== "string") continue;
    const form = [...(state.api?.items.values() ?? [])].find((each) => topLevel(each, key));
    const parent = form && state.held.get(pathOf(form.template, { [key]: value }));
    const found = parent && attributeOf(state, parent, { name, hops: hops + 1 });
    if (found !== undefined) return found;
  }
  return undefined;
}

function topLevel({ template, parameter }: ItemForm, name: string): boolean {
  return parameter === name && parametersIn(template).length === 1;
}

function stands(
  { template, wanted, ids }: FixedThing,
  asked: string,
  parameters: Readonly<Record<string, string>>,
): boolean {
  if (template !== asked) return false;
  const names = parametersIn(template);
  const isItem = endsInParameter(template);
  return names.every((name, index) => {
    const value = parameters[name] ?? "";
    if (isItem && index === names.length - 1) return ids.includes(value);
    return wanted[index] === undefined || wanted[index] === value;
  });
}
