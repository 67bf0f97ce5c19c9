/** The form in which stored values are shown: without write-only members, and with the server's own members. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { ApiOperation } from "./document.ts";
import { elementOf, isWriteOnly, membersOf, partsOf, typesIn } from "./reference.ts";
import { type Api, elementIn, type ItemForm, listsOf, operationKey } from "./resources.ts";
import { defaultsOf, requiredOf } from "./sample.ts";
import type { HeldValue } from "./state.ts";

/**
 * A resource to show. `form` is the form of the item, if the resource is an item. `reply` is the schema of the resource
 * in the description.
 */
export interface ShownThing {
  readonly template: string;
  readonly parameters: HeldValue["parameters"];
  readonly within?: HeldValue["parameters"] | undefined;
  readonly form?: ItemForm | undefined;
  readonly reply: Json | undefined;
  readonly seed: number;
}

/** Returns one resource as it is shown. */
export function shownObject(api: Api, value: JsonObject, showing: ShownThing): JsonObject {
  const { root } = api;
  const { parameters, within = {}, form, reply, seed } = showing;
  const members = membersOf(root, reply);
  const places = Object.entries({ ...within, ...parameters }).filter(([name]) => members.has(name));
  const id = form && parameters[form.parameter];
  const ids = id === undefined ? [] : (form?.idMembers ?? []).map((name): [string, Json] => [name, id]);
  const all = {
    ...requiredOf(root, reply, { seed }),
    ...defaultsOf(root, reply),
    ...Object.fromEntries([...places, ...ids]),
    ...value,
  };
  const hidden = withoutHidden(
    root,
    all,
    writesOf(api, showing.template).map((each) => each.body?.schema),
  );
  return Object.fromEntries(
    Object.entries(hidden).map(([name, each]) => [name, asTyped(root, members.get(name), each)]),
  );
}

/** Returns the operations that write a resource: the operations at its own path, and the operation that creates it. */
function writesOf(api: Api, template: string): readonly ApiOperation[] {
  const own = (["PUT", "PATCH", "POST"] as const).map((method) => operationKey(method, template));
  const making = listsOf(api, template).map((path) => operationKey("POST", path));
  return [...own, ...making].flatMap((key) => api.operationAt.get(key) ?? []);
}

/** Returns a value without the members that a schema marks as write-only, at any depth. */
function withoutHidden<T extends Json>(root: Json, value: T, schemas: readonly (Json | undefined)[]): T;
function withoutHidden(root: Json, value: Json, schemas: readonly (Json | undefined)[]): Json {
  if (isArray(value)) {
    const elements = schemas.map((schema) => elementOf(root, schema));
    return value.map((each) => withoutHidden(root, each, elements));
  }
  if (!isObject(value)) return value;
  const members = schemas.map((schema) => membersOf(root, schema));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const own = members.map((known) => known.get(name)).filter((schema) => schema !== undefined);
      if (own.some((schema) => isWriteOnly(root, schema))) return [];
      return [[name, own.length === 0 ? each : withoutHidden(root, each, own)]];
    }),
  );
}

/**
 * Converts a value to the type in the reply's schema. A number becomes a text and the other way round. A number or text
 * may become an object with `value` or `id`.
 */
function asTyped(root: Json, schema: Json | undefined, value: Json): Json {
  const types = typesOf(root, schema);
  if (types.length !== 1) return value;
  if (types[0] === "object") return asObject(root, schema, value);
  if (types[0] === "string" && typeof value === "number") return String(value);
  const isNumber = types[0] === "integer" || types[0] === "number";
  const isText = typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
  return isNumber && isText ? Number(value) : value;
}

function asObject(root: Json, schema: Json | undefined, value: Json): Json {
  if (value === null || typeof value === "object") return value;
  const is = typeof value === "number" ? ["integer", "number"] : [typeof value];
  const members = membersOf(root, schema);
  const holds = (name: string) => typesOf(root, members.get(name)).some((type) => is.includes(type));
  const name = ["value", "id"].find(holds);
  return name === undefined ? value : { [name]: value };
}

function typesOf(root: Json, schema: Json | undefined): readonly string[] {
  return [...new Set(partsOf(root, schema).flatMap(({ type }) => typesIn(type)))];
}

/** Returns the only list among the members of a resource. The result is empty if there are several lists or none. */
export function onlyList(value: JsonObject): readonly Json[] {
  const [only, ...others] = Object.values(value).filter(isArray);
  return only === undefined || others.length > 0 ? [] : only;
}

/** Returns the schema of one item, from any reply that shows an item. Returns undefined if no reply shows one. */
export function itemReply(api: Api, form: ItemForm): Json | undefined {
  const own = api.operationAt.get(operationKey("GET", form.template))?.reply;
  if (own !== undefined) return elementOf(api.root, own) ?? own;
  return listsOf(api, form.template)
    .map((path) => elementIn(api.root, api.operationAt.get(operationKey("GET", path))?.reply))
    .find((schema) => schema !== undefined);
}
