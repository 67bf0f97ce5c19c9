/**
 * Adds metering to a compiled expression: each evaluated node costs a step, a pass over a value costs its size, and a
 * new value costs elements or bytes. It uses node internals of the library's version 8.0.0; a test checks that every
 * operator is metered.
 */

import { matchesRe2 } from "../../catalog/patterns/linear.ts";
import { PatternTooLarge } from "../../catalog/patterns/re2-size.ts";
import { Exhaustion } from "../../model/meter.ts";
import type { Allowance } from "./allowance.ts";
import { callSteps, errorSteps, hasCost, looksInside, refuseCall } from "./costs.ts";
import { ExpressionFault, known } from "./faults.ts";

/** An argument that the library passes from node to node. Nothing here looks into it. */
type Passed = unknown;

/** A node of the library. Its function for evaluation is in `meta`, unless the node was replaced or is a macro. */
interface LiveNode {
  readonly op: string;
  readonly args: unknown;
  readonly meta: { readonly alternate?: LiveNode; readonly macro?: LiveMacro; readonly evaluate: Evaluate };
  readonly handle?: (...passed: readonly Passed[]) => unknown;
  evaluate: Evaluate;
}

type Evaluate = (evaluator: Evaluator, node: unknown, context: Passed) => unknown;

interface Evaluator {
  run(node: LiveNode, context: Passed): unknown;
}

interface LiveMacro {
  readonly evaluate: Evaluate;
}

/** The allowance of the evaluation that is in progress. */
export interface AllowanceUnderWay {
  allowance: Allowance;
  /** The last error that was charged to the budget. */
  error?: unknown;
}

/** Adds metering to a compiled and checked expression. */
export function putMeter(root: unknown, meter: AllowanceUnderWay): void {
  const seen = new Set<unknown>();
  const walk = (value: unknown) => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (isNode(value)) {
      walk(value.meta.alternate);
      walk(value.meta.macro);
      walk(value.args);
      value.evaluate = metered(value, meter);
      return;
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (Array.isArray(value) || prototype === Object.prototype)
      for (const member of Object.values(value)) walk(member);
  };
  walk(root);
}

function isNode(value: object): value is LiveNode {
  return "op" in value && "meta" in value && "args" in value;
}

function metered(node: LiveNode, meter: AllowanceUnderWay): Evaluate {
  const { alternate, macro } = node.meta;
  const inner: Evaluate = alternate
    ? (evaluator, _, context) => alternate.evaluate(evaluator, alternate, context)
    : macro
      ? (evaluator, _, context) => macro.evaluate(evaluator, macro, context)
      : (operators[node.op]?.(node, meter) ?? node.meta.evaluate);
  return (evaluator, self, context) => {
    meter.allowance.take("steps", 1);
    try {
      return inner(evaluator, self, context);
    } catch (error) {
      payFor(error, meter);
      throw error;
    }
  };
}

/**
 * Charges for an error once, although it passes through many nodes. The cost grows with the message, which quotes the
 * source line.
 */
function payFor(error: unknown, meter: AllowanceUnderWay): void {
  if (error === meter.error || error instanceof Exhaustion) return;
  meter.error = error;
  const length = error instanceof Error ? error.message.length : 0;
  meter.allowance.take("steps", errorSteps + (length >> 4));
}

type MakeEvaluate = (node: LiveNode, meter: AllowanceUnderWay) => Evaluate;

/** Operators that compare. They pass over both operands, with everything in them. */
const comparing: MakeEvaluate = (node, meter) => (evaluator, _, context) => {
  const [left, right] = operands(node).map((each) => evaluator.run(each, context));
  meter.allowance.walkedDeep(left);
  meter.allowance.walkedDeep(right);
  return node.handle?.(left, right, node, evaluator);
};

/** Operators that create values. The new values are counted. */
const making: MakeEvaluate = (node, meter) => {
  const { evaluate } = node.meta;
  return (evaluator, self, context) => {
    const value = evaluate(evaluator, self, context);
    meter.allowance.made(value);
    return value;
  };
};

/** A field access. If the field is missing, the error contains the existing names. */
const access: MakeEvaluate = (node) => (evaluator, _, context) => {
  const [of, name] = nodeArguments(node);
  const left = evaluator.run(nodeIn(of), context);
  const right = typeof name === "string" ? name : evaluator.run(nodeIn(name), context);
  try {
    return node.handle?.(left, right, node, evaluator);
  } catch (error) {
    if (left instanceof Map && typeof error === "object" && error !== null)
      known.set(error, () => [...left.keys()].filter((key) => typeof key === "string"));
    throw error;
  }
};

/**
 * A function call. It costs a pass over its arguments. A text search may also cost the product of the lengths of two
 * arguments.
 */
const call: MakeEvaluate = (node, meter) => {
  const [name, ...rest] = nodeArguments(node);
  const children = rest.flat().map(nodeIn);
  const [called, isMethod] = [String(name), node.op === "rcall"];
  const [isDeep, isCostly] = [looksInside(called), hasCost(called)];
  const isSearch = isMethod && searches.has(called);
  return (evaluator, _, context) => {
    const values = children.map((child) => evaluator.run(child, context));
    const { allowance } = meter;
    for (const value of values) {
      if (isDeep) allowance.walkedDeep(value);
      else allowance.walked(value);
    }
    if (isCostly) {
      allowance.take("steps", callSteps(called, values));
      refuseCall(called, values);
    }
    if (isSearch) allowance.take("steps", searched(values[0], values[1]));
    if (isMethod && name === "matches") return matches(values[0], values[1], allowance);
    if (!isMethod) checkNumber(called, values[0]);
    const made = isMethod ? node.handle?.(values, evaluator, node) : node.handle?.(values, node, evaluator);
    allowance.made(made);
    return made;
  };
};

const numbers: Readonly<Record<string, readonly [RegExp, string]>> = {
  int: [/^[+-]?\d+$/, "a whole number"],
  double: [/^[+-]?(?:\d|\.\d|inf|nan)/i, "a number"],
};

/** Accepts only texts that are numbers, because the library converts an empty text to 0. */
function checkNumber(name: string, text: unknown): void {
  const [pattern, what] = (Object.hasOwn(numbers, name) && numbers[name]) || [];
  if (!pattern || typeof text !== "string" || pattern.test(text)) return;
  const shown = text.trim() === "" ? "this text is empty" : `\`${text.slice(0, 40)}\` is not one`;
  const hint = "Correct the value where it is written: in the table's row, or in the variable.";
  throw new ExpressionFault(`\`${name}\` needs ${what}, and ${shown}`, hint);
}

const searches = new Set(["contains", "indexOf", "lastIndexOf", "split"]);

/**
 * Returns the cost of searching for one text in another. In the worst case, every character of one text is compared
 * with every character of the other; a step pays for 256 comparisons.
 */
function searched(within: unknown, text: unknown): number {
  return typeof within === "string" && typeof text === "string"
    ? Math.ceil((within.length * text.length) / 256)
    : 0;
}

/**
 * Matches a text by RE2, which takes linear time for every pattern. Creating and visiting a state of the pattern is
 * charged.
 */
function matches(text: unknown, pattern: unknown, allowance: Allowance): boolean {
  if (typeof text !== "string" || typeof pattern !== "string")
    throw new ExpressionFault("matches(...) is for texts");
  if (pattern.length > 1000) throw new ExpressionFault("a pattern has at most 1,000 characters");
  try {
    return matchesRe2(text, pattern, allowance);
  } catch (error) {
    if (error instanceof Exhaustion) throw error;
    if (error instanceof PatternTooLarge) throw new ExpressionFault(error.message, "Use fewer repetitions.");
    throw new ExpressionFault(
      `\`${pattern}\` is not a regular expression`,
      "Look-around and back-references are not supported.",
    );
  }
}

/** A map literal. It becomes a `Map`, because some keys would have a special meaning in a JavaScript object. */
const map: MakeEvaluate = (node, meter) => (evaluator, _, context) => {
  const made = new Map<unknown, unknown>();
  for (const pair of nodeArguments(node)) {
    const [keyNode, value] = Array.isArray(pair) ? pair : [];
    const key = evaluator.run(nodeIn(keyNode), context);
    if (typeof key === "object") throw new ExpressionFault("a key must be a text, a number, true or false");
    made.set(key, evaluator.run(nodeIn(value), context));
  }
  meter.allowance.made(made);
  return made;
};

/** The range of a comprehension. The keys of a map are extracted first. */
const comprehension: MakeEvaluate = (node, meter) => {
  const { args } = node;
  const iterable =
    typeof args === "object" && args !== null && "iterable" in args ? args.iterable : undefined;
  const over = nodeIn(iterable);
  return (evaluator, _, context) => {
    const items = evaluator.run(over, context);
    if (items instanceof Map) meter.allowance.walked(items);
    return node.handle?.(items, args, evaluator, context);
  };
};

/** Operators that cost more than one step. All others stay unchanged. */
const operators: Readonly<Record<string, MakeEvaluate>> = {
  "==": comparing,
  "!=": comparing,
  in: comparing,
  "<": comparing,
  "<=": comparing,
  ">": comparing,
  ">=": comparing,
  "+": making,
  list: making,
  map,
  call,
  rcall: call,
  accuPush: (node, meter) => {
    const { evaluate } = node.meta;
    return (evaluator, self, context) => {
      meter.allowance.take("elements", 1);
      return evaluate(evaluator, self, context);
    };
  },
  ".": access,
  "[]": access,
  comprehension,
};

function operands(node: LiveNode): readonly LiveNode[] {
  return nodeArguments(node).map(nodeIn);
}

function nodeArguments({ args }: LiveNode): readonly unknown[] {
  return Array.isArray(args) ? args : [args];
}

function nodeIn(value: unknown): LiveNode {
  if (typeof value === "object" && value !== null && isNode(value)) return value;
  throw new Error("this version of the CEL library has other nodes than those that are metered");
}
