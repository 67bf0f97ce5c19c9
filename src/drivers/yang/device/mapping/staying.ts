/**
 * Parts that a device keeps although a write removes them: entries and fields that a mapping marks with `stays`. Pure.
 */

import type { MappedField, MappedFields, MappedKindFile } from "../../../../catalog/schema/mapping.ts";
import type { GuardedFields } from "../../../../model/place.ts";
import { type Pointer, pointer, segments } from "../../../../model/pointer.ts";

/**
 * Returns the fields and resources of a kind that the device keeps. The result is empty if the mapping marks none of
 * them.
 */
export function stayingOf(
  { fields, places, single }: MappedKindFile,
  resource: (identity: string) => boolean,
): Pick<GuardedFields, "stays"> {
  const staying = stayingFields(fields, []);
  if (staying.length === 0 && !places.some(({ stays }) => stays)) return {};
  const flags = staying.filter(([, { as }]) => as === "presence" || as === "container");
  // Removing a list entry removes everything in it. A container stays as long as something in it stays.
  const kept = single ? staying.filter(([path]) => !segments(path).includes("*")) : [];
  return { stays: { fields: kept.map(([path]) => path), flags: flags.map(([path]) => path), resource } };
}

/** Returns the fields that the device keeps, by pointer. `*` in a pointer stands for any element. */
function stayingFields(
  fields: MappedFields,
  above: readonly string[],
): readonly (readonly [Pointer, MappedField])[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const here = [...above, name];
    const own = field.stays ? [[pointer(here), field] as const] : [];
    const { properties = {}, items } = field;
    return [
      ...own,
      ...stayingFields(properties, here),
      ...stayingFields(items?.properties ?? {}, [...here, "*"]),
    ];
  });
}
