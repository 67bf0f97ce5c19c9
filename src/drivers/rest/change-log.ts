/** Reads a product's change log by its catalog: whole, or not at all. */

import { fieldOf } from "../../catalog/fields/field-of.ts";
import type { ProductFile } from "../../catalog/vocabulary/product.ts";
import { isObject, type Json } from "../../model/json.ts";
import { ours, problem, sentence } from "../../model/problem.ts";
import type { Wire } from "../../model/wire.ts";
import type { ChangeLogReader, LoggedChange } from "../change-log.ts";
import { readPages } from "../pages/pages.ts";
import { type ReplyContext, unexpectedShape } from "../replies.ts";
import { type RequestContext, readRequest } from "./requests.ts";

type ChangesWords = NonNullable<ProductFile["changes"]>;

/** What reading a log needs. */
interface ChangeLogContext extends RequestContext {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
  /** The ids of what has a log, by its name in scopes: those that were read. */
  readonly sharedIds: ReadonlyMap<string, string>;
}

/** A log of more pages is not read. */
const maxPages = 20;

/** The reader of a product's log; undefined where its catalog has none. */
export function changeLogOf(on: ChangeLogContext): ChangeLogReader | undefined {
  const { changes: words, limits } = on.dialect.product;
  const { sharedBy } = limits;
  if (words === undefined || sharedBy === undefined) return undefined;
  return async ({ scope, since }, signal) => {
    const { exchange, sharedIds } = on;
    const id = sharedIds.get(scope[sharedBy] ?? "");
    if (id === undefined) {
      const message = sentence`${ours(`${exchange.target}: it is unknown which ${sharedBy} has the change log`)}`;
      return { state: "unknown", problem: problem("missing-list", message) };
    }
    const { path, size } = words;
    const query = { [words.since]: since, ...(size && { [size.parameter]: String(size.value) }) };
    const named = (word: string) => (word === sharedBy ? id : undefined);
    const first = readRequest(on, { path, query }, { words: named, scope });
    const clock: { at?: number } = {};
    const layout = { size: size?.value };
    const listing = { exchange, wire: dated(on.wire, clock), first, layout, idOf: () => undefined };
    const list = await readPages({ ...listing, mostPages: maxPages }, signal);
    if ("problem" in list) return { state: "unknown", problem: list.problem };
    const found = list.items.map((item) => changeIn(words, item));
    const known = found.filter((each) => each !== undefined);
    if (known.length < found.length)
      return {
        state: "unknown",
        problem: unexpectedShape(exchange, first, "has an entry without a time"),
      };
    return { state: "whole", changes: known, ...(clock.at !== undefined && { serverAt: clock.at }) };
  };
}

/** A wire that notes what the server says that the time is. */
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
  const text = (field: string | undefined) => {
    const found = field === undefined || !isObject(item) ? undefined : fieldOf(item, field);
    return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
  };
  const at = Date.parse(text(words.at) ?? "");
  if (Number.isNaN(at)) return undefined;
  const by = text(words.by) ?? "somebody";
  const [through, label] = [text(words.through), text(words.label)];
  return { at, by, through, label, of: text(words.of.field), part: text(words.part?.field) };
}
