/**
 * Finds secrets at places of a record that no field declares: unknown members of known kinds, free-form maps, and JSON
 * texts in both. For declared fields, the catalog decides. Pure.
 */

import type { Field } from "../../catalog/schema/field.ts";
import { asObject, isArray, isObject, type Json, jsonExcess, parseJson } from "../../model/json.ts";
import { isSecretAttribute, isSecretName } from "../../model/names/secret-names.ts";
import type { HidingPlace } from "../hiding/secret-leaves.ts";
import type { RestKind } from "./catalogs/catalog-dialect.ts";

/** A JSON text that exceeds these bounds is hidden, whatever it contains. */
const bounds = { bytes: 1024 * 1024, values: 50_000, depth: 64 };

/** A place in a record, given by the names that lead to it. */
export class FreePlace implements HidingPlace<FreePlace> {
  /** The names that lead to the place: the type that the object states, the object's kind, and the names of members. */
  readonly names: readonly string[];
  /** The field that declares the place. Undefined: no field declares it. */
  readonly #field: Field | undefined;
  /** True: the place is a member that a field declares by name, not an entry of a map. */
  readonly #isNamed: boolean;
  readonly #children = new Map<string, FreePlace>();
  #isSecret: boolean | undefined;

  constructor(names: readonly string[], field?: Field, isNamed = false) {
    this.names = names;
    this.#field = field;
    this.#isNamed = isNamed;
  }

  child(member: string): FreePlace {
    let known = this.#children.get(member);
    if (known === undefined) {
      known = this.#made(member);
      // A map may have any number of names, so only the first places are cached.
      if (this.#children.size < mostKept) this.#children.set(member, known);
    }
    return known;
  }

  #made(member: string): FreePlace {
    const names = [...this.names, member];
    const { properties = {}, additionalProperties: others, refersTo, secret } = elementOf(this.#field);
    const own = Object.hasOwn(properties, member)
      ? properties[member]
      : Object.values(properties).find(({ also }) => also === member);
    if (own) return new FreePlace(names, own, true);
    // A reference may be an object (an id with its name and type). The members of references and secrets are not free
    // places.
    if (refersTo !== undefined || secret !== undefined) return new FreePlace(names, {}, true);
    return new FreePlace(names, others);
  }

  /** True: a text at this place is a secret, because of its name. */
  get isSecret(): boolean {
    this.#isSecret ??= this.#isFree && isSecretByName(this.names);
    return this.#isSecret;
  }

  get #isFree(): boolean {
    const { refersTo, secret } = elementOf(this.#field);
    return !this.#isNamed && refersTo === undefined && secret === undefined;
  }

  /** True if a text is JSON with a member that is a secret by its name. */
  isSecretText(text: string): boolean {
    if (!this.#isFree || !/^\s*[[{]/.test(text) || !text.includes('"')) return false;
    if (jsonExcess(text, bounds) !== undefined) return true;
    const body = parseJson(text);
    return body !== undefined && holdsSecret(body, this.names);
  }

  /** List entries are identified by catalog fields, which are never free places. */
  readonly isSecretKey = false;
  readonly isSecretAsKey = false;
  readonly keys: readonly string[] = [];
}

/**
 * True if the name of the place and the names above it show that it is a secret. The first name is the object's type,
 * which is the context of every attribute.
 */
function isSecretByName([of = "", ...names]: readonly string[]): boolean {
  const own = names.at(-1) ?? "";
  return isSecretName(own, [of, ...names.slice(0, -1)]) || isSecretAttribute(own, of);
}

const mostKept = 1000;

function elementOf(field: Field | undefined): Field {
  return field?.items ?? field ?? {};
}

function holdsSecret(value: Json, above: readonly string[]): boolean {
  if (isArray(value)) return value.some((each) => holdsSecret(each, above));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, each]) => {
    const isText = typeof each === "string" && each !== "";
    return (isText && isSecretName(name, above)) || holdsSecret(each, [...above, name]);
  });
}

const places = new WeakMap<RestKind, Map<string, FreePlace>>();

/** Returns the place of a kind's value, declared or live. */
export function freePlaceOf(of: RestKind, value: Json): FreePlace {
  const { file, codec } = of;
  const around = codec?.around?.(asObject(value)) ?? "";
  const known = places.get(of) ?? new Map<string, FreePlace>();
  places.set(of, known);
  let place = known.get(around);
  if (place === undefined) {
    const names = around === "" ? [file.kind] : [around, file.kind];
    place = new FreePlace(names, { properties: file.fields }, true);
    if (known.size < mostKept) known.set(around, place);
  }
  return place;
}

/** Returns the place of a raw record, by wire names. All members of the record are free places. */
export function wirePlaceOf({ file }: RestKind): FreePlace {
  return new FreePlace([file.kind], {});
}
