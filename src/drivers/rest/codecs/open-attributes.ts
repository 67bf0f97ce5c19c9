/** Attributes by names that no catalog knows: which of them hold secrets, by the class of their object. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { isSecretAttribute } from "../../../model/names/secret-names.ts";

/** The attributes without texts that are secrets, at any depth: nobody compares them, and nobody is shown them. */
export function withoutSecrets(of: string, attributes: JsonObject): JsonObject {
  const kept = Object.entries(attributes).filter(([name, value]) => !isSecretText(of, name, value));
  return Object.fromEntries(kept.map(([name, value]) => [name, below(of, value)]));
}

function below(of: string, value: Json): Json {
  if (isArray(value)) return value.map((each) => below(of, each));
  return isObject(value) ? withoutSecrets(of, value) : value;
}

/** Where secrets stand among declared attributes: names, and positions in lists. */
export function secretsIn(of: string, attributes: Json): readonly (readonly string[])[] {
  const members = isArray(attributes)
    ? attributes.map((each, index) => [String(index), each] as const)
    : isObject(attributes)
      ? Object.entries(attributes)
      : [];
  return members.flatMap(([name, value]) =>
    !isArray(attributes) && isSecretText(of, name, value)
      ? [[name]]
      : secretsIn(of, value).map((each) => [name, ...each]),
  );
}

/** A number may be what a product shows as a text; an empty text says that there is none. */
function isSecretText(of: string, name: string, value: Json): boolean {
  const isText = (one: Json) => (typeof one === "string" && one !== "") || typeof one === "number";
  return (isArray(value) ? value.some(isText) : isText(value)) && isSecretAttribute(name, of);
}
