/** Checks a product's settings: a value that a setting replaces must exist, and the resulting catalog must be valid. */

import type { z } from "zod";
import { isObject, type Json } from "../../model/json.ts";
import { note } from "../../yaml/issue-reporter.ts";
import { type SchemaIssue, why } from "../../yaml/schema-issues.ts";
import { fields } from "../schema/field.ts";
import { type KindFile, kindFile } from "../schema/kind.ts";
import { type ProductFile, productFile } from "../schema/product.ts";
import type { Setting } from "../schema/setting.ts";
import { putsOf, treeOf, withSetting } from "../settings/overlay-settings.ts";
import { type CatalogTree, isPlace } from "../settings/places.ts";
import type { CatalogFile } from "./file.ts";
import { shapesIn } from "./shapes.ts";

/**
 * Reports settings that cannot work: members of an undeclared group (`paths` for `paths.devices`), settings for a place
 * that does not exist, and settings that make the catalog invalid. Each setting is tried with sample values, after all
 * earlier settings.
 */
export function checkSettings(
  product: CatalogFile<ProductFile>,
  kinds: readonly CatalogFile<KindFile>[],
): void {
  const { settings = {} } = product.data;
  let tree = treeOf({ product: product.data, kinds: kinds.map(({ data }) => data) });
  for (const [name, setting] of Object.entries(settings)) {
    const said = (message: string): void => {
      const issue: SchemaIssue = { code: "unknown-name", message, path: [], at: "key" };
      note(product.reading, ["settings", name], [issue]);
    };
    const [group = "", member] = name.split(".");
    if (member !== undefined && (settings[group] === undefined || settings[group].is !== undefined))
      said(`\`${name}\` needs its group: add a setting \`${group}\` with only a description`);
    const before = tree;
    for (const value of setting.is === undefined ? [] : samples(setting)) {
      for (const [place] of putsOf(setting, value))
        if (!isPlace(before, place)) said(`the catalog has no place \`${place}\``);
      tree = withSetting(before, setting, value);
    }
    const fault = faultIn(before, tree);
    if (fault !== undefined) {
      said(`this setting makes the catalog invalid: ${fault}`);
      tree = before;
    }
  }
}

/** Returns sample values of a setting. */
function samples({ is, like = "/a", without }: Setting): readonly Json[] {
  if (is === "path") return without ? [withoutWords(like, Object.keys(without)), like] : [like];
  if (is === "basePath" || is === "plainPath") return ["/a"];
  if (is === undefined || typeof is === "string") return ["a"];
  const { enum: choices, type, minimum = 1, items } = is;
  if (choices !== undefined) return choices;
  if (type === "integer" || type === "number") return [minimum];
  if (type === "boolean") return [true];
  return type === "array" ? [[items?.enum?.[0] ?? "a"]] : ["a"];
}

function withoutWords(path: string, words: readonly string[]): string {
  return words.reduce((before, word) => before.replace(`/{${word}}`, ""), path);
}

/** Returns the error that a setting causes in the files. Undefined: the files stay valid. */
function faultIn(before: CatalogTree, after: CatalogTree): string | undefined {
  for (const [name, file] of changedIn(before, after)) {
    const shape: Readonly<Record<string, z.ZodType>> = (name === "product" ? productFile : kindFile).shape;
    for (const [word, value] of changedIn(before[name] ?? null, file)) {
      const schema = Object.hasOwn(shape, word) ? shape[word] : undefined;
      const fault = schema ? schema.safeParse(value).error : undefined;
      if (schema === undefined || fault) return fault ? why(fault.issues) : `there is no key \`${word}\``;
      if (word === "fields" && shapesIn(fields.parse(value), []).length > 0)
        return "the value of a setting cannot contain a `shape`";
    }
  }
  return undefined;
}

function changedIn(before: Json, after: Json): readonly (readonly [string, Json])[] {
  if (!isObject(before) || !isObject(after)) return [];
  return Object.entries(after).filter(([name, value]) => value !== before[name]);
}

/**
 * Returns the product among the files that were read. Its settings are the settings of the product in `settingsOf`,
 * followed by its own. If both have a setting, the product's own values apply. Undefined: there is no product.
 */
export function ownProduct(
  products: readonly CatalogFile<ProductFile>[],
): CatalogFile<ProductFile> | undefined {
  const own = products.find(({ data }) => data.settingsOf !== undefined) ?? products[0];
  const name = own?.data.settingsOf;
  if (own === undefined || name === undefined) return own;
  const { settingsOf: _, ...data } = own.data;
  const from = products.find((each) => each !== own && each.data.product === name);
  if (from === undefined) {
    const message = `there is no product \`${name}\` here`;
    note(own.reading, ["settingsOf"], [{ code: "unknown-name", message, path: [], at: "value" }]);
    return { ...own, data };
  }
  return { ...own, data: { ...data, settings: laidTogether(from.data.settings ?? {}, data.settings ?? {}) } };
}

function laidTogether(
  shared: Readonly<Record<string, Setting>>,
  own: Readonly<Record<string, Setting>>,
): Record<string, Setting> {
  const laid = Object.entries(shared).map(([name, setting]) => [name, { ...setting, ...own[name] }] as const);
  return { ...Object.fromEntries(laid), ...Object.fromEntries(others(own, shared)) };
}

function others(
  own: Readonly<Record<string, Setting>>,
  shared: object,
): readonly (readonly [string, Setting])[] {
  return Object.entries(own).filter(([name]) => !Object.hasOwn(shared, name));
}
