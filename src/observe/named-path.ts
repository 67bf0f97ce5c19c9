/**
 * Determines how an import reads resources that people name and no list shows, and which resources it gets from these
 * reads. Pure.
 */

import type { Item, Kind, OpenTarget } from "../drivers/contract/contract.ts";
import { address } from "../model/address.ts";
import type { Resource, Scope } from "../model/desired.ts";
import type { Json } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";

type Named = Pick<OpenTarget, "driver" | "dialect" | "target">;

/**
 * Returns the identity for a named path. The path may lead to a list entry. The target's types define the key leaves of
 * such an entry.
 */
export function identityOf(
  open: Named,
  kind: Kind,
  { key, scope }: { readonly key: string; readonly scope: Scope },
): string {
  const identity = kind.identity({ key, value: null, scope });
  const [part] = partsOf(open, resourceOf(open, kind, { key, scope, identity, value: {} }))?.parts ?? [];
  return part?.identity ?? identity;
}

/** Returns why a named resource cannot be searched for; undefined if it can. */
export function namedFault(open: Named, kind: Kind, key: string): Problem | undefined {
  const scope = {};
  const identity = kind.identity({ key, value: null, scope });
  const found = partsOf(open, resourceOf(open, kind, { key, scope, identity, value: {} }));
  const [fault] = found?.parts.length === 0 ? found.problems : [];
  return fault && problem(fault.code, `${open.target.name}: ${fault.message}.`, { hint: fault.hint });
}

/** Splits a list that was named as a whole into one resource per entry; all other resources stay unchanged. */
export function namedEntries<T extends Found>(open: Named, found: T): readonly T[] {
  const { kind, item, scope } = found;
  const { identity, value } = item;
  if (kind.keyOf === undefined || !Array.isArray(value)) return [found];
  const key = kind.keyOf({ identity, scope });
  const apart = partsOf(open, resourceOf(open, kind, { key, scope, identity, value }));
  if (apart === undefined || apart.problems.length > 0) return [found];
  return apart.parts.map((part) => ({
    ...found,
    item: { ...item, identity: part.identity, value: part.value, raw: part.value },
  }));
}

/** A live item that was found. */
interface Found {
  readonly kind: Kind;
  readonly item: Item;
  readonly scope: Scope;
}

function partsOf({ driver, dialect }: Named, resource: Resource) {
  return driver.partsOf?.(resource, dialect, {});
}

interface NamedValue extends Pick<Resource, "key" | "scope" | "identity"> {
  readonly value: Json;
}

function resourceOf({ target }: Named, kind: Kind, { key, scope, identity, value }: NamedValue): Resource {
  return {
    address: address(target.name, kind.name, key),
    target: target.name,
    kind: kind.name,
    key,
    scope,
    identity,
    value,
    secrets: [],
    lists: {},
    ownership: "declared",
    protect: false,
    observed: false,
  };
}
