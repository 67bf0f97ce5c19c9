/** Reads JSON bodies. In an invalid body, finds the first character that is not allowed. */

import type { Json } from "../../model/json.ts";

/** A JSON value, or the index of the first character that is not valid JSON. */
export type JsonText = { readonly value: Json } | { readonly faultAt: number };

/** Reads a JSON text. */
export function readJson(text: string): JsonText {
  try {
    const value: Json = JSON.parse(text);
    return { value };
  } catch {
    return { faultAt: firstFault(text) };
  }
}

/** Returns the line and column of an index, counted from 1. */
export function positionText(text: string, index: number): string {
  const before = text.slice(0, index).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `line ${before.length} column ${column} (position ${index})`;
}

const string = String.raw`"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const tokens = new RegExp(
  String.raw`[ \t\r\n]*(?:(?<mark>[{}[\]:,])|(?<text>${string})|(?:${number}|true|false|null))`,
  "y",
);
const whiteSpace = /[ \t\r\n]*/y;

/** What may come next: a value, a member's name, a colon, or a token that can follow a value. */
type Wanted = "value" | "valueOrEnd" | "name" | "nameOrEnd" | "colon" | "commaOrEnd";

/** Scans invalid JSON for the first token that is not allowed, without recursion. */
function firstFault(text: string): number {
  const open: ("{" | "[")[] = [];
  let wanted: Wanted = "value";
  for (let at = 0; ; ) {
    tokens.lastIndex = at;
    const token = tokens.exec(text);
    whiteSpace.lastIndex = at;
    const start = at + (whiteSpace.exec(text)?.[0].length ?? 0);
    if (token === null) return start;
    const next = advance(token.groups ?? {}, wanted, open);
    if (next === undefined) return start;
    wanted = next;
    at = tokens.lastIndex;
  }
}

function advance(
  token: Readonly<Record<string, string | undefined>>,
  wanted: Wanted,
  open: ("{" | "[")[],
): Wanted | undefined {
  const { mark, text } = token;
  const value = wanted === "value" || wanted === "valueOrEnd";
  if (mark === undefined) {
    if (text !== undefined && (wanted === "name" || wanted === "nameOrEnd")) return "colon";
    return value ? "commaOrEnd" : undefined;
  }
  if (mark === "{" || mark === "[") {
    if (!value) return undefined;
    open.push(mark);
    return mark === "{" ? "nameOrEnd" : "valueOrEnd";
  }
  if (mark === ":") return wanted === "colon" ? "value" : undefined;
  const inside = open.at(-1);
  if (mark === ",") {
    if (wanted !== "commaOrEnd" || inside === undefined) return undefined;
    return inside === "{" ? "name" : "value";
  }
  const ends = mark === "}" ? "nameOrEnd" : "valueOrEnd";
  if (inside !== (mark === "}" ? "{" : "[") || (wanted !== "commaOrEnd" && wanted !== ends)) return undefined;
  open.pop();
  return "commaOrEnd";
}
