/** What devices report of themselves, told by their model. Pure. */

import { isObject } from "../../model/json.ts";
import type { Driver } from "../contract.ts";
import type { ProductFile } from "./vocabulary/product.ts";

/** The reads of a device's reports: those of its model; all there are, where nothing is said of that model. */
export function reportsOf(
  reports: NonNullable<ProductFile["reports"]>,
  modelsWithout: string | undefined,
): NonNullable<Driver["reports"]> {
  const all = Object.entries(reports);
  const fits = (pattern: string | undefined, model: string) =>
    pattern !== undefined && new RegExp(pattern, "i").test(model);
  return ({ identity, value }) => {
    const model = isObject(value) && typeof value.model === "string" ? value.model : "";
    const own = all.filter(([, { models }]) => fits(models, model));
    const asked = own.length > 0 || fits(modelsWithout, model) ? own : all;
    return asked.map(([collection]) => ({ collection, scope: { serial: identity }, wanted: [] }));
  };
}
