/** Which live thing a create has made whose answer does not say it: by what its list has new since. Pure. */

import { fieldDifferences } from "../../diff/fields.ts";
import type { Item } from "../../drivers/contract/contract.ts";
import type { AlikeForm } from "../../model/alike.ts";
import type { Resource } from "../../model/desired.ts";
import { ownName, pathEnds } from "../../model/names/hierarchy.ts";
import { maybeStoredOf, spellingless } from "../../model/names/spelling.ts";
import { at } from "../../model/pointer.ts";

/** A list, before a create left and after it was accepted, or its reply was lost. */
export interface GrownList {
  /** What was created. */
  readonly created: Resource;
  /** What the list had that is not declared, by what it is matched by. */
  readonly before: ReadonlySet<string>;
  /** What it has now that is no declared resource, in what the create was made in. */
  readonly after: readonly Item[];
  /** How many creates of this run are looked for in this list, with this one, and have no id. */
  readonly sought: number;
  /** What counts as the same in another spelling. Default: nothing. */
  readonly alike?: AlikeForm | undefined;
  /** False: nobody knows whether it was carried out. */
  readonly isAccepted: boolean;
}

/**
 * The item that it is. Of a create that was accepted, in whatever spelling, or cut off:
 *
 * | new in the list, of its kind | other creates are looked for in it | its declared fields, but its name | it is     |
 * |------------------------------|------------------------------------|-----------------------------------|-----------|
 * | none                         |                                    |                                   | not there |
 * | one                          | no                                 | are as declared                   | that one  |
 * | one                          | no                                 | differ                            | not known |
 * | one of a name not made of it |                                    |                                   | not known |
 * | one                          | yes                                |                                   | not known |
 * | several                      |                                    |                                   | not known |
 *
 * Of one that was perhaps carried out, the one new thing that has its name but for the spelling, as one of that very
 * name would be: sent again it would stand there twice. It is never guessed between two (`perhapsMade`), nor is what
 * another one may have made.
 */
export function madeInList(list: GrownList): Item | undefined {
  const { created, sought, alike, isAccepted } = list;
  const { identity, below, value } = created;
  const [only, another] = isAccepted ? newIn(list) : perhapsMade(list);
  if (!only || another) return undefined;
  if (!isAccepted) return only;
  if (sought !== 1) return undefined;
  const name = ownName({ identity, below });
  // What somebody else has made meanwhile may be as declared too.
  if (!maybeStoredOf(name, ownName({ identity: only.identity, below }))) return undefined;
  const others = fieldDifferences(created, { live: only.value, alike }).filter(
    ({ path }) => at(value, path) !== name,
  );
  return others.length === 0 ? only : undefined;
}

/** All new things that have its name but for the spelling. */
export function perhapsMade(list: Pick<GrownList, "created" | "before" | "after">): readonly Item[] {
  return newIn(list).filter((item) => isSpelled(list.created, item));
}

function newIn({ created, before, after }: Pick<GrownList, "created" | "before" | "after">): readonly Item[] {
  return after.filter((item) => item.kind === created.kind && !before.has(item.identity));
}

/** It has that name but for its spelling, below what it is to stand below. */
function isSpelled({ identity, below }: Resource, item: Item): boolean {
  const [own, live] = [spellingless(identity), spellingless(item.identity)];
  return below === undefined ? own === live : pathEnds(live).includes(own);
}
