/** What the kinds of a plan are called for people. Pure. */

import type { Desired } from "../model/desired.ts";
import type { KindTitles } from "../model/place.ts";
import type { UnmanagedResource } from "../model/snapshot.ts";
import type { TargetFacts } from "./target-facts.ts";

/** What there is of kinds. */
interface Present {
  readonly desired: Desired;
  readonly base: Desired | undefined;
  readonly unmanaged: readonly UnmanagedResource[];
}

/** In the order of targets and kinds; undefined where all are called as they are named. */
export function titlesOf(
  { desired, base, unmanaged }: Present,
  facts: ReadonlyMap<string, TargetFacts>,
): KindTitles {
  const present = new Map<string, Set<string>>();
  const note = ({ target, kind }: Pick<UnmanagedResource, "target" | "kind">) =>
    present.get(target)?.add(kind) ?? present.set(target, new Set([kind]));
  for (const { resources } of base ? [desired, base] : [desired])
    for (const one of resources.values()) note(one);
  for (const one of unmanaged) note(one);
  const titles = [...present].flatMap(([target, kinds]) =>
    [...kinds].flatMap((kind) => {
      const { title } = facts.get(target)?.kinds.get(kind) ?? {};
      return title === undefined || title === kind ? [] : [[`${target}/${kind}`, title] as const];
    }),
  );
  return titles.length === 0 ? undefined : Object.fromEntries(titles.toSorted());
}
