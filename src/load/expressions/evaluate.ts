/**
 * Expressions: `${100 + int(site.number)}` in values and keys of desired state. CEL, without I/O, environment or clock:
 * the same text and variables give the same value. Each evaluation has bounds (`allowance.ts`).
 */

import type { Json, JsonObject } from "../../model/json.ts";
import { meant } from "../did-you-mean.ts";
import { Allowance, type Bounds, bounds } from "./allowance.ts";
import { compile, functionNames } from "./compile.ts";
import { type ExpressionProblem, problemOf } from "./faults.ts";
import { type CelValue, celOf, jsonOf } from "./values.ts";

/** What became of an expression. */
export type Evaluation = { readonly value: Json } | { readonly problems: readonly ExpressionProblem[] };

/** The variables of expressions, ready to be used many times. Integers are `int`, other numbers `double`. */
export type Variables = Readonly<Record<string, CelValue>>;

/** Variables from JSON: made once for a layer, since nothing in it changes. */
export function variablesOf(values: JsonObject): Variables {
  const all = Object.entries(values).map(([name, value]) => [name, celOf(value)]);
  return Object.assign(Object.create(null), Object.fromEntries(all));
}

/** Evaluates one expression: its value with its type, or what is wrong with it, with places in it. */
export function evaluate(expression: string, variables: Variables, within: Bounds = bounds): Evaluation {
  const allowance = new Allowance(within);
  try {
    const { names, run } = compile(expression);
    const unknown = names.filter(({ name }) => !Object.hasOwn(variables, name));
    if (unknown.length > 0) return { problems: unknown.map((each) => unknownVariable(each, variables)) };
    const value = run(variables, allowance);
    if (allowance.end) throw allowance.end;
    return { value: jsonOf(value, allowance) };
  } catch (error) {
    return { problems: [problemOf(allowance.end ?? error, { expression, functions: functionNames() })] };
  }
}

function unknownVariable(
  { name, start, end }: { readonly name: string; readonly start: number; readonly end: number },
  variables: Variables,
): ExpressionProblem {
  return {
    message: `there is no variable \`${name}\``,
    hint: meant(name, Object.keys(variables)),
    start,
    end,
  };
}
