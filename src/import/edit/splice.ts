/** Sets, adds and removes values in a YAML text, and leaves all other bytes unchanged. Pure. */

import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Json } from "../../model/json.ts";
import { keyText, type Quotes, valueText } from "./yaml-text.ts";

/**
 * A place in a text: the index of the document, and the keys that lead to the place. List entries are given by
 * position.
 */
export interface NodePath {
  readonly document: number;
  readonly path: readonly string[];
}

/** The edited text, or the reason why it cannot be edited. */
export type EditResult = { readonly text: string } | { readonly refused: string };

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/**
 * Returns the place of the node at this line and column (from 1): a key, a plain value, or a map that is a list entry.
 * Undefined: there is none.
 */
export function spotAt(
  text: string,
  at: { readonly line: number; readonly column: number },
): NodePath | undefined {
  const lines = text.split("\n").slice(0, at.line - 1);
  const offset = lines.reduce((sum, line) => sum + line.length + 1, at.column - 1);
  for (const [document, parsed] of parsedIn(text).entries()) {
    const path = pathTo(parsed.contents, offset);
    if (path) return { document, path };
  }
  return undefined;
}

/**
 * Returns the text with this value at the spot. The value replaces the old value, or is added to the innermost existing
 * map; `undefined` removes the old value. List entries are followed only if they exist. Comments inside a replaced
 * value are lost.
 */
export function setAt(text: string, { document, path }: NodePath, value: Json | undefined): EditResult {
  const parsed = parsedIn(text)[document];
  if (!parsed || parsed.errors.length > 0) return { refused: "it is not YAML that can be edited" };
  if (!isMap(parsed.contents)) return { refused: "it is not a map" };
  const splice = spliceFor({ text, map: parsed.contents, path, value });
  if (typeof splice === "string") return { refused: splice };
  return { text: text.slice(0, splice.from) + splice.put + text.slice(splice.to) };
}

/** The number of documents in a text. */
export function documentsIn(text: string): number {
  return text.trim() === "" ? 0 : parsedIn(text).length;
}

function parsedIn(text: string) {
  const parsed = parseAllDocuments(text, { keepSourceTokens: true, uniqueKeys: false, prettyErrors: false });
  return Array.isArray(parsed) ? parsed : [];
}

function pathTo(node: unknown, offset: number): readonly string[] | undefined {
  if (isSeq(node)) return pathInSequence(node, offset);
  if (!isMap(node)) return undefined;
  for (const pair of node.items) {
    const [start, , end] = rangeOf(pair.key);
    const [value] = pair.value === null ? [-1] : rangeOf(pair.value);
    const key = keyOf(pair);
    if (start === offset || (value === offset && isScalar(pair.value))) return [key];
    if (offset < start || end > offset) continue;
    const inside = pathTo(pair.value, offset);
    if (inside) return [key, ...inside];
  }
  return undefined;
}

function pathInSequence({ items }: YAMLSeq, offset: number): readonly string[] | undefined {
  for (const [index, item] of items.entries()) {
    const [start, , end] = rangeOf(item);
    if (!isMap(item) || offset < start || offset >= end) continue;
    // The first key of an entry in block style begins where the entry begins. This position means the whole entry.
    const inside = start === offset ? [] : pathTo(item, offset);
    return inside && [String(index), ...inside];
  }
  return undefined;
}

interface Setting {
  readonly text: string;
  readonly map: YAMLMap;
  readonly path: readonly string[];
  readonly value: Json | undefined;
}

/** The splice, or the reason why there is none. */
function spliceFor({ text, map, path, value }: Setting): Splice | string {
  const [key = "", ...rest] = path;
  const pair = map.items.find((one) => keyOf(one) === key);
  if (!pair) return value === undefined ? { from: 0, to: 0, put: "" } : added({ text, map, path, value });
  if (isAlias(pair.value)) return `the value of \`${key}\` is an alias`;
  if (rest.length > 0 && isMap(pair.value)) return spliceFor({ text, map: pair.value, path: rest, value });
  if (rest.length > 0 && isSeq(pair.value))
    return inSequence({ text, map, path: rest, value }, pair, pair.value);
  if (value === undefined) return rest.length > 0 ? { from: 0, to: 0, put: "" } : takenOut(text, map, pair);
  return replaced({ text, map, path: rest, value }, pair);
}

/** Returns a splice for a list entry, or for a place inside a list entry. */
function inSequence({ text, map, path, value }: Setting, pair: Pair, list: YAMLSeq): Splice | string {
  const [step = "", ...rest] = path;
  const item = list.items[Number(step)];
  if (!isMap(item)) return `\`${keyOf(pair)}\` has no such entry`;
  if (rest.length > 0) return spliceFor({ text, map: item, path: rest, value });
  const [from, to] = [rangeOf(item)[0], endOf(text, item)];
  if (value !== undefined) return { from, to, put: valueText(value, { flow: true, indent: 0 }).slice(1) };
  if (list.items.length === 1) return replaced({ text, map, path: [], value: [] }, pair);
  return entryTakenOut(text, list, Number(step));
}

function entryTakenOut(text: string, list: YAMLSeq, at: number): Splice | string {
  const item = list.items[at];
  const [start] = rangeOf(item);
  const end = endOf(text, item);
  if (list.flow === true) {
    const [before, after] = [list.items[at - 1], list.items[at + 1]];
    return after
      ? { from: start, to: rangeOf(after)[0], put: "" }
      : { from: endOf(text, before), to: end, put: "" };
  }
  const from = text.lastIndexOf("\n", start - 1) + 1;
  if (text.slice(from, start).trim() !== "-") return "an entry of a list does not begin its line";
  const next = text.indexOf("\n", end);
  return { from, to: next < 0 ? text.length : next + 1, put: "" };
}

function nested(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
}

function replaced(
  { text, map, path, value }: Setting & { readonly value: Json },
  pair: Pair,
): Splice | string {
  const colon = colonOf(pair);
  if (colon === undefined) return `\`${keyOf(pair)}\` has no value to replace`;
  const type = isScalar(pair.value) ? pair.value.type : undefined;
  const quotes: Quotes = type === "QUOTE_SINGLE" || type === "QUOTE_DOUBLE" ? type : "PLAIN";
  const setting = { flow: isFlow(map), indent: columnOf(text, rangeOf(pair.key)[0]) + 2, quotes };
  const put = valueText(nested(path, value), setting);
  const [start] = rangeOf(pair.value);
  const end = endOf(text, pair.value);
  const hasOwnLine = text.slice(colon + 1, start).includes("\n");
  if (end === start || hasOwnLine || put.startsWith("\n")) {
    return { from: colon + 1, to: end === start ? colon + 1 : end, put: breaks(text, put) };
  }
  return { from: start, to: end, put: put.slice(1) };
}

function added({ text, map, path, value }: Setting & { readonly value: Json }): Splice | string {
  const [key = "", ...rest] = path;
  const last = map.items.at(-1);
  const flow = isFlow(map);
  if (!last) {
    const [from, to] = rangeOf(map);
    const inside = valueText(nested(rest, value), { flow: true, indent: 0 });
    return { from, to, put: `{ ${keyText(key)}:${inside} }` };
  }
  const indent = columnOf(text, rangeOf(map.items[0]?.key)[0]);
  const put = `${keyText(key)}:${valueText(nested(rest, value), { flow, indent: indent + 2 })}`;
  const end = pairEnd(text, last);
  if (flow) return { from: end, to: end, put: `, ${put}` };
  const lineEnd = lineEndOf(text, end);
  return { from: lineEnd, to: lineEnd, put: breaks(text, `\n${" ".repeat(indent)}${put}`) };
}

function takenOut(text: string, map: YAMLMap, pair: Pair): Splice | string {
  const at = map.items.indexOf(pair);
  const [start] = rangeOf(pair.key);
  const end = pairEnd(text, pair);
  const [before, after] = [map.items[at - 1], map.items[at + 1]];
  if (isFlow(map)) {
    if (after) return { from: start, to: rangeOf(after.key)[0], put: "" };
    return before ? { from: pairEnd(text, before), to: end, put: "" } : { from: start, to: end, put: "" };
  }
  if (!before && !after) return { from: start, to: end, put: "{}" };
  const from = text.lastIndexOf("\n", start - 1) + 1;
  if (text.slice(from, start).trim() !== "") return `\`${keyOf(pair)}\` does not begin its line`;
  const next = text.indexOf("\n", end);
  return { from, to: next < 0 ? text.length : next + 1, put: "" };
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? (key.source ?? String(key.value)) : "";
}

function rangeOf(node: unknown): readonly [number, number, number] {
  const found = typeof node === "object" && node !== null && "range" in node ? node.range : undefined;
  const [start = 0, value = 0, end = 0] = Array.isArray(found) ? found.map(Number) : [];
  return [start, value, end];
}

function isFlow(map: YAMLMap): boolean {
  return map.flow === true;
}

function colonOf({ srcToken }: Pair): number | undefined {
  return srcToken?.sep?.find(({ type }) => type === "map-value-ind")?.offset;
}

function pairEnd(text: string, pair: Pair): number {
  const [start] = rangeOf(pair.value);
  const colon = colonOf(pair);
  if (colon === undefined) return rangeOf(pair.key)[1];
  return pair.value === null || start === 0 ? colon + 1 : Math.max(colon + 1, endOf(text, pair.value));
}

/** Returns the end of a value's own text, before its line break and comments. */
function endOf(text: string, node: unknown): number {
  const [start, end] = rangeOf(node);
  return start + text.slice(start, end).trimEnd().length;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

function lineEndOf(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  const found = end < 0 ? text.length : end;
  return text[found - 1] === "\r" ? found - 1 : found;
}

/** Returns the text with the line breaks of the edited file. */
function breaks(text: string, put: string): string {
  return text.includes("\r\n") ? put.replaceAll("\n", "\r\n") : put;
}
