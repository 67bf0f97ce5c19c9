/** Paths of entries in mappings, `/module:list[name={port}]`: filled with the variables of a key, and parsed. Pure. */

import { literalSource, type PatternReader, shippedPattern } from "../../../../catalog/patterns/pattern.ts";
import type { KeyWord, MappedKindFile, MappedPlace } from "../../../../catalog/schema/mapping.ts";
import type { Json, JsonObject } from "../../../../model/json.ts";

/** A path of a mapping: the data path of a list or container, and the key leaves of a list. */
export interface TemplatePath {
  readonly path: string;
  readonly keys: readonly {
    readonly leaf: string;
    /** A variable in braces, or a literal value. */
    readonly text: string;
  }[];
}

/** Parses the path of a mapping. */
export function templatePath(written: string): TemplatePath {
  const [path = "", ...rest] = written.split("[");
  const keys = rest.map((each) => {
    const at = each.indexOf("=");
    return { leaf: each.slice(0, at), text: each.slice(at + 1, -1) };
  });
  return { path, keys };
}

/** The variables in a key, by name. */
export type KeyWords = Readonly<Record<string, string>>;

const usual: KeyWord = { type: "string" };

/** Returns a variable as a regular expression. */
function wordPattern({ type, pattern, enum: values }: KeyWord): string {
  if (values) return values.map((each) => literalSource(String(each))).join("|");
  return pattern ?? (type === "integer" ? "0|[1-9]\\d{0,9}" : "\\S(?:.{0,200}\\S)?");
}

/** Parses and builds the keys of a place. */
export class KeyTemplate {
  readonly #words: readonly string[];
  readonly #pattern: RegExp;
  readonly #template: string;
  readonly #known: NonNullable<MappedKindFile["words"]>;

  constructor(
    { key = "{key}" }: MappedPlace,
    known: NonNullable<MappedKindFile["words"]>,
    patterns: PatternReader,
  ) {
    this.#template = key;
    this.#known = known;
    const parts = key.split(/\{(\w+)\}/);
    this.#words = parts.filter((_, at) => at % 2 === 1);
    const source = parts.map((part, at) =>
      at % 2 === 1
        ? `(${wordPattern(known[part] ?? usual).replaceAll(/\((?!\?)/g, "(?:")})`
        : literalSource(part),
    );
    // JavaScript matches a pattern of at most two variables quickly, whatever the key, unless a variable has a pattern
    // of its own.
    const isPlain = this.#words.length <= 2 && this.#words.every((word) => !known[word]?.pattern);
    this.#pattern = (isPlain ? shippedPattern : patterns)(`^${source.join("")}$`);
  }

  /** Returns the variables in a key. Undefined: the key does not fit this place. */
  read(key: string): KeyWords | undefined {
    const found = this.#pattern.exec(key);
    if (!found) return undefined;
    const [, ...values] = found;
    const words = Object.fromEntries(this.#words.map((word, at) => [word, values[at] ?? ""]));
    return this.#words.every((word) => this.#isWithin(word, words[word] ?? "")) ? words : undefined;
  }

  /** Returns the key for these variables. Undefined: they do not form a valid key. */
  make(words: KeyWords): string | undefined {
    const key = this.#template.replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? "");
    return this.read(key) === undefined ? undefined : key;
  }

  #isWithin(word: string, text: string): boolean {
    const {
      type,
      minimum = Number.NEGATIVE_INFINITY,
      maximum = Number.POSITIVE_INFINITY,
    } = this.#known[word] ?? usual;
    return type === "string" || (Number(text) >= minimum && Number(text) <= maximum);
  }
}

/** Returns the key leaves of an entry, filled with the variables. */
export function keyLeaves(
  { keys }: TemplatePath,
  words: KeyWords,
  known: NonNullable<MappedKindFile["words"]>,
): JsonObject {
  return Object.fromEntries(keys.map(({ leaf, text }) => [leaf, keyValue(text, words, known)]));
}

function keyValue(text: string, words: KeyWords, known: NonNullable<MappedKindFile["words"]>): Json {
  const [, word] = /^\{(\w+)\}$/.exec(text) ?? [];
  if (word === undefined) return text.replaceAll(/\{(\w+)\}/g, (_, each: string) => words[each] ?? "");
  const value = words[word] ?? "";
  return known[word]?.type === "integer" ? Number(value) : value;
}

/** Returns the variables in an entry's key leaves. Undefined: the entry does not match this path. */
export function wordsIn({ keys }: TemplatePath, entry: JsonObject): KeyWords | undefined {
  const words: Record<string, string> = {};
  for (const { leaf, text } of keys) {
    const value = entry[leaf];
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    const [, word] = /^\{(\w+)\}$/.exec(text) ?? [];
    if (word !== undefined) words[word] = String(value);
    else if (text !== String(value)) return undefined;
  }
  return words;
}
