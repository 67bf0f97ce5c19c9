/** The requests that changes would send, without sending them: for display, and bound into a review. */

import { type KnownOthers, writeOf } from "../apply/execute/write.ts";
import { disregard } from "../diff/ignored.ts";
import type { OpenTarget, Write } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { byKey } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { canonicalText, type Json, parseJson } from "../model/json.ts";
import { idWithin, type Snapshot } from "../model/live/snapshot.ts";
import { ownName } from "../model/names/hierarchy.ts";
import type { Plan } from "../model/plan/plan.ts";
import { referred } from "../model/references.ts";
import type { Redactions } from "../model/secret.ts";
import type { Digest, WireRequest } from "../model/wire.ts";
import { followingUpdate, replacesMore } from "../plan/beyond-write.ts";
import { resourceOf } from "../plan/prerequisites.ts";
import { requestWithout } from "../report/without-secrets.ts";
import type { OpenedProject } from "./open.ts";

/** A request of a step: usually its only one. */
export interface RequestPreview {
  readonly step: string;
  readonly request: WireRequest;
}

/** A plan, and its inputs. */
interface PlannedSides {
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly base?: Desired | undefined;
}

/** In plan order, redacted for output. An id that only the run will know is its address in braces. */
export function previews(
  { targets, desired }: OpenedProject,
  { plan, snapshot, base }: PlannedSides,
  secrets: Redactions,
): readonly RequestPreview[] {
  const sides: RequestSides = { targets, desired, base };
  const ids = (address: Address) => idOf(snapshot, address);
  const changes = new Map(plan.changes.map((change) => [change.address, change]));
  return plan.steps.flatMap(({ id, address, target }) => {
    const change = changes.get(address);
    const writes = change ? writesOf(withWireForm(change, snapshot), sides, ids) : [];
    return writes.flatMap(({ write, session }) =>
      (session.previews?.(write) ?? [session.preview(write)]).map((request) => ({
        step: id,
        request: requestWithout(request, secrets.of(target)),
      })),
    );
  });
}

/** The inputs of requests besides the change. */
interface RequestSides extends Pick<OpenedProject, "targets"> {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
}

/**
 * `Change.wire` of a change, including the update after a create. It depends only on what is declared.
 * Parents and references are addresses in braces, whether they exist or not, each with its matching values: a
 * review survives a stopped run that created some of them, and fails if a key means another object by now.
 * The change's own live id is included, since another object is another change; so is what a write replaces
 * beyond the declaration. Undefined: the target has no such operation. Only called for the changes of one
 * plan.
 */
export function wiresOf(sides: RequestSides, digest: Digest): (change: Change) => string | undefined {
  const known = new WeakMap<Change, string>();
  return (change) => {
    const wire = known.get(change) ?? wireOf(change, sides, digest);
    if (wire !== undefined) known.set(change, wire);
    return wire;
  };
}

function wireOf(planned: Change, sides: RequestSides, digest: Digest): string | undefined {
  const change = withoutIgnored(planned);
  const { target, kind, value, ownership, lists } = resourceOf(change);
  const dialect = sides.targets.get(target)?.dialect;
  const support = dialect?.operations[kind]?.[change.action];
  if (!dialect || support === undefined || support === "none") return undefined;
  const requests = boundRequests(change, value, sides);
  const replaces = replacesMore(change, dialect);
  const named = identitiesAround(change, sides);
  const around = named.length > 0 && { named };
  return digest(canonicalText({ requests, ownership, lists, replaces, ...around }));
}

/** Ignored fields are sent in an update with their live value, and are not reviewed. */
function withoutIgnored(change: Change): Change {
  if (change.action !== "update") return change;
  return { ...change, desired: disregard(change.desired, {}).resource };
}

/**
 * The matching values behind the addresses in braces: of all parents of a change, and of its declared
 * references with their parents. Declared values, so that they are the same before and after creation.
 */
function identitiesAround(change: Change, sides: RequestSides): readonly Json[] {
  const resource = resourceOf(change);
  const found = new Map<Address, Json>();
  const add = (address: Address | undefined): void => {
    const one = address === undefined || found.has(address) ? undefined : declaredIn(sides, address);
    if (!one) return;
    found.set(one.address, { address: one.address, identity: one.identity, scope: one.scope });
    add(one.parent);
  };
  add(resource.parent);
  if (change.action !== "remove") for (const each of referred(resource, resource.value).values()) add(each);
  return [...found].sort(byKey).map(([, each]) => each);
}

function declaredIn({ desired, base }: RequestSides, address: Address): Resource | undefined {
  return desired.resources.get(address) ?? base?.resources.get(address);
}

/** A request that cannot be made is reported when it is to be sent: a live object without its id. */
function boundRequests(change: Change, declared: Json, sides: RequestSides): readonly Json[] {
  try {
    return writesOf(withoutVersion(change), sides, () => undefined).flatMap(({ write, session }) =>
      (session.reviewable?.(write, declared) ?? [session.preview(write)]).map(boundRequest),
    );
  } catch (error) {
    return [{ cannot: error instanceof Error ? error.message : String(error) }];
  }
}

/** Method, path and body. The target's location is bound separately. */
function boundRequest({ method, url, body }: WireRequest): Json {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "");
  const sent = body === undefined ? undefined : parseJson(JSON.stringify(body));
  return { method, path, ...(sent !== undefined && { body: sent }) };
}

/** An ETag is not sent. */
function withoutVersion(change: Change): Change {
  if (change.action === "create") return change;
  const { version: _, ...live } = change.live;
  return { ...change, live };
}

interface SentWrite {
  readonly write: Write;
  readonly session: OpenTarget["session"];
}

/** The writes of a change: a create, and the update after it, if any. `ids`: the known ones. */
function writesOf(
  change: Change,
  sides: RequestSides,
  ids: (address: Address) => string | undefined,
): readonly SentWrite[] {
  const { target, kind: kindName } = resourceOf(change);
  const { session, driver } = sides.targets.get(target) ?? {};
  if (!session || !driver) return [];
  const declared = (of: Address) => declaredIn(sides, of);
  const others: KnownOthers = {
    idOf: (of) => ids(of) ?? `{${of}}`,
    nameOf: (of) => {
      const found = declared(of);
      return found && ownName(found);
    },
  };
  const kind = driver.kinds.find(({ name }) => name === kindName);
  const follows = change.action === "create" && followingUpdate(change, kind, `{${change.address}}`);
  return [change, ...(follows ? [follows] : [])].map((each) => ({
    write: { ...writeOf(each, others), ...inParents(each, declared, ids) },
    session,
  }));
}

type Lookup<T> = (address: Address) => T | undefined;

/** If the id of a nested parent is unknown: all ids of the chain, as far as they are known. */
function inParents(
  change: Change,
  declared: Lookup<Resource>,
  ids: Lookup<string>,
): { readonly parentId?: string } {
  const { parent } = resourceOf(change);
  if (parent === undefined || ids(parent) !== undefined) return {};
  return declared(parent)?.parent === undefined ? {} : { parentId: idsOf(parent, declared, ids) };
}

/** The chain of live ids; an unknown one is its address in braces. */
function idsOf(address: Address, declared: Lookup<Resource>, ids: Lookup<string>): string {
  const parent = declared(address)?.parent;
  return (
    ids(address) ?? idWithin(parent === undefined ? undefined : idsOf(parent, declared, ids), `{${address}}`)
  );
}

function idOf({ observations }: Snapshot, address: Address): string | undefined {
  const seen = observations.get(address);
  return seen?.state === "present" ? seen.value.id : undefined;
}

/** Plans hold no wire forms; the snapshot has them, and trees are built from them. */
function withWireForm(change: Change, { observations }: Snapshot): Change {
  const seen = observations.get(change.address);
  return change.action === "create" || seen?.state !== "present" ? change : { ...change, live: seen.value };
}
