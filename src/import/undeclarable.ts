/** Finds the live parts of an entry that cannot be declared, according to its driver and its kind. Pure. */

import { type Address, addressParts } from "../model/address.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { boundedValue, type Undeclarable, type UndeclarablePart } from "../model/live/undeclarable.ts";
import { isSecretName } from "../model/names/secret-names.ts";
import { at, pointer } from "../model/pointer.ts";
import type { DroppedField } from "./accepted-fields.ts";

/** The known parts of one entry. */
interface ShownOfEntry {
  /** The undeclarable parts that the driver reports. Undefined: the driver does not report any such parts. */
  readonly shown: readonly UndeclarablePart[] | undefined;
  /** The fields that the kind rejects. */
  readonly dropped: readonly DroppedField[];
  readonly live?: Json | undefined;
}

/**
 * Returns all parts of one entry that cannot be declared: parts that the driver reports, and fields that the kind
 * rejects. If the driver reports any parts, fields that the kind does not have are left out. Values that contain a
 * secret are always left out.
 */
export function undeclarableIn(
  address: Address,
  { shown, dropped, live }: ShownOfEntry,
  repeatsSecret: (value: Json) => boolean,
): readonly Undeclarable[] {
  const refused = dropped.filter(({ reason }) => shown === undefined || reason !== undefined);
  const parts = [
    ...(shown ?? []),
    ...refused.map(({ path, reason }): UndeclarablePart => {
      const value =
        reason === undefined && !path.some((name, index) => isSecretName(name, path.slice(0, index)))
          ? at(live, pointer(path))
          : undefined;
      const isPlain = value !== undefined && typeof value !== "object";
      return { path: pointer(path), what: "value", reason, ...(isPlain && { value: boundedValue(value) }) };
    }),
  ];
  return parts.map(({ value, ...part }) => {
    const isShown = value !== undefined && !repeatsSecret(value);
    return { address, ...part, ...(isShown && { value }) };
  });
}

/** Returns the number of declared values: texts, numbers and booleans. An empty list or map counts as one value. */
export function countLeaves(value: Json): number {
  const members = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return members.length === 0 ? 1 : members.reduce<number>((sum, each) => sum + countLeaves(each), 0);
}

/** Sorts by kind, address and path: the order of reports. */
export function inReportOrder(all: readonly Undeclarable[]): readonly Undeclarable[] {
  const kindOf = ({ address }: Undeclarable) => addressParts(address).kind;
  const keys = all.map((one) => [[kindOf(one), one.address, one.path].join("\0"), one] as const);
  return keys.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
}
