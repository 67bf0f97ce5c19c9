/** Turns: of what goes over one wire, one long list is read at a time. Many together would fill the memory. */

import type { Wire } from "../../../model/wire.ts";

const last = new WeakMap<Wire, Promise<void>>();

/** Waits until everyone before has ended; ends this turn when it is called. */
export async function takeTurn(wire: Wire): Promise<() => void> {
  const before = last.get(wire);
  const turn = Promise.withResolvers<void>();
  last.set(wire, turn.promise);
  await before;
  return turn.resolve;
}
