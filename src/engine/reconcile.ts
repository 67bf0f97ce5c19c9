/** The stages of a reconciliation: load → observe → diff → plan → apply. */

import { apply } from "../apply/apply.ts";
import type { AnsweredCreate } from "../apply/journal.ts";
import { withCreateKeys, withUnseenKeys } from "../apply/unseen-keys.ts";
import type { SettledForms } from "../diff/settled.ts";
import type { KeptResults } from "../kept/kept.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import { type HealthReading, healthConsent } from "../model/health.ts";
import type { FinishIntent, Intent, Journal } from "../model/journal.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import type { IdOf } from "../model/memory.ts";
import { alikeConsent, isAlikeConsent, isSecretsConsent, secretsConsent } from "../model/plan/consent.ts";
import type { Plan, PlanPreview } from "../model/plan/plan.ts";
import type { Project } from "../model/project.ts";
import type { BaseHistory } from "../model/record.ts";
import type { ApplyResult } from "../model/reply.ts";
import type { SecretCheck } from "../model/secret.ts";
import type { PendingFinish, UnfinishedWork } from "../model/status.ts";
import { type PlanInput, plan } from "../plan/plan.ts";
import type { TargetFacts } from "../plan/prerequisites.ts";
import { digest } from "../runtime/digest.ts";
import { computed } from "../runtime/signals.ts";
import { type ComparisonRequest, compare, pairRules, settledForms } from "./compare.ts";
import { factsOf } from "./facts.ts";
import { gatedPlan } from "./gated-plan.ts";
import { rememberedIds } from "./known-ids.ts";
import { type BaseWithMoves, movesOf } from "./moves-of.ts";
import { lookedBesides, observedFor } from "./observed.ts";
import type { OpenedProject } from "./open.ts";
import { leftPending, withPending } from "./pending.ts";
import { policyJudge } from "./policies.ts";
import { wiresOf } from "./requests.ts";
import { type EarlierLook, pendingKept } from "./sides/earlier-look.ts";
import { withLiveDevices } from "./sides/live-devices.ts";

/** What a plan considers. */
export interface PlanRequest extends ComparisonRequest {
  /** The last applied state, for the three-way comparison. Default: two-way. */
  readonly base?: Desired | undefined;
  /** The Git history of base's commits. Absent: base is trusted. */
  readonly history?: BaseHistory | undefined;
  /** Limits the run to these addresses; resources that they depend on are read too. Default: all. */
  readonly only?: ((address: Address) => boolean) | undefined;
  /** True: resources that base declares and desired no longer declares are removed. */
  readonly prune?: boolean | undefined;
  /** How to treat changes that conflict with the live state. Default: hold. */
  readonly onConflict?: "hold" | "overwrite" | undefined;
  /** True: health is not read and holds nothing back. Use this only for plans that are viewed and not applied. */
  readonly ungated?: boolean | undefined;
  /**
   * An earlier observation with the same clock, of which only a part is observed again. Default: everything is
   * observed.
   */
  readonly earlier?: EarlierLook | undefined;
  /** Activations that earlier runs left pending, according to the record. Default: none. */
  readonly unfinished?: readonly UnfinishedWork[] | undefined;
  /** True: a resource is created although a live name differs from its name only in spelling. */
  readonly allowAlike?: boolean | undefined;
  /**
   * The consents, each with the fingerprint of the plan that it is for. `secrets@FINGERPRINT`: also writes secrets of
   * adopted resources. `alike@FINGERPRINT`: also creates resources although a live name differs only in spelling.
   * Default: none.
   */
  readonly consents?: readonly string[] | undefined;
}

/** A plan with its inputs. */
export interface PlannedRun {
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly request: PlanRequest;
  /**
   * The same plan, including the changes that health holds back, so that a person can consent to them. Absent: health
   * holds nothing back.
   */
  readonly unheld?: Plan | undefined;
  /** The health by which the plan was judged. Absent: none was read. */
  readonly health?: HealthReading | undefined;
  /**
   * The request's base. If only the key of a resource has changed, the base has the key of desired. Absent: the
   * comparison is two-way.
   */
  readonly base?: Desired | undefined;
  /** The remembered ids. Absent: none. */
  readonly idOf?: IdOf | undefined;
  /** The remembered values that servers stored in another form. Absent: none. */
  readonly settled?: SettledForms | undefined;
  /** The desired state of the plan: all declarations, or only the selected ones. */
  readonly desired: Desired;
}

/** Reads the live state and determines what an apply would do. Changes nothing. */
export async function makePlan(
  context: OpenedProject,
  asked: PlanRequest,
  signal: AbortSignal,
): Promise<PlannedRun> {
  const { desired, targets, listener, project } = context;
  const facts = new Map([...targets].map(([name, open]) => [name, factsOf(open)]));
  const moved = movesOf(desired, asked.base, facts);
  const { base } = moved;
  const request = { ...asked, memory: withUnseenKeys(asked.memory, { desired, base }) };
  const takenAt = context.clock.date();
  const now = () => context.clock.now();
  const { only, driftOnly, prune = false, ungated = false, earlier } = request;
  const idOf = rememberedIds(request.memory, moved.moves);
  const narrowing = { desired, base, only, idOf, prune: prune && !driftOnly };
  const looking = { targets, listener, takenAt, now, ungated, kept: context.kept, earlier };
  const seen = await observedFor(narrowing, looking, signal);
  const still = earlier && pendingKept(earlier, { desired });
  const waiting = { desired, base, targets, only, isAsked: still?.isAsked, still: still?.kept };
  const left = leftPending(waiting, request.unfinished);
  const { snapshot, pending } = ungated
    ? { snapshot: seen, pending: left }
    : await withPending(seen, { ...waiting, left }, signal);
  const { definitions } = context;
  const wireOf = wiresOf({ targets, desired, base }, digest);
  const inputAt = async (of: Snapshot) => {
    const sides = { desired, project, facts, snapshot: of, ...moved, pending, definitions, wireOf };
    const input = await judgedInput({ ...sides, kept: context.kept }, request);
    return ungated ? input : withLiveDevices(input, { snapshot: of, targets }, signal);
  };
  const input = await inputAt(snapshot);
  const { health } = project;
  const settled = settledForms({ facts, ...moved }, request);
  const from = { request, base, desired: input.desired, idOf, settled };
  if (!health || ungated)
    return { plan: await computed(snapshot.observations.size, () => plan(input)), snapshot, ...from };
  const wider = async (addresses: readonly Address[]) => {
    const seenNow = await lookedBesides(snapshot, addresses, { ...looking, narrowing, signal });
    return { snapshot: seenNow, input: await inputAt(seenNow) };
  };
  const open = targets.get(health.controller);
  return { ...(await gatedPlan({ input, snapshot, wider }, { health, open, signal })), ...from };
}

/**
 * Returns the request, extended by the consents of the run: to write the secrets of adopted resources, and to create
 * names in another spelling. `unasked`: returns the plan without these consents.
 */
function withConsents(request: PlanRequest, unasked: () => Plan): PlanRequest {
  const { consents = [] } = request;
  if (!consents.some((one) => isSecretsConsent(one) || isAlikeConsent(one))) return request;
  const made = unasked();
  const allowAlike = consents.includes(alikeConsent(made));
  return { ...withSecrets(request, made), allowAlike };
}

function withSecrets(request: PlanRequest, made: Plan): PlanRequest {
  const { secretsTakenOver } = made;
  if (!request.consents?.includes(secretsConsent(made))) return request;
  const allowed = new Set(secretsTakenOver.map(({ address, path }) => `${address} ${path}`));
  const secretCheck: SecretCheck = (address, path, was) =>
    allowed.has(`${address} ${path}`) ? "allowed" : request.secretCheck?.(address, path, was);
  return { ...request, secretCheck };
}

/** The inputs of a plan when the live state is known. */
export interface PlanSides {
  readonly desired: Desired;
  readonly project: Project;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  readonly snapshot: Snapshot;
  /** Set if the plan is a preview from an earlier snapshot. */
  readonly preview?: PlanPreview | undefined;
  readonly pending?: readonly PendingFinish[] | undefined;
  readonly definitions?: PlanInput["definitions"];
  /** Returns the hash over the requests of a change. Absent: no target is open. */
  readonly wireOf?: PlanInput["wireOf"];
  /** See `KnownSides.kept`. */
  readonly kept?: KeptResults | undefined;
}

/** Makes a plan from known inputs, without reading health. */
export async function planOf(known: PlanSides, request: PlanRequest): Promise<Plan> {
  const moved = movesOf(known.desired, request.base, known.facts);
  const input = await judgedInput({ ...known, ...moved }, request);
  return computed(known.snapshot.observations.size, () => plan(input));
}

/** Returns the input of a plan, with the judgement of policies on its desired state. */
async function judgedInput(known: PlanSides & BaseWithMoves, request: PlanRequest): Promise<PlanInput> {
  const { project, snapshot } = known;
  const unasked = () => plan(inputOf(known, request));
  const input = await computed(snapshot.observations.size, () =>
    inputOf(known, withConsents(request, unasked)),
  );
  if (request.ungated) return input;
  return { ...input, policies: await policyJudge({ project, desired: input.desired }, input.whole?.desired) };
}

function inputOf(known: PlanSides & BaseWithMoves, request: PlanRequest): PlanInput {
  const { base, project, facts, snapshot, preview, pending, definitions, wireOf } = known;
  const { history, only, prune = false, onConflict = "hold", allowAlike, origin } = request;
  return {
    ...compare(known, request),
    base,
    history,
    recorded: request.base,
    environment: project.environment,
    facts,
    reads: snapshot.requests,
    readSizes: snapshot.readSizes,
    taken: snapshot.taken,
    prune,
    onConflict,
    allowAlike,
    origin,
    digest,
    definitions,
    wireOf,
    only,
    preview,
    waves: project.waves,
    pending,
  };
}

/** Returns the plan to carry out. It includes the changes that health holds back if a consent covers them. */
export function allowing(made: PlannedRun, consents: readonly string[]): PlannedRun {
  const { unheld } = made;
  return unheld && consents.includes(healthConsent(unheld)) ? { ...made, plan: unheld } : made;
}

/** How to carry out a plan. */
export interface ApplyRequest {
  /** What to do if someone else has changed the same field since the plan was made. */
  readonly onConflict: "hold" | "overwrite";
  /** Once it is aborted, nothing more is sent. Requests that were already sent are awaited. */
  readonly signal: AbortSignal;
  /** Once it is aborted, no later wave begins. Default: never aborted. */
  readonly afterWave?: AbortSignal | undefined;
  /** Records writes before they are sent, for the run after a crash. Default: none. */
  readonly journal?: Journal;
  /**
   * Writes of an earlier run whose outcome its journal does not contain, and creates that lists may not show yet.
   * Default: none.
   */
  readonly interrupted?: readonly Intent[] | undefined;
  /**
   * Creates of an earlier run that were accepted but have not been seen since, according to its journal. Default: none.
   */
  readonly leftAccepted?: readonly AnsweredCreate[] | undefined;
  /** Activations that an earlier run requested, according to its journal. Default: none. */
  readonly leftFinishes?: readonly FinishIntent[] | undefined;
  /** True: applied changes are rolled back if a step fails or health degrades. */
  readonly rollbackOnFailure?: boolean;
  /** True: the run reports the forms in which servers store written values, so that they can be remembered. */
  readonly remembers?: boolean | undefined;
}

/** Carries out a plan, and then reads the affected resources again. */
export async function applyPlan(
  context: OpenedProject,
  made: PlannedRun,
  request: ApplyRequest,
): Promise<ApplyResult> {
  const { targets, clock, random, listener } = context;
  const { plan, snapshot, base, desired, idOf, settled } = made;
  const { onConflict, signal, afterWave, rollbackOnFailure = false, remembers = false } = request;
  const { journal, interrupted, leftFinishes } = request;
  const { memory } = made.request;
  const leftAccepted = withCreateKeys(request.leftAccepted ?? [], { desired, base, memory });
  const { health: settings } = context.project;
  const isAsked = settings && !made.request.ungated;
  const health = isAsked ? { settings, before: made.health ?? {} } : undefined;
  const sides = { plan, snapshot, desired, base, idOf, settled };
  const facts = new Map([...targets].map(([name, open]) => [name, factsOf(open)]));
  const { redaction } = context;
  const holdsSecret = (text: string, target: string) => redaction.of(target).value(text) !== text;
  const remembering = remembers ? { ...pairRules(facts), digest, holdsSecret } : undefined;
  const left = { interrupted, leftAccepted, leftUnseen: memory?.unseen, leftFinishes };
  const ports = { targets, clock, random, listener, journal, ...left };
  const result = await apply(
    { ...sides, ...ports, onConflict, rollbackOnFailure, health, remembering, afterWave },
    signal,
  );
  await Promise.all([...targets.values()].map(({ changes }) => changes?.save()));
  return result;
}
