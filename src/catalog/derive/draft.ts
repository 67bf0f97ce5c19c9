/** Drafts a kind's file from the description: paths, operations, key, fields. */

import { isArray, isObject, type Json, type JsonObject, parseJson, sameJson } from "../../model/json.ts";
import { inAnyForm, type Plain, plainSchema } from "./dereference.ts";
import { type Description, type Method, methods } from "./document.ts";
import { type Bodies, type DraftFields, declarable, draftFields, readOnlyIn } from "./fields.ts";
import type { ConfigEndpoint } from "./forms.ts";

/** An endpoint with its name and with the kinds of its ancestors, the outermost first. */
export interface NamedEndpoint extends ConfigEndpoint {
  readonly kind: string;
  readonly title: string;
  readonly section: string;
  /** The path parameters, each with the kind whose live id it contains. */
  readonly parents: readonly { readonly parameter: string; readonly kind: string }[];
  readonly atTop: boolean;
}

/** The file of a kind, and the facts that could not be derived. */
interface Draft {
  readonly file: JsonObject;
  readonly unknown: readonly string[];
}

/** Drafts the file of an endpoint. */
export function draftOf(
  description: Description,
  endpoint: NamedEndpoint,
  pageParameters: readonly string[],
): Draft {
  const { kind, title, section, parents, atTop, form, item } = endpoint;
  const bodies = bodiesOf(description, endpoint);
  const unknown: string[] = [];
  const note = (what: string) => void unknown.push(`${kind}: ${what}`);
  const all = draftFields(bodies, (field, what) => note(`${field} is ${what}`));
  const own = form === "singleton" ? undefined : ownParameter(item);
  const key = own === undefined ? undefined : keyOf(bodies, form, own);
  if (key?.isGuessed) note(`no reply in the description contains ${key.id}`);
  const { [key?.field ?? ""]: keyField, ...fields } = all;
  if (key && !key.field && !fields.name) note("the objects have no name: set the identity");
  if (form === "singleton" && isList(description, item)) note(replyIsList);
  if (Object.keys(fields).length === 0) note(noFields);
  const shownOnly = readOnlyIn(bodies).filter((name) => name !== key?.id && name !== key?.field);
  const body = bodies.create ?? bodies.update;
  const required = declarable(body?.required ?? [], body?.properties ?? {}).filter((name) => fields[name]);
  return {
    unknown,
    file: {
      kind,
      title,
      section,
      ...(parents.length > 0 && { in: parents.at(-1)?.kind ?? "" }),
      ...(atTop && { atTop }),
      form,
      ...(key && { key: key.field ?? "free", ...keySchema(keyField, key.field, bodies.reply), id: key.id }),
      ...operationsOf(description, { endpoint, always: alwaysSent(bodies, fields), pageParameters }),
      fields,
      ...(required.length > 0 && { required }),
      ...(shownOnly.length > 0 && { readOnly: shownOnly }),
      ...(isStored(description, item) && { stored: "documented" }),
      ...(!bodies.reply?.properties && Object.keys(fields).length > 0 && { support: "assumed" }),
      source: `description ${description.version}`,
      verified: "description",
    },
  };
}

/** True if the description says that an update returns the same record as a read of its path. */
function isStored({ paths, root }: Description, item: string): boolean {
  const { get, put, patch } = paths.get(item) ?? {};
  const [read, answered] = [get?.reply, (put ?? patch)?.reply].map(
    (reply) => reply && plainSchema(root, reply),
  );
  return read?.properties !== undefined && answered !== undefined && sameJson(asJson(read), asJson(answered));
}

function asJson(schema: Plain): Json | undefined {
  return parseJson(JSON.stringify(schema));
}

/** The text of the note for a path without declarable fields. */
export const noFields = "the description has no request with fields for this path";

/** The text of the note for a singleton that is read as a list. */
export const replyIsList = "the reply is a list, but the request is not";

function isList({ paths, root }: Description, item: string): boolean {
  const reply = paths.get(item)?.get?.reply;
  return reply !== undefined && plainSchema(root, reply).type === "array";
}

/** Returns an endpoint's request and reply schemas. */
export function bodiesOf({ paths, root }: Description, { form, list, item }: ConfigEndpoint): Bodies {
  const schema = (value: JsonObject | undefined) => (value ? plainSchema(root, value) : undefined);
  const [all, one] = [paths.get(list ?? ""), paths.get(item)];
  const shown = [schema(one?.get?.reply), listShape(root, all?.get?.reply).record, schema(one?.put?.reply)];
  const replies = shown.map((each) => each && inAnyForm(each));
  return {
    create: form === "collection" ? schema(all?.post?.request) : undefined,
    update: schema((one?.put ?? one?.patch)?.request),
    reply: replies.find((each) => each?.properties),
  };
}

interface Key {
  /** The wire field that contains the key. Absent: the author of a declaration chooses the key. */
  readonly field?: string;
  readonly id: string;
  readonly isGuessed: boolean;
}

function isSent(field: Plain | undefined): boolean {
  return field !== undefined && field.access !== "readOnly";
}

/**
 * Determines who chooses the id. If a create accepts the id, the author of a declaration chooses it, and the id is the
 * key. In fixed collections, the id is always the key.
 */
function keyOf({ create, reply }: Bodies, form: ConfigEndpoint["form"], parameter: string): Key {
  const shown = [parameter, "id"].find((each) => reply?.properties?.[each]);
  const sent = [parameter, "id"].find((each) => isSent(create?.properties?.[each]));
  const id = sent ?? shown ?? (form === "fixed" ? parameter : "id");
  const isKey = form === "fixed" || sent !== undefined;
  return { ...(isKey && { field: id }), id, isGuessed: shown === undefined };
}

function keySchema(
  field: JsonObject | undefined,
  name: string | undefined,
  reply: Plain | undefined,
): JsonObject {
  if (name === undefined) return {};
  const type = reply?.properties?.[name]?.type ?? "string";
  const { access: _, ...schema }: JsonObject = { type, ...field };
  return { keySchema: schema };
}

function ownParameter(path: string): string {
  return path.slice(path.lastIndexOf("{") + 1, -1);
}

/** Returns the declarable fields that an update requires. The result is empty if an update has only one field. */
function alwaysSent({ update }: Bodies, fields: DraftFields): readonly string[] {
  const { required = [], properties = {} } = update ?? {};
  const isAlone = Object.keys(properties).length < 2;
  return isAlone ? [] : required.filter((name) => Object.hasOwn(fields, name));
}

/**
 * Returns the file without secrets among the fields that every update sends (`always`). It does not matter whether the
 * description or an overlay marks a field as a secret.
 */
export function withoutSecretsAlong(file: JsonObject): JsonObject {
  const { update, fields } = file;
  if (!isObject(update) || !isArray(update.always) || !isObject(fields)) return file;
  const { always, ...rest } = update;
  const isSecret = (name: Json) => {
    const field = typeof name === "string" ? fields[name] : undefined;
    return isObject(field) && field.secret !== undefined;
  };
  const open = always.filter((name) => !isSecret(name));
  return { ...file, update: open.length === 0 ? rest : { ...rest, always: open } };
}

interface Requests {
  readonly endpoint: NamedEndpoint;
  readonly always: readonly string[];
  readonly pageParameters: readonly string[];
}

function operationsOf(
  { paths, slashed, root }: Description,
  { endpoint, always, pageParameters }: Requests,
): JsonObject {
  const { form, list, item } = endpoint;
  const [all, one] = [paths.get(list ?? "") ?? {}, paths.get(item) ?? {}];
  const has = (among: object, ...names: readonly Method[]) =>
    methods.find((method) => names.includes(method) && method in among);
  const update = has(one, "put") ?? has(one, "patch");
  const at = (path: string) => template(endpoint, path) + (slashed.has(path) ? "/" : "");
  return {
    ...(all.get &&
      list !== undefined && {
        list: listRead(at(list), { ...listShape(root, all.get.reply), query: all.get.query, pageParameters }),
      }),
    ...(one.get && { item: at(item) }),
    ...(form === "collection" && all.post && list !== undefined && { create: `POST ${at(list)}` }),
    ...(update && { update: written(update.toUpperCase(), at(item), always) }),
    ...(one.delete && form === "collection" && { remove: `DELETE ${at(item)}` }),
  };
}

interface ListAnswer extends ListShape {
  readonly query: readonly string[];
  readonly pageParameters: readonly string[];
}

function written(method: string, path: string, always: readonly string[]): Json {
  return always.length === 0 ? `${method} ${path}` : { method, path, always };
}

/**
 * Returns the read of a list. A list without the product's page parameter has a single page, or links to its next page.
 */
function listRead(path: string, of: ListAnswer): Json {
  const { items, query, pageParameters } = of;
  const isPaged = pageParameters.every((each) => query.includes(each));
  if (isPaged && items === undefined) return path;
  return { path, ...(items !== undefined && { items }), ...(!isPaged && { pages: { by: "answer" } }) };
}

/** Returns a path template, with kind names instead of parameters. */
function template({ form, item, parents }: NamedEndpoint, path: string): string {
  const known = new Map(parents.map(({ parameter, kind }) => [parameter, kind]));
  if (form !== "singleton") known.set(ownParameter(item), "id");
  return path.replace(/\{([^}]+)\}/g, (_, parameter: string) => `{${known.get(parameter) ?? parameter}}`);
}

/** The place of the records in a list's reply, and their schema. */
interface ListShape {
  /** The field that contains the records. Absent: the reply itself is the list. */
  readonly items?: string;
  readonly record?: Plain | undefined;
}

/** Conventional names of the field with the records, for replies with several lists. */
const usual = ["items", "data", "results", "records", "entries", "list", "value", "values"];

/** Returns the shape of a list's reply. It is empty if the reply is not described, or contains no list. */
function listShape(root: JsonObject, reply: Json | undefined): ListShape {
  if (reply === undefined) return {};
  const { type, items, properties = {} } = plainSchema(root, reply);
  if (type === "array") return { record: items };
  const lists = Object.entries(properties).filter(([, each]) => each.items?.properties !== undefined);
  const [found] = lists.length === 1 ? lists : lists.filter(([name]) => usual.includes(name));
  return found ? { items: found[0], record: found[1].items } : {};
}
