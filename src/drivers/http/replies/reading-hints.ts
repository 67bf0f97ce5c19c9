/** Suggests the setting that would make an unreadable reply readable, and candidates among the reply's fields. Pure. */

import { isArray, isObject, type Json } from "../../../model/json.ts";

interface ReadBy {
  readonly target: string;
  readonly settings?: ReadonlySet<string> | undefined;
}

/**
 * Returns the hint for a reply that lacks an expected list. Undefined: the product has no setting for the list's place.
 */
export function itemsHint(of: ReadBy, body: Json): string | undefined {
  return hint(of, "itemsField", { what: "the list", found: fieldsOf(body, (_, value) => isArray(value)) });
}

/**
 * Returns the hint for a login reply that lacks an expected token. Undefined: the product has no setting for the
 * token's place.
 */
export function tokenFieldHint(of: ReadBy, body: Json | undefined): string | undefined {
  const found = fieldsOf(body, (name, value) => /token|jwt|session/i.test(name) && typeof value === "string");
  return hint(of, "tokenField", { what: "the token", found });
}

/** Returns the hint for a refused token. It is empty if the product has no setting for the token's header. */
export function tokenHeaderHint({ settings }: ReadBy): string {
  return settings?.has("tokenHeader")
    ? " Or set settings.tokenHeader, if the product expects the token in another header."
    : "";
}

function hint(
  { target, settings }: ReadBy,
  setting: string,
  { what, found }: { readonly what: string; readonly found: readonly string[] },
): string | undefined {
  if (!settings?.has(setting)) return undefined;
  const seen = found.length > 0 ? `, perhaps ${found.map((name) => `\`${name}\``).join(" or ")}` : "";
  return (
    `Set settings.${setting} of target ${target} in trueup.yaml to the field that contains ` +
    `${what}${seen}.`
  );
}

const maxFields = 3;

/**
 * Returns the paths of fields for which `isIt` holds, at the top and one level below. Fields with unusual names are
 * left out.
 */
function fieldsOf(body: Json | undefined, isIt: (name: string, value: Json) => boolean): readonly string[] {
  const within = (value: Json | undefined, before: string): readonly string[] =>
    value === undefined || !isObject(value)
      ? []
      : Object.entries(value).flatMap(([name, each]) => {
          if (!/^[\w-]{1,40}$/.test(name)) return [];
          if (isIt(name, each)) return [`${before}${name}`];
          return before === "" ? within(each, `${name}.`) : [];
        });
  return within(body, "").slice(0, maxFields);
}
