/** Checks hierarchical kinds: the paths in their hierarchies must be determinable. */

import { kindsNamed } from "../../model/references.ts";
import { note } from "../../yaml/issue-reporter.ts";
import { hasOwnKey } from "../identity.ts";
import type { KindFile } from "../schema/kind.ts";
import type { CatalogFile } from "./file.ts";

/** Reports every `below` for which no path can be built. */
export function checkBelow(kinds: readonly CatalogFile<KindFile>[]): void {
  const byName = new Map(kinds.map(({ data }) => [data.kind, data]));
  for (const { data, reading } of kinds) {
    const why = data.below === undefined ? undefined : faultIn(data, byName);
    if (why === undefined) continue;
    const message = `\`below\` cannot be used here: ${why}`;
    note(reading, ["below"], [{ code: "invalid-value", message, path: [], at: "value" }]);
  }
}

function faultIn(kind: KindFile, byName: ReadonlyMap<string, KindFile>): string | undefined {
  const { below = "", fields, form, list, whole, identity = "name" } = kind;
  const field = Object.hasOwn(fields, below) ? fields[below] : undefined;
  if (typeof field?.refersTo !== "string" || field.type !== "string")
    return `there is no field \`${below}\` of type string that refers to one kind`;
  if (form !== "collection" || hasOwnKey(kind)) return "`form` must be collection, and `key` must be free";
  if (typeof identity !== "string") return "the `identity` must be one field";
  if (typeof kind.id !== "string")
    return "without `id`, resources with the same name cannot be distinguished";
  if (list === undefined || whole !== undefined || (typeof list === "object" && list.brief))
    return "the kind needs a `list` that shows all its resources with all fields";
  return isInItself(kind, byName)
    ? "the list of this kind would depend on itself, through the parent"
    : undefined;
}

/** True if the list of a kind depends on itself. A parent of the same kind is in the same list. */
function isInItself(kind: KindFile, byName: ReadonlyMap<string, KindFile>): boolean {
  const before = ({ kind: own, below = "", fields, in: parent }: KindFile) =>
    [...kindsNamed(fields[below]?.refersTo ?? []), parent].flatMap((name) =>
      name === own ? [] : (byName.get(name ?? "") ?? []),
    );
  const reached = new Set(before(kind));
  for (const one of reached) for (const next of before(one)) reached.add(next);
  return reached.has(kind);
}
