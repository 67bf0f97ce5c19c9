/** The secrets that a record has, in whatever form a reply shows them. Pure. */

import { asObject, isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { byIdentity } from "../../model/list-identity.ts";
import { type Pointer, pointer } from "../../model/pointer.ts";
import type { Field, Fields } from "../schema/field.ts";
import { fieldOf } from "./field-of.ts";
import { fromWire, isShownOff, placeIn } from "./wire.ts";

/** A secret that is set in a record. */
export interface SetSecret {
  /** The field of the secret. Elements of lists are named by their identity, or by their position if they have none. */
  readonly path: Pointer;
  /** The field of the secret. Elements of lists are named by their position. */
  readonly position: Pointer;
  /** The value as the reply shows it: encrypted, masked, or a variable. */
  readonly value: Json;
}

/** Returns the secrets that are set in a record. */
export function setSecretsIn(fields: Fields, record: JsonObject): readonly SetSecret[] {
  return setInFields(fields, record, nowhere);
}

/** A place in a record: the segments of both pointers. */
interface Place {
  readonly names: readonly string[];
  readonly positions: readonly string[];
}

const nowhere: Place = { names: [], positions: [] };

function below({ names, positions }: Place, position: string, name = position): Place {
  return { names: [...names, name], positions: [...positions, position] };
}

function setInFields(fields: Fields, record: JsonObject, place: Place): readonly SetSecret[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    isShownOff(field, record) ? [] : setIn(field, fieldOf(record, placeIn(name, field)), below(place, name)),
  );
}

function setIn(field: Field, value: Json | undefined, place: Place): readonly SetSecret[] {
  if (value === undefined || value === null || value === "") return [];
  if (field.secret !== undefined)
    return [{ path: pointer(place.names), position: pointer(place.positions), value }];
  const { properties, items } = field;
  if (isArray(value)) {
    if (items === undefined) return [];
    const names = elementNames(field, value);
    return value.flatMap((each, index) => setIn(items, each, below(place, String(index), names[index])));
  }
  return isObject(value) && properties !== undefined ? setInFields(properties, value, place) : [];
}

/** Returns the identities of the elements. The result is empty if the list has no identity. */
function elementNames({ identity, items }: Field, list: readonly Json[]): readonly string[] {
  if (identity === undefined || items?.properties === undefined) return [];
  const { properties } = items;
  const elements = list.map((each) => fromWire(properties, asObject(each)));
  return [...(byIdentity(elements, identity)?.keys() ?? [])];
}
