/** Observations as plain data and back, all that one holds: for another thread, or machine. The one codec of it. */

import type { Address } from "../address.ts";
import type { Resource } from "../desired.ts";
import type { Json } from "../json.ts";
import { counterpart } from "../list-identity.ts";
import { at, type Pointer } from "../pointer.ts";
import { isSecretReference, type SecretReference } from "../secret.ts";
import type { LiveResource, Observation } from "./snapshot.ts";

/** What a live resource answers of one secret that it shows: where, of which reference, and whether it is the same. */
type HeldSecret = readonly [path: Pointer, reference: string, isSame: boolean];

/** A live resource of plain data. */
type PlainLive = Omit<LiveResource, "holds"> & {
  /** What it answers of secrets; of others it does not know. Absent: it cannot be asked. */
  readonly holds?: readonly HeldSecret[] | undefined;
};

/** An observation of plain data: JSON keeps it, and so does a message between threads. */
export type PlainObservation = Observation<PlainLive>;

/** What secrets of a resource are asked for: those that one of its sides declares. */
export type DeclaredBy = (address: Address) => readonly Resource[];

/** As plain data. What it is asked of secrets later is asked now. */
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

/** Read back: it answers of secrets what it answered when it was made plain. */
export function observationOf(plain: PlainObservation): Observation<LiveResource> {
  if (plain.state !== "present") return plain;
  const { holds, ...value } = plain.value;
  if (!holds) return { state: "present", value };
  const answers = new Map(holds.map(([path, reference, isSame]) => [`${path}\0${reference}`, isSame]));
  const answer = (path: Pointer, { secret }: SecretReference) => answers.get(`${path}\0${secret}`);
  return { state: "present", value: { ...value, holds: answer } };
}

/** The secrets of a declared resource, each where live has its counterpart: as a comparison asks for them. */
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
