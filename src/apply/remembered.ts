/** The live ids and stored names to record after an apply. Pure. */

import type { Address } from "../model/address.ts";
import type { Move } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { LiveResource, Snapshot } from "../model/live/snapshot.ts";
import type { Memory, RememberedResource } from "../model/memory.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { ApplyResult } from "../model/reply.ts";
import { rolledBackAddresses } from "./incomplete.ts";

/** The input and the result of an apply. */
interface RememberedApply {
  readonly memory: Pick<Memory, "resources" | "unseen">;
  /** The declarations of the applied commit. */
  readonly desired: Desired;
  readonly base: Desired;
  readonly plan: Plan;
  readonly snapshot: Pick<Snapshot, "observations">;
  /** The result of the apply; undefined if there was nothing to do. */
  readonly result: ApplyResult | undefined;
  /** The applied commit. */
  readonly commit: string;
  /** The identity that a live value gives a resource; undefined if its kind is unknown. */
  readonly identityOf: (of: Resource, live: LiveResource) => string | undefined;
}

/**
 * Returns what is remembered for each address that is declared, or was declared and is kept:
 *
 * | the address is                                 | remembered from now on                             |
 * |------------------------------------------------|----------------------------------------------------|
 * | created by this run                            | the id from the reply, and the name it is shown by |
 * | updated by this run                            | its id, and its current name                       |
 * | updated by this run, and not read since        | its id, and the name that was sent, as unread      |
 * | read, with an id                               | that id and name; as before if unchanged           |
 * | read under a name that somebody else gave it   | as before: that is not how its server stored it    |
 * | unknown, held because of its name, or not read | as before                                          |
 * | accepted in an earlier run, not visible yet    | as before: the name that was sent                  |
 * | removed, created and rolled back, or absent    | nothing                                            |
 * | read without an id                             | nothing: it is known by its name only              |
 */
export function rememberedAfter(on: RememberedApply): Memory["resources"] {
  const { memory, desired, base, plan } = on;
  const found = new Map<Address, RememberedResource>();
  const former = new Map(plan.moved.map(({ address, was }: Move) => [address, was]));
  const facts = factsOf(on);
  for (const side of [desired, base])
    for (const [address, resource] of side.resources) {
      if (found.has(address) || resource.observed) continue;
      const before = memory.resources.get(former.get(address) ?? address);
      const now = rememberedOf(resource, before, { on, facts });
      if (now) found.set(address, now);
    }
  return found;
}

interface Facts {
  /** The live ids of resources that this run created and did not roll back, by address. */
  readonly made: ReadonlyMap<Address, string>;
  readonly gone: ReadonlySet<Address>;
  /** Resources that this run updated and did not roll back. */
  readonly written: ReadonlySet<Address>;
  readonly storedAs: ReadonlyMap<Address, string>;
  /** Resources that this run wrote, and that could not be read afterwards. */
  readonly unread: ReadonlySet<Address>;
}

function factsOf({ plan, result }: RememberedApply): Facts {
  const made = new Map(result?.ids);
  const gone = new Set<Address>();
  const written = new Set<Address>();
  const isDone = new Map(result?.settled.map(({ step, outcome }) => [step, outcome.state] as const));
  for (const { id, operation, because } of plan.steps) {
    const state = isDone.get(id);
    if (operation === "remove" && (state === "applied" || state === "converged"))
      for (const address of because) gone.add(address);
    if (operation === "update" && state === "applied") for (const address of because) written.add(address);
  }
  for (const address of rolledBackAddresses(plan, result?.rolledBack?.settled ?? []))
    if (made.delete(address)) gone.add(address);
    else written.delete(address);
  const storedAs = new Map(result?.storedAs?.map(({ address, stored }) => [address, stored]));
  for (const { address } of result?.acceptedUnseen ?? []) {
    const shown = result?.answered?.get(address);
    if (shown !== undefined) storedAs.set(address, shown);
  }
  const unread = new Set(result?.unverified.map(({ address }) => address));
  return { made, gone, written, storedAs, unread };
}

function rememberedOf(
  resource: Resource,
  before: RememberedResource | undefined,
  { on, facts }: { readonly on: RememberedApply; readonly facts: Facts },
): RememberedResource | undefined {
  const { address, identity } = resource;
  if (facts.gone.has(address)) return undefined;
  const id = facts.made.get(address);
  const name = facts.storedAs.get(address);
  const declared = () => on.identityOf(resource, { value: resource.value }) ?? identity;
  const seen = on.snapshot.observations.get(address);
  if (id !== undefined && seen?.state !== "present")
    return entryOf(resource, { id, name: name ?? declared(), before }, { on, facts });
  if (seen === undefined || seen.state === "unknown") return before;
  if (seen.state === "absent") return on.memory.unseen.has(address) ? before : undefined;
  const { storedAs, byId } = seen.value;
  const liveId = id ?? seen.value.id;
  if (liveId === undefined) return undefined;
  if (facts.written.has(address) && on.desired.resources.has(address)) {
    const was = on.base.resources.get(address)?.identity ?? identity;
    const kept = was === identity ? storedAs : undefined;
    const isNamed = was !== identity || byId === true;
    const isUnread = isNamed && name === undefined && facts.unread.has(address);
    const unread = isUnread ? true : undefined;
    return entryOf(resource, { id: liveId, name: name ?? kept ?? declared(), unread, before }, { on, facts });
  }
  if (byId) return before;
  const live = storedAs ?? on.identityOf(resource, seen.value) ?? identity;
  return entryOf(resource, { id: liveId, name: name ?? live, before }, { on, facts });
}

/**
 * Returns the entry for a resource. If it equals the previous entry, the previous object itself is returned, so that
 * most of the record need not be rewritten.
 */
function entryOf(
  resource: Resource,
  {
    id,
    name,
    unread,
    before,
  }: Pick<RememberedResource, "id" | "name" | "unread"> & { before: RememberedResource | undefined },
  { on, facts }: { readonly on: RememberedApply; readonly facts: Facts },
): RememberedResource {
  const within = idsAround(resource, on, facts);
  const isSame =
    before?.id === id &&
    before.name === name &&
    before.unread === unread &&
    before.within.join("\0") === within.join("\0");
  return before && isSame ? before : { id, within, name, ...(unread && { unread }), commit: on.commit };
}

/** The live ids of the resource's ancestors, nearest first. */
function idsAround({ parent }: Resource, on: RememberedApply, facts: Facts): readonly string[] {
  if (parent === undefined) return [];
  const outer = on.desired.resources.get(parent) ?? on.base.resources.get(parent);
  const seen = on.snapshot.observations.get(parent);
  const id = facts.made.get(parent) ?? (seen?.state === "present" ? seen.value.id : undefined);
  const further = outer ? idsAround(outer, on, facts) : [];
  return id === undefined ? further : [id, ...further];
}
