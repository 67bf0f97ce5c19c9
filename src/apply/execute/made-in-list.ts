/**
 * Finds the live resource that a create made, among the new entries of its list, if the reply contained no id. Pure.
 */

import { fieldDifferences } from "../../diff/fields.ts";
import type { Item } from "../../drivers/contract/contract.ts";
import type { Resource } from "../../model/desired.ts";
import { ownName, pathEnds } from "../../model/names/hierarchy.ts";
import { maybeStoredOf, spellingless } from "../../model/names/spelling.ts";
import { at } from "../../model/pointer.ts";
import type { AlikeForm } from "../../model/sameness/alike.ts";

/** A list before a create was sent, and after it was accepted or its reply was lost. */
export interface GrownList {
  /** The created resource. */
  readonly created: Resource;
  /** The match values of the undeclared entries before the create was sent. */
  readonly before: ReadonlySet<string>;
  /** The undeclared entries within the parent of the created resource, after the create. */
  readonly after: readonly Item[];
  /** The number of this run's creates, including this one, that have no id yet and are searched for in this list. */
  readonly sought: number;
  /** How values are compared. Default: literally. */
  readonly alike?: AlikeForm | undefined;
  /** False if it is unknown whether the create was carried out. */
  readonly isAccepted: boolean;
}

/**
 * Returns the matching item. For an accepted create, the name of the item may be spelled differently or truncated:
 *
 * | new entries of its kind           | other creates are sought | declared fields except the name | result    |
 * |-----------------------------------|--------------------------|---------------------------------|-----------|
 * | none                              |                          |                                 | not there |
 * | one                               | no                       | as declared                     | that one  |
 * | one                               | no                       | differ                          | unknown   |
 * | one, its name unlike the sent one |                          |                                 | unknown   |
 * | one                               | yes                      |                                 | unknown   |
 * | several                           |                          |                                 | unknown   |
 *
 * For a create that may have been carried out, returns the only new entry with the name, or with a spelling of the
 * name. Sending the create again would then make a duplicate. The result is never a guess between two entries
 * (`perhapsMade`), and never an entry that another create may have made.
 */
export function madeInList(list: GrownList): Item | undefined {
  const { created, sought, alike, isAccepted } = list;
  const { identity, below, value } = created;
  const [only, another] = isAccepted ? newIn(list) : perhapsMade(list);
  if (!only || another) return undefined;
  if (!isAccepted) return only;
  if (sought !== 1) return undefined;
  const name = ownName({ identity, below });
  // An entry that somebody else created meanwhile may match the declared fields too, so the entry's name must fit as
  // well.
  if (!maybeStoredOf(name, ownName({ identity: only.identity, below }))) return undefined;
  const others = fieldDifferences(created, { live: only.value, alike }).filter(
    ({ path }) => at(value, path) !== name,
  );
  return others.length === 0 ? only : undefined;
}

/** All new entries whose names are spellings of the resource's name. */
export function perhapsMade(list: Pick<GrownList, "created" | "before" | "after">): readonly Item[] {
  return newIn(list).filter((item) => isSpelled(list.created, item));
}

function newIn({ created, before, after }: Pick<GrownList, "created" | "before" | "after">): readonly Item[] {
  return after.filter((item) => item.kind === created.kind && !before.has(item.identity));
}

/** True if the entry's name is a spelling of the resource's name, and its parent is the right one. */
function isSpelled({ identity, below }: Resource, item: Item): boolean {
  const [own, live] = [spellingless(identity), spellingless(item.identity)];
  return below === undefined ? own === live : pathEnds(live).includes(own);
}
