/** The remembered ids of resources, by which a run identifies resources other than by name. */

import type { Move } from "../model/change.ts";
import type { IdOf, Memory } from "../model/memory.ts";

/** Returns the remembered ids by the addresses of desired. Undefined: no ids are remembered. */
export function rememberedIds(
  memory: Memory | undefined,
  moves: readonly Move[] | undefined,
): IdOf | undefined {
  if (!memory || memory.resources.size + memory.unseen.size === 0) return undefined;
  const former = new Map(moves?.map(({ address, was }) => [address, was]));
  return (address) => {
    const { id, sent, stored } = memory.unseen.get(address) ?? {};
    const remembered = memory.resources.get(former.get(address) ?? address);
    if (id === undefined) return remembered;
    const name = sent ?? (remembered?.id === id ? remembered.name : undefined);
    return { id, name, answered: stored, ofThisRun: "made" };
  };
}
