/** Applies the project file's `ignore:` to a resource, and warns if ignored fields are declared. */

import type { Address } from "../../model/address.ts";
import { isObject, type Json } from "../../model/json.ts";
import { matches } from "../../model/listed/glob.ts";
import { pointer } from "../../model/pointer.ts";
import type { Project } from "../../model/project.ts";
import type { DesiredEntry } from "./entry.ts";
import { type LoadRun, reportField } from "./load-run.ts";

/** Returns the globs for the ignored fields of the resource at this address. Most resources have none. */
export function ignoredOf({ ignore = [] }: Project, address: Address): readonly string[] {
  return ignore.flatMap(({ address: glob, fields }) => (matches(glob, address) ? fields : []));
}

/**
 * Warns about declared fields that are ignored. If several nested fields are ignored, only the outermost is reported.
 * Ignored fields are sent with a create, and never again.
 */
export function warnOfIgnored(
  run: LoadRun,
  entry: DesiredEntry,
  { value, ignored }: { readonly value: Json; readonly ignored: readonly string[] },
): void {
  if (ignored.length === 0) return;
  for (const path of declaredAmong(value, [], ignored)) {
    const field = path.length === 0 ? "this" : `\`${path.join(".")}\``;
    const message = `${field} is declared, but \`ignore:\` in trueup.yaml excludes it from comparison`;
    const hint = "trueup sends it only when the resource is created: remove it here, or from `ignore:`.";
    const said = { severity: "warning", code: "declared-and-ignored", message, hint } as const;
    reportField(run, { place: entry.place, path }, { ...said, address: entry.address });
  }
}

function declaredAmong(
  value: Json,
  path: readonly string[],
  globs: readonly string[],
): readonly (readonly string[])[] {
  const here = pointer(path);
  if (globs.some((glob) => matches(glob, here))) return [path];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => declaredAmong(member, [...path, name], globs));
}
