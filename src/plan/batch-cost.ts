/** What writes cost that go together. Pure. */

import type { BatchFacts } from "../drivers/batch-session.ts";
import type { Resource } from "../model/desired.ts";

/** What a write shares with those that it may go with. Undefined: its scope does not say. */
export function sharedIn(
  { sharedBy, ofOneKind }: BatchFacts,
  { kind, parent, scope }: Pick<Resource, "kind" | "parent" | "scope">,
): string | undefined {
  if (sharedBy !== undefined) return scope[sharedBy];
  return ofOneKind ? `${kind} ${parent ?? ""}` : "";
}

/** The requests of writes of which so many go together each time, and how many of them are asked for until they end. */
export function requestsTogether(
  counts: readonly number[],
  facts: BatchFacts | undefined,
): { readonly requests: number; readonly asked: number } {
  const { size = 1, from = 1, atOnce = false } = facts ?? {};
  let [alone, batches] = [0, 0];
  for (const count of counts)
    if (count < from) alone += count;
    else batches += Math.ceil(count / size);
  return { requests: alone + batches, asked: atOnce ? 0 : batches };
}
