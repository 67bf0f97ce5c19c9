/** Kinds that are removed only where a target says so: `removal: off` of a kind, `settings.removals` of a target. */

import { z } from "zod";
import { isArray, isObject, type Json } from "../../model/json.ts";
import { writeTemplates } from "../operations.ts";
import type { Catalog, KindFile } from "../schema/kind.ts";

/** The kinds whose removal a target may switch on, in the order of their names. */
function switchedKinds(kinds: readonly KindFile[]): readonly string[] {
  const switched = kinds.filter(
    (file) => file.removal === "off" && !file.observed && writeTemplates({ ...file, removal: "on" }).remove,
  );
  return switched.map(({ kind }) => kind).toSorted();
}

/** The catalog with the removals on that a target's settings name. */
export function withRemovals({ product, kinds }: Catalog, settings: Json): Catalog {
  const named = isObject(settings) && settings.removals !== undefined ? settings.removals : [];
  const isOn = ({ kind }: KindFile) => isArray(named) && named.includes(kind);
  return { product, kinds: kinds.map((file) => (isOn(file) ? { ...file, removal: "on" } : file)) };
}

/** What `settings.removals` may say; undefined for a product of which everything can be removed. */
export function removalsSchema(kinds: readonly KindFile[]): z.ZodType | undefined {
  const names = switchedKinds(kinds);
  if (names.length === 0) return undefined;
  const kind = z
    .enum(names)
    .describe("Only kinds that are kept by default are named; all others are removed without it.");
  return z
    .array(kind)
    .describe("Kinds that an apply may remove, though the product's catalog keeps them. Default: none.");
}
