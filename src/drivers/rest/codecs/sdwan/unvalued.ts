/** Variables of declared templates for which a declared device has no value. Pure. */

import type { Resource } from "../../../../model/desired.ts";
import { asList, asObject, isArray, isObject, type Json } from "../../../../model/json.ts";
import { isSecretName } from "../../../../model/names/secret-names.ts";
import type { DriverProblem } from "../../../../model/problem.ts";

const variables = /\{\{([./[\]a-zA-Z0-9_-]+)\}\}/g;

/** A problem for each device of a template that lacks a value, or has a secret value in plain text. */
export function unvalued(resources: readonly Resource[]): readonly DriverProblem[] {
  const byPlace = new Map(resources.map((each) => [`${each.target}/${each.kind}/${each.key}`, each]));
  return resources.flatMap((device): readonly DriverProblem[] => {
    const { kind, target, value, address } = device;
    const { deviceTemplate, deviceVariables: plain = {}, secretDeviceVariables = {} } = asObject(value);
    const own = byPlace.get(`${target}/deviceTemplate/${String(deviceTemplate)}`);
    if (kind !== "router" || own === undefined) return [];
    const known = new Set([...Object.keys(asObject(plain)), ...Object.keys(asObject(secretDeviceVariables))]);
    const shown = Object.keys(asObject(plain)).filter((name) => isSecretName(name, []));
    // The product shows no value of a secret variable, so an import has none.
    const missing = [...variablesOf(own, byPlace)]
      .filter((name) => !known.has(name) && !isSecretName(name, []))
      .toSorted();
    const title = `the router ${device.key}`;
    return [
      ...missing.map((name) => ({
        address,
        path: "/deviceVariables",
        code: "missing-variable",
        message: `${title} has no value for the variable \`${name}\` of its template`,
        hint: "Add it under `deviceVariables`, or a secret one under `secretDeviceVariables`.",
      })),
      ...shown.map((name) => ({
        address,
        path: `/deviceVariables/${name}`,
        code: "secret-in-clear",
        message: `${title} has the variable \`${name}\` in plain text, but its name is that of a secret`,
        hint: "Declare it under `secretDeviceVariables`, by reference: { secret: env:NAME }.",
      })),
    ];
  });
}

/** The variables of a device template and all its parts, as far as declared. */
function variablesOf(of: Resource, byPlace: ReadonlyMap<string, Resource>): ReadonlySet<string> {
  const found = new Set(namesIn(of.value));
  for (const [kind, key] of referred(asObject(of.value).templates ?? null)) {
    const part = byPlace.get(`${of.target}/${kind}Template/${key}`);
    for (const name of part ? namesIn(part.value) : []) found.add(name);
  }
  return found;
}

/** The referenced templates: `{system: key}`, including those in nested objects. */
function referred(templates: Json): readonly (readonly [kind: string, key: string])[] {
  return asList(templates).flatMap((each) =>
    Object.entries(asObject(each)).flatMap(([name, value]): readonly (readonly [string, string])[] => {
      if (name === "templates") return referred(value);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

function namesIn(value: Json): readonly string[] {
  if (typeof value === "string") return [...value.matchAll(variables)].flatMap(([, name = ""]) => [name]);
  if (isArray(value)) return value.flatMap(namesIn);
  // An element that is optional per device needs no values.
  if (!isObject(value) || value.optional === true) return [];
  return Object.values(value).flatMap(namesIn);
}
