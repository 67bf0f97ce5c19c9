/** Fields of a mapping as fields of a catalog: what people may write, its one spelling, its secrets and lists. Pure. */

import type { Field, Fields } from "../../../../catalog/schema/field.ts";
import type { MappedField, MappedFields } from "../../../../catalog/schema/mapping.ts";

/** The same fields, without where they stand. */
export function catalogFields(fields: MappedFields): Fields {
  const own = Object.entries(fields).filter(([, { always }]) => always === undefined);
  return Object.fromEntries(own.map(([name, each]) => [name, catalogField(each)]));
}

function catalogField(field: MappedField): Field {
  const {
    path: _path,
    also: _also,
    always: _always,
    as,
    key: _key,
    members,
    spread,
    values: _values,
    whole,
    ordered,
    identity,
    refers: _refers,
    ...rest
  } = field;
  const { properties, items, secret, ...plain } = rest;
  return {
    ...plain,
    ...(as !== undefined && Object.hasOwn(unset, as) && { default: unset[as] ?? false }),
    ...(as === "keyed" && !ordered && { set: true }),
    ...(members && { pattern: memberPattern(members) }),
    ...(spread && { maxItems: spread.length }),
    ...(whole && !ordered && { set: true }),
    ...(!whole && !ordered && identity && { identity }),
    ...(secret && { secret: "hidden" as const }),
    ...(properties && { properties: catalogFields(properties) }),
    ...(items && { items: catalogField(items) }),
  };
}

/** The texts of `as: member`. */
function memberPattern(members: NonNullable<MappedField["members"]>): string {
  const value = { empty: "", container: "", integer: " [0-9]{1,10}", string: " .+" } as const;
  return `^(?:${Object.entries(members)
    .map(([name, type]) => `${name.replaceAll(".", "[.]")}${value[type]}`)
    .join("|")})$`;
}

/** What fields say where the tree has nothing of them. */
const unset: Readonly<Record<string, boolean>> = { presence: false, absence: true, container: false };
