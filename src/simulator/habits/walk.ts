/** Finds the configuration in the state of each interface, and walks two states of an interface together. Pure. */

import type { HttpName } from "../wire/served-names.ts";

/**
 * Where the state of an interface contains configuration. `*` stands for each entry. Habits do not apply to other
 * state, such as tokens and tasks.
 */
const configuration: Readonly<Record<HttpName, readonly (readonly string[])[]>> = {
  dashboard: [["networks"], ["devices"]],
  controller: [["sites"], ["devices"], ["catalyst", "things"], ["catalyst", "settings"]],
  fabric: [["objects"]],
  restconf: [["routers", "*", "data"]],
  messaging: [["rooms"], ["webex"]],
  servers: [["profiles"], ["intersight", "objects"]],
  sdwan: [["devices"], ["vmanage", "objects"]],
  firewall: [["devices"], ["fmc", "objects"]],
  openapi: [["held", "*", "value"]],
};

/** Returns the replacement for a part that differs between the two states. */
type Made = (one: unknown, other: unknown, path: readonly string[]) => unknown;

/**
 * Returns the second of two states. In it, `make` replaces each part of the configuration that differs from the first
 * state.
 */
export function configured(name: HttpName, states: readonly [unknown, unknown], make: Made): unknown {
  const [first] = states;
  return configuration[name].reduce<unknown>(
    (state, steps) => madeAt(steps, [first, state], { path: [], make }),
    states[1],
  );
}

function madeAt(
  [step, ...rest]: readonly string[],
  [one, other]: readonly [unknown, unknown],
  { path, make }: { readonly path: readonly string[]; readonly make: Made },
): unknown {
  if (one === other || other === undefined) return other;
  if (step === undefined) return make(one, other, path);
  const inside = (name: string, first: unknown, second: unknown) =>
    madeAt(rest, [first, second], { path: [...path, name], make });
  if (step === "*" && other instanceof Map) {
    const was = one instanceof Map ? one : new Map();
    return new Map([...other].map(([key, each]) => [key, inside(String(key), was.get(key), each)]));
  }
  if (!isPlain(other) || !Object.hasOwn(other, step)) return other;
  return { ...other, [step]: inside(step, isPlain(one) ? one[step] : undefined, other[step]) };
}

/** True if a value is a plain object. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
