/**
 * Converts observations to plain data and back without loss, for another thread or machine. All conversions are here.
 */

import type { Address } from "../address.ts";
import type { Resource } from "../desired.ts";
import type { Json } from "../json.ts";
import { counterpart } from "../list-identity.ts";
import { at, type Pointer } from "../pointer.ts";
import { isSecretReference, type SecretReference } from "../secret.ts";
import type { LiveResource, Observation } from "./snapshot.ts";

/** The result of comparing a secret of a live resource with the secret of a reference. */
type HeldSecret = readonly [path: Pointer, reference: string, isSame: boolean];

/** A live resource as plain data. */
type PlainLive = Omit<LiveResource, "holds"> & {
  /**
   * The results of comparing the resource's secrets. Any comparison that is not listed has an unknown result. Absent:
   * the secrets cannot be compared.
   */
  readonly holds?: readonly HeldSecret[] | undefined;
};

/** An observation as plain data, for JSON and for messages between threads. */
export type PlainObservation = Observation<PlainLive>;

/** Returns the declarations of a resource in desired and base, whose secrets are compared. */
export type DeclaredBy = (address: Address) => readonly Resource[];

/**
 * Converts an observation to plain data. Its secrets cannot be compared later, so they are compared now with all
 * declared secrets.
 */
export function plainObservation(
  address: Address,
  observation: Observation<LiveResource>,
  declaredBy: DeclaredBy,
): PlainObservation {
  if (observation.state !== "present") return observation;
  const { holds, ...value } = observation.value;
  if (!holds) return { state: "present", value };
  const asked = new Map<string, HeldSecret>();
  for (const { path, reference } of declaredBy(address).flatMap((one) => secretsOf(one, value.value))) {
    const isSame = holds(path, reference);
    if (isSame !== undefined) asked.set(`${path}\0${reference.secret}`, [path, reference.secret, isSame]);
  }
  return { state: "present", value: { ...value, holds: [...asked.values()] } };
}

/**
 * Converts plain data back to an observation. Comparing its secrets returns the results from the time of the conversion
 * to plain data.
 */
export function observationOf(plain: PlainObservation): Observation<LiveResource> {
  if (plain.state !== "present") return plain;
  const { holds, ...value } = plain.value;
  if (!holds) return { state: "present", value };
  const answers = new Map(holds.map(([path, reference, isSame]) => [`${path}\0${reference}`, isSame]));
  const answer = (path: Pointer, { secret }: SecretReference) => answers.get(`${path}\0${secret}`);
  return { state: "present", value: { ...value, holds: answer } };
}

/**
 * The secrets of a declared resource, each with the place of its live counterpart, as a comparison would ask for them.
 */
function secretsOf(
  resource: Resource,
  live: Json,
): readonly { readonly path: Pointer; readonly reference: SecretReference }[] {
  return resource.secrets.flatMap((declared) => {
    const reference = at(resource.value, declared);
    const path = counterpart(resource, declared, live);
    return isSecretReference(reference) && path !== undefined ? [{ path, reference }] : [];
  });
}
