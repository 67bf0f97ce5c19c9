/** Which reads may be those of an earlier run, by what is looked for. Pure. */

import type { Driver, ReadRequest } from "../../drivers/contract/contract.ts";
import { canonicalText, isObject, type Json, sameJson } from "../../model/json.ts";
import { isSecretReference } from "../../model/secret.ts";
import { idsIn } from "../../model/snapshot.ts";
import type { KeptRead } from "./kept-reads.ts";

/** Collections all of whose kinds are in the log, each within the kind that entries are about. */
export function toldCollections({ kinds }: Driver, tells: readonly string[]): ReadonlySet<string> {
  const byCollection = Map.groupBy(kinds, ({ collection }) => collection.name);
  const told = [...byCollection].filter(([, all]) =>
    all.every(({ name, collection }) => tells.includes(name) && collection.within !== undefined),
  );
  return new Set(told.map(([name]) => name));
}

/** Tells reads apart. */
export function keyOf({ collection, scope, parentId }: ReadRequest): string {
  const words = Object.entries(scope).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([collection, words, parentId]);
}

/** What is looked for, with all that is declared of it. */
export function lookedFor({ wanted }: ReadRequest): string {
  return canonicalText(JSON.parse(JSON.stringify(wanted)));
}

/** Whether all that is looked for was there: nothing is absent, or shown in full, because of a log. */
export function isWhole({ wanted }: ReadRequest, items: KeptRead["items"]): boolean {
  const found = new Set(items.map(({ kind, identity }) => `${kind} ${identity}`));
  return wanted.every(({ kind, identity, exclusive }) => !exclusive && found.has(`${kind} ${identity}`));
}

/** What differs from what is declared is read: nothing is planned or reported because of a log. */
export function isAsDeclared({ wanted }: ReadRequest, { items }: KeptRead): boolean {
  const values = new Map(items.map(({ kind, identity, value }) => [`${kind} ${identity}`, value]));
  return wanted.every(({ kind, identity, declared = [] }) => {
    const value = values.get(`${kind} ${identity}`);
    return value !== undefined && declared.every((each) => holdsAll(value, each));
  });
}

function holdsAll(value: Json | undefined, declared: Json): boolean {
  if (isSecretReference(declared)) return true;
  if (!isObject(declared)) return value !== undefined && sameJson(value, declared);
  if (value === undefined || !isObject(value)) return Object.values(declared).every(isSecretReference);
  return Object.entries(declared).every(([name, each]) => holdsAll(value[name], each));
}

/** Whether two reads show the same, in any order. */
export function areAlike(one: KeptRead["items"], other: KeptRead["items"]): boolean {
  const text = (items: KeptRead["items"]) =>
    items
      .map((item) => canonicalText(JSON.parse(JSON.stringify(item))))
      .sort()
      .join();
  return text(one) === text(other);
}

/** The ids of a chain; none where there is none. */
export function idsOf(chain: string | undefined): readonly string[] {
  return chain === undefined ? [] : (idsIn(chain) ?? [chain]);
}
