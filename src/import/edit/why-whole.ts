/** Why something live is not declared in part: what no field declares of it decides what the rest means. Pure. */

import type { Json } from "../../model/json.ts";
import type { UndeclarablePart } from "../../model/live/undeclarable.ts";
import { segments } from "../../model/pointer.ts";

/** So many things are named in one sentence. */
const named = 3;

/** Why an entry cannot be imported in part; undefined where nothing that it lacks changes what the rest means. */
export function whyWhole(
  parts: readonly UndeclarablePart[] = [],
  repeatsSecret: (value: Json) => boolean,
): string | undefined {
  const decisive = parts.filter(({ decides }) => decides);
  if (decisive.length === 0) return undefined;
  const each = decisive.slice(0, named).map(({ path, value }) => {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    const where = segments(path).join(" → ");
    return isPlain && !repeatsSecret(value) ? `${where}: ${value}` : where;
  });
  const more = decisive.length > named ? ` and ${decisive.length - named} more` : "";
  return `no field declares ${each.join("; ")}${more}, and without it the rest would mean something else`;
}
