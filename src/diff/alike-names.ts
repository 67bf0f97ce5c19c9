/** Finds what a plan would create beside something live of the same name in another spelling. Pure. */

import type { AlikeName } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Snapshot } from "../model/snapshot.ts";

/** The sides of a comparison, as far as names matter. */
interface NamedSides {
  readonly desired: Desired;
  readonly snapshot: Pick<Snapshot, "observations" | "unmanaged">;
  /** True where names that differ in spelling alone are names of different things. */
  readonly isExact?: ((resource: Resource) => boolean) | undefined;
}

/**
 * A server may store a name otherwise than it was sent: trimmed, in other case, in another Unicode form. So where
 * something is to be created, and something live and not declared beside it has its name but for these, it may be the
 * same thing.
 */
export function alikeNames({ desired, snapshot, isExact }: NamedSides): AlikeName[] {
  const free = snapshot.unmanaged.filter((one) => !one.unexpected);
  const isAbsent = ({ address }: Resource) => snapshot.observations.get(address)?.state === "absent";
  const made = free.length === 0 ? [] : [...desired.resources.values()].filter(isAbsent);
  if (made.length === 0) return [];
  const place = (target: string, kind: string, within = "") => `${target}\0${kind}\0${within}\0`;
  const live = new Map<string, string>();
  for (const { target, kind, within, identity } of free) {
    const name = place(target, kind, within) + spellingless(identity);
    if (!live.has(name)) live.set(name, identity);
  }
  return made.flatMap((resource): AlikeName[] => {
    const { address, target, kind, parent, identity } = resource;
    const found = live.get(place(target, kind, parent) + spellingless(identity));
    return found === undefined || isExact?.(resource) ? [] : [{ address, identity, live: found }];
  });
}

/** The name without what servers change of it: compatible forms composed, no case, no blanks. */
function spellingless(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().replace(/\s+/gu, "");
}
