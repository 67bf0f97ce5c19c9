/** Describes errors of expressions in plain words, derived from the library's error codes. */

import type { ErrorLocation } from "@marcbachmann/cel-js";
import { Exhaustion } from "../../model/meter.ts";
import { meant } from "../../yaml/did-you-mean.ts";

/** An error in an expression that trueup itself finds. It is thrown during an evaluation, and caught at the end. */
export class ExpressionFault extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** The error, and its position in the expression, in UTF-16 code units. */
export interface ExpressionProblem {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The parts of the library's errors that trueup uses. */
interface LibraryError {
  readonly code: string;
  readonly summary: string;
  readonly range?: { readonly start: number; readonly end: number } | undefined;
  readonly node?: ErrorLocation | undefined;
}

/** For an error about a missing name: returns the existing names, for the hint. Called only if the hint is needed. */
export const known = new WeakMap<object, () => Iterable<string>>();

/**
 * Returns the problem for a thrown error. Any error that does not come from an expression is a bug in trueup, and is
 * thrown again.
 */
export function problemOf(
  error: unknown,
  { expression, functions }: { readonly expression: string; readonly functions: Iterable<string> },
): ExpressionProblem {
  const whole = { start: 0, end: expression.length };
  if (error instanceof Exhaustion)
    return {
      message: error.message,
      hint: "Make the expression smaller, or let it iterate over fewer elements.",
      ...whole,
    };
  if (error instanceof ExpressionFault) return { message: error.message, hint: error.hint, ...whole };
  if (!isLibraryError(error)) throw error;
  const cause = error instanceof Error && error.cause instanceof ExpressionFault ? error.cause : undefined;
  const { range = whole } = error;
  const { message, hint } = cause ?? wordsOf(error, known.get(error)?.() ?? [], functions);
  const isName = error.code === "unknown_variable" || /^reserved identifier/i.test(error.summary);
  const prefix = isName ? prefixHint(expression.slice(range.start)) : undefined;
  if (prefix !== undefined) return { message, hint: prefix, start: range.start, end: range.end };
  return { message, hint, start: range.start, end: Math.max(range.end, range.start) };
}

/**
 * Returns a hint for an expression that begins with a prefix such as `var.`, which other tools put before the names of
 * variables. Undefined if it has no such prefix.
 */
export function prefixHint(rest: string): string | undefined {
  const [, name] = /^(?:vars?|locals?)\.([A-Za-z_]\w*)/.exec(rest) ?? [];
  return name === undefined ? undefined : `Write \`\${${name}}\`: variables have no prefix.`;
}

function isLibraryError(error: unknown): error is LibraryError & Error {
  return error instanceof Error && "code" in error && "summary" in error && typeof error.summary === "string";
}

function wordsOf(
  { code, summary }: LibraryError,
  names: Iterable<string>,
  functions: Iterable<string>,
): { readonly message: string; readonly hint?: string | undefined } {
  switch (code) {
    case "unknown_variable": {
      const name = summary.slice(summary.lastIndexOf(" ") + 1);
      return { message: `there is no variable \`${name}\``, hint: meant(name, names) };
    }
    case "no_such_key": {
      const name = summary.slice("No such key: ".length);
      return { message: `there is no \`${name}\` here`, hint: meant(name, names) };
    }
    case "no_such_overload":
      return {
        message: `these types cannot be combined: ${plain(summary.slice(summary.indexOf(": ") + 2))}`,
        hint: typesHint,
      };
    case "no_matching_overload":
      return noFunction(plain(summary.slice(summary.indexOf("'") + 1, summary.lastIndexOf("'"))), functions);
    case "incompatible_ternary_branches":
      return {
        message: lowerFirst(summary),
        hint: "Give both values one type with string(x) or int(x), or make one of them null.",
      };
    case "unexpected_character":
      return {
        message: lowerFirst(summary),
        hint: summary.endsWith(": =") ? "Equality is `==`." : undefined,
      };
    case "unexpected_token":
      return { message: summary.endsWith("EOF") ? "the expression ends too early" : lowerFirst(summary) };
    default:
      return { message: limitIn(summary) ?? lowerFirst(summary) };
  }
}

const typesHint = "int(x) converts to an integer, string(x) to a text, double(x) to a decimal number.";

/**
 * Translates a limit from the library's text, such as `Exceeded maxDepth (64)`, into plain words. Undefined: the text
 * contains no limit.
 */
function limitIn(summary: string): string | undefined {
  const [, what = "", limit] = /^Exceeded max(\w+) \((\d+)\)/.exec(summary) ?? [];
  const names: Readonly<Record<string, string>> = {
    Depth: "levels of nesting",
    AstNodes: "parts",
    ListElements: "elements in a list",
    MapEntries: "entries in a map",
    CallArguments: "arguments of a function",
  };
  return limit === undefined ? undefined : `the expression has more than ${limit} ${names[what] ?? what}`;
}

/**
 * Returns the error for a call that no function matches: its name does not exist, or the types of its arguments are
 * wrong.
 */
function noFunction(
  call: string,
  functions: Iterable<string>,
): { readonly message: string; readonly hint?: string | undefined } {
  const name = call.slice(0, call.indexOf("(")).replace(/^.*\./, "");
  const types = call.slice(call.indexOf("("));
  const all = new Set(functions);
  if (all.has(name))
    return {
      message: `\`${name}\` does not take ${types}`,
      hint: `Check the number and the types of its arguments. ${typesHint}`,
    };
  return { message: `there is no function \`${name}\``, hint: meant(name, all) };
}

/** Returns the names of types without the library's `dyn<...>`, which means nothing to users. */
function plain(types: string): string {
  return types.replaceAll(/dyn<([a-z]+)>/g, "$1");
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
