/** Answers the operations of a served description: list, read, create, update, remove, and run. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { bare, invalid, json, type SimReply } from "../wire/message.ts";
import type { Answer, Call } from "../wire/route.ts";
import { faultsIn } from "./check.ts";
import type { ApiOperation } from "./document.ts";
import { gathered, gatheredBy } from "./gathered.ts";
import { idFor } from "./ids.ts";
import { chosen, listPage, queryFaults } from "./query.ts";
import { elementOf } from "./reference.ts";
import { type Api, type ItemForm, wrapperOf } from "./resources.ts";
import { sampleOf } from "./sample.ts";
import { itemReply, onlyList, type ShownThing, shownObject } from "./shown.ts";
import {
  type HeldValue,
  isThere,
  itemsIn,
  missingParent,
  type OpenApiState,
  pathOf,
  valueAt,
  withValue,
} from "./state.ts";

type Answered = Answer<OpenApiState>;

/** A requested operation. */
export interface AskedOperation {
  readonly api: Api;
  readonly operation: ApiOperation;
  readonly call: Call;
  readonly state: OpenApiState;
}

/** Answers an operation. First checks the parents and then the request, and then carries out the operation. */
export function answered(asked: AskedOperation): Answered {
  const { api, operation, state, call } = asked;
  const { path: template, method } = operation;
  const missing = missingParent(state, api, { template, parameters: call.parameters });
  if (missing !== undefined) return { state, reply: notFound(missing) };
  const form = api.items.get(template);
  const upserts = method === "PUT" && operation.status === 201;
  if (form && !upserts && !isThere(state, form, call.parameters)) {
    return { state, reply: notFound(pathOf(template, call.parameters)) };
  }
  const faults = [...queryFaults(api.root, operation, call.query), ...bodyFaults(asked)];
  if (faults.length > 0) return { state, reply: invalid(faults) };
  const list = api.lists.get(template);
  const items = list === undefined ? undefined : api.items.get(list);
  if (items && method === "GET") return { state, reply: listed(asked, items) };
  if (items && method === "POST") return created(asked, items);
  const gathering = gatheredBy(api, operation);
  if (gathering) return { state, reply: listedOfAll(asked, gathering) };
  if (method === "GET") return { state, reply: read(asked) };
  if (method === "DELETE") return removed(asked);
  const isAction = method === "POST" && !api.operationAt.has(`PUT ${template}`);
  return isAction ? { state, reply: ran(asked) } : updated(asked);
}

function notFound(path: string): SimReply {
  return json(404, { errors: [`${path} was not found`] });
}

function bodyFaults({ api: { root }, operation: { body }, call }: AskedOperation): readonly string[] {
  if (body === undefined) return [];
  if (call.request.body.trim() === "") return body.required ? ["the body is required"] : [];
  return faultsIn(call.body, body.schema, { root, direction: "request" });
}

function showing(
  asked: AskedOperation,
  held: Pick<HeldValue, "template" | "parameters">,
  reply: Json | undefined,
): ShownThing {
  const { template, parameters } = held;
  const within = asked.state.held.get(pathOf(template, parameters))?.within;
  const form = asked.api.items.get(template);
  return { template, parameters, within, form, reply, seed: asked.state.seed };
}

function listed(asked: AskedOperation, form: ItemForm): SimReply {
  const { api, operation, call, state } = asked;
  const list = { template: operation.path, parameters: call.parameters };
  const reply = itemReply(api, form);
  const all = itemsIn(state, form, list).flatMap((parameters) => {
    const value = valueAt(state, form.template, parameters) ?? {};
    const held = { template: form.template, parameters };
    return isObject(value) ? [shownObject(api, value, showing(asked, held, reply))] : [];
  });
  const [idMember = "id"] = form.idMembers;
  const page = listPage(chosen(all, operation, call), { operation, call, idMember });
  if ("fault" in page) return invalid([page.fault]);
  const wrapper = wrapperOf(api.root, operation.reply);
  const body = wrapper ? { [wrapper.name]: page.items } : page.items;
  return replied(asked, body, page.headers);
}

function listedOfAll(asked: AskedOperation, list: NonNullable<ReturnType<typeof gatheredBy>>): SimReply {
  const { operation, call } = asked;
  const all = chosen(gathered(asked, { operation, list }), operation, call);
  const page = listPage(all, { operation, call, idMember: list.parents.parameter });
  return "fault" in page ? invalid([page.fault]) : replied(asked, page.items, page.headers);
}

function read(asked: AskedOperation): SimReply {
  const { operation, call, state } = asked;
  const held = { template: operation.path, parameters: call.parameters };
  const value = valueAt(state, held.template, held.parameters);
  if (value !== undefined && !isObject(value)) return replied(asked, value);
  return replied(asked, shownAs(asked, value ?? {}, held));
}

function shownAs(
  asked: AskedOperation,
  value: JsonObject,
  held: Pick<HeldValue, "template" | "parameters">,
): Json {
  const { api, operation } = asked;
  const reply = operation.reply ?? api.operationAt.get(`GET ${held.template}`)?.reply;
  const shown = shownObject(api, value, showing(asked, held, reply));
  const isInList = elementOf(api.root, operation.reply) !== undefined;
  if (!isInList) return shown;
  return api.items.has(held.template) ? [shown] : onlyList(shown);
}

function created(asked: AskedOperation, form: ItemForm): Answered {
  const { call, state } = asked;
  const sent = isObject(call.body) ? call.body : {};
  const id = idFor(state, form, sent);
  const parameters = { ...call.parameters, [form.parameter]: id };
  if (isThere(state, form, parameters)) {
    return { state, reply: json(409, { errors: [`${pathOf(form.template, parameters)} is there already`] }) };
  }
  const held = { template: form.template, parameters: ownOf(form, parameters), within: call.parameters };
  const after = { ...withValue(state, held, sent), made: state.made + 1 };
  const now = { ...asked, state: after };
  return { state: after, reply: replied(now, shownAs(now, sent, held)) };
}

/** Returns the parameters that occur in the template of an item. */
function ownOf({ template }: ItemForm, parameters: HeldValue["parameters"]): HeldValue["parameters"] {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => template.includes(`{${name}}`)));
}

function updated(asked: AskedOperation): Answered {
  const { operation, call, state } = asked;
  const held = { template: operation.path, parameters: call.parameters };
  const before = valueAt(state, held.template, held.parameters);
  const replaces = operation.method === "PUT" && call.settings.openapiPut === "replace";
  const value = replaces ? call.body : merged(before ?? {}, call.body, operation.method === "PATCH");
  const after = withValue(state, held, value);
  const now = { ...asked, state: after };
  return { state: after, reply: replied(now, isObject(value) ? shownAs(now, value, held) : value) };
}

/**
 * Returns the value after a write. A `PUT` sets the members that it contains. A `PATCH` does so at every depth, and
 * null removes a member (RFC 7396).
 */
function merged(before: Json, sent: Json, deep: boolean): Json {
  if (!isObject(before) || !isObject(sent)) return sent;
  if (!deep) return { ...before, ...sent };
  const changed = Object.entries(sent).map(([name, value]): [string, Json] => [
    name,
    isObject(value) ? merged(before[name] ?? {}, value, true) : value,
  ]);
  const all = Object.entries({ ...before, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.filter(([name, value]) => value !== null || !Object.hasOwn(sent, name)));
}

function removed(asked: AskedOperation): Answered {
  const { operation, call, state } = asked;
  const held = { template: operation.path, parameters: call.parameters };
  return { state: withValue(state, held, undefined), reply: replied(asked, {}) };
}

/** Returns the answer of an action, generated from the schema. The action changes nothing. */
function ran(asked: AskedOperation): SimReply {
  const { api, operation, state } = asked;
  return replied(asked, sampleOf(api.root, operation.reply, { seed: state.seed }));
}

/**
 * Returns a reply with the description's status. If the reply violates the description's schema, a header says where.
 */
function replied(
  { api, operation }: AskedOperation,
  body: Json,
  headers: SimReply["headers"] = {},
): SimReply {
  const { status, reply, method } = operation;
  if (status === 204 || (reply === undefined && method === "DELETE"))
    return bare(status === 200 ? 204 : status);
  const faults = faultsIn(body, reply, { root: api.root, direction: "reply" });
  const told = JSON.stringify(faults)
    .replaceAll(/[^ -~]/g, "?")
    .slice(0, 1000);
  return json(status, body, { ...headers, ...(faults.length > 0 && { [replyFaultsHeader]: told }) });
}

/**
 * The header that says where a reply violates the schema. This can happen, for example, if only the reply's schema
 * restricts a value to an enum.
 */
const replyFaultsHeader = "x-simulator-reply-faults";
