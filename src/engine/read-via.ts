/** Makes a session that reads declared resources through another target, and writes through its own target. */

import type { Item, ReadReply, ReadRequest, Session } from "../drivers/contract/contract.ts";
import { problem } from "../model/problem.ts";

/**
 * Returns the session `own`, but with declared resources read through `through`. Reads without declarations (import,
 * check) use only `own`, because its values have types. A read right before a write takes the value from `through`, and
 * the surrounding tree and its version from `own`.
 */
export function readThrough(own: Session, through: Session): Session {
  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    if (request.wanted.length === 0 || request.wanted.some(({ declared }) => declared === undefined))
      return own.read(request, signal);
    if (!request.alone) return through.read(request, signal);
    const [shown, around] = await Promise.all([through.read(request, signal), own.read(request, signal)]);
    return shown.state === "whole" && around.state === "whole"
      ? joined(request, shown.items, around.items)
      : ([shown, around].find(({ state }) => state === "unknown") ?? shown);
  }

  return { ...own, read };
}

/** The result is unknown if the two sessions disagree about which resources exist. */
function joined({ wanted }: ReadRequest, shown: readonly Item[], around: readonly Item[]): ReadReply {
  const items: Item[] = [];
  for (const { kind, identity } of wanted) {
    const isWanted = (one: Item) => one.kind === kind && one.identity === identity;
    const [value, tree] = [shown.find(isWanted), around.find(isWanted)];
    if (!value !== !tree) return { state: "unknown", problem: disagreement(identity) };
    if (value && tree) items.push({ ...tree, value: value.value });
  }
  return { state: "whole", items };
}

function disagreement(identity: string) {
  const message = `only one of the two interfaces of the device shows ${identity}`;
  return problem("two-views", message, {
    hint: "Plan again once both interfaces show the same. If they never do, check the device.",
  });
}
