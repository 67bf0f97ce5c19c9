/** Makes a plan from a comparison: the order of steps, unwritable changes, cost, fingerprint. Pure. */

import type { Address } from "../model/address.ts";
import type { Change, Comparison, Move, SettledField } from "../model/change.ts";
import { byKey } from "../model/compare.ts";
import { type Desired, declaredKinds } from "../model/desired.ts";
import type { WaveSettings } from "../model/health.ts";
import type { LiveDevices } from "../model/live/live-devices.ts";
import type { Snapshot, UnmanagedResource } from "../model/live/snapshot.ts";
import type { KindTitles } from "../model/place.ts";
import type { GuardFinding } from "../model/plan/guard.ts";
import type { Plan, PlanOrigin, PlanPreview } from "../model/plan/plan.ts";
import type { Step } from "../model/plan/step.ts";
import type { BaseHistory } from "../model/record.ts";
import type { PendingFinish } from "../model/status.ts";
import type { Digest } from "../model/wire.ts";
import { arrange, type WholeSides, wholeOf } from "./arrange.ts";
import { asOne } from "./atomic-steps.ts";
import { choicesUnknownIn } from "./choices-unknown.ts";
import { costOf } from "./cost.ts";
import { fingerprintIn, planned, withMadeAlong, withWire } from "./fingerprint.ts";
import { guarded } from "./guards/guards.ts";
import type { PolicyJudge } from "./guards/policies.ts";
import type { HealthInput } from "./health/gate.ts";
import { irreversibleSteps } from "./irreversible.ts";
import { type OrderedChange, stepId } from "./order.ts";
import { resourceOf, type TargetFacts } from "./prerequisites.ts";
import { touchingOf } from "./pushed-to.ts";
import { trusted } from "./trusted-base.ts";
import { unwritableIn } from "./writability/unwritable.ts";
import { isWritten } from "./writability/verdict.ts";
import type { SortedChanges } from "./writability/writable.ts";
import { sentBy } from "./write-cost.ts";

/** The input of a plan. */
export interface PlanInput {
  readonly comparison: Comparison;
  /** The compared desired state. In drift-only mode, it contains only the drift. */
  readonly desired: Desired;
  /** The base that desired was compared with. Absent: there was none. */
  readonly base?: Desired | undefined;
  /** The base as recorded, complete and under its own keys. Guards count its resources. Default: `base`. */
  readonly recorded?: Desired | undefined;
  /**
   * In drift-only mode: the sides and the comparison before they were reduced to drift. Default: those of this input.
   */
  readonly whole?: WholeSides | undefined;
  /** How base's commits relate to the planned one. Absent: base is trusted. */
  readonly history?: BaseHistory | undefined;
  readonly environment: string;
  readonly origin?: PlanOrigin | undefined;
  /** Keys that changed between base and desired. Default: none. */
  readonly moves?: readonly Move[] | undefined;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** The number of requests that the observation took, by target. */
  readonly reads: ReadonlyMap<string, number>;
  /** What was taken from change logs, by target. Absent: no log was used. */
  readonly taken?: Snapshot["taken"];
  /** The number of requests that one read takes, by collection key. Default: one. */
  readonly readSizes?: ReadonlyMap<string, number> | undefined;
  /** Pending activations, at targets that have them. Default: none. */
  readonly pending?: readonly PendingFinish[] | undefined;
  /** True if removals become steps. Otherwise they are only listed, and the resources are kept. */
  readonly prune: boolean;
  /** True: resources are created even if a live resource has their name in another spelling. */
  readonly allowAlike?: boolean | undefined;
  /** What to do with conflicts. Default: hold them, and list them as unwritable. */
  readonly onConflict?: "hold" | "overwrite" | undefined;
  /**
   * Limits the plan to these addresses. Dependencies that are out of scope hold changes back. Absent: the plan is not
   * limited.
   */
  readonly only?: ((address: Address) => boolean) | undefined;
  /** Set if the plan is made from a snapshot. Such a plan cannot be approved. */
  readonly preview?: PlanPreview | undefined;
  readonly digest: Digest;
  /** Returns `Change.wire` of a change. Default: the content sent is unknown. */
  readonly wireOf?: ((change: Change) => string | undefined) | undefined;
  /**
   * Returns `PlanOrigin.definitions`, which are also part of the fingerprint. Called only if something is to be
   * changed. Default: none.
   */
  readonly definitions?: (() => NonNullable<PlanOrigin["definitions"]>) | undefined;
  /** The waves, in order. Resources that no wave names come last. Default: none. */
  readonly waves?: readonly WaveSettings[] | undefined;
  /** Finds the violations of policies. Absent: no policy is evaluated. */
  readonly policies?: PolicyJudge | undefined;
  /** The live devices that changes may reach, by target. Absent: only declared devices are known. */
  readonly liveDevices?: ReadonlyMap<string, LiveDevices> | undefined;
  /**
   * The health settings and the health that was read. Absent: health holds nothing back, and is not checked afterwards.
   */
  readonly health?: HealthInput | undefined;
}

/** Makes the plan. The same input gives the same bytes, whatever the order of its parts. */
export function plan(input: PlanInput): Plan {
  const { comparison, desired, base, facts, prune, readSizes, waves: declared = [], health } = input;
  const here = ({ address }: { readonly address: Address }) => !input.only || input.only(address);
  const chosen = comparison.changes.filter(here);
  const wanted = chosen.filter(({ action }) => prune || action !== "remove");
  const { decided: asked, undecided, doubt } = trusted(wanted, { ...input, declared: input.whole?.desired });
  const sides = { desired, base, facts };
  const whole = wholeOf(input);
  const { onConflict, allowAlike } = input;
  const by = { onConflict, allowAlike, sites: health?.settings.sites, health, whole };
  const { sorted, ordered, waves } = arrange({ ...sides, asked, comparison, waves: declared, ...by });
  const doubtful = new Set([...comparison.unknown, ...comparison.impossible].map(({ address }) => address));
  const bound = (change: Change) => withWire(change, input.wireOf);
  const inOrder = changesOf(ordered, wanted).map((change) => planned(bound(change)));
  const changes = withMadeAlong(inOrder, { desired, facts, doubtful });
  const steps = stepsOf(asOne(ordered, { waves, facts }), {
    facts,
    carried: sorted.carried,
    changes,
    unmanaged: comparison.unmanaged,
  });
  const { preview } = input;
  const secretsTakenOver = comparison.secretsTakenOver.filter(here);
  const { environment } = input;
  const written = asked.filter((change) => isWritten(change, facts)).map(bound);
  const fingerprint = fingerprintIn({ changes: written, secretsTakenOver }, input);
  const counted = { recorded: input.recorded, moves: input.moves, whole };
  const touching = touchingOf({ changes, desired, facts }, input.liveDevices);
  const looked = { changes, steps, ...sides, ...counted, compared: comparison, doubt, undecided };
  const { guards, policyWarnings } = guarded({ ...looked, ...touching }, fingerprint, input.policies);
  return {
    version: 2,
    environment,
    origin: input.origin,
    threeWay: comparison.threeWay,
    preview,
    baseDoubt: doubt,
    changes,
    steps,
    waves,
    unwritable: unwritableIn({ ...sides, asked, undecided, here, sorted, comparison }),
    held: sorted.held,
    unknown: comparison.unknown.filter(here),
    kept: prune ? [] : chosen.filter(({ action }) => action === "remove").map(({ address }) => address),
    takenOver: comparison.takenOver.filter((address) => here({ address })),
    secretsTakenOver,
    perhapsRenamed: comparison.perhapsRenamed.filter(here),
    ...(!allowAlike && alikeIn(comparison, asked)),
    ...acceptedIn(comparison, asked, preview !== undefined),
    ...settledIn(comparison, here),
    moved: (input.moves ?? []).filter(here),
    guards: preview ? guards.map(withoutConsent) : guards,
    policyWarnings,
    ...choicesUnknownIn(steps, changes, facts),
    unverifiable: comparison.unverifiable.filter(here),
    pending: input.pending,
    released: comparison.released.filter(here),
    unmanaged: countOf(comparison.unmanaged),
    titles: titlesOf({ desired, base, unmanaged: comparison.unmanaged }, facts),
    ...touching,
    converged: comparison.converged,
    ignored: comparison.ignored.filter(here).length,
    cost: withTaken(
      costOf({ changes, steps, waves, facts, reads: input.reads, readSizes, health, pending: input.pending }),
      input.taken,
    ),
    fingerprint,
  };
}

function alikeIn({ alike = [] }: Comparison, asked: readonly Change[]): Pick<Plan, "alike"> {
  if (alike.length === 0) return {};
  const addresses = new Set(asked.map(({ address }) => address));
  const own = alike.filter(({ address }) => addresses.has(address));
  return own.length > 0 ? { alike: own } : {};
}

function settledIn(
  { storedOtherwise = [], notTaken = [] }: Comparison,
  here: (one: SettledField) => boolean,
): Pick<Plan, "storedOtherwise" | "notTaken"> {
  const [stored, refused] = [storedOtherwise.filter(here), notTaken.filter(here)];
  return {
    ...(stored.length > 0 && { storedOtherwise: stored }),
    ...(refused.length > 0 && { notTaken: refused }),
  };
}

/** Returns the accepted creates. For a preview, live ids are left out, because a preview may be public. */
function acceptedIn(
  { acceptedUnseen = [] }: Comparison,
  asked: readonly Change[],
  isPreview: boolean,
): Pick<Plan, "acceptedUnseen"> {
  if (acceptedUnseen.length === 0) return {};
  const addresses = new Set(asked.map(({ address }) => address));
  const own = acceptedUnseen.filter(({ address }) => addresses.has(address));
  const shown = isPreview ? own.map(({ address, since }) => ({ address, since })) : own;
  return own.length > 0 ? { acceptedUnseen: shown } : {};
}

function withoutConsent({ consent: _, ...found }: GuardFinding): GuardFinding {
  return { ...found, hint: "To learn how to allow this, make a plan that reads the network." };
}

function changesOf(ordered: readonly OrderedChange[], asked: readonly Change[]): readonly Change[] {
  const stepped = new Set(ordered.map(({ change }) => change));
  const others = asked.filter((change) => !stepped.has(change));
  return [...stepped, ...others];
}

interface StepFacts {
  readonly facts: ReadonlyMap<string, TargetFacts>;
  readonly carried: SortedChanges["carried"];
  readonly changes: readonly Change[];
  readonly unmanaged: readonly UnmanagedResource[];
}

function stepsOf(
  ordered: readonly OrderedChange[],
  { facts, carried, changes, unmanaged }: StepFacts,
): readonly Step[] {
  const inside = Map.groupBy(unmanaged, ({ within }) => within);
  const alongWith = Map.groupBy(carried.keys(), (address) => carried.get(address));
  const steps = ordered.map(({ change, after }): Step => {
    const { action, address } = change;
    const { target, kind, scope } = resourceOf(change);
    const of = facts.get(target);
    const exclusive = of?.kinds.get(kind)?.exclusive;
    const because = [address, ...(alongWith.get(address) ?? []).sort()];
    const remakes = of?.remakes?.(sentBy(change));
    const taken = action === "remove" ? because.flatMap((each) => inside.get(each) ?? []) : [];
    return {
      id: stepId(action, address),
      operation: action,
      address,
      target,
      kind,
      because,
      ...(remakes && { remakes }),
      ...(taken.length > 0 && { takes: taken.map(({ kind: of, identity }) => ({ kind: of, identity })) }),
      after,
      exclusive: exclusive && [target, ...exclusive.map((word) => scope[word] ?? word)].join("/"),
      assumed: of?.dialect.operations[kind]?.[action] === "assumed",
    };
  });
  const marks = irreversibleSteps({ changes, steps }, facts);
  return steps.map((step) => {
    const irreversible = marks.get(step.id);
    return irreversible === undefined ? step : { ...step, irreversible };
  });
}

function countOf(unmanaged: readonly UnmanagedResource[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { target, kind } of unmanaged) {
    const key = `${target}/${kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(byKey));
}

/** Returns each target's cost, with what was taken from the target's change log. */
function withTaken(cost: Plan["cost"], taken: Snapshot["taken"]): Plan["cost"] {
  return cost.map((row) => {
    const own = taken?.get(row.target);
    return own ? { ...row, taken: own } : row;
  });
}

/** The kinds that a plan contains. */
interface Present {
  readonly desired: Desired;
  readonly base: Desired | undefined;
  readonly unmanaged: readonly UnmanagedResource[];
}

/** The titles of kinds by target; undefined if every title equals the kind's name. */
export function titlesOf(
  { desired, base, unmanaged }: Present,
  facts: ReadonlyMap<string, TargetFacts>,
): KindTitles {
  const present = new Map<string, Set<string>>();
  const note = (target: string, kinds: Iterable<string>) => {
    const own = present.get(target) ?? new Set<string>();
    for (const kind of kinds) own.add(kind);
    present.set(target, own);
  };
  for (const side of base ? [desired, base] : [desired])
    for (const [target, kinds] of declaredKinds(side)) note(target, kinds);
  for (const { target, kind } of unmanaged) note(target, [kind]);
  const titles = [...present].flatMap(([target, kinds]) =>
    [...kinds].flatMap((kind) => {
      const { title } = facts.get(target)?.kinds.get(kind) ?? {};
      return title === undefined || title === kind ? [] : [[`${target}/${kind}`, title] as const];
    }),
  );
  return titles.length === 0 ? undefined : Object.fromEntries(titles.toSorted());
}
