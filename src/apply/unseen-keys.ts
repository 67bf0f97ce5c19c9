/** Handles creates that are not visible yet and whose key in Git has changed since they were sent. Pure. */

import { type Address, addressParts } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Memory, UnseenCreate } from "../model/memory.ts";
import type { AnsweredCreate } from "./journal.ts";

/** The desired state and the state applied last. */
interface KeySides {
  readonly desired: Pick<Desired, "resources">;
  readonly base?: Pick<Desired, "resources"> | undefined;
}

/**
 * Returns the memory with unseen creates under the keys that desired has now. Under its former key, a create would not
 * be found, and would be sent again.
 */
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

/** Returns the creates of a journal under their new keys. */
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

/** True if the resource was already seen at its new address, where its live id is known. */
function isSeen(one: UnseenCreate | undefined, known: string | undefined): boolean {
  return one?.id !== undefined && one.id === known;
}

/**
 * Returns the new addresses of creates, by the address under which each was sent. A create whose address is no longer
 * declared belongs to the only resource that is new in desired and has the same kind and name.
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
