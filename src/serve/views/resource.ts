/**
 * One resource with its desired, base and live state, field by field: where each value was written, and what happened
 * to the resource. Pure.
 */

import { fileHistoryPage, filesPage } from "../../code-host/repository-pages.ts";
import { type Address, addressParts } from "../../model/address.ts";
import type { Change, Difference } from "../../model/change.ts";
import { byText } from "../../model/compare.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { LiveResource, Observation } from "../../model/live/snapshot.ts";
import type { Pointer } from "../../model/pointer.ts";
import { withHint } from "../../model/problem.ts";
import type { Redaction } from "../../model/secret.ts";
import type { Origin } from "../../model/source.ts";
import { type LineLink, lineLink } from "../../report/text/line-link.ts";
import { leaves } from "../../report/text/value.ts";
import { valueWithout } from "../../report/value-without-secrets.ts";
import type { ServedEnvironment, ServedEvent, ServedLook, ServedRun } from "../served.ts";
import { indexOf } from "./look-index.ts";
import type { ResourceRow } from "./resource-row.ts";

/** One field with its desired, base and live value. */
export interface ResourceField {
  readonly path: Pointer;
  readonly desired?: Json | undefined;
  readonly base?: Json | undefined;
  readonly live?: Json | undefined;
  /** Why the field differs from its declaration; absent if it does not differ. */
  readonly cause?: Difference["cause"] | undefined;
  readonly at?: Origin | undefined;
}

/** Something that an apply did to the resource. */
interface ResourceEvent {
  readonly run: Pick<ServedRun, "id" | "by" | "commit" | "why">;
  readonly event: ServedEvent;
}

/** Everything known about one resource. */
export interface ResourceView {
  readonly environment: ServedEnvironment;
  readonly row: ResourceRow;
  /** What is known about the live resource. A resource that was not observed does not count as absent. */
  readonly observed: Observation<LiveResource>["state"] | "hidden";
  /** At most `mostFields` fields; differing fields come first. */
  readonly fields: readonly ResourceField[];
  /** The number of fields that are left out. */
  readonly moreFields: number;
  /** Why the resource is in its state, in sentences. */
  readonly reasons: readonly string[];
  readonly since?: string | undefined;
  readonly dueAt?: string | undefined;
  /** What applies did to the resource, newest first. */
  readonly events: readonly ResourceEvent[];
  readonly link?: LineLink | undefined;
  /**
   * The host's page with the commits of the file that declares the resource. Absent if the host's pages, or the file,
   * are unknown.
   */
  readonly commitsUrl?: string | undefined;
}

/** The maximum number of fields shown. */
const mostFields = 200;

/** A resource of an environment; undefined if there is none. */
export function resourceView(environment: ServedEnvironment, address: Address): ResourceView | undefined {
  const index = indexOf(environment);
  const row = index?.rows.get(address);
  const { look } = environment;
  if (!index || !row || !look) return undefined;
  const all = fieldsAt(look, address);
  const differing = all.filter(({ cause }) => cause !== undefined);
  const ordered = [...differing, ...all.filter(({ cause }) => cause === undefined)];
  const at = look.made.desired.locate(address, "");
  const { pages } = environment;
  return {
    environment,
    row,
    observed: observedState(look, address),
    fields: ordered.slice(0, mostFields),
    moreFields: Math.max(0, ordered.length - mostFields),
    reasons: reasonsOf(look, address),
    since: environment.since.get(address)?.at,
    dueAt: environment.notDue?.get(address),
    events: eventsOf(environment, address),
    link: linkIn(environment),
    commitsUrl: pages && at && fileHistoryPage(pages, look.commit, `${folderOf(environment)}${at.file}`),
  };
}

/**
 * Links to lines of an environment's files, at the commit that the live state was compared with. Undefined if the
 * host's pages are unknown, or nothing was observed yet.
 */
export function linkIn(environment: ServedEnvironment): LineLink | undefined {
  const { pages, look } = environment;
  const url = pages && look && filesPage(pages, look.commit);
  return url === undefined ? undefined : lineLink({ url, folder: folderOf(environment) });
}

function folderOf({ projectFile }: ServedEnvironment): string {
  return projectFile.slice(0, projectFile.lastIndexOf("/") + 1);
}

function observedState(look: ServedLook, address: Address): ResourceView["observed"] {
  const state = look.made.snapshot.observations.get(address)?.state ?? "unknown";
  return state === "present" && !look.secrets ? "hidden" : state;
}

/**
 * All fields of the desired, base and live state. Values of the plan, which contain no secrets, take precedence over
 * the values that the plan was made from.
 */
function fieldsAt(look: ServedLook, address: Address): readonly ResourceField[] {
  const change = look.plan.changes.find((one) => one.address === address);
  const differences = change?.action === "update" ? change.differences : [];
  const told = new Map(differences.map((one) => [one.path, one]));
  const sides = sidesOf(look, address, change);
  const paths = new Set([...told.keys(), ...pathsOf(sides.desired), ...pathsOf(sides.base)]);
  // Undeclared fields are not compared. Fields that only the live side has are shown only if the resource will be
  // removed.
  if (change?.action === "remove") for (const path of pathsOf(sides.live)) paths.add(path);
  const whole = change && change.action !== "update" ? change.cause : undefined;
  return [...paths].map((path): ResourceField => {
    const difference = told.get(path);
    const [desired, base, live] = [sides.desired, sides.base, sides.live].map((side) => valueAt(side, path));
    const { locate } = look.made.desired;
    return {
      path,
      desired: difference ? difference.desired : desired,
      base: difference?.base ?? base,
      live: difference ? difference.live : live,
      cause: difference?.cause ?? whole,
      at: difference?.at ?? (sides.desired === undefined ? undefined : locate(address, path)),
    };
  });
}

interface Sides {
  readonly desired?: Json | undefined;
  readonly base?: Json | undefined;
  readonly live?: Json | undefined;
}

/**
 * The desired, base and live value of a resource. Secrets in values from outside the plan's change are redacted here.
 */
function sidesOf({ made, secrets }: ServedLook, address: Address, change: Change | undefined): Sides {
  if (!secrets) {
    if (change?.action === "remove") return { base: change.base.value, live: change.live.value };
    return { desired: change?.desired.value };
  }
  const declared = made.desired.resources.get(address)?.value;
  const base = made.base?.resources.get(address)?.value;
  const seen = made.snapshot.observations.get(address);
  const live = seen?.state === "present" ? seen.value.value : undefined;
  const { target } = addressParts(address);
  const without = (value: Json | undefined, by: Redaction) =>
    value === undefined ? undefined : valueWithout(value, by);
  return {
    desired: without(declared, secrets),
    base: without(base, secrets),
    live: without(live, secrets.of(target)),
  };
}

function pathsOf(value: Json | undefined): readonly Pointer[] {
  return value === undefined ? [] : leaves(value).map(([path]) => path);
}

/** The value at a pointer, which passes through objects only: lists are leaves. Undefined if there is no value. */
function valueAt(value: Json | undefined, path: Pointer): Json | undefined {
  if (path === "") return value;
  let at: Json | undefined = value;
  for (const part of path.slice(1).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

function reasonsOf({ plan }: ServedLook, address: Address): readonly string[] {
  const of = <T extends { readonly address: Address }>(all: readonly T[]) =>
    all.filter((one) => one.address === address);
  return [
    ...of(plan.unknown).map(({ problem }) => withHint(problem)),
    ...of(plan.unwritable).map(({ reason }) => reason),
    ...of(plan.held).map(({ reason }) => reason),
    ...plan.guards.flatMap(({ message, addresses }) => (addresses.includes(address) ? [message] : [])),
  ];
}

function eventsOf({ run, runs }: ServedEnvironment, address: Address): readonly ResourceEvent[] {
  const all = run && !runs.some(({ id }) => id === run.id) ? [run, ...runs] : runs;
  const found = all.flatMap((one) => {
    const { id, by, commit, why } = one;
    const own = one.events.filter((event) => event.address === address);
    return own.map((event) => ({ run: { id, by, commit, why }, event }));
  });
  return found.sort((one, other) => byText(other.event.at, one.event.at));
}
