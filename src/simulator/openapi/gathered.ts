/**
 * Lists of the children of many parents, for example `/organizations/{id}/switch/ports/bySwitch` with each switch's
 * ports.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Call } from "../wire/route.ts";
import type { ApiOperation } from "./document.ts";
import { elementOf, membersOf } from "./reference.ts";
import { type Api, type ItemForm, operationKey, parametersIn, wrapperOf } from "./resources.ts";
import { itemReply, shownObject } from "./shown.ts";
import { itemsIn, type OpenApiState, valueAt } from "./state.ts";

/** The form of a list with the children of many parents. */
interface GatheredList {
  /** The parents. Each has a record in the list. */
  readonly parents: ItemForm;
  /** The path below each parent. */
  readonly template: string;
  /** The items at `template`, if it is a list, and the member of a record that contains them. */
  readonly items?: { readonly form: ItemForm; readonly member: string; readonly schema: Json | undefined };
  /** The schema of one record. */
  readonly record: Json | undefined;
}

/**
 * Returns the form of a GET at a path that ends in `byX`. Returns undefined if no resource of the description matches
 * it.
 */
export function gatheredBy(api: Api, { path, method, reply }: ApiOperation): GatheredList | undefined {
  const place = /^(?:\/[^/{]+\/\{[^/]+\})(\/.+)\/by[A-Z][a-zA-Z]*$/.exec(path);
  const record = elementOf(api.root, reply);
  if (method !== "GET" || !place?.[1] || record === undefined) return undefined;
  const members = membersOf(api.root, record);
  for (const parents of api.items.values()) {
    const template = `${parents.template}${place[1]}`;
    const isNamed = members.has(parents.parameter) || members.has(objectOf(parents));
    if (parametersIn(parents.template).length !== 1 || !isNamed) continue;
    if (api.operationAt.has(operationKey("PUT", template))) return { parents, template, record };
    const form = api.items.get(api.lists.get(template) ?? "");
    const wrapper = form && wrapperOf(api.root, record);
    if (form && wrapper)
      return {
        parents,
        template,
        record,
        items: { form, member: wrapper.name, schema: elementOf(api.root, wrapper.schema) },
      };
  }
  return undefined;
}

/**
 * Returns the member of a record that may contain the parent's id instead of a member like `networkId`: for example
 * `network` with `{ id }`.
 */
function objectOf({ parameter }: ItemForm): string {
  return parameter.replace(/Id$/, "");
}

/**
 * Returns the records of a list with the children of many parents. Each parent has a record, with the members that the
 * description names, and with the parent's children.
 */
export function gathered(
  { api, state, call }: { readonly api: Api; readonly state: OpenApiState; readonly call: Call },
  { operation, list }: { readonly operation: ApiOperation; readonly list: GatheredList },
): readonly JsonObject[] {
  const { parents, template, items, record } = list;
  const { seed } = state;
  const within = { template: operation.path, parameters: call.parameters };
  return itemsIn(state, parents, within).map((parameters) => {
    const own = objectAt(state, parents.template, parameters);
    if (!items) {
      const value = objectAt(state, template, parameters);
      const parent = { [objectOf(parents)]: { id: parameters[parents.parameter] ?? "" } };
      const shown = shownObject(api, value, { template, parameters, reply: record, seed });
      return onlyIn(api, record, { ...shown, ...parent });
    }
    const { form, member, schema } = items;
    const held = itemsIn(state, form, { template, parameters }).map((each) => {
      const showing = { template: form.template, parameters: each, form, reply: itemReply(api, form), seed };
      return onlyIn(api, schema, shownObject(api, objectAt(state, form.template, each), showing));
    });
    const showing = { template: parents.template, parameters, form: parents, reply: record, seed };
    return onlyIn(api, record, { ...shownObject(api, own, showing), [member]: held });
  });
}

/** Returns the members of a value that the description names. If it names none, returns all members. */
function onlyIn({ root }: Api, schema: Json | undefined, value: JsonObject): JsonObject {
  const members = membersOf(root, schema);
  const shown = Object.entries(value).filter(([name]) => members.size === 0 || members.has(name));
  return Object.fromEntries(shown);
}

function objectAt(
  state: OpenApiState,
  template: string,
  parameters: Readonly<Record<string, string>>,
): JsonObject {
  const value = valueAt(state, template, parameters);
  return value !== undefined && isObject(value) && !isArray(value) ? value : {};
}
