/** Variables of declared templates for which a declared device has no value. Pure. */

import type { Resource } from "../../../../model/desired.ts";
import { asList, asObject, isArray, isObject, type Json } from "../../../../model/json.ts";
import { isSecretName } from "../../../../model/names/secret-names.ts";
import { pointer } from "../../../../model/pointer.ts";
import type { DriverProblem } from "../../../../model/problem.ts";

const variables = /\{\{([./[\]a-zA-Z0-9_-]+)\}\}/g;

/**
 * Returns the problems of devices: a device lacks a value for a variable of its template, or has a secret value in
 * plain text.
 */
export function unvalued(resources: readonly Resource[]): readonly DriverProblem[] {
  const byPlace = new Map(resources.map((each) => [`${each.target}/${each.kind}/${each.key}`, each]));
  return resources.flatMap((device): readonly DriverProblem[] => {
    const { kind, target, value, address } = device;
    const { deviceTemplate, deviceVariables: plain = {}, secretDeviceVariables = {} } = asObject(value);
    const own = byPlace.get(`${target}/deviceTemplate/${String(deviceTemplate)}`);
    if (kind !== "router" || own === undefined) return [];
    const known = new Set([...Object.keys(asObject(plain)), ...Object.keys(asObject(secretDeviceVariables))]);
    const named = variablesOf(own, byPlace);
    // A value with the name of a secret counts as a secret, whatever the template uses it for.
    const shown = Object.keys(asObject(plain)).filter((name) => named.get(name) || isSecretName(name));
    // The product shows no value of a secret variable. An imported declaration therefore has no such value, and it is
    // not reported as missing.
    const missing = [...named].flatMap(([name, isSecret]) => (isSecret || known.has(name) ? [] : [name]));
    const title = `the router ${device.key}`;
    return [
      ...missing.toSorted().map((name) => ({
        address,
        path: "/deviceVariables",
        code: "missing-variable",
        message: `${title} has no value for the variable \`${name}\` of its template`,
        hint: isSecretName(name)
          ? "Add the variable under `secretDeviceVariables`, by reference: { secret: env:NAME }."
          : "Add the variable under `deviceVariables`, or under `secretDeviceVariables` if it is secret.",
      })),
      ...shown.map((name) => ({
        address,
        path: `/deviceVariables/${name}`,
        code: "secret-in-clear",
        message: named.get(name)
          ? `${title} has a plain text for the variable \`${name}\`, but its template uses this ` +
            "variable as a secret"
          : `${title} has a plain text for the variable \`${name}\`, which is a secret by its name`,
        hint: "Declare the variable under `secretDeviceVariables`, by reference: { secret: env:NAME }.",
      })),
    ];
  });
}

/** Variables by name. True: the variable stands for a secret. */
type NamedVariables = ReadonlyMap<string, boolean>;

/** Returns the variables of a device template and all its parts, as far as declared. */
function variablesOf(of: Resource, byPlace: ReadonlyMap<string, Resource>): NamedVariables {
  const found = new Map<string, boolean>();
  const parts = referred(asObject(of.value).templates ?? null).flatMap(
    ([kind, key]) => byPlace.get(`${of.target}/${kind}Template/${key}`) ?? [],
  );
  for (const part of [of, ...parts])
    for (const { name, isSecret } of namesIn(part.value, new Set(part.hidden ?? [])))
      found.set(name, isSecret || found.get(name) === true);
  return found;
}

/** Returns the referenced templates: `{system: key}`, including references in nested objects. */
function referred(templates: Json): readonly (readonly [kind: string, key: string])[] {
  return asList(templates).flatMap((each) =>
    Object.entries(asObject(each)).flatMap(([name, value]): readonly (readonly [string, string])[] => {
      if (name === "templates") return referred(value);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

interface NamedVariable {
  readonly name: string;
  readonly isSecret: boolean;
}

/**
 * Returns the variables in a value. `hidden`: the places of variables that stand for secrets. In a longer text, such as
 * CLI commands, only a variable's name shows whether it stands for a secret.
 */
function namesIn(
  value: Json,
  hidden: ReadonlySet<string>,
  path: readonly string[] = [],
): readonly NamedVariable[] {
  if (typeof value === "string") {
    const isOnly = /^\{\{[^{}]+\}\}$/.test(value);
    const isSecret = (name: string) => (isOnly ? hidden.has(pointer(path)) : isSecretName(name));
    return [...value.matchAll(variables)].map(([, name = ""]) => ({ name, isSecret: isSecret(name) }));
  }
  if (isArray(value)) return value.flatMap((each, at) => namesIn(each, hidden, [...path, String(at)]));
  // An element that is optional per device needs no values.
  if (!isObject(value) || value.optional === true) return [];
  return Object.entries(value).flatMap(([name, each]) => namesIn(each, hidden, [...path, name]));
}
