/**
 * Converts observations to plain data and back without loss, for another thread or machine. No other code does this.
 */

import type { Address } from "../address.ts";
import type { Resource } from "../desired.ts";
import type { Json } from "../json.ts";
import { counterpart } from "../list-identity.ts";
import { at, type Pointer } from "../pointer.ts";
import { isSecretReference, type SecretReference } from "../secret.ts";
import type { LiveResource, Observation } from "./snapshot.ts";

/**
 * The answer to the question whether a live resource's secret equals the secret of a reference: pointer, reference,
 * answer.
 */
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

/** An observation as plain data. Its secrets are compared now with everything that they may be compared with later. */
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

/** The observation from plain data. Comparisons with its secrets give the results from the time of the conversion. */
export function observationOf(plain: PlainObservation): Observation<LiveResource> {
  if (plain.state !== "present") return plain;
  const { holds, ...value } = plain.value;
  if (!holds) return { state: "present", value };
  const answers = new Map(holds.map(([path, reference, isSame]) => [`${path}\0${reference}`, isSame]));
  const answer = (path: Pointer, { secret }: SecretReference) => answers.get(`${path}\0${secret}`);
  return { state: "present", value: { ...value, holds: answer } };
}

/** The secrets of a declared resource with their live counterparts, as a comparison would ask about them. */
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
