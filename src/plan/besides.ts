/** What a narrowed plan must know besides what it was asked for, since verdicts and guards count it. Pure. */

import type { Address } from "../model/address.ts";
import type { Comparison } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { losesModerator, moderates } from "./guards/moderators.ts";
import { resourceOf } from "./prerequisites.ts";

/** What is known of a plan that was narrowed, and all that Git says. */
export interface NarrowedSides {
  /** Of what was looked at for its own sake. */
  readonly comparison: Pick<Comparison, "changes">;
  readonly only: (address: Address) => boolean;
  readonly prune: boolean;
  /** Whole, and with the keys of now. */
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly isSeen: (address: Address) => boolean;
}

/**
 * | the plan                    | must know of                                                      |
 * |-----------------------------|-------------------------------------------------------------------|
 * | removes something           | all that may refer to it, and all of its kind that Git drops      |
 * | makes something anew        | all of its kind that was applied and is declared                  |
 * | takes a room's moderator    | the moderators that are declared in the room                      |
 *
 * Of these, what was not looked at yet: in address order, none where it does nothing of the kind.
 */
export function besidesOf(on: NarrowedSides): readonly Address[] {
  const { comparison, only, prune, desired, base, isSeen } = on;
  const asked = comparison.changes.filter(({ address, action }) => {
    return only(address) && (prune || action !== "remove");
  });
  const isKept = ({ address }: Resource) => base?.resources.has(address) === true;
  const isDropped = ({ address }: Resource) => !desired.resources.has(address);
  const removed = asked.filter(({ action }) => action === "remove").map(resourceOf);
  const remade = asked
    .filter(({ action }) => action === "create")
    .map(resourceOf)
    .filter(isKept);
  const rooms = new Set(asked.filter(losesModerator).map((change) => resourceOf(change).parent));
  const [goes, comesAgain] = [kindsOf(removed), kindsOf(remade)];
  if (goes.size + comesAgain.size + rooms.size === 0) return [];
  const isMeant = (one: Resource) =>
    refersToOne(one, goes) ||
    (isDropped(one) && goes.has(kindOf(one))) ||
    (isKept(one) && !isDropped(one) && comesAgain.has(kindOf(one))) ||
    (rooms.has(one.parent) && !isDropped(one) && moderates(one.value));
  const all = new Map([...(base?.resources ?? []), ...desired.resources]);
  return [...all.values()]
    .filter((one) => !isSeen(one.address) && isMeant(one))
    .map(({ address }) => address)
    .sort();
}

function kindsOf(some: readonly Resource[]): ReadonlySet<string> {
  return new Set(some.map(kindOf));
}

function kindOf({ target, kind }: Pick<Resource, "target" | "kind">): string {
  return `${target}/${kind}`;
}

function refersToOne({ target, refersTo = {} }: Resource, kinds: ReadonlySet<string>): boolean {
  return Object.values(refersTo).some((kind) => kinds.has(kindOf({ target, kind })));
}
