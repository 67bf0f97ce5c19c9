/**
 * Texts with expressions: finds each `${` and its `}`, and evaluates the expressions. `$${` stands for a literal `${`.
 */

import type { Json } from "../../model/json.ts";
import { canonicalText } from "../../model/json.ts";
import { check, type Evaluation, evaluate, usesIn, type Variables, type VariableUse } from "./evaluate.ts";
import type { ExpressionProblem } from "./faults.ts";

/** A part of a text. `at`: its start, in UTF-16 code units. */
type Part =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "expression"; readonly text: string; readonly at: number };

/** True if the text contains an expression or an escape. */
export function hasExpression(text: string): boolean {
  return text.includes("${");
}

/**
 * Returns the value of a text. If the whole text is one expression, its result keeps its type. Otherwise the parts are
 * joined to a text: texts without quotes, other values as in YAML. Positions of problems refer to the text.
 */
export function valueOfText(text: string, variables: Variables): Evaluation {
  const parts = partsOf(text);
  if ("problems" in parts) return parts;
  const [only, another] = parts.parts;
  if (only?.kind === "expression" && another === undefined)
    return placed(evaluate(only.text, variables), only.at);
  const problems: ExpressionProblem[] = [];
  const texts = parts.parts.map((part) => {
    if (part.kind === "literal") return part.text;
    const evaluation = placed(evaluate(part.text, variables), part.at);
    if ("value" in evaluation) return written(evaluation.value);
    problems.push(...evaluation.problems);
    return "";
  });
  return problems.length > 0 ? { problems } : { value: texts.join("") };
}

/** Returns the errors of a text's expressions that are known before evaluation, given the available variables. */
export function checkText(text: string, names: readonly string[]): readonly ExpressionProblem[] {
  const parts = partsOf(text);
  if ("problems" in parts) return parts.problems;
  return parts.parts.flatMap((part) =>
    part.kind === "expression"
      ? check(part.text, names).map((each) => ({
          ...each,
          start: each.start + part.at,
          end: each.end + part.at,
        }))
      : [],
  );
}

/** Returns a value as in single-line YAML, except that texts have no quotes. */
function written(value: Json): string {
  return typeof value === "string" ? value : canonicalText(value);
}

function placed(evaluation: Evaluation, at: number): Evaluation {
  if ("value" in evaluation) return evaluation;
  const problems = evaluation.problems.map((each) => ({
    ...each,
    start: each.start + at,
    end: each.end + at,
  }));
  return { problems };
}

/** The variables that a text's expressions use; none if it has an error. */
export function usesInText(text: string): readonly VariableUse[] {
  const parts = partsOf(text);
  if ("problems" in parts) return [];
  return parts.parts.flatMap((part) => (part.kind === "expression" ? usesIn(part.text) : []));
}

type Parts = { readonly parts: readonly Part[] } | { readonly problems: readonly ExpressionProblem[] };

const keptParts = new Map<string, Parts>();
/** The maximum number of texts whose parts are cached. A template's texts are evaluated again for each row. */
const partsKeptMax = 10_000;

function partsOf(text: string): Parts {
  const before = keptParts.get(text);
  if (before) return before;
  const parts = takenApart(text);
  if (keptParts.size >= partsKeptMax) keptParts.clear();
  keptParts.set(text, parts);
  return parts;
}

/** Returns the parts of a text, or its error if an expression has no end. */
function takenApart(text: string): Parts {
  const parts: Part[] = [];
  let literal = "";
  let at = 0;
  while (at < text.length) {
    if (text.startsWith("$${", at)) {
      literal += "${";
      at += 3;
    } else if (text.startsWith("${", at)) {
      const end = endOf(text, at + 2);
      if (end === undefined) {
        const hint = "Close it with }, or write $${ for a literal ${.";
        return { problems: [{ message: "the expression does not end", hint, start: at, end: text.length }] };
      }
      if (literal !== "") parts.push({ kind: "literal", text: literal });
      literal = "";
      parts.push({ kind: "expression", text: text.slice(at + 2, end), at: at + 2 });
      at = end + 1;
    } else {
      literal += text.charAt(at);
      at += 1;
    }
  }
  if (literal !== "" || parts.length === 0) parts.push({ kind: "literal", text: literal });
  return { parts };
}

/**
 * Returns the position of the `}` that ends an expression; undefined if there is none. Braces of maps and texts inside
 * the expression are skipped.
 */
function endOf(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") {
      const end = endOfText(text, at);
      if (end === undefined) return undefined;
      at = end;
    } else if (character === "{") depth += 1;
    else if (character === "}" && depth === 0) return at;
    else if (character === "}") depth -= 1;
  }
  return undefined;
}

/**
 * Returns the position of the last character of a text literal in CEL. The literal ends with the quote, or three
 * quotes, with which it begins, unless a backslash precedes it. Undefined: the literal has no end.
 */
function endOfText(text: string, from: number): number | undefined {
  const quote = text.charAt(from);
  const mark = text.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote;
  for (let at = from + mark.length; at < text.length; at += 1) {
    if (text.charAt(at) === "\\") at += 1;
    else if (text.startsWith(mark, at)) return at + mark.length - 1;
  }
  return undefined;
}
