/** Classifies the paths of a description: lists with items, fixed resources, and actions. */

import { isObject, type Json } from "../../model/json.ts";
import type { ApiDocument, ApiMethod, ApiOperation } from "./document.ts";
import { elementOf, membersOf, partsOf } from "./reference.ts";

/** The form of the items at `template`. The template ends in a parameter. */
export interface ItemForm {
  readonly template: string;
  /** The name of the last parameter. */
  readonly parameter: string;
  /** The members that may contain an item's id. There are several if the description does not say which one does. */
  readonly idMembers: readonly string[];
  /** The schema of the id, if it is known. */
  readonly idSchema: Json | undefined;
  /** If true, a `POST` creates such items. */
  readonly made: boolean;
  /**
   * The template of the items that these items show in another way: `/sensor/brokers/{id}` shows `/brokers/{id}`. If
   * absent, these items are shown only here.
   */
  readonly twin?: string | undefined;
}

/** A description with its classified paths. */
export interface Api extends ApiDocument {
  readonly operationAt: ReadonlyMap<string, ApiOperation>;
  /** Item forms by template. */
  readonly items: ReadonlyMap<string, ItemForm>;
  /** The template of the items, by the path of their list. */
  readonly lists: ReadonlyMap<string, string>;
}

/** Returns the key of an operation. */
export function operationKey(method: ApiMethod, path: string): string {
  return `${method} ${path}`;
}

/** Classifies the paths of a description. */
export function apiOf(document: ApiDocument): Api {
  const { operations } = document;
  const operationAt = new Map(operations.map((each) => [operationKey(each.method, each.path), each]));
  const paths = [...new Set(operations.map(({ path }) => path))];
  const templates = itemTemplates(paths, operationAt);
  const lists = new Map<string, string>();
  for (const path of paths) {
    if (endsInParameter(path) || path === "/") continue;
    const own = templates.find((each) => abovePath(each) === path);
    const isUpdated = operationAt.has(operationKey("PUT", path));
    const posted = operationAt.get(operationKey("POST", path));
    const get = operationAt.get(operationKey("GET", path));
    const isList = posted !== undefined || isListReply(document.root, get?.reply);
    // If `own` occurs only as the prefix of longer paths, no item can be read there. The items may then be those of a
    // top-level list.
    const described = own !== undefined && paths.includes(own) ? own : undefined;
    const home = described ?? (isList && !isUpdated && get ? homeOf(templates, path) : undefined) ?? own;
    if (home !== undefined) lists.set(path, home);
    else if (posted && get && !isUpdated && isListReply(document.root, get.reply)) {
      lists.set(path, `${path}/{id}`);
    }
  }
  const draft = { ...document, operationAt, items: new Map<string, ItemForm>(), lists };
  const all = [...new Set([...templates, ...lists.values()])].map((each) => itemForm(draft, each));
  const items = new Map(all.map((each) => [each.template, withTwin(each, all)]));
  return { ...draft, items };
}

/** Returns the lists that contain the items of a template. The list that creates the items comes first. */
export function listsOf({ lists, operationAt }: Api, template: string): readonly string[] {
  const all = [...lists].flatMap(([path, items]) => (items === template ? [path] : []));
  const makes = (path: string) => (operationAt.has(operationKey("POST", path)) ? 0 : 1);
  return all.sort((a, b) => makes(a) - makes(b));
}

/**
 * Returns the schema of one item in a list's reply. It is the schema of the reply's elements, or of the elements of the
 * reply's only list of objects. Returns undefined if the reply has no list.
 */
export function elementIn(root: Json, reply: Json | undefined): Json | undefined {
  return elementOf(root, reply) ?? elementOf(root, wrapperOf(root, reply)?.schema);
}

/**
 * Returns the only member of a reply that is a list of objects. Returns undefined if there are several or none, or if
 * the reply itself is a list.
 */
export function wrapperOf(
  root: Json,
  reply: Json | undefined,
): { readonly name: string; readonly schema: Json } | undefined {
  if (elementOf(root, reply) !== undefined) return undefined;
  const held = [...membersOf(root, reply)].filter(([, schema]) => {
    const element = elementOf(root, schema);
    return element !== undefined && membersOf(root, element).size > 0;
  });
  const [first] = held;
  return held.length === 1 && first ? { name: first[0], schema: first[1] } : undefined;
}

/** Returns a path without its last segment. */
export function abovePath(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** True for a path like `/networks/{networkId}`. */
export function endsInParameter(path: string): boolean {
  return path.endsWith("}") && path.slice(path.lastIndexOf("/")).startsWith("/{");
}

/** Returns the names of the parameters of a template, the outermost first. */
export function parametersIn(template: string): readonly string[] {
  return [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
}

/**
 * Returns the paths that end in a parameter. These are paths in the description, and further paths directly below a
 * list. A path with PUT or PATCH is no list.
 */
function itemTemplates(paths: readonly string[], operationAt: Api["operationAt"]): readonly string[] {
  const known = new Set(paths);
  const isList = (path: string) =>
    known.has(path) &&
    !(["PUT", "PATCH"] as const).some((method) => operationAt.has(operationKey(method, path)));
  const found = paths.flatMap((path) => {
    const segments = path.split("/");
    const prefixes = segments.map((_, index) => segments.slice(0, index + 1).join("/"));
    return prefixes.filter(
      (prefix) => endsInParameter(prefix) && (known.has(prefix) || isList(abovePath(prefix))),
    );
  });
  return [...new Set(found)];
}

/**
 * Returns the template of the top-level items that a nested list shows. It is found by the list's last segment:
 * `/networks/{id}` for `/organizations/{id}/networks`. Paths may contain a version: `/v1/sites/{id}` for
 * `/v1/orgs/{id}/sites`. Returns undefined if there are no such items.
 */
function homeOf(templates: readonly string[], path: string): string | undefined {
  const last = path.slice(path.lastIndexOf("/"));
  const outer = path.slice(0, -last.length).replace(/(?:\/[^/{]+\/\{[^/]+\})+$/, "");
  const home = [last, outer + last];
  return templates.find((each) => home.includes(abovePath(each)));
}

function isListReply(root: Json, reply: Json | undefined): boolean {
  return elementOf(root, reply) !== undefined;
}

function itemForm(api: Api, template: string): ItemForm {
  const parameter = parametersIn(template).at(-1) ?? "id";
  const lists = listsOf(api, template);
  const made = lists.some((path) => api.operationAt.has(operationKey("POST", path)));
  const shown = [
    api.operationAt.get(operationKey("GET", template))?.reply,
    ...lists.map((path) => elementIn(api.root, api.operationAt.get(operationKey("GET", path))?.reply)),
    ...lists.map((path) => api.operationAt.get(operationKey("POST", path))?.reply),
    ...lists.map((path) => api.operationAt.get(operationKey("POST", path))?.body?.schema),
  ].map((schema) => membersOf(api.root, elementOf(api.root, schema) ?? schema));
  const names = [parameter, "id", "number", "name"].filter((name) => name !== "name" || parameter === "name");
  const known =
    names.find((name) => shown.some((members) => members.has(name))) ?? serverId(api, template, shown);
  const idMembers = known === undefined ? [...new Set(["id", parameter])] : [known];
  const ids = [...shown.map((members) => members.get(known ?? "")), schemaOf(api, template)].filter(isObject);
  const hasFormat = (each: Json) => partsOf(api.root, each).some(({ format }) => format !== undefined);
  const idSchema = ids.find(hasFormat) ?? ids[0];
  return { template, parameter, idMembers, idSchema, made };
}

/** Returns the schema of a path's last parameter. Returns undefined if the description has none. */
function schemaOf({ operations }: Api, template: string): Json | undefined {
  const asked = operations.filter(({ path }) => path === template).flatMap(({ parameters }) => parameters);
  return asked.find(({ name }) => name === parametersIn(template).at(-1))?.schema;
}

/**
 * Returns the member that contains the id if the server chooses it. The member's name ends in `Id`, and the member is
 * neither in a request's body nor in the path. Returns undefined if there is no such member.
 */
function serverId(
  { operations, root }: Api,
  template: string,
  shown: readonly ReadonlyMap<string, Json>[],
): string | undefined {
  const writes = operations.filter(({ path }) => path === template || path === abovePath(template));
  const taken = new Set(writes.flatMap(({ body }) => [...membersOf(root, body?.schema).keys()]));
  const others = [...taken, ...parametersIn(template)];
  return shown
    .flatMap((members) => [...members.keys()])
    .find((name) => /Id$/.test(name) && !others.includes(name));
}

function withTwin(form: ItemForm, all: readonly ItemForm[]): ItemForm {
  if (form.made) return form;
  const last = (template: string) => template.split("/").slice(-2).join("/");
  const outer = (template: string) => parametersIn(template).join("/");
  const twin = all.find(
    ({ template, made }) =>
      made && last(template) === last(form.template) && outer(template) === outer(form.template),
  );
  return { ...form, twin: twin?.template };
}
