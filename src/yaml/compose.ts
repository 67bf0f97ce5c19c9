/**
 * Composing turns parser events into JSON values and outlines. Its recursion is limited by the parser's maximum depth.
 */

import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import type { Json } from "../model/json.ts";
import { alias, type ComposedNode, type Composition, isFull, report } from "./composition.ts";
import type { Fault } from "./fault.ts";
import { keyFault, scalarValue, tagFault } from "./node.ts";
import { child, type KeyNumbers, keyOffset, nameNumber, nodeSize, type Outline, slot } from "./positions.ts";
import { positionAt, type TextFile } from "./text-file.ts";

/** One YAML document: its value, and where each part of it was written. */
export interface YamlDocument {
  readonly value: Json;
  readonly outline: Outline;
}

/** Returns the documents described by a text's events, and all errors in them. */
export function compose(of: {
  readonly file: TextFile;
  readonly names: KeyNumbers;
  readonly events: readonly Event[];
  readonly maxDepth: number;
}): { documents: YamlDocument[]; faults: Fault[] } {
  const numbers = new Int32Array(of.events.length * nodeSize);
  const state: Composition = {
    ...of,
    faults: [],
    next: 0,
    anchors: new Map(),
    numbers,
    nodes: 0,
    weight: 0,
    aliased: 0,
  };
  const documents: YamlDocument[] = [];
  while (state.next < of.events.length) documents.push(yamlDocument(state));
  return { documents, faults: state.faults };
}

function yamlDocument(state: Composition): YamlDocument {
  const event = take(state);
  state.anchors = new Map();
  state.nodes = 0;
  if (
    event.type === EVENT_ID.DOCUMENT &&
    event.directives.some((d) => d.kind === "tag" || d.version !== "1.2")
  ) {
    const offset = Math.max(0, state.file.text.search(/^%/m));
    const hint = "Remove the line that starts with `%`: files are YAML 1.2.";
    report(state, { code: "yaml-directive", message: "this directive is not supported", hint, offset });
  }
  const { value } = node(state, { key: -1, name: -1, depth: 0 });
  take(state); // the document's end
  const numbers = state.numbers.slice(0, state.nodes * nodeSize);
  return { value, outline: { file: state.file, numbers, names: state.names } };
}

function take(state: Composition): Event {
  const event = state.events[state.next];
  if (!event) throw new Error("the parser's events end too early");
  state.next += 1;
  return event;
}

interface Where {
  /** The offset of the key. It is -1 for elements and for the root. */
  readonly key: number;
  readonly name: number;
  readonly depth: number;
}

/** Consumes one node with all its contents. */
function node(state: Composition, where: Where): ComposedNode {
  const event = take(state);
  const self = state.nodes;
  const weightBefore = state.weight;
  state.nodes += 1;
  state.weight += 1;
  const at = self * nodeSize;
  state.numbers[at + slot.key] = where.key;
  state.numbers[at + slot.name] = where.name;
  if (event.type === EVENT_ID.ALIAS) return alias(state, { ...event, at, depth: where.depth });
  if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) throw new Error("a node was expected");
  state.numbers[at + slot.value] =
    event.type === EVENT_ID.SCALAR ? startOf(state.file.text, event) : event.start;
  const fault = tagFault(state.file.text, event);
  if (fault) report(state, fault);
  const built = content(state, { event, self, depth: where.depth });
  state.numbers[at + slot.after] = state.nodes;
  if (event.anchorStart >= 0) {
    const name = state.file.text.slice(event.anchorStart, event.anchorEnd);
    state.anchors.set(name, { ...built, node: self, weight: state.weight - weightBefore });
  }
  return built;
}

function content(
  state: Composition,
  of: { event: Exclude<Event, { type: 1 | 5 | 6 }>; self: number; depth: number },
): ComposedNode {
  switch (of.event.type) {
    case EVENT_ID.SCALAR: {
      const read = scalarValue(state.file.text, of.event);
      if ("fault" in read) report(state, read.fault);
      return { value: "fault" in read ? null : read.value, height: 0 };
    }
    case EVENT_ID.SEQUENCE:
      return list(state, of.depth + 1);
    case EVENT_ID.MAPPING:
      return map(state, of.self, of.depth + 1);
  }
}

function list(state: Composition, depth: number): ComposedNode {
  const value: Json[] = [];
  let height = 0;
  while (state.events[state.next]?.type !== EVENT_ID.POP) {
    const built = node(state, { key: -1, name: -1, depth });
    value.push(built.value);
    height = Math.max(height, built.height);
  }
  take(state);
  return { value, height: height + 1 };
}

function map(state: Composition, self: number, depth: number): ComposedNode {
  const value: Record<string, Json> = {};
  let height = 0;
  while (state.events[state.next]?.type !== EVENT_ID.POP) {
    const nodesBefore = state.nodes;
    const { key, offset } = mapKey(state, { self, value, depth });
    const name = key === undefined ? -1 : nameNumber(state.names, key);
    const built = node(state, { key: offset, name, depth });
    if (key === undefined) {
      state.nodes = nodesBefore;
      continue;
    }
    value[key] = built.value;
    height = Math.max(height, built.height);
  }
  take(state);
  return { value, height: height + 1 };
}

/** Consumes a key. Undefined: the key is invalid, so its value is dropped. */
function mapKey(
  state: Composition,
  of: { self: number; value: Record<string, Json>; depth: number },
): { key: string | undefined; offset: number } {
  const event = state.events[state.next];
  if (event?.type !== EVENT_ID.SCALAR) {
    const offset =
      event?.type === EVENT_ID.ALIAS ? event.anchorStart - 1 : event && "start" in event ? event.start : 0;
    report(state, { code: "bad-key", message: "a key must be plain text", offset });
    node(state, { key: -1, name: -1, depth: of.depth });
    return { key: undefined, offset };
  }
  state.next += 1;
  const key = getScalarValue(state.file.text, event);
  const offset = startOf(state.file.text, event);
  const fault =
    keyFault(key, event) ?? (Object.hasOwn(of.value, key) ? duplicate(state, of.self, key) : undefined);
  if (!fault) return { key, offset };
  report(state, { ...fault, offset: Math.max(0, offset) });
  return { key: undefined, offset };
}

function duplicate(state: Composition, self: number, key: string): Omit<Fault, "offset"> {
  // The first occurrence is not searched for, because this error will not be reported and the search would take time
  // linear in the map.
  if (isFull(state)) return { code: "duplicate-key", message: `\`${key}\` is in this map twice` };
  state.numbers[self * nodeSize + slot.after] = state.nodes; // so far
  const first = child(state, self, key);
  const line = first === undefined ? 0 : positionAt(state.file, keyOffset(state, first)).line;
  const message = `\`${key}\` is in this map twice, first on line ${line}`;
  return { code: "duplicate-key", message, hint: "Keep one of them, or give one of them a different key." };
}

/** Returns the offset of a scalar, including its quote or block indicator. It is -1 if the scalar is empty. */
function startOf(text: string, event: ScalarEvent): number {
  const { style, valueStart } = event;
  if (style === SCALAR_STYLE.PLAIN) return valueStart;
  if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) return valueStart - 1;
  const header = text.slice(lineStartBefore(text, valueStart), valueStart);
  return valueStart - header.length + Math.max(0, header.search(/[|>][-+0-9]*[ \t]*(?:#.*)?[\r\n]*$/));
}

/** Returns the start of the line that ends right before an offset. */
function lineStartBefore(text: string, offset: number): number {
  let start = offset - 1;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start -= 1;
  return start > 0 && text[start] === "\n" && text[start - 1] === "\r"
    ? lineStartBefore(text, start)
    : Math.max(0, start);
}
