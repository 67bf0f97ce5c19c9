/**
 * Finds out from the products' change logs who changed resources that are not as declared. This is only information: no
 * decision depends on it.
 */

import type {
  ChangeFacts,
  ChangeLogReader,
  ChangesReply,
  LoggedChange,
} from "../../drivers/contract/change-log.ts";
import type { OpenTarget } from "../../drivers/contract/contract.ts";
import type { Address } from "../../model/address.ts";
import { byTextOf } from "../../model/compare.ts";
import type { Resource } from "../../model/desired.ts";
import type { Who, WhoEntry } from "../../model/live/snapshot.ts";
import { idsIn, type Snapshot } from "../../model/live/snapshot.ts";
import type { Milliseconds } from "../../model/reply.ts";

/** The resources whose changes are looked for, and the logs to read. */
export interface WhoInput {
  /**
   * The resources that differ from their declaration. Each has its declaration in desired, or in base if desired does
   * not declare it.
   */
  readonly resources: readonly Resource[];
  /** Returns the resource at a parent's address; undefined if it is not declared. */
  readonly parentOf: (address: Address) => Resource | undefined;
  readonly snapshot: Snapshot;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  /** How far back to read, in milliseconds. A log may not go back that far. */
  readonly backMs: Milliseconds;
  /** This machine's time, in milliseconds since 1970. */
  readonly now: Milliseconds;
}

/** The maximum number of entries that are shown per resource. The latest entries are shown. */
const mostEntries = 3;

const dayMs = 24 * 3_600_000;

/**
 * Reads the logs that cover these resources, each once, and returns the entries about the resources. An unreadable log
 * is listed with the reason. An entry that names a part of a parent concerns only that part. Rejects only on abort.
 */
export async function whoChanged(input: WhoInput, signal: AbortSignal): Promise<Who> {
  const since = new Date(input.now - input.backMs).toISOString();
  const found = new Map<Address, readonly WhoEntry[]>();
  const unread = new Map<string, string>();
  for (const [name, own] of Map.groupBy(input.resources, ({ target }) => target)) {
    const target = input.targets.get(name);
    const { changes: facts } = target?.dialect ?? {};
    if (!facts || !target?.session.changes) {
      unread.set(name, "its product has no change log that trueup can read");
      continue;
    }
    for (const [log, inIt] of Map.groupBy(own, ({ scope }) => scope[facts.within] ?? "")) {
      const reply = await readLog(target.session.changes, { inIt, facts, input }, signal);
      signal.throwIfAborted();
      if (reply.state === "unknown") unread.set(log === "" ? name : `${name}, ${log}`, reply.problem.message);
      else {
        const newest = [...reply.changes].sort((a, b) => b.at - a.at);
        for (const resource of inIt) found.set(resource.address, told(newest, resource, { ...input, facts }));
      }
    }
  }
  return { since, found: new Map([...found].sort(byTextOf(([address]) => address))), unread };
}

function readLog(
  read: ChangeLogReader,
  of: { readonly inIt: readonly Resource[]; readonly facts: ChangeFacts; readonly input: WhoInput },
  signal: AbortSignal,
): Promise<ChangesReply> {
  const [{ scope = {} } = {}] = of.inIt;
  const { now, backMs } = of.input;
  const from = Math.max(now - (of.facts.daysBack - 1) * dayMs, now - backMs);
  return read({ scope, since: new Date(from).toISOString() }, signal);
}

interface Facts extends WhoInput {
  readonly facts: ChangeFacts;
}

/** Returns the latest entries about a resource; if there are none, the entries about one of its ancestors. */
function told(newest: readonly LoggedChange[], resource: Resource, on: Facts): readonly WhoEntry[] {
  const chain = chainOf(resource, on);
  const near = newest.filter(({ of }) => of !== undefined && chain.includes(of));
  const own = near.filter((one) => isAbout(one, resource, on));
  const around =
    resource.kind === on.facts.of
      ? []
      : near.filter(({ part }) => part === undefined || isInPart(part, resource, on));
  const shown = own.length > 0 ? own : around;
  return shown.slice(0, mostEntries).map(({ at, by, through, label }) => ({
    at: new Date(at).toISOString(),
    by,
    through,
    label,
    about: own.length > 0 ? ("resource" as const) : ("parent" as const),
  }));
}

function isAbout(
  { part }: Pick<LoggedChange, "part">,
  resource: Resource,
  { facts, snapshot }: Facts,
): boolean {
  if (resource.kind === facts.of) return part === undefined;
  if (resource.kind !== facts.part || part === undefined) return false;
  return part === resource.identity || idsOf(resource.address, snapshot).at(-1) === part;
}

/** True if the part that an entry names is an ancestor of the resource, such as its SSID. */
function isInPart(part: string, { parent }: Resource, on: Facts): boolean {
  for (let each = parent ? on.parentOf(parent) : undefined; each; ) {
    if (isAbout({ part }, each, on)) return true;
    each = each.parent ? on.parentOf(each.parent) : undefined;
  }
  return false;
}

/** The live ids of a resource and its ancestors. */
function chainOf(resource: Resource, on: WhoInput): readonly string[] {
  const ids: string[] = [];
  for (
    let each: Resource | undefined = resource;
    each;
    each = each.parent ? on.parentOf(each.parent) : undefined
  )
    ids.push(...idsOf(each.address, on.snapshot));
  return ids;
}

function idsOf(address: Address, { observations }: Snapshot): readonly string[] {
  const observation = observations.get(address);
  const id = observation?.state === "present" ? observation.value.id : undefined;
  return id === undefined ? [] : (idsIn(id) ?? [id]);
}
