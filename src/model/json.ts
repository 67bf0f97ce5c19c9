/** JSON values, total functions over them that every stage needs, and limits for JSON texts. */

/** Any JSON value. Objects and arrays are never mutated. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Created only with `Object.create(null)` or literals; never contains `__proto__`. */
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

/** The members of an object; none for any other value. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The elements of a list; none for any other value. */
export function asList(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

/** Filters the members of an object. */
export function filterMembers<T>(
  object: Readonly<Record<string, T>>,
  isKept: (name: string, value: T) => boolean,
): Readonly<Record<string, T>> {
  const kept: Record<string, T> = {};
  for (const [name, value] of Object.entries(object)) if (isKept(name, value)) put(kept, name, value);
  return kept;
}

/** An object with these members; undefined values are left out. */
export function definedMembers<T>(
  members: readonly (readonly [name: string, value: T | undefined])[],
): Readonly<Record<string, T>> {
  return Object.fromEntries(members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Sets a member of an object under construction, even one that is named `__proto__`. */
export function put<T>(object: Record<string, T>, name: string, value: T): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** The number of values in a value, including itself. */
export function countValues(value: Json): number {
  let count = 1;
  if (isArray(value)) for (const member of value) count += countValues(member);
  else if (isObject(value)) for (const name in value) count += countValues(value[name] ?? null);
  return count;
}

/** The canonical text of a value: keys in code-unit order, no white space (as in RFC 8785). */
export function canonicalText(value: Json): string {
  if (isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}

/** Deep equality; the order of keys does not matter, the order of elements does. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (isArray(a)) return isArray(b) && sameElements(a, b);
  if (!isObject(a) || !isObject(b)) return false;
  let more = 0;
  for (const _ in b) more += 1;
  for (const key in a) {
    if (!Object.hasOwn(b, key) || !sameJson(a[key], b[key])) return false;
    more -= 1;
  }
  return more === 0;
}

function sameElements(a: readonly Json[], b: readonly Json[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (!sameJson(a[at], b[at])) return false;
  return true;
}

/**
 * Makes a JSON text safe to print without changing its value. Control and invisible characters (bidirectional,
 * zero-width, blank) become `\u` escapes. So does one character of each text that a workflow runner would read as a
 * command. Line breaks stay.
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
 * The value of a JSON text, or undefined if it is not JSON. `__proto__` keys are dropped. Uses unlimited memory and
 * time: external texts must be checked first (`JsonMeter`).
 */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    // `JSON.parse` gets no reviver, because a reviver would visit every member of every text, and take many times as
    // long as the parsing.
    if (mayHoldPrototype.test(text)) dropPrototypes(value);
    return value;
  } catch {
    return undefined;
  }
}

/** Matches `__proto__`, literally or with an escaped character. */
const mayHoldPrototype = /__proto__|\\u00(?:5f|7[024]|6f)/i;

/** True if an object in a JSON text has a member that `parseJson` drops. */
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

/** Removes the members named `__proto__` from a value that is not shared yet. */
function dropPrototypes(value: Json): void {
  if (isObject(value)) Reflect.deleteProperty(value, "__proto__");
  if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) dropPrototypes(member);
}

/** Limits for one JSON text. */
export interface JsonBounds {
  readonly bytes: number;
  /** The number of object members and list elements; an empty list or object counts twice. */
  readonly values: number;
  /** The maximum depth of nested objects and lists. */
  readonly depth: number;
}

const [plain, quote, backslash, comma, opening, closing] = [0, 1, 2, 3, 4, 5];

/** What each byte means outside strings. */
const meanings = new Uint8Array(256);
for (const [meaning, characters] of [
  [quote, '"'],
  [backslash, "\\"],
  [comma, ","],
  [opening, "[{"],
  [closing, "]}"],
] as const)
  for (const character of characters) meanings[character.charCodeAt(0)] = meaning;

/**
 * Counts the values in a text, which is given in chunks of UTF-8. If the text is neither a list nor an object, only
 * bytes count.
 */
export class JsonMeter {
  readonly #bounds: JsonBounds;
  #bytes = 0;
  #values = 0;
  #depth = 0;
  #inString = false;
  /** False once it is certain that the text is neither a list nor an object. Undefined: only white space so far. */
  #isNested: boolean | undefined;
  /** 1 if the previous chunk ended between a backslash and the escaped character. */
  #skipped = 0;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  /** Adds the next bytes without counting the values in them. If there are too many, returns half a sentence. */
  weigh(piece: Uint8Array): string | undefined {
    const { bytes } = this.#bounds;
    this.#bytes += piece.length;
    return this.#bytes > bytes ? `is longer than ${Math.round(bytes / 1024 / 1024)} MB` : undefined;
  }

  /** Adds the next bytes. If a limit is exceeded, returns half a sentence about it. */
  take(piece: Uint8Array): string | undefined {
    const { values, depth } = this.#bounds;
    const heavy = this.weigh(piece);
    if (heavy !== undefined) return heavy;
    this.#isNested ??= begins(piece);
    if (!this.#isNested) return undefined;
    const deepest = this.#scan(piece);
    if (deepest > depth) return `is nested over ${depth} levels deep`;
    return this.#values > values ? `has more than ${values.toLocaleString("en")} values` : undefined;
  }

  /** Counts a chunk; returns the maximum nesting so far. */
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

/** White space and the byte order mark, which decoding drops. */
const blank = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** True if a list or an object begins here, false if another value does; undefined if the chunk is blank. */
function begins(piece: Uint8Array): boolean | undefined {
  const first = piece.find((byte) => !blank.has(byte));
  return first === undefined ? undefined : meanings[first] === opening;
}

/**
 * The value of a JSON text, whose size is checked before it is parsed; undefined if it is not JSON or exceeds the
 * limits.
 */
export function parseWithin(text: string, bounds: JsonBounds): Json | undefined {
  return jsonExcess(text, bounds) === undefined ? parseJson(text) : undefined;
}

/** The limit that a text exceeds; undefined if it exceeds none. */
export function jsonExcess(text: string, bounds: JsonBounds): string | undefined {
  return new JsonMeter(bounds).take(new TextEncoder().encode(text));
}
