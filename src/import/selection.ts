/**
 * The `--only` selection of an import: the kinds to read, the names that no list shows, and the addresses to write.
 * Pure.
 */

import type { Driver, Kind } from "../drivers/contract/contract.ts";
import { type Address, address, addressParts } from "../model/address.ts";
import { matches } from "../model/listed/glob.ts";
import type { DiscoveredItem, UnlistedItem } from "../observe/discover.ts";

/** The scope of an import. */
export interface ImportSelection {
  readonly isWanted: (address: Address) => boolean;
  readonly isLookedFor: (kind: Kind) => boolean;
  /** Returns true if all resources of a kind are requested, not only named ones. */
  readonly isListed: (kind: string) => boolean;
  /** Returns false for an observed resource that was not selected, such as an organization. */
  readonly isEntered: (found: DiscoveredItem) => boolean;
  readonly named: readonly UnlistedItem[];
}

/**
 * Returns the selection, limited to these kinds. If `names` is empty, it is not limited. The parents of these kinds are
 * read and written too.
 */
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
 * Returns the selection for globs over addresses. A glob for an observed kind (`cloud/organization/Acme`) selects where
 * to search. Other globs select what to write. A glob without `*` also names a resource that no list shows, such as a
 * managed object by its path.
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
  // A glob that names a list by its path also selects the entries of the list.
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

/**
 * Returns the resource that a glob names by its key, if resources of this kind can only be found by name. Inside a
 * device, the glob has the device's key, a dot, and the resource's key. Empty: the glob names none.
 */
function named({ holders }: Driver, kind: Kind, key: string): readonly UnlistedItem[] {
  const isHeld = holders.some(({ name }) => name === kind.place.within);
  if (key === "" || (kind.collection.absence !== "item" && !isHeld)) return [];
  const parts = isHeld ? key.split(".") : [key];
  const candidates = parts.map((_, at) => parts.slice(isHeld ? at + 1 : at).join("."));
  const own = candidates.find((each) => !each.includes("*") && kind.keys?.safeParse(each).success);
  return own === undefined ? [] : [{ kind: kind.name, key: own }];
}
