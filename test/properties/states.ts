/** Generates small desired, base and live states that have much in common. */

import fc from "fast-check";
import type { Resource } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import { managedObject, network, organization, port, ssid, tenant } from "./declared.ts";

/** Declared resources, including the organizations. */
export type State = readonly Resource[];

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const few = fc.constantFrom("a", "b", "c");

/** Returns an object with the members that are defined. */
function given(members: Readonly<Record<string, Json | undefined>>): Json {
  const there = Object.entries(members).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return Object.fromEntries(there);
}

const servers = fc.uniqueArray(fc.record({ ip: few, port: optional(fc.constantFrom(1, 2)) }).map(given), {
  selector: (server) => JSON.stringify(server).slice(0, 9),
  maxLength: 3,
});

const netflow = fc
  .record({ enabled: optional(fc.boolean()), port: optional(fc.constantFrom(1, 2)) })
  .map(given);

const lists = { "/servers": ["ip"] };

const wireless = fc
  .record({ vlan: optional(fc.constantFrom(1, 2)), password: optional(few) })
  .map(({ vlan, password }) => given({ vlan, password: password && { secret: `env:${password}` } }));

function networkNamed(key: string, organization: string): fc.Arbitrary<State> {
  const value = fc.record({
    name: fc.constantFrom(key, `${key} office`),
    tz: optional(few),
    tags: optional(fc.array(few, { maxLength: 2 })),
    netflow: optional(netflow),
    servers: optional(servers),
  });
  const ownership = fc.constantFrom("declared" as const, "declared" as const, "exclusive" as const);
  const ssids = fc.record({ 0: optional(wireless), 1: optional(wireless) });
  return fc
    .record({ value, ownership, ssids })
    .map(({ value, ownership, ssids }) => [
      network(key, given(value), { in: organization, lists, ownership }),
      ...Object.entries(ssids).flatMap(([number, one]) => (one ? [ssid(`${key}.${number}`, one)] : [])),
    ]);
}

const described = fc.record({ description: optional(few) }).map(given);

/** Draws a part of a state, or nothing. */
const maybe = (arbitrary: fc.Arbitrary<State>) => fc.oneof({ weight: 3, arbitrary }, fc.constant<State>([]));

/**
 * Draws a state: two organizations, which always exist, networks with SSIDs, tenants with objects, and ports of a
 * device.
 */
export const states: fc.Arbitrary<State> = fc
  .tuple(
    maybe(networkNamed("berlin", "Acme")),
    maybe(networkNamed("oslo", "Acme")),
    maybe(networkNamed("rome", "Globex")),
    maybe(described.map((value) => [tenant("A", value)])),
    maybe(described.map((value) => [managedObject("uni/tn-A/ap-1", value)])),
    maybe(described.map((value) => [managedObject("uni/tn-A/ap-1/epg-1", value)])),
    maybe(described.map((value) => [port("r1.Gi1", value)])),
  )
  .map((parts) => [organization("Acme"), organization("Globex"), ...parts.flat()]);

/** Returns the same value with the keys of all its objects in another order. */
export function reordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, reordered(one)]),
  );
}
