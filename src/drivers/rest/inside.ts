/** Contents of live resources that no kind reads: undeclared classes, which an import reports. */

import { isObject, type Json } from "../../model/json.ts";
import type { UndeclarablePart } from "../../model/live/undeclarable.ts";
import type { Item, ReadReply, ReadRequest } from "../contract/contract.ts";
import type { RestKind } from "./catalogs/catalog-dialect.ts";
import { readListed } from "./listing.ts";
import { type RestContext, requestWords } from "./requests.ts";
import { undeclaredInside } from "./undeclared.ts";

/**
 * Returns the reply with the undeclared contents of each item's resource, which take one read per item. If such a read
 * fails, the item gets the reason instead.
 */
export async function withInside(
  on: RestContext & { readonly signal: AbortSignal },
  of: RestKind,
  { reply, request: { scope, parentId } }: { readonly reply: ReadReply; readonly request: ReadRequest },
): Promise<ReadReply> {
  const { inside } = of;
  if (reply.state !== "whole" || inside === undefined) return reply;
  const items: Item[] = [];
  for (const item of reply.items) {
    const words = requestWords(of, on.dialect, { identity: item.identity, id: item.id, parentId, scope });
    const idOf = (record: Json) => JSON.stringify(record);
    const list = await readListed(
      on,
      { read: inside.read, words, scope, idOf, complete: () => true },
      on.signal,
    );
    const more: readonly UndeclarablePart[] =
      "problem" in list
        ? [
            {
              path: "",
              what: "child",
              reason: `trueup cannot read what else the object contains: ${list.problem.message}`,
            },
          ]
        : undeclaredInside(of, list.items.filter(isObject));
    items.push({ ...item, undeclarable: [...(item.undeclarable ?? []), ...more] });
  }
  return { ...reply, items };
}
