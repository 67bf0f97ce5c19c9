/** JSON values, the total functions over them that every stage needs, and bounds on the texts they come in. */

/** Any JSON value. Objects and arrays are never changed in place. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Made with `Object.create(null)` or literals only; never holds `__proto__`. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for JSON objects: not for null, not for arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for JSON arrays. (`Array.isArray` alone narrows readonly arrays to `any[]`.) */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The members of an object; none of anything else. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The elements of a list; none of anything else. */
export function asList(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

/** The members of an object that are kept. */
export function filterMembers<T>(
  object: Readonly<Record<string, T>>,
  isKept: (name: string, value: T) => boolean,
): Readonly<Record<string, T>> {
  const kept: Record<string, T> = {};
  for (const [name, value] of Object.entries(object)) if (isKept(name, value)) put(kept, name, value);
  return kept;
}

/** An object of these members; those without a value are left out. */
export function definedMembers<T>(
  members: readonly (readonly [name: string, value: T | undefined])[],
): Readonly<Record<string, T>> {
  return Object.fromEntries(members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Gives an object that is still being made a member, whatever its name is. */
export function put<T>(object: Record<string, T>, name: string, value: T): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** How many values a value holds, itself included. */
export function countValues(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const member of Object.values(value)) count += countValues(member);
  return count;
}

/** The one text of a value: keys in code-unit order, no white space (as RFC 8785 orders them). */
export function canonicalText(value: Json): string {
  if (isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}

/** Deep equality; the order of keys does not count, the order of elements does. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((v, i) => sameJson(v, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

/**
 * A JSON text in which controls, what cannot be seen (bidirectional, zero-width and blank characters) and what a runner
 * of workflows takes for a command stand as `\u` escapes: the same value, and harmless where it is printed. Line breaks
 * stay.
 */
export function printableJson(text: string): string {
  const unseen =
    /(?![\n ])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]|(?<=#)#(?=\w*\[)/gu;
  return text.replace(unseen, escapedUnits);
}

function escapedUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/**
 * The value of a JSON text, or undefined when the text is not JSON. `__proto__` keys are dropped. Takes memory and time
 * as the text asks for: what comes from elsewhere is counted before (`JsonMeter`).
 */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    // A reviver would look at every member of every text, and take many times as long as parsing.
    if (mayHoldPrototype.test(text)) dropPrototypes(value);
    return value;
  } catch {
    return undefined;
  }
}

/** `__proto__` as it stands, or with a character of it written as an escape. */
const mayHoldPrototype = /__proto__|\\u00(?:5f|7[024]|6f)/i;

/** True when an object in a JSON text has a member of the name that `parseJson` drops. */
export function hasDroppedMember(text: string): boolean {
  if (!mayHoldPrototype.test(text)) return false;
  try {
    return holdsPrototype(JSON.parse(text));
  } catch {
    return false;
  }
}

function holdsPrototype(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isObject(value) && Object.hasOwn(value, "__proto__")) return true;
  return Object.values(value).some(holdsPrototype);
}

/** Takes the members of that name out of a value that is not shared yet. */
function dropPrototypes(value: Json): void {
  if (isObject(value)) Reflect.deleteProperty(value, "__proto__");
  if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) dropPrototypes(member);
}

/** Bounds on one text. */
export interface JsonBounds {
  readonly bytes: number;
  /** Members of objects and elements of lists together; an empty list or object counts twice. */
  readonly values: number;
  /** Levels of lists and objects. */
  readonly depth: number;
}

const [plain, quote, backslash, comma, opening, closing] = [0, 1, 2, 3, 4, 5];

/** What each byte means outside of a string. */
const meanings = new Uint8Array(256);
for (const [meaning, characters] of [
  [quote, '"'],
  [backslash, "\\"],
  [comma, ","],
  [opening, "[{"],
  [closing, "]}"],
] as const)
  for (const character of characters) meanings[character.charCodeAt(0)] = meaning;

/** Counts one text, piece by piece, in UTF-8. Of what begins neither a list nor an object only the bytes. */
export class JsonMeter {
  readonly #bounds: JsonBounds;
  #bytes = 0;
  #values = 0;
  #depth = 0;
  #inString = false;
  /** False once it is plain that nothing in it can be nested. Undefined: it has not begun. */
  #isNested: boolean | undefined;
  /** 1 where the piece before ended between a backslash and what it escapes. */
  #skipped = 0;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  /** Takes the next bytes; says by half a sentence what is too much, once something is. */
  take(piece: Uint8Array): string | undefined {
    const { bytes, values, depth } = this.#bounds;
    this.#bytes += piece.length;
    if (this.#bytes > bytes) return `is longer than ${Math.round(bytes / 1024 / 1024)} MB`;
    this.#isNested ??= begins(piece);
    if (!this.#isNested) return undefined;
    const deepest = this.#scan(piece);
    if (deepest > depth) return `is nested over ${depth} levels deep`;
    return this.#values > values ? `has more than ${values.toLocaleString("en")} values` : undefined;
  }

  /** Counts; the most levels that were open at any time. */
  #scan(piece: Uint8Array): number {
    let [values, depth, deepest, inString] = [this.#values, this.#depth, this.#depth, this.#inString];
    let at = this.#skipped;
    for (; at < piece.length; at += 1) {
      const meaning = meanings[piece[at] ?? 0];
      if (meaning === plain) continue;
      if (meaning === quote) inString = !inString;
      else if (inString) at += meaning === backslash ? 1 : 0;
      else if (meaning === comma) values += 1;
      else if (meaning === opening) {
        values += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
      } else if (meaning === closing) depth -= 1;
    }
    this.#skipped = at - piece.length;
    this.#values = values;
    this.#depth = depth;
    this.#inString = inString;
    return deepest;
  }
}

/** White space, and the mark of byte order, which decoding drops. */
const blank = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** Whether a list or an object begins here; undefined when nothing does yet. */
function begins(piece: Uint8Array): boolean | undefined {
  const first = piece.find((byte) => !blank.has(byte));
  return first === undefined ? undefined : meanings[first] === opening;
}

/** The value of a JSON text, counted before it is parsed; undefined when it is not JSON, or beyond the bounds. */
export function parseWithin(text: string, bounds: JsonBounds): Json | undefined {
  return jsonExcess(text, bounds) === undefined ? parseJson(text) : undefined;
}

/** What is too much in a text that is there already; undefined when it is within bounds. */
export function jsonExcess(text: string, bounds: JsonBounds): string | undefined {
  return new JsonMeter(bounds).take(new TextEncoder().encode(text));
}
