/** Takes secrets out of what is going to be shown, before any of it is cut, escaped or laid out. Pure. */

import type { AcceptedCreate, Change, Difference } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { isArray, type Json, parseJson } from "../model/json.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Step } from "../model/plan/step.ts";
import { type Problem, sentenceText } from "../model/problem.ts";
import type { ApplyResult, NonConvergent, SettledStep, StoredName } from "../model/reply.ts";
import { isSecretReference, type Redaction } from "../model/secret.ts";
import type { LiveResource, Observation, Snapshot, UnmanagedResource } from "../model/snapshot.ts";
import type { PendingFinish, TargetStatus } from "../model/status.ts";
import type { WireJson, WireRequest } from "../model/wire.ts";

/** Longer texts are unreadable: they name what someone made very long. */
const longestText = 2000;

/** The problem without secrets, then cut: its message and hint at 2,000 characters. */
export function problemWithout(found: Problem, secrets: Redaction): Problem {
  const { sentence, message, hint, excerpt, ...rest } = found;
  // A message that was changed since is no longer made of those parts.
  const isWhole = sentence !== undefined && sentenceText(sentence) === message;
  const told = isWhole ? sentenceText(sentence, (value) => secrets.value(value)) : message;
  return {
    ...rest,
    message: isWhole ? secrets.text(told) : cut(secrets.text(told)),
    ...(hint !== undefined && { hint: cut(secrets.text(hint)) }),
    ...(excerpt !== undefined && { excerpt: secrets.value(excerpt) }),
  };
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)} ... (cut at 2,000 characters)`;
}

/** Problems without secrets. */
export function problemsWithout(found: readonly Problem[], secrets: Redaction): readonly Problem[] {
  return found.map((one) => problemWithout(one, secrets));
}

/** What has a problem, with that as it may be shown. */
function troubled<T extends { readonly problem: Problem }>(one: T, secrets: Redaction): T {
  return { ...one, problem: problemWithout(one.problem, secrets) };
}

/** The plan as it may be shown. Its addresses, its fingerprint and all that it decides stay as they are. */
export function planWithout(plan: Plan, secrets: Redaction): Plan {
  const said = <T extends { message: string }>(of: T): T => ({ ...of, message: secrets.text(of.message) });
  return {
    ...plan,
    changes: plan.changes.map((change) => changeWithout(change, secrets)),
    steps: plan.steps.map((step) => stepWithout(step, secrets)),
    unknown: plan.unknown.map((one) => troubled(one, secrets)),
    perhapsRenamed: plan.perhapsRenamed.map((one) => ({
      ...one,
      identity: secrets.value(one.identity),
      live: secrets.value(one.live),
    })),
    ...(plan.alike && {
      alike: plan.alike.map((one) => ({
        ...one,
        identity: secrets.value(one.identity),
        live: secrets.value(one.live),
      })),
    }),
    ...(plan.acceptedUnseen && { acceptedUnseen: acceptedWithout(plan.acceptedUnseen, secrets) }),
    guards: plan.guards.map((one) => (one.guard === "policy" ? said(one) : one)),
    policyWarnings: plan.policyWarnings?.map(said),
    pending: plan.pending?.map((one) => finishWithout(one, secrets)),
  };
}

/** A server may have made an id of what it was sent. */
function acceptedWithout(all: readonly AcceptedCreate[], secrets: Redaction): readonly AcceptedCreate[] {
  return all.map((one) => (one.id === undefined ? one : { ...one, id: secrets.value(one.id) }));
}

/** What waits to be finished, or was: names are the product's, and may hold secrets. */
function finishWithout<T extends Pick<PendingFinish, "names" | "problem">>(one: T, secrets: Redaction): T {
  const { names, problem: found } = one;
  const shown = { ...one, names: names.map((name) => secrets.value(name)) };
  return found ? { ...shown, problem: problemWithout(found, secrets) } : shown;
}

function stepWithout(step: Step, secrets: Redaction): Step {
  if (!step.takes) return step;
  return { ...step, takes: step.takes.map((one) => ({ ...one, identity: secrets.value(one.identity) })) };
}

function changeWithout(change: Change, secrets: Redaction): Change {
  switch (change.action) {
    case "create":
      return { ...change, desired: desiredWithout(change.desired, secrets) };
    case "update":
      return {
        ...change,
        desired: desiredWithout(change.desired, secrets),
        live: liveWithout(change.live, secrets),
        differences: change.differences.map((one) => sidesWithout(one, secrets)),
      };
    case "remove":
      return { ...change, ...removalWithout(change, secrets) };
  }
}

/** A removal. Where the product has no id, what is removed is known by its name in Git: that stays as it is. */
function removalWithout(
  { base, live, within }: Extract<Change, { readonly action: "remove" }>,
  secrets: Redaction,
): Pick<Extract<Change, { readonly action: "remove" }>, "base" | "live" | "within"> {
  return {
    base: { ...base, ...shownValue(base, secrets) },
    live: liveWithout(live, secrets),
    within: within?.map((one) => secrets.value(one)),
  };
}

/** A resource is matched by a name, which may hold one too. */
function desiredWithout(desired: Resource, secrets: Redaction): Resource {
  return { ...desired, ...shownValue(desired, secrets), identity: secrets.value(desired.identity) };
}

/** Without its wire form, which is never shown; ids are the product's, and may hold secrets. */
function liveWithout(
  { value, id, version, byId, anew, storedAs }: LiveResource,
  secrets: Redaction,
): LiveResource {
  return {
    ...shownValue({ value }, secrets),
    id: id === undefined ? undefined : secrets.value(id),
    version,
    ...(byId && { byId }),
    ...(anew && { anew }),
    ...(storedAs !== undefined && { storedAs: secrets.text(storedAs) }),
  };
}

function shownValue({ value }: { readonly value: Json }, secrets: Redaction): { readonly value: Json } {
  return { value: valueWithout(value, secrets) };
}

function sidesWithout<T extends Pick<Difference, "desired" | "base" | "live">>(
  one: T,
  secrets: Redaction,
): T {
  const own = redactedApart(secrets);
  const side = (value: Json | undefined) => (value === undefined ? undefined : valueWithout(value, own));
  const { desired, base, live } = one;
  return {
    ...one,
    ...(live !== undefined && { live: side(live) }),
    ...(desired !== undefined && { desired: side(desired) }),
    ...(base !== undefined && { base: side(base) }),
  };
}

/** The result of an apply as it may be shown. */
export function resultWithout(result: ApplyResult, secrets: Redaction): ApplyResult {
  const { rolledBack, acceptedUnseen } = result;
  return {
    ...result,
    acceptedUnseen: acceptedUnseen && acceptedWithout(acceptedUnseen, secrets),
    ...settledWithout(result, secrets),
    ...(result.storedAs && { storedAs: result.storedAs.map((one) => storedWithout(one, secrets)) }),
    finished: result.finished?.map((one) => finishWithout(one, secrets)),
    ...(rolledBack && { rolledBack: { ...rolledBack, ...settledWithout(rolledBack, secrets) } }),
  };
}

function storedWithout({ address, declared, stored }: StoredName, secrets: Redaction): StoredName {
  return { address, declared: secrets.text(declared), stored: secrets.text(stored) };
}

type Settled = Pick<ApplyResult, "settled" | "nonConvergent" | "unverified">;

function settledWithout({ settled, nonConvergent, unverified }: Settled, secrets: Redaction): Settled {
  return {
    settled: settled.map((step): SettledStep => {
      const { outcome } = step;
      return "problem" in outcome ? { ...step, outcome: troubled(outcome, secrets) } : step;
    }),
    nonConvergent: nonConvergent.map((one): NonConvergent => sidesWithout(one, secrets)),
    unverified: unverified.map((one) => troubled(one, secrets)),
  };
}

/** A snapshot as it may be shown or published. Not for comparing. */
export function snapshotWithout(snapshot: Snapshot, secrets: Redaction): Snapshot {
  const observations = [...snapshot.observations].map(
    ([address, one]) => [address, observationWithout(one, secrets)] as const,
  );
  return {
    ...snapshot,
    observations: new Map(observations),
    unmanaged: unmanagedWithout(snapshot.unmanaged, secrets),
  };
}

function observationWithout(one: Observation<LiveResource>, secrets: Redaction): Observation<LiveResource> {
  switch (one.state) {
    case "present":
      return { ...one, value: { ...one.value, ...shownValue(one.value, secrets) } };
    case "absent":
      return one;
    case "unknown":
      return troubled(one, secrets);
  }
}

/** What is not declared, by names that may be shown. */
export function unmanagedWithout(
  found: readonly UnmanagedResource[],
  secrets: Redaction,
): readonly UnmanagedResource[] {
  return found.map((one) => ({ ...one, identity: secrets.value(one.identity) }));
}

/** A request as it may be shown: its secrets are closed, and what is live or declared in it holds none. */
export function requestWithout(request: WireRequest, secrets: Redaction): WireRequest {
  const { url, body } = request;
  return {
    ...request,
    url: secrets.text(url),
    ...(body !== undefined && { body: bodyWithout(body, secrets) }),
  };
}

function bodyWithout(body: WireJson, secrets: Redaction): Json {
  return valueWithout(parseJson(JSON.stringify(body)) ?? null, secrets);
}

/** What controllers show of themselves, as it may be shown. */
export function statusWithout(status: TargetStatus, secrets: Redaction): TargetStatus {
  const { sites, devices, reports, problems, pending } = status;
  const all = (values: readonly Json[]) => values.map((one) => valueWithout(one, secrets));
  return {
    ...status,
    problems: problemsWithout(problems, secrets),
    ...(pending && { pending: finishWithout(pending, secrets) }),
    ...(sites && { sites: all(sites) }),
    ...(devices && { devices: all(devices) }),
    ...(reports && {
      reports: reports.map((one) => ({
        ...one,
        ...(one.name !== undefined && { name: secrets.value(one.name) }),
        records: all(one.records),
      })),
    }),
  };
}

/** The value with its texts, names and numbers as they may be shown; the same one where they all may. */
function valueWithout(value: Json, secrets: Redaction): Json {
  if (typeof value === "string") return secrets.value(value);
  if (typeof value === "number") return numberWithout(value, secrets);
  if (isSecretReference(value) || typeof value === "boolean" || value === null) return value;
  if (isArray(value)) {
    const shown = value.map((element) => valueWithout(element, secrets));
    return shown.every((element, at) => element === value[at]) ? value : shown;
  }
  const names = Object.keys(value);
  const shown = names.map(
    (name) => [secrets.value(name), valueWithout(value[name] ?? null, secrets)] as const,
  );
  if (shown.every(([name, member], at) => name === names[at] && member === value[name])) return value;
  const members = new Map<string, Json>();
  // Names that hold secrets do not become one.
  for (const [name, member] of shown)
    members.set(members.has(name) ? `${name} ${members.size}` : name, member);
  return Object.fromEntries(members);
}

/**
 * True for a live value that holds a secret, so that it must not get into a file of desired state. A secret that a
 * sentence could hold counts where it is a whole text: else `admin` would be one in `admin VLAN`.
 */
export function repeatsSecret(value: Json, secrets: Redaction): boolean {
  const text = (from: string) => (secrets.value(from) === mark ? mark : secrets.text(from));
  return valueWithout(value, { value: text, text }) !== value;
}

function numberWithout(value: number, secrets: Redaction): Json {
  const shown = secrets.value(String(value));
  return shown === String(value) ? value : `${shown} as a number`;
}

/** What stands where a secret was. */
const mark = "[secret]";

/**
 * The same for the sides of one difference, on which two values that differ do so without their secrets, too: the
 * second becomes `[secret 2]`, live coming first, as it does in the whole of the resource.
 */
function redactedApart(secrets: Redaction): Redaction {
  const shownAs = new Map<string, string>();
  const taken = new Set<string>();
  const value = (text: string) => {
    const known = shownAs.get(text);
    if (known !== undefined) return known;
    const without = secrets.value(text);
    let shown = without;
    for (let count = 2; taken.has(shown); count += 1)
      shown = without.includes(mark)
        ? without.replace(mark, `[secret ${count}]`)
        : `${without} [secret ${count}]`;
    shownAs.set(text, shown);
    taken.add(shown);
    return shown;
  };
  return { value, text: (text) => secrets.text(text) };
}
