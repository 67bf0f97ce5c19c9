/** A fictional product that uses every feature of a dialect: its kinds and its dialect. */

import { z } from "zod";
import type { Dialect, Kind } from "../../../src/drivers/contract/contract.ts";
import { isObject } from "../../../src/model/json.ts";

/** The kinds of the product, except for regions, which can only be read. */
export type ProductKind = "site" | "zone" | "policy" | "rule" | "route";

/** The kinds of resources in a site. */
export const innerKinds = ["zone", "policy", "rule", "route"] as const;

/** For each kind, the fields that refer to zones. */
export const references: Readonly<Record<ProductKind, readonly string[]>> = {
  site: [],
  zone: [],
  policy: [],
  rule: ["from", "to"],
  route: ["via"],
};

/** For each kind, its other fields, each with three values. */
export const plainFields: Readonly<
  Record<ProductKind, Readonly<Record<string, readonly [string, string, string]>>>
> = {
  site: { note: ["one", "two", "three"], level: ["low", "middle", "high"] },
  zone: { level: ["low", "middle", "high"], color: ["red", "green", "blue"] },
  policy: { rank: ["first", "second", "third"] },
  rule: { action: ["allow", "deny", "log"] },
  route: {
    metric: ["near", "far", "farther"],
    mode: ["static", "dynamic", "backup"],
    state: ["up", "down", "off"],
  },
};

/** The fields of a zone that a bulk read of a region shows. */
const shownInWhole = ["name", "level"] as const;

const text = (value: unknown) => (typeof value === "string" ? value : "");

function named(value: unknown): string {
  return isObject(value as never) ? text((value as { readonly name?: unknown }).name) : "";
}

function kindOf(part: Pick<Kind, "name" | "collection"> & Partial<Kind>): Kind {
  return {
    title: part.name,
    place: { within: "site", section: sectionOf(part.name) },
    schema: schemaOf(part.name),
    secrets: [],
    canonical: (value) => value,
    identity: ({ value }) => named(value),
    ...part,
  };
}

/** Returns the schema of the fields that Git may declare. All are optional, except for the match value. */
function schemaOf(kind: string): z.ZodType {
  if (!isKind(kind)) return z.strictObject({});
  const named = kind === "rule" ? {} : { name: z.string() };
  const refs = Object.fromEntries(references[kind].map((field) => [field, z.string()]));
  const fields = Object.keys(plainFields[kind]).map((field) => [field, z.string().optional()] as const);
  return z.strictObject({ ...named, ...refs, ...Object.fromEntries(fields) });
}

function isKind(kind: string): kind is ProductKind {
  return Object.hasOwn(references, kind);
}

/** Returns the name of a kind's section in files, which is also the name of its list in the product. */
export function sectionOf(kind: string): string {
  return kind === "policy" ? "policies" : `${kind}s`;
}

function listWithin(kind: string) {
  return { name: sectionOf(kind), scopeKeys: ["region"], within: "site", absence: "list" } as const;
}

/** Returns the name of a rule, made from the zones that it refers to. */
export function ruleName(from: unknown, to: unknown): string {
  return `${text(from)} to ${text(to)}`;
}

/** Returns all kinds. If `only` is true, zones can be read only for a whole region. */
export function kindsOf({ only }: { readonly only: boolean }): readonly Kind[] {
  const whole = { within: "region", ...(only ? { only: true as const } : { shows: shownInWhole }) };
  return [
    kindOf({
      ...{ name: "region", observed: true, identity: ({ key }) => key },
      place: { within: "file", section: "regions" },
      collection: { name: "regions", scopeKeys: [], absence: "list" },
    }),
    kindOf({
      name: "site",
      place: { within: "file", section: "sites" },
      collection: { name: "sites", scopeKeys: ["region"], within: "region", absence: "list" },
    }),
    kindOf({ name: "zone", collection: { ...listWithin("zone"), whole } }),
    kindOf({ name: "policy", collection: listWithin("policy") }),
    kindOf({
      ...{ name: "rule", collection: listWithin("rule"), identifiedBy: ["/from", "/to"] },
      refersTo: { "/from": "zone", "/to": "zone" },
      identity: ({ value }) => (isObject(value) ? ruleName(value.from, value.to) : ""),
    }),
    kindOf({
      ...{ name: "route", collection: listWithin("route"), refersTo: { "/via": "zone" }, after: ["policy"] },
      ...{ createOnly: ["/mode"], updateOnly: ["/state"] },
    }),
  ];
}

const shown = { read: "shown", create: "shown", update: "shown", remove: "shown" } as const;

/** How many writes a batch may have, and how many batches may run at the same time. */
export interface Batching {
  readonly size: number;
  readonly running: number;
}

/** Returns the dialect of the product. */
export function dialectOf(kinds: readonly Kind[], batching: Batching | undefined): Dialect {
  const all = ["create", "update", "remove"] as const;
  const batches = batching && {
    ...{ size: batching.size, from: 2, sharedBy: "region" },
    kinds: Object.fromEntries(innerKinds.map((kind) => [kind, all])),
  };
  return {
    name: "neutral",
    operations: Object.fromEntries(kinds.map(({ name }) => [name, shown])),
    limits: { requestsPerSecond: 10, concurrency: 5 },
    replies: [],
    ...(batches && { batches }),
  };
}
