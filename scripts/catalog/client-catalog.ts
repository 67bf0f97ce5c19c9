/** A whole catalog from another client's knowledge of a product, and an overlay. */

import type { Derivation } from "../../src/catalog/derive/derive.ts";
import { formatted } from "../../src/catalog/derive/formats.ts";
import { type Overlay, patched } from "../../src/catalog/derive/overlay.ts";
import { titleOf } from "../../src/catalog/derive/placing.ts";
import { withKindReferences } from "../../src/catalog/derive/references.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { ClientFacts, FactResource } from "./client-facts.ts";
import { clientKind, isSingle } from "./client-kind.ts";

/** Derives every kind of a product that has no API description. */
export function clientCatalog({ asOf, resources: all }: ClientFacts, overlay: Overlay): Derivation {
  const resources = Object.fromEntries(Object.entries(all).map(([name, each]) => [name, oneOf(each, all)]));
  const unknown: string[] = [];
  const notKinds = new Map<string, string>();
  const drafts = new Map<string, JsonObject>();
  const { basePath = "", list = {}, create = {}, update = {}, identities = {}, idInBody } = overlay.client;
  const { words = {}, kind: ofEach = {}, item, brief = [], flat = [] } = overlay.client;
  const names = new Map<string, string>();
  for (const [resource, facts] of Object.entries(resources)) {
    const kind = overlay.names[resource] ?? nameOf(resource);
    if (facts.path !== undefined && whyNot(resource, facts, overlay) === undefined)
      names.set(facts.path.replace(/\/$/, ""), kind);
  }
  for (const [resource, facts] of Object.entries(resources)) {
    const kind = overlay.names[resource] ?? nameOf(resource);
    const { path = "" } = facts;
    const reason = whyNot(resource, facts, overlay);
    const parents = parentsOf(path, names, overlay);
    const made =
      reason ??
      clientKind(facts, {
        ...{
          kind,
          title: titleOf(kind, overlay.words),
          section: sectionOf(kind, { facts, parents }, overlay),
        },
        parents,
        ...{ basePath, list, item, create, update, words, ofEach, idInBody, identity: identities[resource] },
        ...{ isBrief: brief.some((start) => path.startsWith(start)), flat },
        source: `client ${asOf.slice(0, 7)}`,
        note: (field, why) => unknown.push(`${kind}.${field}: ${why}`),
      });
    if (typeof made === "string") notKinds.set(resource, made);
    else drafts.set(kind, patched(made, overlay.kinds[kind] ?? {}) as JsonObject);
  }
  for (const [kind, draft] of drafts) {
    const makes = madeIn(kind, drafts);
    if (makes.length > 0) drafts.set(kind, { ...draft, makes });
  }
  const known = { kinds: Object.fromEntries(drafts), references: overlay.references };
  const sorted = [...drafts.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const kinds = sorted.map((kind) => withKindReferences(drafts.get(kind) ?? {}, known, unknown));
  return {
    kinds: formatted(kinds, overlay.formats, unknown),
    names,
    notKinds: new Map([...notKinds].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    unknown: unknown.toSorted(),
  };
}

/**
 * Returns the resource as derivation needs it. Some resources are written only in bulk, as a map of items by name. Then
 * the result is the resource of one item. A resource that can also be written alone stays as it is.
 */
function oneOf(resource: FactResource, all: ClientFacts["resources"]): FactResource {
  const { bulk, path, fields, ...words } = resource;
  const items = fields.find(({ name, type }) => name === "items" && type === "Map");
  if (!bulk || items?.fields === undefined) return resource;
  if (Object.values(all).some((each) => !each.bulk && !each.readOnly && each.path === path)) return resource;
  const name = { name: "name", type: "String", required: true, in: [] };
  return {
    ...words,
    ...(path !== undefined && { path }),
    fields: [...fields.filter(({ inPath }) => inPath), name, ...items.fields],
  };
}

/** Returns the singletons that are created with this parent, and whose id becomes known only by a read. */
function madeIn(parent: string, drafts: ReadonlyMap<string, JsonObject>): readonly string[] {
  const alone = [...drafts].filter(([, { in: of, form, id }]) => of === parent && form === "singleton" && id);
  return alone.map(([kind]) => kind).toSorted();
}

/** Why a resource cannot be a kind; undefined if it can. */
function whyNot(resource: string, facts: FactResource, overlay: Overlay): string | undefined {
  const said = overlay.notKinds[resource];
  const { basePath = "", only = [""] } = overlay.client;
  if (said !== undefined) return said;
  if (facts.path === undefined) return "has no path of its own";
  if (facts.readOnly) return "is only shown";
  if (facts.bulk || facts.bodyIsList) return "writes many at once of what is a kind of its own";
  if (facts.override) return "is part of what is a kind of its own";
  if (facts.noRead) return "is an action, or never shown";
  if (!only.some((start) => facts.path?.startsWith(start)))
    return "is not among the paths that are looked at";
  if (!facts.path.startsWith(basePath)) return `is not below ${basePath}`;
  return undefined;
}

/**
 * Returns the kinds of the parents in a path. Each parameter stands for a parent. The overlay names the parent's kind
 * for the path before the parameter. If it names none, the kind with this path is the parent's kind.
 */
function parentsOf(path: string, names: ReadonlyMap<string, string>, overlay: Overlay): readonly string[] {
  const { parents = {} } = overlay.client;
  return [...path.matchAll(/%[vs]/g)].flatMap(({ index }) => {
    const before = path.slice(0, index).replace(/\/$/, "");
    return parents[before] ?? names.get(before) ?? [];
  });
}

interface Standing {
  readonly facts: FactResource;
  readonly parents: readonly string[];
}

/**
 * Returns the section's name: the name in the overlay, or the group of the path followed by the kind's name without its
 * parent's name. The kind's name is in the plural unless the kind is a singleton.
 */
function sectionOf(kind: string, { facts, parents }: Standing, { sections, client }: Overlay): string {
  const said = sections[kind];
  if (said !== undefined) return said;
  const { path = "" } = facts;
  const group = Object.entries(client.groups ?? {}).find(([start]) => path.includes(start))?.[1];
  const name = withoutParent(kind, parents.at(-1));
  const own = isSingle(facts) ? name : many(name);
  return group === undefined || group === "" ? own : `${group}.${own}`;
}

/**
 * Drops the parent's name from the beginning of a kind's name. If the parent's name ends in `Profile`, the name before
 * `Profile` is dropped in the same way: in the parent `systemProfile`, `systemBanner` becomes `banner`.
 */
function withoutParent(kind: string, parent: string | undefined): string {
  const prefix = [parent ?? "", parent?.replace(/Profile$/, "") ?? ""].find(
    (each) => each !== "" && kind.startsWith(each),
  );
  const rest = prefix === undefined ? "" : kind.slice(prefix.length);
  return /^[A-Z]/.test(rest) ? rest.charAt(0).toLowerCase() + rest.slice(1) : kind;
}

function many(name: string): string {
  return /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : name.replace(/y$/, "ie").concat("s");
}

function nameOf(resource: string): string {
  const last = resource.slice(resource.lastIndexOf("/") + 1);
  return last.replace(/_+(.)/g, (_, next: string) => next.toUpperCase());
}
