/** Records of a simulated Catalyst Center. One path lists, creates, changes and removes them. */

import type { z } from "zod";
import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { isList, json, type SimReply } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { catalystError, inResponse } from "./answers.ts";
import { neverShown } from "./collections.ts";
import { listed } from "./lists.ts";
import { begin, catalystIn } from "./tasks.ts";

/** Records at a path, as the vendor's API description defines them. */
export interface RecordPath {
  readonly name: string;
  /**
   * The path, which starts with `/dna` or `/api`. A name in braces identifies the parent, and is stored in each record.
   */
  readonly path: string;
  readonly schema: z.ZodType;
  readonly unique: readonly string[];
  /** The path for reading the list. If absent, it is `path`. */
  readonly listPath?: string;
  /** The path below which items are read. If absent, it is `path`. */
  readonly itemPath?: string;
  /** Where the id of the record is in an update: in the path, or in the body. If absent, there are no updates. */
  readonly update?: "path" | "body";
  /** If true, a body is a list with a single record. */
  readonly inList?: true;
  /** If true, the answer is a plain list, without an envelope. */
  readonly bare?: true;
  /** If true, writes take effect at once, and are answered with the record. */
  readonly atOnce?: true;
  /** The name of the id in records. If absent, the name is `id`. */
  readonly id?: string;
  /** Query parameters that filter a list, each with the record's field that must match. If absent, there are none. */
  readonly filters?: Readonly<Record<string, string>>;
  /**
   * Returns the fields that replies show for these written fields. If absent, replies show the written fields.
   */
  readonly shown?: (value: JsonObject) => JsonObject;
  /**
   * Returns why a write is invalid, which becomes the failure of its task. Returns undefined if the write is valid. If
   * absent, every write is valid.
   */
  readonly fault?: (state: ControllerState, value: JsonObject) => string | undefined;
}

/** Returns the routes of records at a path. */
export function recordRoutes(of: RecordPath): readonly Route<ControllerState>[] {
  const { path, listPath = path, itemPath = path, update } = of;
  const reads: readonly Route<ControllerState>[] = [
    { method: "GET", path: listPath, answer: (state, call) => ({ state, reply: list(state, call, of) }) },
    {
      method: "GET",
      path: `${itemPath}/{own}`,
      answer: (state, call) => ({ state, reply: read(state, call, of) }),
    },
  ];
  const changed: readonly Route<ControllerState>[] =
    update === undefined
      ? []
      : [
          {
            method: "PUT",
            path: update === "path" ? `${itemPath}/{own}` : itemPath,
            answer: (state, call) => put(state, call, { of, isUpdate: true }),
          },
        ];
  return [
    ...reads,
    { method: "POST", path, answer: (state, call) => put(state, call, { of, isUpdate: false }) },
    ...changed,
    { method: "DELETE", path: `${itemPath}/{own}`, answer: (state, call) => remove(state, call, of) },
  ];
}

/** Returns all stored records with this name, with their ids. */
export function recordsNamed(
  state: ControllerState,
  name: string,
): readonly (readonly [string, JsonObject])[] {
  return [...catalystIn(state).things].flatMap(([id, { collection, value }]) =>
    collection === name ? [[id, value] as const] : [],
  );
}

/** Returns a record without its hidden fields. */
function visible(value: JsonObject): JsonObject {
  const kept = Object.entries(value).filter(([name]) => !neverShown.has(name));
  return Object.fromEntries(kept);
}

/** Returns the parsed body, or the refusal of an invalid body. */
export function judged(
  schema: z.ZodType,
  body: Json,
): { readonly value: JsonObject } | { readonly refusal: SimReply } {
  const found = schema.safeParse(body);
  const [first] = found.error?.issues ?? [];
  if (found.success && isObject(body)) return { value: body };
  return { refusal: catalystError(400, `${first?.path.join(".") ?? ""}: ${first?.message ?? "is wrong"}`) };
}

function shownRecord(
  { id: name = "id", shown = (value) => value }: RecordPath,
  id: string,
  value: JsonObject,
) {
  return { ...visible(shown(value)), [name]: id };
}

function list(state: ControllerState, call: Call, of: RecordPath): SimReply {
  const { path } = of;
  const wanted = Object.entries(of.filters ?? {}).filter(([parameter]) => call.query.has(parameter));
  const records = recordsNamed(state, of.name).flatMap(([id, value]): JsonObject[] => {
    const isHere = Object.entries(call.parameters).every(
      ([name, each]) => !path.includes(`{${name}}`) || value[name] === each,
    );
    const isWanted = wanted.every(([parameter, field]) => value[field] === call.query.get(parameter));
    return isHere && isWanted ? [shownRecord(of, id, value)] : [];
  });
  return of.bare ? json(200, records) : listed(records, call);
}

function found(state: ControllerState, { parameters }: Call, { name }: RecordPath): JsonObject | undefined {
  const thing = catalystIn(state).things.get(parameters.own ?? "");
  return thing?.collection === name ? thing.value : undefined;
}

function read(state: ControllerState, call: Call, of: RecordPath): SimReply {
  const value = found(state, call, of);
  const { own = "" } = call.parameters;
  if (value === undefined) return missing(own);
  const record = shownRecord(of, own, value);
  return of.bare ? json(200, record) : inResponse(record);
}

function put(
  state: ControllerState,
  call: Call,
  { of, isUpdate }: { readonly of: RecordPath; readonly isUpdate: boolean },
): Answer<ControllerState> {
  const [first, ...more] = isList(call.body) ? call.body : [call.body];
  if (isList(call.body) !== (of.inList === true) || more.length > 0)
    return {
      state,
      reply: catalystError(400, of.inList ? "a list with one element is required" : "an object is required"),
    };
  const { id: said, ...rest } = isObject(first ?? null) && isObject(first) ? first : {};
  const isInBody = isUpdate && of.update === "body";
  const known = isUpdate ? (isInBody ? String(said) : (call.parameters.own ?? "")) : undefined;
  if (known !== undefined && catalystIn(state).things.get(known)?.collection !== of.name)
    return { state, reply: missing(known) };
  const body = judged(of.schema, isInBody ? rest : (first ?? null));
  if ("refusal" in body) return { state, reply: body.refusal };
  const { own: _, ...above } = call.parameters;
  const before = known === undefined ? above : (catalystIn(state).things.get(known)?.value ?? {});
  const places = Object.fromEntries(Object.keys(above).map((name) => [name, before[name] ?? null]));
  const kept = isUpdate ? { ...keptPlaces(of, before), ...places } : places;
  const value = { ...body.value, ...kept };
  const reason = of.fault?.(state, value);
  if (reason !== undefined) return begin(state, call, () => ({ do: "fail", reason }));
  const thing = { collection: of.name, value, unique: of.unique };
  const answer = begin(state, call, (newId) => ({ do: "put", id: known ?? newId, thing }));
  if (!of.atOnce) return answer;
  const id = known ?? `id-${String(catalystIn(state).counted + 1).padStart(6, "0")}`;
  return { ...answer, reply: inResponse(shownRecord(of, id, value)) };
}

/**
 * Returns the values of a record that came from the path when the record was created. They are kept, because an update
 * by id does not repeat them.
 */
function keptPlaces({ path }: RecordPath, before: JsonObject): JsonObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return Object.fromEntries(names.flatMap((name) => (name in before ? [[name, before[name] ?? null]] : [])));
}

function remove(state: ControllerState, call: Call, of: RecordPath): Answer<ControllerState> {
  const { own = "" } = call.parameters;
  if (found(state, call, of) === undefined) return { state, reply: missing(own) };
  return begin(state, call, () => ({ do: "remove", id: own }));
}

/** Returns the refusal for a missing record. */
export function missing(id: string): SimReply {
  return catalystError(404, `${id} does not exist`);
}
