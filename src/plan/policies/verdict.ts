/** Evaluates one assertion: it is satisfied, or it is violated in one or more ways. Pure. */

import { evaluate, type Variables } from "../../load/expressions/evaluate.ts";
import type { ExpressionProblem } from "../../load/expressions/faults.ts";
import { valueOfText } from "../../load/expressions/text.ts";
import { type CelValue, celOnce } from "../../load/expressions/values.ts";
import type { Address } from "../../model/address.ts";
import { canonicalText, isArray, isObject, type Json } from "../../model/json.ts";
import type { Bounds, Meter } from "../../model/meter.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { Policy } from "../../model/policy.ts";

/** The scope in which expressions of policies are evaluated. */
export interface PolicyScope {
  readonly variables: Readonly<Record<string, () => CelValue>>;
  readonly bounds: Bounds;
  readonly budget: Meter;
}

/** One violation of an assertion. */
export interface Breach {
  readonly message: string;
  readonly addresses: readonly Address[];
  readonly path: Pointer | undefined;
  /** True: the assertion could not be evaluated, which counts as a violation. */
  readonly isUnjudged?: true;
}

/** The maximum length of a message, in characters. */
const maxMessage = 2000;
/** The number of violations of one policy after which each further violation has the same general message. */
const maxTold = 1000;

/**
 * Returns the violations of a policy; none if it is satisfied. An assertion that cannot be evaluated counts as
 * violated. `told`: the number of earlier violations.
 */
export function breachesOf(policy: Policy, scope: PolicyScope, told = 0): readonly Breach[] {
  const evaluation = evaluate(policy.assert, variablesIn(scope), scope.bounds);
  if ("problems" in evaluation) return [unjudged(policy, evaluation.problems)];
  const { value } = evaluation;
  if (value === true) return [];
  if (value === false) return [breach(policy, scope, { wrong: [], told })];
  if (!isArray(value)) return [unjudged(policy, [notAnAnswer(value)])];
  return value.map((each, index) => {
    const wrong = isArray(each) ? each : [each];
    return breach(policy, scope, { wrong, told: told + index });
  });
}

function variablesIn({ variables, budget }: PolicyScope, wrong?: readonly Json[]): Variables {
  return {
    names: () => [...Object.keys(variables), ...(wrong ? ["wrong"] : [])],
    value: (name) =>
      wrong && name === "wrong"
        ? celOnce(wrong)
        : Object.hasOwn(variables, name)
          ? variables[name]?.()
          : undefined,
    budget,
  };
}

function breach(
  policy: Policy,
  scope: PolicyScope,
  { wrong, told }: { readonly wrong: readonly Json[]; readonly told: number },
): Breach {
  const addresses = [...new Set(wrong.flatMap(addressIn))];
  const [first] = wrong;
  const path = isObject(first) ? first.field : undefined;
  const where = { addresses, path: typeof path === "string" ? path : undefined };
  if (told >= maxTold) return { message: "it is violated here too", ...where };
  const made = valueOfText(policy.message, variablesIn(scope, wrong));
  if ("value" in made) return { message: cut(textOf(made.value)), ...where };
  return { message: `it is violated; its message cannot be evaluated: ${wordsOf(made.problems)}`, ...where };
}

function addressIn(of: Json): readonly Address[] {
  const text = isObject(of) ? of.address : of;
  return typeof text === "string" && isAddress(text) ? [text] : [];
}

function isAddress(text: string): text is Address {
  return /^[^/]+\/[^/]+\/./.test(text);
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : canonicalText(value);
}

function cut(text: string): string {
  return text.length > maxMessage ? `${text.slice(0, maxMessage)}...` : text;
}

function unjudged(policy: Policy, problems: readonly ExpressionProblem[]): Breach {
  const { file, line } = policy.at;
  const message = `it cannot be evaluated at ${file}:${line}: ${wordsOf(problems)}`;
  return { message: cut(message), addresses: [], path: undefined, isUnjudged: true };
}

/** The violation for each further resource, after a policy could not be evaluated for too many resources. */
export const givenUp: Breach = {
  message: "it was not evaluated, because evaluating it has already failed for 1,000 resources",
  addresses: [],
  path: undefined,
  isUnjudged: true,
};

function wordsOf(problems: readonly ExpressionProblem[]): string {
  return problems
    .map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint.replace(/\.$/, "")})`))
    .join("; ");
}

function notAnAnswer(value: Json): ExpressionProblem {
  const what = value === null ? "null" : isObject(value) ? "a map" : `the ${typeof value} ${textOf(value)}`;
  const message = `its result is ${what}, not true, false or a list of violations`;
  return { message, start: 0, end: 0 };
}
