/**
 * SD-Access of a simulated Catalyst Center: lists, and writes. A write has several items in one request, and becomes
 * one task.
 */

import { isObject, type JsonObject, sameJson } from "../../../model/json.ts";
import { isList, type SimReply } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { catalystError } from "./answers.ts";
import { type FabricCollection, fabricCollections, maxInList } from "./fabric-collections.ts";
import { listed } from "./lists.ts";
import { begin, catalystIn, idsFrom } from "./tasks.ts";

/** The routes of SD-Access. */
export const fabricRoutes: readonly Route<ControllerState>[] = fabricCollections.flatMap((of) => {
  const path = `/dna/intent/api/v1/sda/${of.path}`;
  const routes: readonly Route<ControllerState>[] = [
    { method: "GET", path, answer: (state, call) => ({ state, reply: list(state, call, of) }) },
    { method: "POST", path, answer: (state, call) => put(state, call, of) },
    { method: "PUT", path, answer: (state, call) => put(state, call, of) },
    { method: "DELETE", path: `${path}/{id}`, answer: (state, call) => remove(state, call, of) },
    { method: "DELETE", path, answer: (state, call) => removeWhere(state, call, of) },
  ];
  return routes;
});

/**
 * Lists records. If the query has unique fields of the records, such as `fabricId`, only matching records are listed.
 * Records never show how the name of a VLAN was chosen.
 */
function list(state: ControllerState, call: Call, of: FabricCollection): SimReply {
  const filters = of.unique.filter((field) => call.query.has(field));
  const records = [...catalystIn(state).things].flatMap(([id, { collection, value }]): JsonObject[] => {
    const isWanted = filters.every((field) => value[field] === call.query.get(field));
    const { autoGenerateVlanName: _, ...shown } = value;
    return collection === of.name && isWanted
      ? [{ ...(!of.isWithoutId && { id }), ...shown, ...made(of, id) }]
      : [];
  });
  return listed(records, call);
}

function put(state: ControllerState, call: Call, of: FabricCollection): Answer<ControllerState> {
  const { body } = call;
  if (!isList(body) || body.length === 0 || body.length > maxInList)
    return { state, reply: catalystError(400, `a list of 1 to ${maxInList} is required`) };
  const isUpdate = call.request.method === "PUT";
  const { things } = catalystIn(state);
  const ids = idsFrom(catalystIn(state), body.length);
  const parts: { readonly id: string; readonly value: JsonObject }[] = [];
  for (const [at, each] of body.entries()) {
    const { id: said, ...value } = isObject(each) ? each : {};
    const known = of.isWithoutId && isUpdate ? sameIn(state, of, value) : said;
    if (isUpdate && things.get(String(known))?.collection !== of.name)
      return { state, reply: catalystError(404, `${String(known)} does not exist`) };
    const judged = of.schema.safeParse(isUpdate ? value : each);
    const [fault] = judged.error?.issues ?? [];
    if (fault) {
      const text = `[${at}].${fault.path.join(".")}: ${fault.message}`;
      return { state, reply: catalystError(400, text) };
    }
    parts.push({ id: isUpdate ? String(known) : (ids[at] ?? ""), value });
  }
  const made = parts.map(({ id, value }) => ({ id, thing: { collection: of.name, value } }));
  const { listsInPart } = call.settings.variants;
  return begin(state, call, () => ({ do: "putAll", things: made, inPart: listsInPart }));
}

/** Returns the fields that the product adds to a record: the name of a port channel. */
function made({ path }: FabricCollection, id: string): JsonObject {
  return path === "portChannels" ? { portChannelName: `Port-channel${Number(id.slice(-3))}` } : {};
}

/**
 * Returns the id of the stored record whose unique fields equal those of `value`. Returns undefined if there is no such
 * record.
 */
function sameIn(state: ControllerState, of: FabricCollection, value: JsonObject): string | undefined {
  return [...catalystIn(state).things].find(
    ([, thing]) =>
      thing.collection === of.name &&
      of.unique.every((field) => sameJson(thing.value[field], value[field] ?? null)),
  )?.[0];
}

/** Removes the record that the query identifies. */
function removeWhere(state: ControllerState, call: Call, of: FabricCollection): Answer<ControllerState> {
  const asked = [...call.query];
  const found = [...catalystIn(state).things].filter(
    ([, { collection, value }]) =>
      collection === of.name && asked.every(([name, each]) => value[name] === each),
  );
  const [one, another] = found;
  if (one === undefined || asked.length < 2) return { state, reply: catalystError(404, "no object matches") };
  if (another !== undefined) return { state, reply: catalystError(400, "several objects match") };
  return begin(state, call, () => ({ do: "remove", id: one[0] }));
}

function remove(state: ControllerState, call: Call, of: FabricCollection): Answer<ControllerState> {
  const { id = "" } = call.parameters;
  if (catalystIn(state).things.get(id)?.collection !== of.name)
    return { state, reply: catalystError(404, `${id} does not exist`) };
  return begin(state, call, () => ({ do: "remove", id }));
}
