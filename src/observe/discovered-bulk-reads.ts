/**
 * Bulk reads for an import: decides which bulk reads replace several reads, and finds the part of each that belongs to
 * a parent.
 */

import type { Kind, OpenTarget, ReadReply, ReadRequest } from "../drivers/contract/contract.ts";
import type { Collection } from "../model/collection.ts";
import type { Scope } from "../model/desired.ts";
import { partOf } from "./whole-reads.ts";

/** A read, and the bulk read that includes it. */
interface ReadWithWhole {
  readonly request: ReadRequest;
  readonly whole?: ReadRequest | undefined;
}

/** An item that was found, and its parent. */
interface FoundWithin {
  readonly kind: Pick<Kind, "name">;
  readonly item: { readonly id?: string | undefined };
  readonly scope: Scope;
  readonly parent?: FoundWithin | undefined;
}

/** The bulk reads made so far. Each is made once. */
export class DiscoveredWholes {
  readonly #open: OpenTarget;
  readonly #signal: AbortSignal;
  readonly #replies = new Map<string, Promise<ReadReply>>();

  constructor(open: OpenTarget, signal: AbortSignal) {
    this.#open = open;
    this.#signal = signal;
  }

  /** Returns this read's part of the bulk read; undefined if the read must be made on its own. */
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

/** Returns the number of requests. Reads that share a bulk read count as one. */
export function requestsFor(reads: readonly ReadWithWhole[]): number {
  return new Set(reads.map(({ whole, request }) => (whole ? keyOfWhole(whole) : request))).size;
}

function keyOfWhole({ collection, parentId }: ReadRequest): string {
  return `${collection} ${parentId}`;
}

/**
 * Returns the bulk read that may replace a read; undefined if there is none. The bulk read must show all fields, since
 * an import declares everything. It must also replace at least as many requests as it has pages, unless no other read
 * shows the items.
 */
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
