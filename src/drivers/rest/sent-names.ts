/** Names besides ids in references, for products that require both. Pure. */

import { namesSentIn, type SentName } from "../../catalog/fields/pointers.ts";
import type { Fields } from "../../catalog/schema/field.ts";
import { addressParts } from "../../model/address.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { ownIdIn } from "../../model/live/snapshot.ts";
import { segments } from "../../model/pointer.ts";
import { mapAt } from "../../model/references.ts";
import type { Write } from "../contract/contract.ts";

const known = new WeakMap<Fields, readonly SentName[]>();

/** Cached, because it is called for each of many records. */
function sentIn(fields: Fields): readonly SentName[] {
  const sent = known.get(fields) ?? namesSentIn(fields);
  known.set(fields, sent);
  return sent;
}

/** True if any of these fields sends a name. */
export function sendsNames(fields: Fields): boolean {
  return sentIn(fields).length > 0;
}

/** Adds the names of references whose ids are already set. A name that is unknown is omitted. */
export function withNames(fields: Fields, write: Write, value: JsonObject): JsonObject {
  const sent = sentIn(fields);
  if (sent.length === 0) return value;
  const declared = declaredNames(write);
  const named = sent.reduce<Json>((whole, each) => {
    const { path, name } = each;
    const names = new Map([...shownNames(write.live?.raw ?? null, each), ...declared]);
    const way = segments(path);
    const leaf = way.at(-1) ?? "";
    return mapAt(whole, way.slice(0, -1), (around) => {
      const id = isObject(around) ? around[leaf] : undefined;
      const found = typeof id === "string" ? names.get(id) : undefined;
      return isObject(around) && found !== undefined ? { ...around, [name]: found } : around;
    });
  }, value);
  return isObject(named) ? named : value;
}

/** Returns the declared names, by live id. */
function declaredNames({ referredIds = {}, referredNames = [] }: Write): ReadonlyMap<string, string> {
  return new Map(
    referredNames.map(([of, name]) => {
      const id = referredIds[of];
      return [id === undefined ? addressParts(of).key : ownIdIn(id), name] as const;
    }),
  );
}

/** Returns the names that the live object shows, since referenced objects need not be declared. */
function shownNames(raw: Json, of: Pick<SentName, "id" | "name">): readonly (readonly [string, string])[] {
  if (isArray(raw)) return raw.flatMap((each) => shownNames(each, of));
  if (!isObject(raw)) return [];
  const { [of.id]: id, [of.name]: name } = raw;
  const own = typeof id === "string" && typeof name === "string" ? [[id, name] as const] : [];
  return [...own, ...Object.values(raw).flatMap((each) => shownNames(each, of))];
}
