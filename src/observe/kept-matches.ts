/** The queries of a group and the match of its items, reused while they stay the same. */

import type { Item, ReadRequest } from "../drivers/contract/contract.ts";
import { type KeptResults, Stage } from "../kept/kept.ts";
import type { IdOf } from "../model/memory.ts";
import { type Around, matchInHierarchy } from "./hierarchy.ts";
import type { MatchResult } from "./match.ts";
import { groupKey, type ReadGroup, type WantedResource, wantedOf } from "./query.ts";

/** The results of earlier runs, and the known ids. */
interface MatchContext {
  readonly kept?: KeptResults | undefined;
  readonly idOf?: IdOf | undefined;
}

/** What to match. */
interface MatchInput {
  readonly group: ReadGroup;
  readonly items: readonly Item[];
  readonly wanted: readonly WantedResource[];
}

const matches = new Stage<MatchResult>();
const queries = new Stage<ReadRequest["wanted"]>();

/** Returns the queries of a group: the same array as in the last run if the resources and ids are the same. */
export function queriesOf(
  group: ReadGroup,
  wanted: readonly WantedResource[],
  { kept, idOf }: MatchContext,
): ReadRequest["wanted"] {
  const ids = kept && idOf ? wanted.map(({ resource }) => idOf(resource.address)?.id) : [];
  return queries.of(kept, { place: groupKey(group), from: [wanted, ...ids] }, () =>
    wantedOf({ wanted }, idOf),
  );
}

/** Matches items to resources. For identical items, the match of the last run is reused, except in hierarchies. */
export async function keptMatch(
  { kept, idOf, elsewhere }: MatchContext & Pick<Around, "elsewhere">,
  { group, items, wanted }: MatchInput,
): Promise<MatchResult> {
  const match = () => matchInHierarchy(items, wanted, { elsewhere, idOf });
  if (!kept || wanted.some(({ kind }) => kind.below !== undefined)) return match();
  const ids = idOf ? wanted.map(({ resource }) => JSON.stringify(idOf(resource.address))) : [];
  const key = { place: groupKey(group), from: [wanted, ...ids, ...items] };
  const known = matches.find(kept, key);
  if (known) return known.result;
  const found = await match();
  matches.keep(kept, key, found);
  return found;
}
