/**
 * Evaluates expressions such as `${100 + int(site.number)}` in values and keys of desired state. They are written in
 * CEL, and have no access to I/O, environment or clock: the same text and variables always give the same value. Each
 * evaluation has limits (`allowance.ts`).
 */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type Bounds, type Meter, underWay } from "../../model/meter.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import { Allowance, bounds } from "./allowance.ts";
import { compile, functionNames, isCompiled } from "./compile.ts";
import { readySteps, renderSteps } from "./costs.ts";
import { type ExpressionProblem, prefixHint, problemOf } from "./faults.ts";
import { type CelValue, celOf, jsonOf } from "./values.ts";

/** The result of an expression. */
export type Evaluation = { readonly value: Json } | { readonly problems: readonly ExpressionProblem[] };

/** The variables that expressions may use. */
export interface Variables {
  /** Returns the available names, for hints. */
  readonly names: () => Iterable<string>;
  /**
   * Returns a variable that has a member with this name, for hints; undefined if there is none. Evaluates nothing.
   * Absent: there are no such hints.
   */
  readonly holding?: ((member: string) => string | undefined) | undefined;
  /**
   * Returns the value of a variable. Undefined: the variable does not exist. The evaluation does not catch errors that
   * this function throws.
   */
  readonly value: (name: string) => CelValue | undefined;
  /** The budget of all evaluations in a load. */
  readonly budget?: Meter | undefined;
  /**
   * True: reaching the limit of the budget is reported only once. Later evaluations fail silently, as if a variable had
   * failed.
   */
  readonly saysOnce?: boolean | undefined;
}

/** Returns variables from JSON. Integers become `int`, other numbers `double`. */
export function variablesOf(values: JsonObject): Variables {
  return {
    names: () => Object.keys(values),
    holding: (member) => Object.keys(values).find((name) => hasMember(values[name], member)),
    value: (name) => (Object.hasOwn(values, name) ? celOf(values[name] ?? null) : undefined),
  };
}

/** True for a map with this key. */
export function hasMember(value: Json | undefined, member: string): boolean {
  return isObject(value) && Object.hasOwn(value, member);
}

/** Evaluates one expression. Returns its typed value, or its errors with their positions. */
export function evaluate(expression: string, variables: Variables, within: Bounds = bounds): Evaluation {
  const { budget, saysOnce = false } = variables;
  if (saysOnce && budget?.isTold === true) throw new VariableFailure(expression);
  const allowance = new Allowance(within, budget);
  try {
    allowance.take("steps", saysOnce ? renderSteps : 1);
    allowance.ready(expression, readySteps(expression.length), !isCompiled(expression));
    const { names, run } = compile(expression);
    const given: Record<string, CelValue> = Object.create(null);
    const unknown = names.filter(({ name }) => {
      const value = variables.value(name);
      if (value !== undefined) given[name] = value;
      return value === undefined;
    });
    if (unknown.length > 0)
      return { problems: unknown.map((each) => withPrefixHint(unknownOf(each, variables), expression)) };
    const value = run(given, allowance);
    if (allowance.end) throw allowance.end;
    return { value: jsonOf(value, allowance) };
  } catch (error) {
    if (error instanceof VariableFailure) throw error;
    if (budget && allowance.end && budget.exhausted !== undefined) budget.isTold = true;
    return { problems: [problemOf(allowance.end ?? error, { expression, functions: functionNames() })] };
  }
}

/** Returns the errors of an expression that are known before its evaluation, given the available variables. */
export function check(expression: string, names: readonly string[]): readonly ExpressionProblem[] {
  try {
    const unknown = compile(expression).names.filter(({ name }) => !names.includes(name));
    return unknown.map((each) => withPrefixHint(unknownVariable(each, names), expression));
  } catch (error) {
    return [problemOf(error, { expression, functions: functionNames() })];
  }
}

/** A variable that an expression needs. */
export interface VariableUse {
  readonly name: string;
  /** The member that is used, as in `site.number`; undefined: the whole variable is used. */
  readonly member: string | undefined;
}

/** The variables that an expression uses; none if it is invalid. */
export function usesIn(expression: string): readonly VariableUse[] {
  try {
    return compile(expression).names.map(({ name, end }) => {
      const [, member, call] = /^\s*\.\s*([A-Za-z_]\w*)\s*(\(?)/.exec(expression.slice(end)) ?? [];
      return { name, member: call === "" ? member : undefined };
    });
  } catch {
    return [];
  }
}

/** Thrown by `Variables.value` for a variable whose own expression has an error. This error was already reported. */
export class VariableFailure extends Error {}

function withPrefixHint(said: ExpressionProblem, expression: string): ExpressionProblem {
  return { ...said, hint: prefixHint(expression.slice(said.start)) ?? said.hint };
}

/**
 * Returns the error for an unknown name, with a hint. A load may compare only a limited number of names for hints.
 * After that, names are not even collected, because collecting them takes as long as comparing them.
 */
function unknownOf(name: NamePlace, variables: Variables): ExpressionProblem {
  if (underWay()?.hasHints === false) return unknownVariable(name, []);
  return unknownVariable(name, variables.names(), variables.holding?.(name.name));
}

/** A name in an expression. */
interface NamePlace {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function unknownVariable(
  { name, start, end }: NamePlace,
  names: Iterable<string>,
  holder?: string,
): ExpressionProblem {
  return {
    message: `there is no variable \`${name}\``,
    hint: holder === undefined ? meant(name, names) : `Did you mean \`${holder}.${name}\`?`,
    start,
    end,
  };
}
