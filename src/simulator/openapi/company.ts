/**
 * Generates a few objects for any description: two of each top-level resource, and some of each resource that no
 * request can create.
 */

import type { JsonObject } from "../../model/json.ts";
import { membersOf, partsOf } from "./reference.ts";
import { type Api, abovePath, type ItemForm, listsOf, operationKey, parametersIn } from "./resources.ts";
import { requiredOf, sampleOf } from "./sample.ts";
import { type FixedThing, itemsIn, type OpenApiState, withValue } from "./state.ts";

/** Returns the initial state of a description. The seed determines generated values. */
export function smallWorld(api: Api, seed: number): OpenApiState {
  const empty: OpenApiState = { api, held: new Map(), standing: [], made: 0, seed };
  const top = [...api.items.values()].filter(({ template }) => parametersIn(template).length === 1);
  const [roots, others] = [top.filter(isRoot(api)), top.filter((form) => !isRoot(api)(form))];
  const made = others.filter((form) => form.made);
  const given = others.filter((form) => !form.made);
  const filled = [...roots, ...made, ...given].reduce((state, form) => withTwo(state, api, form), empty);
  return { ...filled, standing: standingOf(api) };
}

/** Returns a function that is true for a resource that a `POST` to its list creates. */
function isRoot(api: Api) {
  return ({ template }: ItemForm) => api.operationAt.has(operationKey("POST", abovePath(template)));
}

/**
 * Returns the state with two new resources of a form in each parent of the innermost list. Without such a list, the two
 * resources are at the top level.
 */
function withTwo(state: OpenApiState, api: Api, form: ItemForm): OpenApiState {
  const lists = listsOf(api, form.template).filter((path) => parametersIn(path).length === 1);
  const own = abovePath(form.template);
  if (lists.length === 0 || isRoot(api)(form)) {
    return [1, 2].reduce((now, count) => withOne(now, api, { form, list: own, within: {}, count }), state);
  }
  // Devices are in lists of organizations and in lists of networks. The list that counts is the inner one: its parents
  // are nested themselves.
  const [list = own] = lists.sort((a, b) => depthOf(api, b) - depthOf(api, a));
  const owner = ownerOf(api, list);
  const parents = owner ? itemsIn(state, owner, { template: abovePath(owner.template), parameters: {} }) : [];
  return parents.reduce(
    (now, within) => [1, 2].reduce((each, count) => withOne(each, api, { form, list, within, count }), now),
    state,
  );
}

function ownerOf(api: Api, list: string): ItemForm | undefined {
  const end = list.indexOf("}") + 1;
  return api.items.get(list.slice(0, end));
}

function depthOf(api: Api, list: string): number {
  const owner = ownerOf(api, list);
  return owner === undefined || isRoot(api)(owner) ? 0 : 1;
}

interface One {
  readonly form: ItemForm;
  readonly list: string;
  readonly within: Readonly<Record<string, string>>;
  readonly count: number;
}

function withOne(state: OpenApiState, api: Api, { form, list, within, count }: One): OpenApiState {
  const made = state.made + 1;
  const seed = state.seed + made;
  const body = api.operationAt.get(operationKey("POST", list))?.body?.schema;
  const id = idOf(api, form, made);
  const value = {
    ...requiredOf(api.root, body, { seed }),
    ...(membersOf(api.root, body).has("name") && { name: nameOf(form, count) }),
  };
  const held = { template: form.template, parameters: { [form.parameter]: id }, within };
  return { ...withValue(state, held, value), made };
}

function idOf(api: Api, { parameter, idSchema }: ItemForm, made: number): string {
  if (parameter === "serial") return `SIM0-0000-${String(made).padStart(4, "0")}`;
  const isUuid = partsOf(api.root, idSchema).some(({ format }) => format === "uuid");
  return isUuid ? String(sampleOf(api.root, idSchema, { seed: made })) : String(made);
}

function nameOf({ template }: ItemForm, count: number): string {
  return `${abovePath(template).slice(1).replace(/s$/, "")} ${count}`;
}

/**
 * Returns the resources that can be changed but not created. For each id in the description there is one resource.
 * Without ids, there are four.
 */
function standingOf(api: Api): readonly FixedThing[] {
  return [...api.items.values()].flatMap((form) => {
    const { template, made, twin } = form;
    const update = (["PUT", "PATCH"] as const).map((method) =>
      api.operationAt.get(operationKey(method, template)),
    );
    const operation = update.find((each) => each !== undefined);
    const names = parametersIn(template);
    if (made || twin !== undefined || names.length < 2 || operation === undefined) return [];
    const schema = operation.parameters.find(({ name }) => name === form.parameter)?.schema;
    const values = [schema, form.idSchema].flatMap((each) => partsOf(api.root, each)).flatMap(enumOf);
    const ids = values.length > 0 ? values : ["1", "2", "3", "4"];
    return [{ template, wanted: names.slice(0, -1).map(() => undefined), ids, value: {} }];
  });
}

function enumOf({ enum: values }: JsonObject): readonly string[] {
  return Array.isArray(values) ? values.map(String) : [];
}
