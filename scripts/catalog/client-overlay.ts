/** An overlay from another client's facts: newer paths, and properties of fields. */

import { derive } from "../../src/catalog/derive/derive.ts";
import type { Description } from "../../src/catalog/derive/document.ts";
import { type Overlay, overlayOf } from "../../src/catalog/derive/overlay.ts";
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { ClientFacts, FactResource } from "./client-facts.ts";
import { fieldTree, newerSchema, patchOf } from "./client-overlay-fields.ts";

/** The overlay from a client's facts, over a description. */
export function factsOverlay(description: Description, others: Overlay, facts: ClientFacts): JsonObject {
  const all = Object.values(facts.resources).filter((each) => !each.readOnly && each.specPath !== undefined);
  const newer = all.filter((each) => isNewer(description, each) && !isExcluded(each, others));
  const paths = Object.assign({}, ...newer.map(newerPaths)) as JsonObject;
  const base = overlayOf([{ paths }]);
  const derived = derive(description, { ...others, paths: { ...base.paths, ...others.paths }, kinds: {} });
  const month = facts.asOf.slice(0, 7);
  const patches = all.flatMap((each): readonly (readonly [string, Json])[] => {
    const kind = derived.names.get(derivedPath(each, others));
    const draft = derived.kinds[kind ?? ""];
    if (kind === undefined || draft === undefined) return [];
    const isNew = isNewer(description, each);
    const patch = patchOf(draft, fieldTree(each.fields), `after ${description.version}`);
    const kindWords = isNew
      ? { support: "tried", since: `after ${description.version}`, source: `client ${month}` }
      : { source: `description ${description.version}, client ${month}` };
    return [[kind, { ...patch, ...readWords(each, draft), ...kindWords, verified: "client" }]];
  });
  const used = patches.filter(([, patch]) => isObject(patch) && Object.keys(patch).length > 0);
  return { paths, kinds: Object.fromEntries(used.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Returns the path of an item: the item path that the overlay joins to this list, or else the client's path. */
function derivedPath({ specPath = "" }: FactResource, { joined }: Overlay): string {
  const list = specPath.slice(0, specPath.lastIndexOf("/"));
  return joined[list] ?? specPath;
}

function isExcluded({ specPath = "" }: FactResource, { notKinds }: Overlay): boolean {
  return Object.keys(notKinds).some((each) => specPath === each || specPath.startsWith(`${each}/`));
}

function isNewer({ paths }: Description, { specPath = "", noRead }: FactResource): boolean {
  // The path of an item belongs to the resource of its list. A path without an item is a setting, which is a resource
  // of its own.
  const list = specPath.endsWith("}") ? specPath.slice(0, specPath.lastIndexOf("/")) : undefined;
  return !paths.has(specPath) && !(list !== undefined && paths.has(list)) && noRead !== true;
}

/**
 * Returns the settings of a kind that follow from the client's reads: `support`, `id` and `identity`. The client reads
 * everything that it manages, so a field is visible unless it is marked.
 */
function readWords({ idName, fields }: FactResource, draft: JsonObject): JsonObject {
  const ids = fields.flatMap(({ id, name, inPath, in: around }) =>
    id && name !== undefined && !inPath ? [[...(around ?? []), name].join(".")] : [],
  );
  const [first] = ids;
  const isFree = draft.form === "collection" && draft.key === "free" && draft.identity === undefined;
  const hasName = isObject(draft.fields) && draft.fields.name !== undefined;
  return {
    ...(draft.support === "assumed" && { support: "tried" }),
    ...(idName !== undefined && draft.form === "collection" && draft.id !== idName && { id: idName }),
    ...(isFree && !hasName && first !== undefined && { identity: ids.length === 1 ? first : ids }),
  };
}

/** Returns a resource that is newer than the description, as the parts that a newer description would contain. */
function newerPaths(each: FactResource): JsonObject {
  const { specPath = "", createdByPut, readFromList, noUpdate, noRemove, fields } = each;
  const schema = newerSchema(fieldTree(fields));
  const item: JsonObject = {
    ...(!readFromList && { get: { responses: { "200": schema } } }),
    ...(!noUpdate && { put: { requestBody: schema } }),
    ...(!noRemove && { delete: {} }),
  };
  if (createdByPut || !specPath.endsWith("}")) return { [specPath]: item };
  const list = specPath.slice(0, specPath.lastIndexOf("/"));
  const all = {
    get: { responses: { "200": { type: "array", items: schema } } },
    post: { requestBody: schema },
  };
  return { [list]: all, [specPath]: item };
}
