/** Redacts secrets in output, before anything is truncated, escaped or formatted. Pure. */

import { type Address, addressParts } from "../model/address.ts";
import type { AcceptedCreate, Change, Difference, SettledField } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { type Json, parseJson } from "../model/json.ts";
import type {
  LiveNode,
  LiveResource,
  Observation,
  Snapshot,
  UnmanagedResource,
} from "../model/live/snapshot.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Step } from "../model/plan/step.ts";
import { type Problem, sentenceText } from "../model/problem.ts";
import type { ApplyResult, NonConvergent, SettledStep, StoredName } from "../model/reply.ts";
import type { Redaction, Redactions } from "../model/secret.ts";
import type { PendingFinish } from "../model/status.ts";
import type { WireJson, WireRequest } from "../model/wire.ts";
import { redactedApart, valueWithout } from "./value-without-secrets.ts";

/** The maximum length of a text. Longer texts are unreadable, because they quote very long names. */
const longestText = 2000;

/**
 * The problem without secrets, with its message and hint truncated to 2,000 characters. `target` is needed if the
 * problem has no address.
 */
export function problemWithout(found: Problem, all: Redactions, target?: string): Problem {
  if (target !== undefined) return problemBy(found, all.of(target));
  return problemBy(found, found.address === undefined ? all : ofTarget(all, found.address));
}

/** The redaction of texts about an address. It includes secrets that the target's server has chosen. */
function ofTarget(secrets: Redactions, address: Address): Redaction {
  return secrets.of(addressParts(address).target);
}

/** The problem without the secrets that this redaction knows. */
export function problemBy(found: Problem, secrets: Redaction): Problem {
  const { sentence, message, hint, excerpt, ...rest } = found;
  // If the message was changed after it was built, the parts no longer match it.
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

/** Redacts secrets in problems. */
export function problemsWithout(found: readonly Problem[], secrets: Redactions): readonly Problem[] {
  return found.map((one) => problemWithout(one, secrets));
}

/** An object whose problem is in displayable form. */
function troubled<T extends { readonly problem: Problem }>(one: T, secrets: Redaction): T {
  return { ...one, problem: problemBy(one.problem, secrets) };
}

/**
 * The redactions for the two sides of a target. Declarations are redacted only by the project's own secrets. Otherwise
 * the author of a pull request could guess secrets of the server and see whether a guess is redacted, and a server
 * could hide its own changes.
 */
interface Sides {
  readonly live: Redaction;
  readonly declared: Redaction;
}

function sidesOf(secrets: Redactions, address: Address): Sides {
  return { live: ofTarget(secrets, address), declared: secrets };
}

/** The plan in displayable form. Its addresses, fingerprint and decisions are unchanged. */
export function planWithout(plan: Plan, secrets: Redactions): Plan {
  const said = <T extends { message: string }>(of: T): T => ({ ...of, message: secrets.text(of.message) });
  const named = <T extends { address: Address; identity: string; live: string }>(of: T): T => {
    const { live, declared } = sidesOf(secrets, of.address);
    return { ...of, identity: declared.value(of.identity), live: live.value(of.live) };
  };
  return {
    ...plan,
    changes: plan.changes.map((change) => changeWithout(change, sidesOf(secrets, change.address))),
    steps: plan.steps.map((step) => stepWithout(step, secrets.of(step.target))),
    unknown: plan.unknown.map((one) => troubled(one, ofTarget(secrets, one.address))),
    perhapsRenamed: plan.perhapsRenamed.map(named),
    ...(plan.alike && { alike: plan.alike.map(named) }),
    ...(plan.acceptedUnseen && { acceptedUnseen: acceptedWithout(plan.acceptedUnseen, secrets) }),
    ...fieldsWithout(plan, secrets),
    guards: plan.guards.map((one) => (one.guard === "policy" ? said(one) : one)),
    policyWarnings: plan.policyWarnings?.map(said),
    pending: plan.pending?.map((one) => finishWithout(one, secrets.of(one.target))),
  };
}

/**
 * Accepted creates in displayable form. Ids are redacted, because a server may derive an id from values that it
 * received.
 */
function acceptedWithout(all: readonly AcceptedCreate[], secrets: Redactions): readonly AcceptedCreate[] {
  return all.map((one) =>
    one.id === undefined ? one : { ...one, id: ofTarget(secrets, one.address).value(one.id) },
  );
}

/** Activations in displayable form. Their names come from the product, and may contain secrets. */
export function finishWithout<T extends Pick<PendingFinish, "names" | "problem">>(
  one: T,
  secrets: Redaction,
): T {
  const { names, problem: found } = one;
  const shown = { ...one, names: names.map((name) => secrets.value(name)) };
  return found ? { ...shown, problem: problemBy(found, secrets) } : shown;
}

function stepWithout(step: Step, secrets: Redaction): Step {
  if (!step.takes) return step;
  return { ...step, takes: step.takes.map((one) => ({ ...one, identity: secrets.value(one.identity) })) };
}

function changeWithout(change: Change, sides: Sides): Change {
  switch (change.action) {
    case "create": {
      const node = ({ path, live }: LiveNode) => ({
        path: sides.live.text(path),
        live: valueWithout(live, sides.live),
      });
      const displaces = change.displaces?.map(node);
      const desired = desiredWithout(change.desired, sides.declared);
      return { ...change, desired, ...(displaces && { displaces }) };
    }
    case "update":
      return {
        ...change,
        desired: desiredWithout(change.desired, sides.declared),
        live: liveWithout(change.live, sides.live),
        differences: change.differences.map((one) => sidesWithout(one, sides)),
      };
    case "remove":
      return { ...change, ...removalWithout(change, sides) };
  }
}

/**
 * A removal in displayable form. A resource without a product id is identified by its name in Git, which is not
 * redacted.
 */
function removalWithout(
  { base, live, within }: Extract<Change, { readonly action: "remove" }>,
  sides: Sides,
): Pick<Extract<Change, { readonly action: "remove" }>, "base" | "live" | "within"> {
  return {
    base: { ...base, ...shownValue(base, sides.declared) },
    live: liveWithout(live, sides.live),
    within: within?.map((one) => sides.live.value(one)),
  };
}

/** The desired side in displayable form. The name by which a resource is matched may contain a secret too. */
function desiredWithout(desired: Resource, secrets: Redaction): Resource {
  return { ...desired, ...shownValue(desired, secrets), identity: secrets.value(desired.identity) };
}

/** The live side without its raw value, which is never shown. Ids come from the product, and may contain secrets. */
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

function sidesWithout<T extends Pick<Difference, "desired" | "base" | "live">>(one: T, sides: Sides): T {
  const apart = redactedApart(sides);
  const { desired, base, live } = one;
  return {
    ...one,
    ...(live !== undefined && { live: valueWithout(live, apart.live) }),
    ...(desired !== undefined && { desired: valueWithout(desired, apart.declared) }),
    ...(base !== undefined && { base: valueWithout(base, apart.declared) }),
  };
}

/** The result of an apply in displayable form. */
export function resultWithout(result: ApplyResult, secrets: Redactions): ApplyResult {
  const { rolledBack, acceptedUnseen, answered } = result;
  return {
    ...result,
    acceptedUnseen: acceptedUnseen && acceptedWithout(acceptedUnseen, secrets),
    ...settledWithout(result, secrets),
    ...fieldsWithout(result, secrets),
    ...(answered && {
      answered: new Map([...answered].map(([of, name]) => [of, ofTarget(secrets, of).text(name)])),
    }),
    ...(result.storedAs && { storedAs: result.storedAs.map((one) => storedWithout(one, secrets)) }),
    finished: result.finished?.map((one) => finishWithout(one, secrets.of(one.target))),
    ...(rolledBack && { rolledBack: { ...rolledBack, ...settledWithout(rolledBack, secrets) } }),
  };
}

/** Settled fields, in a plan or a result. */
function fieldsWithout(
  { storedOtherwise, notTaken }: Pick<Plan, "storedOtherwise" | "notTaken">,
  secrets: Redactions,
): Pick<Plan, "storedOtherwise" | "notTaken"> {
  const all = (some: readonly SettledField[]) =>
    some.map((one) => sidesWithout(one, sidesOf(secrets, one.address)));
  return {
    ...(storedOtherwise && { storedOtherwise: all(storedOtherwise) }),
    ...(notTaken && { notTaken: all(notTaken) }),
  };
}

function storedWithout({ address, declared, stored }: StoredName, secrets: Redactions): StoredName {
  const sides = sidesOf(secrets, address);
  return { address, declared: sides.declared.text(declared), stored: sides.live.text(stored) };
}

type Settled = Pick<ApplyResult, "settled" | "nonConvergent" | "unverified">;

function settledWithout({ settled, nonConvergent, unverified }: Settled, secrets: Redactions): Settled {
  return {
    settled: settled.map((step): SettledStep => {
      const { outcome } = step;
      if (!("problem" in outcome)) return step;
      return { ...step, outcome: troubled(outcome, ofTarget(secrets, step.address)) };
    }),
    nonConvergent: nonConvergent.map(
      (one): NonConvergent => sidesWithout(one, sidesOf(secrets, one.address)),
    ),
    unverified: unverified.map((one) => troubled(one, ofTarget(secrets, one.address))),
  };
}

/** A snapshot in a form for display or publication. Not for comparisons. */
export function snapshotWithout(snapshot: Snapshot, secrets: Redactions): Snapshot {
  const observations = [...snapshot.observations].map(
    ([address, one]) => [address, observationWithout(one, ofTarget(secrets, address))] as const,
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

/** Undeclared resources, with names in displayable form. */
export function unmanagedWithout(
  found: readonly UnmanagedResource[],
  secrets: Redactions,
): readonly UnmanagedResource[] {
  return found.map((one) => ({ ...one, identity: secrets.of(one.target).value(one.identity) }));
}

/** A target's request in displayable form: secrets stay unresolved, and live and declared values are redacted. */
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
