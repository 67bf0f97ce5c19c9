/** What `--only` asks an import for: kinds to read, names that no list shows, addresses to write. Pure. */

import type { Driver, Kind } from "../drivers/contract/contract.ts";
import { type Address, address, addressParts } from "../model/address.ts";
import { matches } from "../model/listed/glob.ts";
import type { DiscoveredItem, UnlistedItem } from "../observe/discover.ts";

/** What an import is about. */
export interface ImportSelection {
  readonly isWanted: (address: Address) => boolean;
  readonly isLookedFor: (kind: Kind) => boolean;
  /** Whether all of a kind are asked for, not only those that are named. */
  readonly isListed: (kind: string) => boolean;
  /** False for what is only read and was not chosen: an organization. */
  readonly isEntered: (found: DiscoveredItem) => boolean;
  readonly named: readonly UnlistedItem[];
}

/** The same, of these kinds only; all of them where none is named. What they are in is read and written with them. */
export function ofKinds(selection: ImportSelection, names: readonly string[]): ImportSelection {
  if (names.length === 0) return selection;
  const kinds = new Set(names);
  const { isWanted, isLookedFor, isListed, named } = selection;
  return {
    ...selection,
    isWanted: (each) => kinds.has(addressParts(each).kind) && isWanted(each),
    isLookedFor: (kind) => kinds.has(kind.name) && isLookedFor(kind),
    isListed: (kind) => kinds.has(kind) && isListed(kind),
    named: named.filter(({ kind }) => kinds.has(kind)),
  };
}

/**
 * Globs over addresses. One over what is only read (`cloud/organization/Acme`) chooses what to look into; the others
 * choose what to write. One without `*` also names what no list shows: a managed object by its path.
 */
export function selectionOf(
  globs: readonly string[],
  of: { readonly target: string; readonly driver: Driver },
): ImportSelection {
  const { target, driver } = of;
  const prefix = (kind: Kind) => `${target}/${kind.name}/`;
  const around = globs.filter((glob) =>
    driver.kinds.some((kind) => kind.observed && glob.startsWith(prefix(kind))),
  );
  const own = globs.filter((glob) => !around.includes(glob));
  const fits = (glob: string, start: string) => {
    const [literal = ""] = glob.split("*");
    return literal.startsWith(start) || (glob.includes("*") && start.startsWith(literal));
  };
  const namedBy = (glob: string) =>
    driver.kinds.flatMap((kind) =>
      named(driver, kind, glob.slice(glob.startsWith(prefix(kind)) ? prefix(kind).length : glob.length)),
    );
  // A list that is named by its path is its entries.
  const wanted = own.flatMap((glob) => (namedBy(glob).length > 0 ? [glob, `${glob}=*`] : [glob]));
  return {
    isWanted: (each) => own.length === 0 || wanted.some((glob) => matches(glob, each)),
    isLookedFor: (kind) => own.length === 0 || own.some((glob) => fits(glob, prefix(kind))),
    isListed: (kind) =>
      own.length === 0 || own.some((glob) => glob.includes("*") && fits(glob, `${target}/${kind}/`)),
    isEntered: ({ kind, item }) => {
      const chosen = around.filter((glob) => glob.startsWith(prefix(kind)));
      const each = address(target, kind.name, item.identity);
      return chosen.length === 0 || chosen.some((glob) => matches(glob, each));
    },
    named: own.flatMap(namedBy),
  };
}

/** The own key behind a glob's kind, where only its name leads to it. In a device it stands behind a dot. */
function named({ holders }: Driver, kind: Kind, key: string): readonly UnlistedItem[] {
  const isHeld = holders.some(({ name }) => name === kind.place.within);
  if (key === "" || (kind.collection.absence !== "item" && !isHeld)) return [];
  const parts = isHeld ? key.split(".") : [key];
  const candidates = parts.map((_, at) => parts.slice(isHeld ? at + 1 : at).join("."));
  const own = candidates.find((each) => !each.includes("*") && kind.keys?.safeParse(each).success);
  return own === undefined ? [] : [{ kind: kind.name, key: own }];
}
