/** Evaluates an expression from the command line, with the variables of a place in desired state. */

import type { Json } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import { positionOf } from "../../../yaml/caret.ts";
import { Renderer } from "../../composition/renderer.ts";
import type { VariableScope } from "../../composition/scope.ts";
import { evaluate, VariableFailure } from "../../expressions/evaluate.ts";
import type { ExpressionProblem } from "../../expressions/faults.ts";
import { hasExpression, valueOfText } from "../../expressions/text.ts";
import type { DeclaredResource, LoadRun } from "../load-run.ts";

/** The result of an expression, or the reason why there is none. */
export type TriedExpression = { readonly value: Json } | { readonly problems: readonly Problem[] };

/** Evaluates a text that contains `${...}`, or a text that is itself an expression. */
export function tried(run: LoadRun, text: string, variables: VariableScope): TriedExpression {
  const renderer = new Renderer(variables, run.budget);
  const problems: Problem[] = [];
  try {
    const made = hasExpression(text) ? valueOfText(text, renderer) : evaluate(text, renderer);
    if ("value" in made) return made;
    problems.push(...made.problems.map((each) => problemIn(text, each)));
  } catch (error) {
    if (!(error instanceof VariableFailure)) throw error;
  }
  const ofVariables = renderer.faults.map(({ layer, path, problem: { message, hint } }) => {
    const caret = layer.caret?.(path);
    const at = caret ? positionOf(caret) : layer.position?.(path);
    return problem("bad-expression", message, { hint, at });
  });
  return { problems: [...ofVariables, ...problems] };
}

/** Returns the problem. If the expression fits on one line, it is shown as the excerpt. */
function problemIn(text: string, { message, hint, start }: ExpressionProblem): Problem {
  const said = problem("bad-expression", message, { hint });
  const isShort = text.length <= 100 && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text);
  return isShort ? { ...said, excerpt: `  | ${text}\n  | ${" ".repeat(start)}^` } : said;
}

/** Returns the variables that a resource's expressions may use, including those that every entry has. */
export function variablesOfEntry({ resource, variables }: DeclaredResource): VariableScope {
  if (variables.find("scope")) return variables;
  const { target, kind, scope, key } = resource;
  const { [kind]: own = key, ...around } = scope;
  return variables.with({ values: { key: own, target, scope: around } });
}
