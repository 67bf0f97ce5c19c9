/** Batches where one body is created and a list of them too: `POST` with a parameter. Pure. */

import { enclosedIn, fieldOf } from "../../../catalog/fields/field-of.ts";
import { filledQuery } from "../../../catalog/templates.ts";
import type { ListWords } from "../../../catalog/vocabulary/batch.ts";
import { isArray, type Json } from "../../../model/json.ts";
import type { Write } from "../../contract.ts";
import { itemsOf } from "../items.ts";
import { kindOfWrite, type RequestContext, writeRequest } from "../requests.ts";
import type { BatchForm } from "./together.ts";

/** The form of a list. What its writes share is all that stands in their path. */
export function listForm(on: RequestContext, words: ListWords): BatchForm {
  const { dialect } = on;
  return {
    scopeOf: ({ kind, operation, scope, once }) => {
      const of = dialect.byName.get(kind);
      const template = operation === "create" ? of?.writes.create : undefined;
      const isTaken = of?.file.batch?.includes(operation) && template?.method === "POST" && !template.query;
      return isTaken && !once ? JSON.stringify([kind, of?.above.map((each) => scope[each])]) : undefined;
    },
    request: (writes) => {
      const [first, ...others] = writes.map((write) => writeRequest(on, write));
      if (first === undefined) throw new Error("a batch without a write");
      const other = others.find(({ url }) => url !== first.url);
      if (other) throw new Error(`a batch of ${first.url} has a write of ${other.url}`);
      const body = [first, ...others].map((each) => each.body ?? null);
      return { ...first, url: `${first.url}${filledQuery(words.query, () => undefined)}`, body };
    },
    shown: (answer, writes) => {
      const records = fieldOf(answer, words.items);
      const found = records !== undefined && isArray(records) ? records : [];
      return writes.map((write) => ownRecord(on, write, found));
    },
    // The name that people gave it, as an error quotes it.
    nameOf: ({ identity }) => `"${identity}"`,
  };
}

/** The record of what a write made, whatever the order of the answer. */
function ownRecord({ dialect }: RequestContext, write: Write, records: readonly Json[]): Json | undefined {
  const of = kindOfWrite(dialect, write);
  const { kind, identity, scope, parentId } = write;
  const { at, optional } = of.writes.create?.answer ?? {};
  return records.find((record) => {
    const found = enclosedIn(record, at, optional);
    const read = { wanted: [{ kind, identity, scope }], parentId, read: {}, shown: undefined };
    const items = found === undefined ? [] : itemsOf(of, read, [found]);
    return items?.some((item) => item.identity === identity) ?? false;
  });
}
