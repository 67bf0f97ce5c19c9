/** Batches where one body is created and a list of them too: `POST` with a parameter. Pure. */

import { fieldOf } from "../../../catalog/fields/field-of.ts";
import { filledQuery } from "../../../catalog/templates.ts";
import type { ListWords } from "../../../catalog/vocabulary/batch.ts";
import { asList } from "../../../model/json.ts";
import { writtenItem } from "../accepted.ts";
import type { RestContext } from "../context.ts";
import { writeRequest } from "../requests.ts";
import type { BatchForm } from "./together.ts";

/** The form of a list. What its writes share is all that stands in their path. */
export function listForm(on: RestContext, words: ListWords): BatchForm {
  return {
    scopeOf: ({ kind, operation, scope, once }) => {
      const of = on.dialect.byName.get(kind);
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
    // Each by its record, whatever the order of the answer.
    shown: (answer, writes) => {
      const records = asList(fieldOf(answer, words.items));
      return writes.map((write) => records.find((body) => writtenItem(on, write, { body }) !== undefined));
    },
    // The name that people gave it, as an error quotes it.
    nameOf: ({ identity }) => `"${identity}"`,
  };
}
