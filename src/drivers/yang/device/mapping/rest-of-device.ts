/** Finds the contents of a device outside all sections, for an import. Pure. */

import type { JsonObject } from "../../../../model/json.ts";
import type { UndeclarablePart } from "../../../../model/live/undeclarable.ts";
import { at, pointer } from "../../../../model/pointer.ts";
import type { Item } from "../../../contract/contract.ts";
import { members } from "../kinds/data-path.ts";
import type { DeviceMapping, MappedKind } from "./mapping.ts";
import { entriesWithoutKey, undeclaredAround } from "./undeclared.ts";

/** Returns the first item (the device's name, if it has one), extended by the contents outside all sections. */
export function withRest(mapping: DeviceMapping, whole: JsonObject, items: readonly Item[]): readonly Item[] {
  const [first, ...others] = items;
  if (first === undefined) return items;
  const kinds = [...mapping.kinds.values()];
  const { module, container, hostname } = mapping;
  const name = hostname === undefined ? [] : [`/${module}:${container}/${hostname}`];
  const parts = [
    ...(first.undeclarable ?? []),
    ...undeclaredAround(whole, [...name, ...kinds.flatMap(({ paths }) => paths)]),
    ...kinds.flatMap((mapped) =>
      mapped.file.single ? [] : mapped.paths.flatMap((path) => withoutKey(mapped, path, whole)),
    ),
  ];
  return [{ ...first, undeclarable: parts }, ...others];
}

function withoutKey(mapped: MappedKind, path: string, whole: JsonObject): readonly UndeclarablePart[] {
  const live = at(whole, pointer(members(path)));
  if (live === undefined) return [];
  return entriesWithoutKey(path, live, new Set(mapped.entriesIn(path, live).map(({ tree }) => tree)));
}
