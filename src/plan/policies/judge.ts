/** Judges desired state and plans by policies. Violations are in the order of the policies. Pure. */

import { type CelValue, celOnce } from "../../load/expressions/values.ts";
import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import { byText } from "../../model/compare.ts";
import type { Desired, Resource } from "../../model/desired.ts";
import type { JsonObject } from "../../model/json.ts";
import { matches } from "../../model/listed/glob.ts";
import { type Bounds, Meter } from "../../model/meter.ts";
import type { BlastRadius } from "../../model/plan/blast-radius.ts";
import { type Pointer, at as valueAt } from "../../model/pointer.ts";
import type { Policy, PolicyFinding, PolicySelection } from "../../model/policy.ts";
import { subnetsOf } from "./subnets.ts";
import { breachesOf, givenUp, type PolicyScope } from "./verdict.ts";

/** The bounds for one resource. */
const boundsOfOne: Bounds = { steps: 1_000_000, elements: 100_000, bytes: 1_000_000 };
/** The bounds for all resources together, or for a plan. */
const boundsOfAll: Bounds = { steps: 10_000_000, elements: 5_000_000, bytes: 50_000_000 };
/** The bounds for all policies of a run. They grow with each resource or change in the policies' scope. */
const boundsOfRun: Bounds = { steps: 10_000_000, elements: 5_000_000, bytes: 50_000_000 };
const perOne: Bounds = { steps: 400, elements: 150, bytes: 1500 };
/** The maximum bounds of any run. */
const boundsOfLarge: Bounds = { steps: 50_000_000, elements: 20_000_000, bytes: 200_000_000 };
/** The number of unjudged resources after which a policy is no longer evaluated for further resources. */
const maxUnjudged = 1000;

function newMeter(count: number): Meter {
  const of = (what: keyof Bounds) => Math.min(boundsOfLarge[what], boundsOfRun[what] + count * perOne[what]);
  return new Meter({ steps: of("steps"), elements: of("elements"), bytes: of("bytes") }, "all policies");
}

/** Returns the violations in desired state, according to the policies about resources. */
export function judgeDesired(
  policies: readonly Policy[],
  desired: Pick<Desired, "resources">,
  environment: string,
): readonly PolicyFinding[] {
  const resources = [...desired.resources.values()];
  const budget = newMeter(resources.length);
  const each = judgeEach(policies, resources, { environment, budget });
  const selections = new Map<string, PolicyScope["variables"]>();
  return policies.flatMap((policy) => {
    const { about } = policy;
    if (about.is === "each") return each.get(policy) ?? [];
    if (about.is === "plan") return [];
    const { kinds, addresses, except } = about;
    const key = JSON.stringify([kinds, addresses, except]);
    const variables = selections.get(key) ?? variablesOfAll(resources.filter(selector(about)), environment);
    selections.set(key, variables);
    return judgedOnce(policy, { variables, budget, bounds: boundsOfAll });
  });
}

/** The variables of expressions, computed lazily and once for all policies about the same resources. */
function variablesOfAll(resources: readonly Resource[], environment: string): PolicyScope["variables"] {
  return {
    resources: once(() => resources.map((each) => celOnce(resourceRecord(each)))),
    subnets: once(() => resources.flatMap((each) => subnetsOf(each).map(celOnce))),
    environment: () => environment,
  };
}

interface JudgingRun {
  readonly environment: string;
  readonly budget: Meter;
}

/** Judges one resource at a time, so that the records for expressions can be freed. */
function judgeEach(
  policies: readonly Policy[],
  resources: readonly Resource[],
  { environment, budget }: JudgingRun,
): ReadonlyMap<Policy, readonly PolicyFinding[]> {
  const selecting = policies.flatMap((policy) => {
    if (policy.about.is !== "each") return [];
    const findings: PolicyFinding[] = [];
    const fields = fieldsIn(policy.assert);
    const since: Address[] = [];
    const unjudged = { count: 0, since };
    return [{ policy, isAbout: selector(policy.about), findings, fields, unjudged }];
  });
  if (selecting.length === 0) return new Map();
  for (const resource of resources) {
    let record: CelValue | undefined;
    const variables = {
      resource: () => {
        record ??= celOnce(resourceRecord(resource));
        return record;
      },
      environment: () => environment,
    };
    const scope = { variables, budget, bounds: boundsOfOne };
    for (const { policy, isAbout, findings, fields, unjudged } of selecting) {
      if (!isAbout(resource)) continue;
      if (budget.exhausted !== undefined && unjudged.count > 0) {
        unjudged.since.push(resource.address);
        continue;
      }
      const breaches = unjudged.count < maxUnjudged ? breachesOf(policy, scope, findings.length) : [givenUp];
      unjudged.count += breaches.filter(({ isUnjudged }) => isUnjudged).length;
      if (breaches.length === 0) continue;
      const path = fields.find((field) => valueAt(resource.value, field) !== undefined) ?? "";
      for (const { message } of breaches)
        findings.push({ policy, message, addresses: [resource.address], path });
    }
  }
  for (const { policy, findings, unjudged } of selecting)
    if (unjudged.since.length > 0)
      findings.push({ policy, message: outOfSteps, addresses: unjudged.since, path: "" });
  return new Map(selecting.map(({ policy, findings }) => [policy, findings]));
}

/** The message for resources that were not judged because the budget was used up. */
const outOfSteps = "it was not evaluated: all policies together take too long";

/**
 * The fields that an assertion names, in order. The last word of a name may be a method that is called on the field.
 */
function fieldsIn(assert: string): readonly Pointer[] {
  return [...assert.matchAll(/\bresource\.fields((?:\.[A-Za-z_]\w*)+)/g)].flatMap(([, words = ""]) => {
    const path = words.replaceAll(".", "/");
    return [path, path.slice(0, path.lastIndexOf("/"))];
  });
}

/** The facts about a plan. */
interface PlannedFacts {
  /** Changes that would be written. */
  readonly changes: readonly Change[];
  /** What the plan affects. Absent: nothing. */
  readonly radius?: BlastRadius | undefined;
  readonly environment: string;
  /**
   * The time of the apply, ISO 8601. If it is absent, only policies that do not use the time are judged. If it is
   * given, only policies that use the time are judged.
   */
  readonly nowIso?: string | undefined;
}

/** Returns the violations of policies about plans. A plan that writes nothing violates none. */
export function judgePlan(
  policies: readonly Policy[],
  { changes, radius, environment, nowIso }: PlannedFacts,
): readonly PolicyFinding[] {
  if (changes.length === 0) return [];
  const budget = newMeter(changes.length);
  const plan = once(() => celOnce(planRecord(changes, radius)));
  return policies.flatMap((policy) => {
    const { about, timeZone } = policy;
    if (about.is !== "plan" || about.timed !== (nowIso !== undefined)) return [];
    const run = () => celOnce(nowIso === undefined ? {} : runRecord(nowIso, timeZone));
    const variables = { plan, run, environment: () => environment };
    return judgedOnce(policy, { variables, budget, bounds: boundsOfAll });
  });
}

function judgedOnce(policy: Policy, scope: PolicyScope): readonly PolicyFinding[] {
  return breachesOf(policy, scope).map(({ message, addresses, path = "" }) => {
    return { policy, message, addresses, path };
  });
}

function once(make: () => CelValue): () => CelValue {
  let made: CelValue | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Returns a function that decides whether a policy applies to a resource. */
function selector(selection: PolicySelection): (of: Pick<Resource, "address" | "kind">) => boolean {
  const { kinds, addresses, except } = selection;
  const known = new Map<string, boolean>();
  const isOfKind = (kind: string) => {
    const before = known.get(kind) ?? (kinds.length === 0 || kinds.some((glob) => matches(glob, kind)));
    known.set(kind, before);
    return before;
  };
  return ({ address, kind }) =>
    isOfKind(kind) &&
    (addresses.length === 0 || addresses.some((glob) => matches(glob, address))) &&
    !except.some((glob) => matches(glob, address));
}

/** A resource as an expression sees it: as `resource`, and in `resources`. */
function resourceRecord(of: Resource): JsonObject {
  const { address, target, kind, key, parent = null, identity, scope, value, site = null } = of;
  const { protect, ownership } = of;
  const place = { address, target, kind, key, parent, identity, scope, site };
  return { ...place, protect, ownership, fields: value };
}

/** The changes of a plan as an expression sees them: `plan`. */
function planRecord(
  changes: readonly Change[],
  { devices = [], moreDevices = 0 }: Partial<BlastRadius> = {},
): JsonObject {
  const records = changes.map(changeRecord);
  const counted = (action: Change["action"]) => changes.filter((each) => each.action === action).length;
  return {
    changes: records,
    creates: counted("create"),
    updates: counted("update"),
    removes: counted("remove"),
    sites: textsOf(records, "site"),
    devices: devices.length + moreDevices,
    targets: textsOf(records, "target"),
  };
}

/**
 * Returns a change as an expression sees it, with the fields of the resource that it creates or removes. Live values
 * are left out, because they may contain secrets.
 */
function changeRecord(change: Change): JsonObject {
  const resource = resourceRecord(change.action === "remove" ? change.base : change.desired);
  const changed = change.action === "update" ? change.differences.map(({ path }) => path) : [];
  return { ...resource, address: change.address, action: change.action, changed };
}

function textsOf(records: readonly JsonObject[], name: string): readonly string[] {
  const texts = records.map((each) => each[name]).filter((text) => typeof text === "string");
  return [...new Set(texts)].sort(byText);
}

/**
 * Returns a moment as an expression sees it in `run`: in the local time of a time zone. `nowIso`: ISO 8601 with an
 * offset or `Z`.
 */
function runRecord(nowIso: string, timeZone: string): JsonObject {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(nowIso));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`,
    weekday: part("weekday").replace(".", ""),
  };
}
