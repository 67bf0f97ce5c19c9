/** Reads of a whole, for an import: which stand instead of several, and what they show of each parent. */

import type { Kind, OpenTarget, ReadReply, ReadRequest } from "../drivers/contract/contract.ts";
import type { Collection } from "../model/collection.ts";
import type { Scope } from "../model/desired.ts";
import { partOf } from "./whole-reads.ts";

/** A read, and the whole that shows it too. */
interface ReadWithWhole {
  readonly request: ReadRequest;
  readonly whole?: ReadRequest | undefined;
}

/** Something found, and its parent. */
interface FoundWithin {
  readonly kind: Pick<Kind, "name">;
  readonly item: { readonly id?: string | undefined };
  readonly scope: Scope;
  readonly parent?: FoundWithin | undefined;
}

/** The wholes that were read, each once. */
export class DiscoveredWholes {
  readonly #open: OpenTarget;
  readonly #signal: AbortSignal;
  readonly #replies = new Map<string, Promise<ReadReply>>();

  constructor(open: OpenTarget, signal: AbortSignal) {
    this.#open = open;
    this.#signal = signal;
  }

  /** What a whole shows of it; undefined where it is read with its parent. */
  async part({ request, whole }: ReadWithWhole): Promise<ReadReply | undefined> {
    if (!whole || request.parentId === undefined) return undefined;
    const key = keyOfWhole(whole);
    const known = this.#replies.get(key) ?? this.#open.session.read(whole, this.#signal);
    this.#replies.set(key, known);
    const reply = await known;
    const isOnly = whole.mostPages === undefined;
    const none = reply.state === "whole" ? ({ state: "whole", items: [] } as const) : reply;
    return partOf(reply, request.parentId) ?? (isOnly ? none : undefined);
  }
}

/** How many requests they take: those of one whole are one. */
export function requestsFor(reads: readonly ReadWithWhole[]): number {
  return new Set(reads.map(({ whole, request }) => (whole ? keyOfWhole(whole) : request))).size;
}

function keyOfWhole({ collection, parentId }: ReadRequest): string {
  return `${collection} ${parentId}`;
}

/** Only a whole that shows all fields: what is imported is all that there is. Of no more pages than it saves. */
export function wholeIn(
  { name, whole }: Collection,
  { parent, siblings }: { readonly parent: FoundWithin; readonly siblings: number },
): ReadRequest | undefined {
  if (!whole || whole.shows || !(whole.only || siblings > 1)) return undefined;
  let at = parent.parent;
  while (at && at.kind.name !== whole.within) at = at.parent;
  if (at?.item.id === undefined) return undefined;
  const mostPages = whole.only ? undefined : siblings;
  const request = { collection: name, scope: parent.scope, parentId: at.item.id, wanted: [], mostPages };
  return { ...request, whole: true, undeclarable: true };
}
