/** Reads a product's change log as its catalog describes it. The log is read completely, or the result is unknown. */

import { fieldOf, textFrom } from "../../catalog/fields/field-of.ts";
import type { ProductFile } from "../../catalog/schema/product.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { ours, type Problem, problem, sentence } from "../../model/problem.ts";
import type { Wire } from "../../model/wire.ts";
import type { ChangeLogReader, LoggedChange } from "../contract/change-log.ts";
import { unexpectedShape } from "../http/replies/replies.ts";
import { readListed } from "./listing.ts";
import type { RestContext } from "./requests.ts";

type ChangesWords = NonNullable<ProductFile["changes"]>;

/** A log with more pages than this is not read. */
const mostPages = 20;

/** Returns the reader of a product's log. Undefined: the product's catalog describes no log. */
export function changeLogOf(on: RestContext): ChangeLogReader | undefined {
  const { changes: words, limits } = on.dialect.product;
  const { sharedBy } = limits;
  if (words === undefined || sharedBy === undefined) return undefined;
  const unknown = (problem: Problem) => ({ state: "unknown", problem }) as const;
  return async ({ scope, since }, signal) => {
    const { exchange, sharedIds } = on;
    const id = sharedIds.get(scope[sharedBy] ?? "");
    if (id === undefined) {
      const message = sentence`${ours(`${exchange.target}: it is unknown which ${sharedBy} has the change log`)}`;
      return unknown(problem("missing-list", message));
    }
    const { path, size } = words;
    const pages = { by: "answer", ...(size && { size }) } as const;
    const read = { path, query: { [words.since]: since }, pages };
    const named = (word: string) => (word === sharedBy ? id : undefined);
    const clock: { at?: number } = {};
    const listing = { read, words: named, scope, idOf: () => undefined, mostPages };
    const list = await readListed({ ...on, wire: dated(on.wire, clock) }, listing, signal);
    if ("problem" in list) return unknown(list.problem);
    const found = list.items.map((item) => changeIn(words, item));
    const known = found.filter((each) => each !== undefined);
    if (known.length < found.length)
      return unknown(unexpectedShape(exchange, list.first, "has an entry without a time"));
    return { state: "whole", changes: known, ...(clock.at !== undefined && { serverAt: clock.at }) };
  };
}

/** Returns a wire that notes the server's current time. */
function dated(inner: Wire, clock: { at?: number }): Wire {
  return {
    send: async (request, signal) => {
      const reply = await inner.send(request, signal);
      const said = reply.outcome === "answered" ? Date.parse(reply.headers.date ?? "") : Number.NaN;
      if (!Number.isNaN(said)) clock.at = said;
      return reply;
    },
  };
}

function changeIn(words: ChangesWords, item: Json): LoggedChange | undefined {
  const text = (field: string | undefined) => textFrom(fieldOf(item, field));
  const at = Date.parse(text(words.at) ?? "");
  if (Number.isNaN(at)) return undefined;
  const [by = "somebody", through, label] = [text(words.by), text(words.through), text(words.label)];
  const part = text(words.part?.field);
  const shows = recordIn(text(words.shows));
  return { at, by, through, label, of: text(words.of.field), part, ...(shows && { shows }) };
}

/**
 * Returns the record that a text contains as JSON. Undefined: the text is something else, such as the value of one
 * field.
 */
function recordIn(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  try {
    const found: Json = JSON.parse(text);
    return isObject(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
