/** Implied and incompatible fields: the keys `implies`, `needs` and `also` of a kind. Pure. */

import { isArray, isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import type { KindProblem } from "../../model/problem.ts";
import type { Field, Fields } from "../schema/field.ts";
import type { KindFile } from "../schema/kind.ts";

/** Returns the value with implied fields as defaults. The rules are applied one after the other. */
export function withImplied({ implies = [] }: Pick<KindFile, "implies">, value: JsonObject): JsonObject {
  if (implies.length === 0) return value;
  const whole = { ...value };
  for (const { if: conditions = {}, set } of implies) {
    const holds = Object.entries(conditions).every(([field, wanted]) =>
      wanted === "declared"
        ? whole[field] !== undefined
        : wanted.some((each) => sameJson(each, whole[field])),
    );
    if (holds) Object.assign(whole, { ...set, ...whole });
  }
  return whole;
}

/** Returns the errors in combinations of declared fields. `value` is canonical. */
export function faultsOf(file: Pick<KindFile, "needs" | "fields">, value: Json): readonly KindProblem[] {
  if (!isObject(value)) return [];
  return [...namedTwice(file.fields, value, []), ...unmetNeeds(file, value)];
}

function namedTwice(fields: Fields, value: JsonObject, path: readonly string[]): readonly KindProblem[] {
  if (!hasOtherNames(fields)) return [];
  return Object.entries(fields).flatMap(([name, field]): readonly KindProblem[] => {
    const { also } = field;
    const inside = namedTwiceInside(field, value[name], [...path, name]);
    if (also === undefined || !Object.hasOwn(value, also)) return inside;
    const message = `\`${also}\` is another name of \`${name}\`, but both are declared`;
    const here = pointer([...path, also]);
    return [{ path: here, code: "named-twice", message, hint: "Remove one of the two." }, ...inside];
  });
}

const otherNames = new WeakMap<Fields, boolean>();

/** True if any of these fields has an alias, at any depth. Most kinds have no aliases. */
function hasOtherNames(fields: Fields): boolean {
  const known = otherNames.get(fields) ?? Object.values(fields).some(hasOtherName);
  otherNames.set(fields, known);
  return known;
}

function hasOtherName({ also, properties, items, additionalProperties: others }: Field): boolean {
  return (
    also !== undefined ||
    hasOtherNames(properties ?? {}) ||
    [items, others].some((one) => one && hasOtherName(one))
  );
}

function namedTwiceInside(
  { properties, items, additionalProperties: others }: Field,
  value: Json | undefined,
  path: readonly string[],
): readonly KindProblem[] {
  if (value === undefined) return [];
  if (isArray(value))
    return items ? value.flatMap((each, index) => namedTwiceInside(items, each, [...path, `${index}`])) : [];
  if (!isObject(value)) return [];
  if (properties) return namedTwice(properties, value, path);
  if (!others) return [];
  return Object.entries(value).flatMap(([name, each]) => namedTwiceInside(others, each, [...path, name]));
}

function unmetNeeds({ needs = [] }: Pick<KindFile, "needs">, value: JsonObject): readonly KindProblem[] {
  return needs.flatMap(({ field, is, with: others }) => {
    const own = value[field];
    if (own === undefined || (is && !is.some((each) => sameJson(each, own)))) return [];
    const unmet = Object.entries(others).find(
      ([other, allowed]) =>
        value[other] !== undefined && !allowed.some((each) => sameJson(each, value[other])),
    );
    if (unmet === undefined) return [];
    const [other, allowed] = unmet;
    const words = allowed.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
    const said = is && typeof own === "string" ? `\`${field}: ${own}\`` : `\`${field}\``;
    const message = `${said} applies only if \`${other}\` is ${words.join(" or ")}`;
    return [
      {
        path: `/${field}`,
        code: "unfit-mode",
        message,
        hint: `Remove one of these two fields, or change \`${other}\`.`,
      },
    ];
  });
}
