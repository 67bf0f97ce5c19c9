/** Texts with expressions in them: where `${` and its `}` stand, and what comes of it. `$${` is a literal `${`. */

import type { Json } from "../../model/json.ts";
import { canonicalText } from "../../model/json.ts";
import { check, type Evaluation, evaluate, usesIn, type Variables, type VariableUse } from "./evaluate.ts";
import type { ExpressionProblem } from "./faults.ts";

/** A piece of a text. `at`: where it begins, in UTF-16 code units. */
type Part =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "expression"; readonly text: string; readonly at: number };

/** True: the text is more than it says. */
export function hasExpression(text: string): boolean {
  return text.includes("${");
}

/**
 * The value of a text. One that is a single expression has the value of it, with its type; in one with several parts
 * the values are written as YAML would write them, texts without quotes. Places of problems are in the text.
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

/** What is wrong with a text's expressions before they are evaluated, when these are the variables that there are. */
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

/** As YAML would write it in one line, a text without quotes. */
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

/** The variables that a text's expressions need; none where it has a problem. */
export function usesInText(text: string): readonly VariableUse[] {
  const parts = partsOf(text);
  if ("problems" in parts) return [];
  return parts.parts.flatMap((part) => (part.kind === "expression" ? usesIn(part.text) : []));
}

type Parts = { readonly parts: readonly Part[] } | { readonly problems: readonly ExpressionProblem[] };

const keptParts = new Map<string, Parts>();
/** A template is rendered for each of its rows: its texts are taken apart once. */
const partsKeptMax = 10_000;

function partsOf(text: string): Parts {
  const before = keptParts.get(text);
  if (before) return before;
  const parts = takenApart(text);
  if (keptParts.size >= partsKeptMax) keptParts.clear();
  keptParts.set(text, parts);
  return parts;
}

/** The parts of a text, or what is wrong with it: an expression that does not end. */
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

/** Where the `}` stands that ends an expression: braces of maps within it and texts of CEL are passed over. */
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

/** The last character of a text of CEL: one quote ends it, or three; what a backslash stands before does not. */
function endOfText(text: string, from: number): number | undefined {
  const quote = text.charAt(from);
  const mark = text.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote;
  for (let at = from + mark.length; at < text.length; at += 1) {
    if (text.charAt(at) === "\\") at += 1;
    else if (text.startsWith(mark, at)) return at + mark.length - 1;
  }
  return undefined;
}
