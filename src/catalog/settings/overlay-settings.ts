/** Applies a target's settings to a product's catalog: each setting replaces values in its files. Pure. */

import { z } from "zod";
import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { writeTemplates } from "../operations.ts";
import { type Catalog, type KindFile, kindFile } from "../schema/kind.ts";
import { productFile } from "../schema/product.ts";
import type { Setting, Settings } from "../schema/setting.ts";
import { type CatalogTree, edited } from "./places.ts";

/** Returns the catalog with the settings applied, in the order in which the product's file lists them. */
export function withSettings(catalog: Catalog, given: Json): Catalog {
  const { settings } = catalog.product;
  if (settings === undefined || !isObject(given)) return catalog;
  const laid = givenSettings(settings, given);
  if (laid.length === 0) return catalog;
  const before = treeOf(catalog);
  const after = laid.reduce((tree, [setting, value]) => withSetting(tree, setting, value), before);
  return catalogOf(catalog, before, after);
}

/** Returns the settings that a target gives, with their values. */
function givenSettings(settings: Settings, given: JsonObject): readonly (readonly [Setting, Json])[] {
  return Object.entries(settings).flatMap(([name, setting]) => {
    const value = name
      .split(".")
      .reduce<Json | undefined>((at, word) => (isObject(at) ? at[word] : undefined), given);
    return setting.is === undefined || value === undefined ? [] : [[setting, value] as const];
  });
}

/** Returns the catalog as plain data. */
export function treeOf({ product, kinds }: Catalog): CatalogTree {
  const tree: unknown = Object.fromEntries([["product", product], ...kinds.map((file) => [file.kind, file])]);
  return isObject(tree) ? tree : {};
}

/**
 * Returns the catalog from plain data. Files that did not change are not parsed again. Throws for an invalid catalog.
 */
function catalogOf({ product, kinds }: Catalog, before: CatalogTree, after: CatalogTree): Catalog {
  return {
    product: before.product === after.product ? product : productFile.parse(after.product),
    kinds: kinds.map((file) =>
      before[file.kind] === after[file.kind] ? file : kindFile.parse(after[file.kind]),
    ),
  };
}

/** Returns the tree with one setting applied. */
export function withSetting(tree: CatalogTree, setting: Setting, given: Json): CatalogTree {
  const value = wireValue(setting, given);
  const put = putsOf(setting, given).reduce(
    (before, [place, template]) =>
      edited(before, place, () => (value === null ? undefined : filledIn(template, value))),
    tree,
  );
  return typeof value === "string" ? renamed(put, setting.renames ?? [], value) : put;
}

/** Returns places and their new values. In a value, `{value}` stands for the setting's value. */
export function putsOf(setting: Setting, given: Json): readonly (readonly [string, Json])[] {
  const replaced = [setting.replaces ?? []].flat().map((place): [string, Json] => [place, "{value}"]);
  return [...replaced, ...Object.entries(setting.puts ?? {}), ...putWithout(setting, given)];
}

/** Returns the new values for those variables in `without` that the given text does not contain. */
function putWithout({ without = {} }: Setting, given: Json): readonly (readonly [string, Json])[] {
  const missing = Object.entries(without).filter(
    ([word]) => typeof given !== "string" || !given.includes(`{${word}}`),
  );
  return missing.flatMap(([, puts]) => Object.entries(puts));
}

function wireValue({ values = {}, words = {} }: Setting, given: Json): Json {
  if (typeof given !== "string") return given;
  if (Object.hasOwn(values, given)) return values[given] ?? null;
  return given.replaceAll(/\{(\w+)\}/g, (whole, word: string) => {
    const own = Object.hasOwn(words, word) ? words[word] : undefined;
    return own === undefined ? whole : `{${own}}`;
  });
}

/**
 * Returns the template with the value filled in. If the template is only the placeholder, the result is the value
 * itself, with its type.
 */
function filledIn(template: Json, value: Json): Json {
  if (template === "{value}") return value;
  const text = (each: string) =>
    each.replaceAll("{value}", typeof value === "string" ? value : JSON.stringify(value));
  if (typeof template === "string") return text(template);
  if (isArray(template)) return template.map((each) => filledIn(each, value));
  if (!isObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, each]) => [text(name), filledIn(each, value)] as const),
  );
}

/** Renames members, keeping their positions. */
function renamed(tree: CatalogTree, places: readonly string[], name: string): CatalogTree {
  return places.reduce((before, place) => {
    const at = place.lastIndexOf(".");
    const old = place.slice(at + 1);
    return edited(before, place.slice(0, at), (found) => {
      if (!isObject(found) || !Object.hasOwn(found, old) || old === name) return found;
      return Object.fromEntries(Object.entries(found).map(([key, each]) => [key === old ? name : key, each]));
    });
  }, tree);
}

/** Returns the names of the kinds whose removal a target may enable. */
function switchedKinds(kinds: readonly KindFile[]): readonly string[] {
  const switched = kinds.filter(
    (file) => file.removal === "off" && !file.observed && writeTemplates({ ...file, removal: "on" }).remove,
  );
  return switched.map(({ kind }) => kind).toSorted();
}

/** Returns the catalog with the removals that a target's settings enable. */
export function withRemovals({ product, kinds }: Catalog, settings: Json): Catalog {
  const named = isObject(settings) && settings.removals !== undefined ? settings.removals : [];
  const isOn = ({ kind }: KindFile) => isArray(named) && named.includes(kind);
  return { product, kinds: kinds.map((file) => (isOn(file) ? { ...file, removal: "on" } : file)) };
}

/** Returns the schema of `settings.removals`. Undefined: the product has no restricted removals. */
export function removalsSchema(kinds: readonly KindFile[]): z.ZodType | undefined {
  const names = switchedKinds(kinds);
  if (names.length === 0) return undefined;
  const kind = z
    .enum(names)
    .describe(
      "Only kinds whose removal is off by default can be named. All other kinds are removed without " +
        "this setting.",
    );
  return z
    .array(kind)
    .describe(
      "Kinds whose resources an apply may remove, although the catalog turns their removal off. " +
        "Default: none.",
    );
}
