/** Makes the file of a kind from another client's facts about a resource. */

import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { FactField, FactResource } from "./client-facts.ts";
import { type ClientFields, clientFields, type Note } from "./client-fields.ts";
import { asParcel, parcelFields } from "./client-parcel.ts";
import { asTemplate, templateFields } from "./client-template.ts";

/** What a kind's file needs besides the facts about its resource. */
export interface ClientKindContext {
  readonly kind: string;
  readonly title: string;
  readonly section: string;
  readonly parents: readonly string[];
  /** The prefix of the product's paths. */
  readonly basePath: string;
  /** Names in braces of the client's paths, each with the catalog's name for it. */
  readonly words: Readonly<Record<string, string>>;
  /** Members of every kind's file. */
  readonly ofEach: JsonObject;
  /** The settings for reading a list, as the kind's file contains them. */
  readonly list: JsonObject;
  /** The settings for reading a single object; undefined if the product has no such read. */
  readonly item?: JsonObject | undefined;
  /** The settings for creating an object. */
  readonly create: JsonObject;
  /** The settings for updating an object. */
  readonly update: JsonObject;
  /** The identifying fields, if given. */
  readonly identity?: string | readonly string[] | undefined;
  /** The name of the field for the id in the body of an update; absent if updates need no id there. */
  readonly idInBody?: string | undefined;
  /** If true, the list does not show whole objects, so each object is also read alone. */
  readonly isBrief: boolean;
  /** Objects of the body that the catalog omits. */
  readonly flat: readonly string[];
  readonly source: string;
  readonly note: Note;
}

/** The file of a kind, or a text that says why there is none. */
export function clientKind(resource: FactResource, context: ClientKindContext): JsonObject | string {
  const { path = "", createdByPut } = resource;
  const isFixed = createdByPut === true && !isSingle(resource);
  if (context.parents.length < (path.match(/%[vs]/g) ?? []).length) return "is in something that is no kind";
  const roots = rootsOf(resource);
  const depth = roots.write.length;
  const inside = resource.fields.filter(({ in: around }) => around.length >= depth);
  const sort = sortOf(resource);
  const made =
    sort?.fields(resource, context.note) ??
    clientFields(
      inside.map((each) => ({ ...each, in: each.in.slice(depth) })),
      { note: context.note, flat: context.flat },
    );
  if (Object.keys(made.fields).length === 0) return "has no field that could be declared";
  const { kind, title, section, parents, source } = context;
  const head = { kind, title, section, ...(parents.length > 0 && { in: parents.at(-1) ?? "" }) };
  const body = { fields: made.fields, ...(made.required.length > 0 && { required: [...made.required] }) };
  const tail = {
    ...{ ...context.ofEach, ...(resource.oneAtATime && { oneAtATime: "kind" }) },
    ...{ source, verified: "client" },
  };
  if (isSingle(resource)) {
    const words = singleton(resource, made.along, context);
    return { ...head, form: "singleton", ...words, ...body, ...tail } as JsonObject;
  }
  const identity = sort ? "name" : (context.identity ?? identityOf(resource, made.fields));
  if (identity === undefined) return "nothing that may be declared tells which is which";
  const plain = collection(resource, { ...roots, along: made.along }, context);
  const words = sort?.words(resource, plain) ?? plain;
  const required = [...new Set([...[identity].flat().map(String), ...made.required])].filter(
    (name) => made.fields[name] !== undefined,
  );
  if (isFixed) return fixed(identity, { head, words, body, tail });
  return {
    ...{ ...head, form: "collection", key: "free" },
    ...{ ...(identity !== "name" && { identity }), ...words, ...body, required, ...tail },
  } as JsonObject;
}

/**
 * A type of resource whose values have an envelope: how its fields are made, and how the settings of its requests are
 * changed.
 */
interface Sort {
  readonly fields: (resource: FactResource, note: Note) => ClientFields;
  readonly words: (resource: FactResource, words: JsonObject) => JsonObject;
}

function sortOf({ parcelType, model }: FactResource): Sort | undefined {
  if (parcelType !== undefined) return { fields: parcelFields, words: asParcel };
  return model === undefined ? undefined : { fields: templateFields, words: asTemplate };
}

/** True for a singleton that always exists in its parent. */
export function isSingle({ createdByPut, readWithoutId, idIsLookedUp }: FactResource): boolean {
  return createdByPut === true && (readWithoutId === true || idIsLookedUp === true);
}

interface Parts {
  readonly head: JsonObject;
  readonly words: JsonObject;
  readonly body: {
    readonly fields: Readonly<Record<string, JsonObject>>;
    readonly required?: readonly string[];
  };
  readonly tail: JsonObject;
}

/** Returns the file for objects that always exist. Their identifying name is their key, and they are only updated. */
function fixed(identity: Json, { head, words, body, tail }: Parts): JsonObject | string {
  if (typeof identity !== "string") return "is there by itself, and only its id tells which it is";
  if (!isObject(words.update) || words.update.none !== undefined)
    return "is there by itself, and never changed";
  const { [identity]: own = {}, ...fields } = body.fields;
  const { access: _, ...keySchema } = own;
  const required = (body.required ?? []).filter((name) => name !== identity);
  const { id = "id", list = {} } = words;
  const { update } = words;
  if (Object.keys(fields).length === 0) return "has no field that could be declared";
  return {
    ...head,
    ...{ form: "fixed", key: identity, keySchema, id, list },
    update: { ...update, with: { ...(isObject(update.with) ? update.with : {}), [identity]: "{identity}" } },
    fields,
    ...(required.length > 0 && { required }),
    ...tail,
  } as JsonObject;
}

interface Roots {
  /** The path of the object in the body of a create. */
  readonly write: readonly string[];
  /** The path of the object in the body of an update. */
  readonly put: readonly string[];
}

/**
 * Returns the path with which all fields in the body begin, if it ends at the only element of a list. Otherwise,
 * returns an empty path.
 */
function rootsOf({ fields }: FactResource): Roots {
  const own = fields.filter(
    ({ inPath, name, in: around }) => !inPath && name !== undefined && around.length > 0,
  );
  const [first] = own;
  const at = first?.in.indexOf("0") ?? -1;
  const write = at < 0 ? [] : (first?.in.slice(0, at + 1) ?? []);
  const isShared = own.every((each) => write.every((part, index) => each.in[index] === part));
  // If a name is beside the list, the list is a part of the object, and not its envelope.
  const isNamed = fields.some(
    ({ name, inPath, in: around }) => name === "name" && !inPath && around.length === 0,
  );
  if (!isShared || isNamed || write.length === 0) return { write: [], put: [] };
  return { write, put: first?.putIn ?? write };
}

/** A path of the client, as a template below the base path. */
function template(path: string, { parents, basePath, words }: ClientKindContext): string {
  let at = 0;
  const [plain = ""] = path.split("?");
  const own = plain.startsWith(basePath) ? plain.slice(basePath.length) : plain;
  return own
    .replace(/\/$/, "")
    .replaceAll(/\{(\w+)\}/g, (whole, word: string) => (words[word] ? `{${words[word]}}` : whole))
    .replaceAll(/%[vs]/g, () => `{${parents[at++]}}`);
}

function queryOf({ getQuery, getPath = "" }: FactResource): JsonObject {
  const written = `${getPath.split("?")[1] ?? ""}&${(getQuery ?? "").replace(/^\?/, "")}`;
  const query = Object.fromEntries(new URLSearchParams(written));
  return Object.keys(query).length > 0 ? { query } : {};
}

function collection(
  resource: FactResource,
  { write, put, along }: Roots & { readonly along: JsonObject },
  context: ClientKindContext,
): JsonObject {
  const { path = "", getPath = path, postPath = path, putPath = path, deletePath = path } = resource;
  const items = resource.idFromQueryPath?.replace(/(?:^|\.)0$/, "");
  const own = resource.idInPutBody?.split(".").at(-1);
  const inBody = own ?? context.idInBody;
  const isByPath = resource.putWithoutId !== true && own === undefined;
  const at = (each: string) => template(each, context);
  const goesAlong = (more: JsonObject) => {
    const all = { ...along, ...more };
    return Object.keys(all).length > 0 ? { with: all } : {};
  };
  return {
    id: resource.idFromQueryAttribute ?? resource.idAttribute ?? "id",
    list: {
      ...{ path: at(context.isBrief ? path : getPath), ...queryOf(resource), ...context.list },
      ...{ ...(items && { items }), ...(context.isBrief && { brief: true }) },
    },
    ...(context.isBrief ? { item: `${at(getPath)}/{id}` } : itemOf(resource, context)),
    create: { method: "POST", path: at(postPath), ...wrapped(write), ...goesAlong({}), ...context.create },
    update: resource.noUpdate
      ? { none: "the product never changes it: make another one" }
      : {
          ...{ method: "PUT", path: isByPath ? `${at(putPath)}/{id}` : at(putPath) },
          ...{ send: "known", ...wrapped(put), ...context.update },
          ...goesAlong(inBody === undefined ? {} : { [inBody]: "{id}" }),
        },
    remove: resource.noRemove ? { none: "the product never removes it" } : `DELETE ${at(deletePath)}/{id}`,
  };
}

/**
 * Returns how to read one object by its id. This is needed because a list of the former parent does not show an object
 * that was moved. Empty if the object cannot be moved, or if the product has no such read.
 */
function itemOf(resource: FactResource, context: ClientKindContext): JsonObject {
  const { path = "", getPath = path, readFromList, readWithoutId, noRead, idFromQueryPath } = resource;
  const isByQuery = readFromList || readWithoutId || noRead || idFromQueryPath !== undefined;
  if (context.item === undefined || context.parents.length === 0 || isByQuery) return {};
  const one = `${template(getPath, context)}/{id}`;
  return { item: Object.keys(context.item).length === 0 ? one : { path: one, ...context.item } };
}

/** How a create or update wraps its object: in a list, or in an object that contains such a list. */
function wrapped(place: readonly string[]): JsonObject {
  if (place.length === 0) return {};
  return place.length === 1 && place[0] === "0" ? { list: true } : { wrap: place.join(".") };
}

function singleton(resource: FactResource, along: JsonObject, context: ClientKindContext): JsonObject {
  const { path = "", getPath = path, putPath = path, removedByPut, deleteBody } = resource;
  const { fields } = resource;
  const read = fields.find(({ readIn }) => readIn !== undefined)?.readIn?.split(".")[0];
  const inList = resource.idIsLookedUp === true ? `${String(context.list.items ?? "items")}.0` : undefined;
  const items = inList !== undefined ? { items: inList } : read === "response" ? { items: read } : {};
  const { query = {} } = context.list;
  const byId = resource.idIsLookedUp ? "/{id}" : "";
  const goesAlong = {
    ...along,
    ...(resource.idIsLookedUp && context.idInBody && { [context.idInBody]: "{id}" }),
  };
  const reset = removedByPut && deleteBody !== undefined ? (JSON.parse(deleteBody) as Json) : undefined;
  return {
    ...(resource.idIsLookedUp && { id: "id" }),
    item: {
      path: template(getPath, context),
      ...(resource.idIsLookedUp ? { query } : queryOf(resource)),
      ...items,
    },
    update: {
      ...{ method: "PUT", path: `${template(putPath, context)}${byId}`, send: "known" },
      ...(Object.keys(goesAlong).length > 0 && { with: goesAlong }),
    },
    ...(reset === undefined
      ? { remove: { none: "nothing is known that takes it back: declare other values" } }
      : { reset }),
  };
}

/**
 * Returns the fields that identify an object: the fields by which the client finds it, or else the fields that are part
 * of its id, or else its name. Fields that no read shows are left out. Undefined if no field is left.
 */
function identityOf({ fields }: FactResource, made: Readonly<Record<string, JsonObject>>): Json | undefined {
  const named = (of: (field: FactField) => boolean | undefined) =>
    fields.flatMap((each) =>
      of(each) && each.name !== undefined && made[each.name] !== undefined ? [each.name] : [],
    );
  const isShown = (name: string) => made[name]?.access !== "writeOnly";
  const found = [named(({ query }) => query), named(({ id }) => id), made.name ? ["name"] : []]
    .map((names) => names.filter(isShown))
    .find((names) => names.length > 0);
  return found?.length === 1 ? found[0] : found;
}
