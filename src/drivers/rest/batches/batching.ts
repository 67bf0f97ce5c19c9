/** The batches of a product, in the form that its catalog describes. */

import { fieldOf } from "../../../catalog/fields/field-of.ts";
import { asWireList } from "../../../catalog/fields/wire.ts";
import type { ListWords } from "../../../catalog/schema/batch.ts";
import type { WriteTemplate } from "../../../catalog/schema/request.ts";
import { filledQuery } from "../../../catalog/templates.ts";
import { asList, isArray } from "../../../model/json.ts";
import { ownName } from "../../../model/names/hierarchy.ts";
import type { Operation } from "../../../model/plan/step.ts";
import type { BatchSession } from "../../contract/batch-session.ts";
import type { Write } from "../../contract/contract.ts";
import { type RestContext, writeRequest } from "../requests.ts";
import { writtenItem } from "../write-response.ts";
import { actionBatches } from "./action-batches.ts";
import { type BatchForm, togetherIn } from "./together.ts";
import { treeForm } from "./trees.ts";

/** Returns the batches of a session. Undefined: the product has no batches. */
export function batchingOf(on: RestContext): BatchSession | undefined {
  const { batches } = on.dialect.product;
  switch (batches?.by) {
    case undefined:
      return undefined;
    case "actions":
      return actionBatches(on, batches);
    case "tree":
      return togetherIn(on, { ...batches, ...treeForm(on, batches) });
    case "list":
      return togetherIn(on, { ...batches, ...listForm(on, batches) });
  }
}

/** Returns the form in which a batch is a list of bodies. All writes of a batch have the same ids in their path. */
function listForm(on: RestContext, words: ListWords): BatchForm {
  return {
    scopeOf: ({ kind, operation, scope, once }) => {
      const of = on.dialect.byName.get(kind);
      const isTaken = of?.file.batch?.includes(operation) && isList(words, operation, of.writes[operation]);
      return isTaken && !once
        ? JSON.stringify([operation, kind, of?.above.map((each) => scope[each])])
        : undefined;
    },
    request: (writes) => {
      const [first, ...others] = writes.map((write) => writeRequest(on, write));
      if (first === undefined) throw new Error("a batch without a write");
      const other = others.find(({ url }) => url !== first.url);
      if (other) throw new Error(`a batch of ${first.url} has a write of ${other.url}`);
      const bodies = [first, ...others].map(({ body = null }) => body);
      const body = words.query ? bodies : bodies.flatMap(asWireList);
      return { ...first, url: `${first.url}${filledQuery(words.query ?? {}, () => undefined)}`, body };
    },
    // The reply may list records in another order, so each write's record is found by its content.
    shown: (answer, writes) => {
      if (words.items === undefined) return [];
      const records = asList(fieldOf(answer, words.items));
      return writes.map((write) => records.find((body) => writtenItem(on, write, { body }) !== undefined));
    },
    // Returns the name by which an error refers to a write. If only creates are sent as a list (`query`), it is the
    // declared name. Otherwise it is the value of the field that distinguishes the resource from its siblings.
    nameOf: (write) => {
      const own = on.dialect.byName.get(write.kind)?.kind.below;
      const name = ownName({ identity: write.identity, below: own });
      return words.query ? name : innermostName(on, { ...write, identity: name });
    },
  };
}

function innermostName({ dialect }: RestContext, { kind, identity, desired }: Write): string {
  const named = dialect.byName.get(kind)?.file.identity;
  const own = isArray(named) ? fieldOf(desired, named.at(-1) ?? "") : undefined;
  return typeof own === "string" ? own : identity;
}

/**
 * True if the product takes these writes as a list. With `query`, the product takes only creates by POST. Without
 * `query`, it takes only writes whose body is a list anyway.
 */
function isList({ query }: ListWords, operation: Operation, template: WriteTemplate | undefined): boolean {
  if (!template || template.query) return false;
  return query ? operation === "create" && template.method === "POST" : template.list === true;
}
