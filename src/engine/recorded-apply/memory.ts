/**
 * Builds the memory that the record contains after a run: ids and names of applied resources, and the removals of the
 * last 24 hours.
 */

import { rememberedAfter } from "../../apply/remembered.ts";
import { formsAfter } from "../../apply/remembered-forms.ts";
import { removedAfter } from "../../apply/removed.ts";
import { unseenAfter } from "../../apply/unseen.ts";
import type { OpenTarget } from "../../drivers/contract/contract.ts";
import { type AddressParts, addressParts } from "../../model/address.ts";
import type { Desired, Resource } from "../../model/desired.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import { emptyMemory, type Memory, type RememberedResource, type UnseenCreate } from "../../model/memory.ts";
import type { ApplyResult } from "../../model/reply.ts";
import { digest } from "../../runtime/digest.ts";
import type { PlannedRun } from "../reconcile.ts";

type HoldsSecret = (text: string, target: string) => boolean;

/** The inputs of a run's memory. */
export interface RememberingRun {
  readonly memory: Memory | undefined;
  /** The desired state that was applied. */
  readonly desired: Desired;
  /** The desired state that was applied before. */
  readonly base: Desired;
  readonly targets: ReadonlyMap<string, Pick<OpenTarget, "driver">>;
  /** The applied commit. */
  readonly commit: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /**
   * True for an id or a name of a target that contains a secret. Such a text is not remembered. Default: no text
   * contains a secret.
   */
  readonly holdsSecret?: HoldsSecret | undefined;
}

/** The memory of this run's targets after the run. Pure. */
export function memoryAfter(
  { memory = emptyMemory, desired, base, targets, commit, time, holdsSecret }: RememberingRun,
  { plan, snapshot, request }: Pick<PlannedRun, "plan" | "snapshot" | "request">,
  result: ApplyResult | undefined,
): Memory {
  const kinds = new Map(
    [...targets].map(([name, { driver }]) => [name, new Map(driver.kinds.map((kind) => [kind.name, kind]))]),
  );
  const identityOf = ({ target, kind, key, scope }: Resource, { value }: LiveResource) =>
    kinds.get(target)?.get(kind)?.identity({ key, scope, value });
  const settled = result?.settled ?? [];
  const { only, driftOnly } = request;
  const sides = { desired, base, plan, snapshot, result, commit };
  const resources = rememberedAfter({ ...sides, memory, identityOf });
  const forms = formsAfter({ ...sides, before: memory.forms, only, driftOnly, digest });
  const unseen = unseenAfter({ before: memory.unseen, desired, snapshot, result, commit });
  return {
    resources: holdsSecret ? withoutSecrets(resources, holdsSecret) : resources,
    unseen: holdsSecret ? withoutSecretNames(unseen, holdsSecret) : unseen,
    removed: removedAfter({ before: memory.removed, plan, settled, base, time }),
    ...(forms && { forms }),
  };
}

/** The memory without ids and names that contain a secret. Such resources are matched by name, as without a memory. */
function withoutSecrets(resources: Memory["resources"], holdsSecret: HoldsSecret): Memory["resources"] {
  const isOpen = ({ id, name, within }: RememberedResource, { target }: AddressParts) =>
    ![id, name, ...within].some((text) => holdsSecret(text, target));
  return new Map([...resources].filter(([address, one]) => isOpen(one, addressParts(address))));
}

/**
 * Returns the accepted creates. If the id or a name of a create contains a secret, only the time and the commit of the
 * create are kept.
 */
function withoutSecretNames(unseen: Memory["unseen"], holdsSecret: HoldsSecret): Memory["unseen"] {
  const isOpen = ({ id = "", sent = "", stored = "" }: UnseenCreate, { target }: AddressParts) =>
    ![id, sent, stored].some((text) => holdsSecret(text, target));
  return new Map(
    [...unseen].map(([address, one]) => [
      address,
      isOpen(one, addressParts(address)) ? one : { since: one.since, commit: one.commit },
    ]),
  );
}

/** True if the memory has changed. New removals count as a change; the expiry of removals does not. */
export function isOther(after: Memory, before: Memory = emptyMemory): boolean {
  const isSame = <Entry>(now: ReadonlyMap<string, Entry>, then: ReadonlyMap<string, Entry>) =>
    now.size === then.size && [...now].every(([address, entry]) => then.get(address) === entry);
  const count = ({ removed }: Memory) => [...removed.values()].reduce((sum, all) => sum + all.length, 0);
  return (
    !isSame(after.resources, before.resources) ||
    !isSame(after.unseen, before.unseen) ||
    !isSame(after.forms ?? new Map(), before.forms ?? new Map()) ||
    count(after) > count(before)
  );
}
