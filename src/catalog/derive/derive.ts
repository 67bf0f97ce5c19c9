/** Derives catalog files from a description and an overlay. The same input gives the same files. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type Description, methods, objectIn, readDescription } from "./document.ts";
import { draftOf, type NamedEndpoint, withoutSecretsAlong } from "./draft.ts";
import { formatted } from "./formats.ts";
import { endpointsOf } from "./forms.ts";
import { type Overlay, patched } from "./overlay.ts";
import { placed } from "./placing.ts";
import { withKindReferences } from "./references.ts";

/** The result of a derivation. */
export interface Derivation {
  /** The files by kind. */
  readonly kinds: Readonly<Record<string, JsonObject>>;
  /** The kind at each path of an item or singleton. */
  readonly names: ReadonlyMap<string, string>;
  /** Paths that have writes but are not kinds, each with the reason. */
  readonly notKinds: ReadonlyMap<string, string>;
  /** Facts that could not be derived, one line each. */
  readonly unknown: readonly string[];
}

/** Derives all kinds. */
export function derive(description: Description, overlay: Overlay): Derivation {
  const newer = readDescription(laidOut({ paths: overlay.paths })).paths;
  const whole = { ...description, paths: new Map([...description.paths, ...newer]) };
  const found = endpointsOf(whole.paths, overlay);
  const { endpoints, notKinds } = placed(found.endpoints, overlay);
  const unknown: string[] = [];
  const drafts = endpoints.map((endpoint) => {
    const draft = draftOf(whole, endpoint, overlay.pageParameters);
    const file = { ...draft.file, ...gate(endpoint, overlay) };
    const final = patched(file, overlay.kinds[endpoint.kind] ?? {});
    for (const line of draft.unknown) if (!isSaid(line, draft.file, final)) unknown.push(line);
    return [endpoint.kind, withoutSecretsAlong(isObject(final) ? final : file)] as const;
  });
  const kinds = {
    ...Object.fromEntries(drafts),
    ...added(overlay, new Set(drafts.map(([kind]) => kind)), unknown),
  };
  const known = { kinds, references: overlay.references };
  const sorted = Object.keys(kinds).toSorted((a, b) => (a < b ? -1 : 1));
  const referring = sorted.map((kind) => withKindReferences(kinds[kind] ?? {}, known, unknown));
  return {
    kinds: formatted(referring, overlay.formats, unknown),
    names: new Map(endpoints.map(({ item, kind }) => [item, kind])),
    notKinds: new Map([...found.notKinds, ...notKinds].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    unknown: unknown.toSorted(),
  };
}

/**
 * Returns the condition under which a kind is read, from the overlay. For example, wireless kinds are read only if
 * there is a wireless device.
 */
function gate({ parents, section }: NamedEndpoint, overlay: Overlay): JsonObject {
  const rule = overlay.onlyIf[parents.at(-1)?.kind ?? ""];
  const has = rule?.has[section.split(".")[0] ?? ""];
  return rule && has !== undefined ? { onlyIf: { field: rule.field, has } } : {};
}

/** Returns the kinds that only the overlay defines. */
function added(
  overlay: Overlay,
  derived: ReadonlySet<string>,
  unknown: string[],
): Record<string, JsonObject> {
  const others = Object.entries(overlay.kinds).filter(([kind]) => !derived.has(kind));
  return Object.fromEntries(
    others.flatMap(([kind, file]) => {
      const { title, section, form, ...words } = file;
      if (form !== undefined)
        return [[kind, { kind, title: title ?? kind, section: section ?? kind, form, ...words }]];
      unknown.push(`${kind}: the overlay has this kind, but the description does not contain it`);
      return [];
    }),
  );
}

/** True for a note about a fact that the overlay states. */
function isSaid(line: string, draft: JsonObject, file: Json): boolean {
  if (!isObject(file)) return false;
  if (line.includes("set the identity")) return file.identity !== undefined;
  if (!line.includes("no reply in the description contains")) return false;
  return file.id !== draft.id || file.support === "tried";
}

/**
 * Returns a valid OpenAPI 3.0 document for a description that has only `paths`, without the required frame. A document
 * with `openapi` stays unchanged.
 */
export function laidOut(facts: Json): Json {
  if (!isObject(facts) || facts.openapi !== undefined) return facts;
  const paths = Object.entries(objectIn(facts, "paths")).map(
    ([path, item]) => [path, laidItem(item)] as const,
  );
  return {
    openapi: "3.0.3",
    info: { title: "bare facts", version: "?", ...objectIn(facts, "info") },
    paths: Object.fromEntries(paths),
  };
}

function laidItem(item: Json): JsonObject {
  const known = methods.filter((method) => isObject(item) && isObject(item[method]));
  return Object.fromEntries(known.map((method) => [method, laidOperation(objectIn(item, method))]));
}

function laidOperation(value: JsonObject): JsonObject {
  const { requestBody, responses, ...others } = value;
  const replies = Object.entries(objectIn({ responses: responses ?? {} }, "responses"));
  return {
    ...others,
    ...(isObject(requestBody) && { requestBody: { content: json(requestBody) } }),
    responses: Object.fromEntries(
      replies.map(([status, schema]) => [
        status,
        { description: status, ...(isObject(schema) && { content: json(schema) }) },
      ]),
    ),
  };
}

function json(schema: JsonObject): JsonObject {
  return { "application/json": { schema } };
}
