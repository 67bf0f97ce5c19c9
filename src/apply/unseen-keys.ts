/** Creates that are not seen yet, and whose key has changed in Git since they were sent. Pure. */

import { type Address, addressParts } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Memory, UnseenCreate } from "../model/memory.ts";
import type { AnsweredCreate } from "./journal.ts";

/** What Git says now, and what was applied. */
interface KeySides {
  readonly desired: Pick<Desired, "resources">;
  readonly base?: Pick<Desired, "resources"> | undefined;
}

/** The memory with the keys of now, or a second one would be created under the new key. */
export function withUnseenKeys(memory: Memory | undefined, sides: KeySides): Memory | undefined {
  const now = memory && keysOfNow(memory.unseen, { ...sides, memory });
  if (!memory || !now || now.size === 0) return memory;
  const [unseen, resources] = [new Map(memory.unseen), new Map(memory.resources)];
  for (const [was, address] of now) {
    const one = unseen.get(was);
    unseen.delete(was);
    const remembered = resources.get(was);
    if (isSeen(one, resources.get(address)?.id)) continue;
    if (one) unseen.set(address, one);
    if (remembered && resources.delete(was)) resources.set(address, remembered);
  }
  return { ...memory, unseen, resources };
}

/** The creates of a journal, with the keys of now. */
export function withCreateKeys(
  left: readonly AnsweredCreate[],
  sides: KeySides & { readonly memory: Memory | undefined },
): readonly AnsweredCreate[] {
  const now = keysOfNow(new Map(left.map((one) => [one.intent.address, one])), sides);
  return left.map((one) => {
    const address = now.get(one.intent.address);
    return address === undefined
      ? one
      : { ...one, intent: { ...one.intent, address, step: `create ${address}` } };
  });
}

/** It was seen under that address already. */
function isSeen(one: UnseenCreate | undefined, known: string | undefined): boolean {
  return one?.id !== undefined && one.id === known;
}

/**
 * The addresses of now, by those under which something was sent: what nothing declares any more is what desired alone
 * declares of its kind under the name that was sent, where that is one.
 */
function keysOfNow(
  unseen: ReadonlyMap<Address, UnseenCreate>,
  { desired, base, memory }: KeySides & { readonly memory: Memory | undefined },
): ReadonlyMap<Address, Address> {
  const lost = new Map<string, readonly [Address, UnseenCreate]>();
  for (const [address, one] of unseen)
    if (one.sent !== undefined && !desired.resources.has(address) && !base?.resources.has(address))
      lost.set(named({ ...addressParts(address), identity: one.sent }), [address, one]);
  const found = new Map<Address, Address | "several">();
  for (const resource of lost.size > 0 ? desired.resources.values() : []) {
    const { address } = resource;
    const [was, one] = lost.get(named(resource)) ?? [];
    if (was === undefined || unseen.has(address)) continue;
    if (base?.resources.has(address) && !isSeen(one, memory?.resources.get(address)?.id)) continue;
    found.set(was, found.has(was) ? "several" : address);
  }
  return new Map([...found].flatMap(([was, now]) => (now === "several" ? [] : [[was, now] as const])));
}

function named(of: { readonly target: string; readonly kind: string; readonly identity: string }): string {
  return JSON.stringify([of.target, of.kind, of.identity]);
}
