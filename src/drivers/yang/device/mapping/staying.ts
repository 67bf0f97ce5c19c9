/** What a device keeps: entries and fields that a mapping marks with `stays`. Pure. */

import type { MappedField, MappedFields, MappedKindFile } from "../../../../catalog/schema/mapping.ts";
import type { GuardedFields } from "../../../../model/place.ts";
import { type Pointer, pointer } from "../../../../model/pointer.ts";

/** The fact for a kind, if its mapping has any. */
export function stayingOf(
  { fields, places }: MappedKindFile,
  resource: (identity: string) => boolean,
): Pick<GuardedFields, "stays"> {
  const staying = stayingFields(fields, []);
  if (staying.length === 0 && !places.some(({ stays }) => stays)) return {};
  const flags = staying.filter(([, { as }]) => as === "presence" || as === "container");
  return { stays: { fields: staying.map(([path]) => path), flags: flags.map(([path]) => path), resource } };
}

/** The fields outside of lists that the device keeps. */
function stayingFields(
  fields: MappedFields,
  above: readonly string[],
): readonly (readonly [Pointer, MappedField])[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const here = [...above, name];
    const own = field.stays ? [[pointer(here), field] as const] : [];
    return [...own, ...(field.properties ? stayingFields(field.properties, here) : [])];
  });
}
