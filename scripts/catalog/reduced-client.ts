/** Another client's knowledge of a product, reduced to the members that derivation or tests read. */

import { z } from "zod";
import { isArray, isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import { clientFile, fieldFacts, resourceFacts } from "./client-facts.ts";

/** The result of reducing a client's file. */
export interface ReducedClient {
  readonly facts: JsonObject;
  /** The names of members that derivation does not read, with the number of occurrences. */
  readonly left: ReadonlyMap<string, number>;
}

/** Reduces a client's file; throws if it is invalid. Idempotent. */
export function reducedClient(file: Json): ReducedClient {
  const { data: facts, error } = clientFile.safeParse(file);
  if (facts === undefined) throw new Error(`not what a client knows: ${z.prettifyError(error)}`);
  const left = new Map<string, number>();
  const resources = isObject(file) && isObject(file.resources) ? Object.values(file.resources) : [];
  for (const resource of resources) {
    count(resource, resourceFacts.shape, left);
    countFields(resource, left);
  }
  return { facts: JSON.parse(JSON.stringify(facts)), left };
}

function countFields(holder: Json, left: Map<string, number>): void {
  const fields = isObject(holder) && isArray(holder.fields) ? holder.fields : [];
  for (const field of isArray(fields) ? fields : []) {
    count(field, fieldFacts.shape, left);
    countFields(field, left);
  }
}

function count(object: Json, known: object, left: Map<string, number>): void {
  for (const word of isObject(object) ? Object.keys(object) : [])
    if (!Object.hasOwn(known, word)) left.set(word, (left.get(word) ?? 0) + 1);
}
