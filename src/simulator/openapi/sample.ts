/** Generates values that match a schema: defaults, and samples for members without a value. */

import { isArray, type Json, type JsonObject } from "../../model/json.ts";
import { elementOf, formsOf, membersOf, partsOf, typesIn } from "./reference.ts";

const maxDepth = 12;
/** The maximum number of values that are generated for one object. Recursive schemas could go on endlessly. */
const maxMade = 2000;

/** How many more values may be generated. */
interface Bound {
  left: number;
}

/** Returns the defaults of a schema's members, recursively up to a bound. */
export function defaultsOf(
  root: Json,
  schema: Json | undefined,
  { depth = 0, bound = { left: maxMade } }: Omit<Sampling, "seed"> = {},
): JsonObject {
  if (depth > maxDepth) return {};
  const made = [...membersOf(root, schema)].flatMap(([name, member]): [string, Json][] => {
    bound.left -= 1;
    const own = partsOf(root, member).find((part) => part.default !== undefined)?.default;
    if (own !== undefined) return [[name, own]];
    const inner = bound.left < 0 ? {} : defaultsOf(root, member, { depth: depth + 1, bound });
    return Object.keys(inner).length === 0 || elementOf(root, member) ? [] : [[name, inner]];
  });
  return Object.fromEntries(made);
}

/** Returns generated values for required members. If a member would recurse endlessly, its value is empty. */
export function requiredOf(
  root: Json,
  schema: Json | undefined,
  { seed, depth = 0, bound = { left: maxMade } }: Sampling,
): JsonObject {
  const members = membersOf(root, schema);
  const required = new Set(partsOf(root, schema).flatMap((part) => typesIn(part.required)));
  const made = [...required].map((name, index): [string, Json] => {
    bound.left -= 1;
    return [name, sampleOf(root, members.get(name), { seed: seed + index, depth, bound })];
  });
  return Object.fromEntries(made);
}

/** What determines a generated value: the seed selects one of the possible values, and the nesting depth is counted. */
interface Sampling {
  readonly seed: number;
  readonly depth?: number;
  readonly bound?: Bound;
}

/** Returns a value that matches a schema except for its patterns. The number of generated values is limited. */
export function sampleOf(
  root: Json,
  schema: Json | undefined,
  { seed, depth = 0, bound = { left: maxMade } }: Sampling,
): Json {
  const parts = partsOf(root, schema);
  const given = parts.flatMap((part) => givenIn(part));
  if (given.length > 0) return given[0] ?? null;
  const values = parts.map((part) => part.enum).find(isArray);
  if (values !== undefined) return values[seed % values.length] ?? null;
  const [form] = parts.flatMap(formsOf);
  if (form !== undefined && depth < maxDepth) {
    return sampleOf(root, form[seed % form.length], { seed, depth: depth + 1, bound });
  }
  const part: JsonObject = Object.assign({}, ...parts);
  const [type = membersOf(root, schema).size > 0 ? "object" : "string"] = typesIn(part.type);
  if (type === "array") {
    const length = typeof part.minItems === "number" ? Math.min(part.minItems, 100) : 0;
    const element = elementOf(root, schema);
    const allowed = partsOf(root, element)
      .map((each) => each.enum)
      .find(isArray);
    if (allowed !== undefined && depth <= 1) return allowed;
    const made: Json[] = [];
    while (made.length < length && bound.left > 0) {
      bound.left -= 1;
      made.push(sampleOf(root, element, { seed: seed + made.length, depth: depth + 1, bound }));
    }
    return made;
  }
  const isEnd = depth > maxDepth || bound.left < 0;
  if (type === "object") return isEnd ? {} : requiredOf(root, schema, { seed, depth: depth + 1, bound });
  if (type === "boolean") return seed % 2 === 0;
  return type === "integer" || type === "number" ? numberOf(part, seed) : textOf(part, seed);
}

function givenIn({ default: usual, const: only, example }: JsonObject): readonly Json[] {
  return [only, usual, example].filter((each) => each !== undefined);
}

function numberOf({ minimum, maximum }: JsonObject, seed: number): number {
  const least = typeof minimum === "number" ? Math.ceil(minimum) : 0;
  const most = typeof maximum === "number" ? Math.floor(maximum) : least + 9;
  return least + (seed % Math.max(1, most - least + 1));
}

function textOf({ format, minLength, maxLength }: JsonObject, seed: number): string {
  const known = typeof format === "string" && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known !== undefined) return known(seed);
  const least = typeof minLength === "number" ? Math.min(minLength, 10_000) : 0;
  const most = typeof maxLength === "number" ? maxLength : 10_000;
  return `text ${seed}`.padEnd(least, "x").slice(0, Math.max(least, most));
}

const formats: Readonly<Record<string, (seed: number) => string>> = {
  "date-time": (seed) => new Date(Date.UTC(2026, 0, 1 + (seed % 28))).toISOString(),
  date: (seed) => `2026-01-${String(1 + (seed % 28)).padStart(2, "0")}`,
  ipv4: (seed) => `192.0.2.${seed % 256}`,
  ipv6: (seed) => `2001:db8::${(seed % 65_536).toString(16)}`,
  uuid: (seed) => `00000000-0000-4000-8000-${(seed % 1e12).toString().padStart(12, "0")}`,
  email: (seed) => `user${seed}@example.net`,
  uri: (seed) => `https://example.net/${seed}`,
};
