/** Settings that a product has of another one: those of its interface, said once. */

import { note } from "../../yaml/issue-reporter.ts";
import type { ProductFile } from "../schema/product.ts";
import type { Setting } from "../schema/setting.ts";
import type { CatalogFile } from "./file.ts";

/**
 * The product whose catalog it is, of the files of products that were read: with the settings of the one that
 * `settingsOf` names, what it says of them itself laid over, and its others behind them. Undefined: there is none.
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
