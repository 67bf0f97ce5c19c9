/**
 * Columns of a row. A column is a path in the row, in which missing values stay missing, or a text with expressions
 * over `row`. Pure.
 */

import { type Evaluation, variablesOf } from "../load/expressions/evaluate.ts";
import { checkText, hasExpression, valueOfText } from "../load/expressions/text.ts";
import { asObject, isArray, isObject, type Json } from "../model/json.ts";
import { isSecretName } from "../model/names/secret-names.ts";
import { meant } from "../yaml/did-you-mean.ts";
import type { SourceRow, TableColumn } from "./sources.ts";

/** Matches names separated by dots. `[]` after a name stands for each element. */
const pathForm = /^[A-Za-z_]\w*(?:\[\]|\[\d{1,4}\])?(?:\.[A-Za-z_]\w*(?:\[\]|\[\d{1,4}\])?)*$/;

/** Why a row has no value for a column, as half a sentence, and what to do about it. */
interface ColumnFault {
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Returns the mistake in the syntax of a column; undefined if there is none. */
export function columnFault({ value }: TableColumn): ColumnFault | undefined {
  if (!hasExpression(value))
    return pathForm.test(value)
      ? undefined
      : {
          message: "this is neither a path nor a text with an expression",
          hint: 'Write a path, `site.slug`, or an expression, "${row.site.slug}".',
        };
  const [problem] = checkText(value, ["row"]);
  return problem && { message: problem.message, hint: problem.hint };
}

/** True if the column's name, or the name of its source field, is typical for secrets: `auth_psk`. */
export function mayBeSecret({ name, value }: TableColumn): boolean {
  if (isSecretName(name)) return true;
  const names = hasExpression(value)
    ? [...value.matchAll(/[A-Za-z_]\w*/g)].map(([word]) => word)
    : namesIn(value);
  return names.some((one) => isSecretName(one));
}

/** Returns the value of a column in a row, or why there is none. */
export function columnValue(
  row: SourceRow,
  { value }: TableColumn,
): { readonly value: Json } | { readonly fault: ColumnFault } {
  if (!hasExpression(value)) return at(row, namesIn(value), []);
  const made: Evaluation = valueOfText(value, variablesOf({ row }));
  if ("value" in made) return made;
  const [first] = made.problems;
  return { fault: { message: first?.message ?? "it cannot be evaluated", hint: first?.hint } };
}

function namesIn(path: string): readonly string[] {
  return path.replaceAll(/\[(\d*)\]/g, ".[$1]").split(".");
}

type Found = { readonly value: Json } | { readonly fault: ColumnFault };

function at(here: Json, [name, ...rest]: readonly string[], before: readonly string[]): Found {
  if (name === undefined || here === null) return { value: here };
  if (name.startsWith("[")) return inList(here, name, { rest, before });
  if (!isObject(here)) {
    const what = isArray(here) ? "a list" : "not an object";
    const hint = isArray(here)
      ? `For the value of each element, write \`${before.join(".")}[].${name}\`.`
      : undefined;
    return { fault: { message: `\`${shown(before)}\` is ${what} there`, hint } };
  }
  if (Object.hasOwn(here, name)) return at(here[name] ?? null, rest, [...before, name]);
  return {
    fault: {
      message: `there is no field \`${shown([...before, name])}\``,
      hint: meant(
        name,
        Object.keys(asObject(here)).filter((key) => /^[\w-]{1,60}$/.test(key)),
      ),
    },
  };
}

function inList(
  here: Json,
  index: string,
  way: { rest: readonly string[]; before: readonly string[] },
): Found {
  const { rest, before } = way;
  if (!isArray(here)) return { fault: { message: `\`${shown(before)}\` is not a list there` } };
  if (index !== "[]") return at(here[Number(index.slice(1, -1))] ?? null, rest, [...before, index]);
  const values: Json[] = [];
  for (const element of here) {
    const found = at(element, rest, [...before, index]);
    if ("fault" in found) return found;
    values.push(found.value);
  }
  return { value: values };
}

function shown(names: readonly string[]): string {
  return names.join(".").replaceAll(".[", "[");
}
