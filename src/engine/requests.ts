/** Builds the requests that changes would send, to show them and to make them part of a review. Sends nothing. */

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

/** A request of a step. Most steps have only one. */
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

/**
 * Returns the requests in plan order, redacted. An id that only becomes known during the run is shown as the resource's
 * address in braces.
 */
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
 * Returns the digest of a change's requests (`Change.wire`), including the update after a create. Parents and
 * references appear as addresses in braces with their matching values, whether they exist or not. So a review stays
 * valid after a stopped run that created some of them, and becomes invalid if a key now means another object. The
 * digest also covers the live id of the changed object, and undeclared values that a write replaces. Undefined: the
 * target has no such operation. Call it only for the changes of one plan.
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

/**
 * Returns the change without ignored fields. Updates send ignored fields with their live value, so these fields are not
 * reviewed.
 */
function withoutIgnored(change: Change): Change {
  if (change.action !== "update") return change;
  return { ...change, desired: disregard(change.desired, {}).resource };
}

/**
 * Returns the matching values of the resources whose addresses appear in braces: all parents of a change, and its
 * declared references with their parents. Declared values are used, because they are the same before and after a
 * resource is created.
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

/**
 * Returns the reviewed parts of a change's requests. If a request cannot be built because a live object has no id, the
 * reason is returned instead. The error itself is reported only when the request is about to be sent.
 */
function boundRequests(change: Change, declared: Json, sides: RequestSides): readonly Json[] {
  try {
    return writesOf(withoutVersion(change), sides, () => undefined).flatMap(({ write, session }) =>
      (session.reviewable?.(write, declared) ?? [session.preview(write)]).map(boundRequest),
    );
  } catch (error) {
    return [{ cannot: error instanceof Error ? error.message : String(error) }];
  }
}

/** The reviewed parts of a request: method, path and body. The target's location is reviewed separately. */
function boundRequest({ method, url, body }: WireRequest): Json {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "");
  const sent = body === undefined ? undefined : parseJson(JSON.stringify(body));
  return { method, path, ...(sent !== undefined && { body: sent }) };
}

/** Returns the change without its ETag, because an ETag is not part of a review. */
function withoutVersion(change: Change): Change {
  if (change.action === "create") return change;
  const { version: _, ...live } = change.live;
  return { ...change, live };
}

interface SentWrite {
  readonly write: Write;
  readonly session: OpenTarget["session"];
}

/**
 * Returns the writes of a change. If a create needs an update right after it, this update is included. `ids`: the ids
 * known so far.
 */
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

/**
 * Returns the chain of the parents' ids if a change's parent is nested and has no known id. Returns nothing otherwise.
 */
function inParents(
  change: Change,
  declared: Lookup<Resource>,
  ids: Lookup<string>,
): { readonly parentId?: string } {
  const { parent } = resourceOf(change);
  if (parent === undefined || ids(parent) !== undefined) return {};
  return declared(parent)?.parent === undefined ? {} : { parentId: idsOf(parent, declared, ids) };
}

/** Returns the chain of live ids, with the address in braces instead of each unknown id. */
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

/**
 * Returns the change with its live wire form, which requests with trees need. A plan does not contain the wire form, so
 * it comes from the snapshot.
 */
function withWireForm(change: Change, { observations }: Snapshot): Change {
  const seen = observations.get(change.address);
  return change.action === "create" || seen?.state !== "present" ? change : { ...change, live: seen.value };
}
