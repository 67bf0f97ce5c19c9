/**
 * A vManage that follows another client's facts: lists, profiles, parcels, templates and groups, each in its own
 * envelope.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { objects, placeOf, type Resource, textOf } from "./client-facts.ts";
import { type Answer, ClientServer, type Listed } from "./client-server.ts";
import { bareData, plainParcel, sortedData, treeOf } from "./parcels.ts";
import { bareDefinition, modelOf, plainTemplate, shownDefinition } from "./templates.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
}

/** Serves the resources below `/dataservice`. */
export class VmanageServer {
  readonly #server: ClientServer;
  readonly #parcels: readonly Resource[];
  /** Feature templates by type. */
  readonly #templates: ReadonlyMap<Json, Resource>;

  constructor(resources: readonly Resource[]) {
    this.#parcels = resources.filter(({ words }) => words.parcelType !== undefined);
    this.#templates = new Map(
      resources.flatMap((each) => {
        const model = modelOf(each);
        return model === undefined ? [] : [[model, each]];
      }),
    );
    const plain = resources
      .map(withoutSlash)
      .map(withLists)
      .map(plainParcel)
      .map(plainTemplate)
      .map(ofProfiles);
    this.#server = new ClientServer(plain, {
      list: (lists, query) => this.#list(lists, query),
      item: (record, resource) => shown(resource, record),
      // The answer to a create contains only the id. The answer to an update contains the templates that the update
      // affects.
      written: (id, record) => {
        const own = idNames.find((name) => Object.hasOwn(record, name));
        return { status: 200, body: own === undefined ? { masterTemplatesAffected: [] } : { [own]: id } };
      },
      other: () => undefined,
    });
  }

  answer(request: Asked): Answer {
    const asked = request.path.replace(/^\/dataservice/, "");
    // A list of policies or device templates has another path than its items have.
    const isList =
      request.method === "GET" && /^\/template\/(?:policy\/(?:vsmart|vedge|security)|device)$/.test(asked);
    const path = isList ? `${asked}/${asked.endsWith("device") ? "object" : "definition"}` : asked;
    const { body } = request;
    const parcel = this.#parcels.find((each) => isAt(each, path));
    const template = isObject(body) ? this.#templates.get(body.templateType ?? null) : undefined;
    if (!isObject(body)) return this.#server.answer({ ...request, path });
    try {
      const own = parcel
        ? { data: bareData(treeOf(parcel.fields), body.data ?? null) }
        : template && {
            templateDefinition: bareDefinition(template.fields, body.templateDefinition ?? null),
          };
      return this.#server.answer({ ...request, path, body: { ...body, ...own } });
    } catch (error) {
      return { status: 400, body: { error: error instanceof Error ? error.message : "bad" } };
    }
  }

  tellMore(member: string): void {
    this.#server.tellMore(member);
  }

  #list(lists: readonly Listed[], query: URLSearchParams): Json {
    const records = lists.flatMap(({ resource, records: own }) =>
      own.map((each) => this.#inList(shown(resource, each), query)),
    );
    const [first] = lists;
    const isBare =
      first !== undefined &&
      /^\/v1\/(?:[a-z]+-group|feature-profile\/sdwan\/[a-z-]+)$/.test(pathOf(first.resource));
    return isBare ? records : { header: {}, data: records };
  }

  /** Returns a record as lists show it. If a list shows the definition of a template, it does so as a text. */
  #inList({ templateDefinition, ...record }: JsonObject, query: URLSearchParams): JsonObject {
    if (["definitionId", "policyId", "configType"].some((name) => record[name] !== undefined))
      return brief(record);
    if (record.appId !== undefined) return ofApplication(record);
    const template = this.#templates.get(record.templateType ?? null);
    if (template === undefined)
      return { ...record, ...(templateDefinition !== undefined && { templateDefinition }) };
    const definition = shownDefinition(template.fields, recordFrom(templateDefinition));
    const isWhole = query.get("summary") === "false";
    return { ...record, ...(isWhole && { templateDefinition: JSON.stringify(definition) }) };
  }
}

const idNames = ["listId", "definitionId", "parcelId", "templateId", "policyId", "appId", "id"];

/** Returns a custom application as lists show it: with its id and its name. */
function ofApplication({ appId = null, data, ...record }: JsonObject): JsonObject {
  const { appName = null } = data !== undefined && isObject(data) ? data : record;
  return { appId, appName };
}

/** Returns a policy or definition as lists show it: without its content. */
function brief(record: JsonObject): JsonObject {
  const hidden = new Set([
    "definition",
    "defaultAction",
    "sequences",
    "policyDefinition",
    "generalTemplates",
  ]);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.has(name)));
}

function pathOf({ words }: Resource): string {
  return textOf(words, "path").replace(/\/$/, "");
}

/**
 * Returns the resource without a slash at the end of its path. Also removes the read paths of its fields, because
 * `shown` puts the values into records.
 */
function withoutSlash(resource: Resource): Resource {
  const fields = resource.fields.map(({ readIn: _, ...field }) => field);
  return { ...resource, fields, words: { ...resource.words, path: pathOf(resource) } };
}

/** Returns the resource with lists instead of objects where the client knows only the first element of a list. */
function withLists(resource: Resource): Resource {
  if (!pathOf(resource).startsWith("/template/policy/")) return resource;
  return { ...resource, fields: fieldsWithLists(resource.fields) };
}

function fieldsWithLists(fields: readonly JsonObject[]): readonly JsonObject[] {
  const [own, inLists] = [[] as JsonObject[], new Map<string, JsonObject[]>()];
  for (const field of fields) {
    const inner = objects(field.fields);
    const whole = inner.length > 0 ? { ...field, fields: fieldsWithLists(inner) } : field;
    const [list = "", first, ...rest] = placeOf(field.in);
    if (first === "0") inLists.set(list, [...(inLists.get(list) ?? []), { ...whole, in: rest }]);
    else own.push(whole);
  }
  const lists = [...inLists].map(([name, inside]) => ({ name, type: "List", fields: inside }));
  return [...own, ...lists];
}

/** Returns the resource with profiles as the product has them: objects with ids. The client has a list of ids. */
function ofProfiles(resource: Resource): Resource {
  if (!/^\/v1\/[a-z]+-group$/.test(pathOf(resource))) return resource;
  const fields = resource.fields.map((field) =>
    field.name === "profiles"
      ? { name: "profiles", type: "Set", fields: [{ name: "id", type: "String", id: true }] }
      : field,
  );
  return { ...resource, fields };
}

const sorts: Readonly<Record<string, readonly string[]>> = {
  "/v1/config-group": ["system", "transport", "service", "cli", "other", "policy-object"],
  "/v1/policy-group": [
    ...["application-priority", "embedded-security", "sig-security", "dns-security", "sse", "policy-object"],
  ],
  "/v1/topology-group": ["topology", "policy-object"],
};

/**
 * Returns a record in its envelope: a parcel has a payload, a profile has other names, and a group has the type of each
 * profile.
 */
function shown(resource: Resource, record: JsonObject): JsonObject {
  const path = pathOf(resource);
  const { id = null, profiles, ...others } = record;
  if (resource.words.parcelType !== undefined) {
    const { parcelId = null, name = null, description, data = {}, ...more } = record;
    const fields = resource.fields.filter((field) => JSON.stringify(field.in ?? "").includes("data"));
    const tree = treeOf(fields).get("data");
    const sorted =
      typeof tree === "object" && "object" in tree ? sortedData(withoutType(tree.object), data) : data;
    return {
      parcelId,
      payload: { name, ...(description !== undefined && { description }), data: sorted },
      ...more,
    };
  }
  if (path.startsWith("/v1/feature-profile/"))
    return path.endsWith("/config") ? configShown(record) : { profileId: id, ...others };
  const known = sorts[path];
  if (known === undefined || !isArray(profiles)) return record;
  // A real manager knows the type of each profile. Here, the last digit of its id decides.
  const typed = profiles.map((each) => {
    const own = isObject(each) ? String(each.id) : "";
    return { id: own, type: known[Number(/\d*$/.exec(own)?.[0] ?? 0) % known.length] ?? "" };
  });
  return { id, ...others, profiles: typed };
}

function configShown({
  parcelId = null,
  name = null,
  description = null,
  data = {},
  ...more
}: JsonObject): JsonObject {
  return { parcelId, payload: { name, description, data }, ...more };
}

/** Returns the tree of a parcel without the type of a list, because this type is not one of the parcel's values. */
function withoutType(tree: ReturnType<typeof treeOf>): ReturnType<typeof treeOf> {
  return new Map([...tree].filter(([name]) => name !== "type"));
}

function isAt(resource: Resource, path: string): boolean {
  const pattern = pathOf(resource).replaceAll(/%[vs]/g, "[^/]+");
  return new RegExp(`^${pattern}(?:/[^/]+)?$`).test(path);
}

function recordFrom(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}
