/** Overrides of objects in a simulated Firewall Management Center, and the addresses of its dynamic objects. */

import { z } from "zod";
import { isList, isRecord, json } from "../../wire/message.ts";
import type { Answer, Call } from "../../wire/route.ts";
import type { FirewallState } from "../state.ts";
import { fmcError, page } from "./answers.ts";
import { opened, pathInDomain, touched } from "./objects.ts";

const override = z.looseObject({
  name: z.string().min(1),
  overrides: z.object({
    parent: z.object({ id: z.string() }),
    target: z.object({ id: z.string().min(1), type: z.enum(["Device", "Domain"]) }),
  }),
});

/**
 * Answers the `GET` of the overrides of an object, or of the addresses of a dynamic object. Returns undefined if the
 * path is another one.
 */
export function readBelow(before: FirewallState, call: Call): Answer<FirewallState> | undefined {
  const path = pathInDomain(call);
  if (!/^object\/[a-z0-9]+\/[^/]+\/(?:overrides|mappings)$/.test(path)) return undefined;
  const { fmc, state } = opened(before);
  const records = [...fmc.objects].flatMap(([at, each]) => (at.startsWith(`${path}/`) ? [each] : []));
  // Overrides and addresses are shown completely, even without `expanded=true`.
  const query = new URLSearchParams(call.query);
  query.set("expanded", "true");
  return { state, reply: page(records, { ...call, query }) };
}

/**
 * Answers the `POST` of a list of overrides to the path of the objects that they override. Either all overrides are
 * stored or none. Returns undefined if the body is not such a list.
 */
export function makeOverrides(before: FirewallState, call: Call): Answer<FirewallState> | undefined {
  if (!isList(call.body) || !call.body.every((each) => isRecord(each) && each.overrides !== undefined))
    return undefined;
  let answer: Answer<FirewallState> = { state: before, reply: json(201, {}) };
  for (const body of call.body) {
    answer = written(answer.state, { ...call, body }, { isNew: true });
    if (answer.reply.status >= 400) return { ...answer, state: before };
  }
  return { ...answer, reply: json(201, { items: call.body }) };
}

/**
 * Answers the `PUT` of an override to the path of the object that it overrides. Returns undefined if the body is not an
 * override.
 */
export function changeOverride(before: FirewallState, call: Call): Answer<FirewallState> | undefined {
  if (!isRecord(call.body) || call.body.overrides === undefined) return undefined;
  return written(before, call, { isNew: false });
}

function written(
  before: FirewallState,
  call: Call,
  { isNew }: { readonly isNew: boolean },
): Answer<FirewallState> {
  const { fmc, state } = opened(before);
  const sent = override.safeParse(call.body);
  if (!sent.success) return { state, reply: fmcError(400, "Invalid override: name, parent and target") };
  const { parent, target } = sent.data.overrides;
  const path = isNew ? `${pathInDomain(call)}/${parent.id}` : pathInDomain(call);
  const of = fmc.objects.get(path);
  if (of === undefined) return { state, reply: fmcError(404, "The object to override was not found.") };
  if (of.overridable !== true)
    return { state, reply: fmcError(400, `${String(of.name)} is not overridable`) };
  if (of.name !== sent.data.name) return { state, reply: fmcError(400, "The name of an override is fixed") };
  const at = `${path}/overrides/${target.id}`;
  if (fmc.objects.has(at) === isNew)
    return {
      state,
      reply: fmcError(400, isNew ? "The target has an override" : "The target has no override"),
    };
  const record = { ...(isRecord(call.body) ? call.body : {}), id: parent.id };
  const objects = new Map(fmc.objects).set(at, record);
  const next = touched({ ...fmc, objects }, state, call.now);
  return { state: { ...state, fmc: next }, reply: json(isNew ? 201 : 200, record) };
}

/**
 * Answers the `DELETE` of the override that a query parameter names. Returns undefined if no parameter names an
 * override.
 */
export function removeOverride(before: FirewallState, call: Call): Answer<FirewallState> | undefined {
  const target = call.query.get("overrideTargetId");
  if (target === null) return undefined;
  const { fmc, state } = opened(before);
  const at = `${pathInDomain(call)}/overrides/${target}`;
  const record = fmc.objects.get(at);
  if (record === undefined) return { state, reply: fmcError(404, "The override was not found.") };
  const objects = new Map([...fmc.objects].filter(([each]) => each !== at));
  const next = touched({ ...fmc, objects }, state, call.now);
  return { state: { ...state, fmc: next }, reply: json(200, record) };
}

const change = z.array(
  z.object({ mappings: z.array(z.string().min(1)).min(1), dynamicObject: z.object({ id: z.string() }) }),
);
const changes = z.object({ add: change.default([]), remove: change.default([]) });

/**
 * Answers the `POST` of addresses that are added to dynamic objects or removed from them. Firewalls use the new
 * addresses without a deployment.
 */
export function changeMappings(before: FirewallState, call: Call): Answer<FirewallState> {
  const { fmc, state } = opened(before);
  const sent = changes.safeParse(call.body);
  if (!sent.success) return { state, reply: fmcError(400, "Invalid mappings") };
  const objects = new Map(fmc.objects);
  const { add, remove } = sent.data;
  for (const { mappings, dynamicObject, isIn } of [
    ...add.map((each) => ({ ...each, isIn: true })),
    ...remove.map((each) => ({ ...each, isIn: false })),
  ]) {
    const path = `object/dynamicobjects/${dynamicObject.id}`;
    if (!objects.has(path)) return { state, reply: fmcError(404, "The dynamic object was not found.") };
    for (const mapping of mappings)
      if (isIn) objects.set(`${path}/mappings/${mapping}`, { mapping });
      else objects.delete(`${path}/mappings/${mapping}`);
  }
  return { state: { ...state, fmc: { ...fmc, objects } }, reply: json(200, sent.data) };
}
