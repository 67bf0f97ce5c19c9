/** Single YAML nodes: which keys, tags and scalars are accepted, and the errors for all others. */

import { type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import type { Json } from "../model/json.ts";
import type { Fault } from "./fault.ts";
import { plainScalar } from "./scalar.ts";

const hostile = new Set(["__proto__", "constructor", "prototype"]);

/** Returns why a scalar cannot be a key; undefined if it can. The key is the text exactly as written. */
export function keyFault(key: string, event: ScalarEvent): Omit<Fault, "offset"> | undefined {
  if (event.tagStart >= 0) return { code: "yaml-tag", message: "a key cannot have a tag" };
  if (key === "<<" && event.style === SCALAR_STYLE.PLAIN)
    return {
      code: "merge-key",
      message: "merge keys (`<<`) are not supported",
      hint: "Use `defaults:`, or repeat the fields.",
    };
  if (key === "") return { code: "bad-key", message: "a key is empty" };
  return hostile.has(key) ? { code: "bad-key", message: `\`${key}\` cannot be a key` } : undefined;
}

/**
 * Returns the error of a node's tag. Undefined: the node has no tag, or is a scalar with `!!str`, which is the only
 * accepted tag.
 */
export function tagFault(text: string, event: Extract<Event, { tagStart: number }>): Fault | undefined {
  if (event.tagStart < 0) return undefined;
  const tag = text.slice(event.tagStart, event.tagEnd);
  if (isText(tag) && "valueStart" in event) return undefined;
  const hint = "Remove the tag. Put text that looks like something else in quotes.";
  return { code: "yaml-tag", message: `the tag \`${tag}\` is not supported`, hint, offset: event.tagStart };
}

/** Returns the value of a scalar, or the reason why it has none. */
export function scalarValue(text: string, event: ScalarEvent): { value: Json } | { fault: Fault } {
  const source = getScalarValue(text, event);
  const tagged = event.tagStart >= 0 && isText(text.slice(event.tagStart, event.tagEnd));
  if (event.style !== SCALAR_STYLE.PLAIN || tagged) return { value: source };
  const value = plainScalar(source);
  if (typeof value !== "object" || value === null) return { value };
  return { fault: { ...unfaithful(source, value.number), offset: event.valueStart } };
}

function isText(tag: string): boolean {
  return tag === "!!str" || tag === "!";
}

function unfaithful(source: string, number: string | undefined): Omit<Fault, "offset"> {
  const code = "ambiguous-number";
  const text = `"${source}"`;
  if (number === undefined || !Number.isSafeInteger(Math.trunc(Number(number))))
    return {
      code,
      message: `\`${source}\` is a number that cannot be stored exactly`,
      hint: `Put the value in quotes: ${text}.`,
    };
  const hint = `Write ${number} if you mean a number, or ${text} in quotes if you mean text.`;
  return { code, message: `\`${source}\` would be read as the number ${number}`, hint };
}
