/** Evaluates expressions in entries, headers and groups. An error is reported at the place of its expression. */

import type { Json } from "../../../model/json.ts";
import type { Caret } from "../../../yaml/caret.ts";
import { caretIn } from "../../../yaml/caret.ts";
import type { DocumentNode, Row } from "../../composition/document-node.ts";
import { caretInText } from "../../composition/expression-caret.ts";
import {
  type EvaluatedValue,
  type LayerFinder,
  Renderer,
  type TemplateFault,
} from "../../composition/renderer.ts";
import type { VariableScope } from "../../composition/scope.ts";
import { evaluate, VariableFailure } from "../../expressions/evaluate.ts";
import type { ExpressionProblem } from "../../expressions/faults.ts";
import { hasExpression, valueOfText } from "../../expressions/text.ts";
import { caretOf, type EntryPlace, spotOf } from "../field-places.ts";
import { type LoadRun, reportAt } from "../load-run.ts";

/** Returns the place where a part of a value was written, as `caretOf` does. */
export type CaretFinder = (
  path: readonly string[],
  at: "key" | "value",
) => Caret & { readonly row?: Row | undefined };

/** Returns a function that finds the positions of an entry's fields. */
export function caretsOf(place: EntryPlace): CaretFinder {
  return (path, at) => caretOf(spotOf(place, path), at);
}

/** Returns a function that finds the positions of a document's parts. */
export function caretsIn(node: DocumentNode): CaretFinder {
  return (path, at) => ({ ...caretIn(node, path, at), ...(node.row && { row: node.row }) });
}

/** Evaluates the expressions of a value in a scope. */
export function rendered(
  run: LoadRun,
  value: Json,
  of: {
    readonly variables: VariableScope;
    readonly carets: CaretFinder;
    readonly layerOf?: LayerFinder | undefined;
  },
): EvaluatedValue {
  const renderer = new Renderer(of.variables, run.budget, of.layerOf);
  const made = renderer.render(value);
  reportFaults(run, renderer, { ...of, faults: made.faults });
  return made;
}

/** Evaluates a key with expressions. If this fails, reports a finding and returns undefined. */
export function renderedKey(
  run: LoadRun,
  key: string,
  of: { readonly variables: VariableScope; readonly carets: CaretFinder },
): string | undefined {
  const renderer = new Renderer(of.variables, run.budget);
  const faults: TemplateFault[] = [];
  const to = { faults, isWhole: true };
  const made = renderer.key(key, [], to);
  reportFaults(run, renderer, { ...of, faults });
  return made;
}

/** Evaluates an expression, with or without `${}`. If this fails, reports a finding and returns undefined. */
export function evaluated(
  run: LoadRun,
  text: string,
  of: { readonly variables: VariableScope; readonly carets: CaretFinder },
): Json | undefined {
  const renderer = new Renderer(of.variables, run.budget);
  const faults: TemplateFault[] = [];
  let value: Json | undefined;
  try {
    const made = hasExpression(text) ? valueOfText(text, renderer) : evaluate(text, renderer);
    if ("value" in made) value = made.value;
    else faults.push(...made.problems.map((problem) => ({ path: [], at: "value" as const, problem })));
  } catch (error) {
    if (!(error instanceof VariableFailure)) throw error;
  }
  reportFaults(run, renderer, { ...of, faults });
  return value;
}

function reportFaults(
  run: LoadRun,
  renderer: Renderer,
  of: {
    readonly variables: VariableScope;
    readonly carets: CaretFinder;
    readonly faults: readonly TemplateFault[];
  },
): void {
  for (const { path, at, problem } of of.faults)
    reportAt(run, caretInText(of.carets(path, at), problem), said(problem));
  for (const { layer, path, problem } of renderer.faults) {
    const caret = layer.caret?.(path);
    if (caret) reportAt(run, { ...caretInText(caret, problem), row: of.variables.row }, said(problem));
  }
}

function said({ message, hint }: ExpressionProblem): {
  code: string;
  message: string;
  hint?: string | undefined;
} {
  return { code: "bad-expression", message, hint };
}
