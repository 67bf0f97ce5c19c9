/** The cost of calls, in steps of a quarter of a microsecond. The costs were measured, and rounded up. */

import { ExpressionFault } from "./faults.ts";

/**
 * The cost of an error that CEL's `||` and `exists` may catch. It covers the stack trace and the source line in the
 * message.
 */
export const errorSteps = 100;
/** The overhead of one evaluation in a file: building its scope, and finding the position of its text. */
export const renderSteps = 30;
/** The cost of compiling an expression, by its length. */
export const readySteps = (length: number) => 200 + 16 * length;

interface Cost {
  /** The cost of each call. Default: 0. */
  readonly call?: number;
  /** The cost per element of list arguments, in addition to the cost of passing over all arguments. Default: 0. */
  readonly element?: number;
  /** The cost per 16 characters of text arguments. Default: 0. */
  readonly texts?: number;
}

/** The costs of functions. A function that only passes over its arguments once is not listed. */
const costs: Readonly<Record<string, Cost>> = {
  ...Object.fromEntries(
    ["subnet", "host", "netmask", "prefix", "network"].map((name) => [name, { call: 80, texts: 80 }]),
  ),
  "Cidr.contains": { call: 120, texts: 80 },
  "Cidr.overlaps": { call: 120, texts: 80 },
  overlaps: { element: 100 },
  overlapping: { element: 160 },
  repeated: { element: 20 },
  groupBy: { element: 10 },
  unique: { element: 10 },
  count: { element: 10 },
  sorted: { element: 40 },
  size: { texts: 1 },
  slug: { call: 10, texts: 8 },
  replace: { call: 4, texts: 4 },
  timestamp: { call: 20 },
  duration: { call: 20, texts: 8 },
};

/** Each conversion to a time zone reads the system's tables. */
const ofTimeZone: Cost = { call: 2000 };

const onlyLists = ["overlaps", "overlapping", "repeated", "groupBy", "unique", "count", "sorted", "join"];
const deep: ReadonlySet<string> = new Set(onlyLists);

/** True for a function that compares the elements of its lists with everything in them. */
export function looksInside(name: string): boolean {
  return deep.has(name);
}

/**
 * True if a call of this function may cost more than one pass over its arguments, or may be refused by `refuseCall`.
 */
export function hasCost(name: string): boolean {
  const own = [name, `Cidr.${name}`].some((each) => Object.hasOwn(costs, each));
  return own || name.startsWith("get") || name === "json";
}

/**
 * Returns the steps of a call, without those for the pass over its arguments. `values` are the receiver and the
 * arguments.
 */
export function callSteps(name: string, values: readonly unknown[]): number {
  const isOfNetworks = typeof values[0] === "object" && values[0] !== null && isNetworks(values[0]);
  const cost = name.startsWith("get") && values.length > 1 ? ofTimeZone : costOf(name, isOfNetworks);
  if (!cost) return 0;
  const { call = 0, element = 0, texts = 0 } = cost;
  let steps = call;
  for (const value of values) {
    if (typeof value === "string") steps += (value.length >> 4) * texts;
    else if (Array.isArray(value)) steps += value.length * element;
  }
  return steps;
}

function costOf(name: string, isOfNetworks: boolean): Cost | undefined {
  const whole = isOfNetworks && Object.hasOwn(costs, `Cidr.${name}`) ? `Cidr.${name}` : name;
  return Object.hasOwn(costs, whole) ? costs[whole] : undefined;
}

/** True for the namespace `cidr`, which is the receiver of its functions. */
function isNetworks(value: object): boolean {
  return value.constructor.name === "Cidr";
}

/** Refuses calls whose cost cannot be limited: every call of `json`, and `duration` of a very long text. */
export function refuseCall(name: string, values: readonly unknown[]): void {
  const [first] = values;
  if (name === "duration" && typeof first === "string" && first.length > 100)
    throw new ExpressionFault("a duration has at most 100 characters");
  if (name === "json") throw new ExpressionFault("`json` is not available here", "Write the value as YAML.");
}
