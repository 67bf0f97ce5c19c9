/**
 * Assembles targets from their layers: wire, pace, session, concurrency limit. The layers are the same for real and for
 * simulated wires.
 */

import type { Driver, OpenTarget, Session } from "../drivers/contract/contract.ts";
import { type HiddenDigest, LiveSecrets } from "../drivers/contract/live-secrets.ts";
import { resolveDriver } from "../drivers/contract/resolve-driver.ts";
import { deviceUrl } from "../drivers/yang/device/container.ts";
import { type KeptResults, Stage } from "../kept/kept.ts";
import type { Listener } from "../model/event.ts";
import type { TokenStore } from "../model/login.ts";
import type { Target } from "../model/project.ts";
import { PublicValue, type Secret, type SecretReference, type ShownSecrets } from "../model/secret.ts";
import { type Clock, type Log, originOf, type Random, type Wire } from "../model/wire.ts";
import { type KeptReadsStore, withChangedSince } from "../observe/change-log/changed-since.ts";
import { Budgets, type TargetBudgets } from "../pace/budgets.ts";
import { ConcurrencyLimits, withConcurrencyLimit } from "../pace/concurrency-limit.ts";
import { pacedWire } from "../pace/wire.ts";
import { driverOf } from "../project/drivers.ts";
import { digest } from "../runtime/digest.ts";
import { boundedAnswers } from "./bounded-answers.ts";
import { readThrough } from "./read-via.ts";
import { concurrencyOf, limiterOf, requestsPerSecond, retryAfterMax } from "./target-limits.ts";

/** What all targets of a run share. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly listener: Listener;
  /**
   * Logs each request that is sent, with the number of requests sent in the last second. Default: no request is logged.
   */
  readonly log?: Log | undefined;
  /** The rate budgets. They use `clock`, and may be shared with other open targets. Default: new budgets. */
  readonly budgets?: Budgets | undefined;
  /** All secrets that credentials and desired state name, by reference. */
  readonly secrets: ReadonlyMap<string, Secret>;
  /**
   * How secrets that products return are handled. Default: such secrets are not compared with declared references, and
   * not redacted.
   */
  readonly shown?: ((target: Target) => ShownSecrets) | undefined;
  /**
   * Computes the digest of each live secret that is hidden. Default: no digests are computed, so all hidden secrets
   * look alike.
   */
  readonly hiddenDigest?: HiddenDigest | undefined;
  /** Where a target's refresh token is stored. Default: nowhere. */
  readonly tokens?: (target: Target) => TokenStore;
  /** Where reads of a target with `changedSince` are stored. Default: nowhere, and everything is read. */
  readonly keptReads?: ((target: Target) => KeptReadsStore) | undefined;
  /** Results that earlier runs of the same project parsed from answers. Default: every answer is parsed again. */
  readonly kept?: KeptResults | undefined;
  /** The drivers to choose from. Default: the built-in drivers. */
  readonly drivers?: readonly Driver[] | undefined;
}

const nowhere: TokenStore = { load: async () => ({}), save: async () => undefined };

/**
 * Opens a session for each target, over its wire. The targets share their rate budgets. Sends nothing yet. The limits
 * of a target apply until its session is closed.
 */
export function assemble(
  targets: readonly { readonly target: Target; readonly wire: Wire }[],
  { budgets: shared, ...ports }: Ports,
): readonly OpenTarget[] {
  const all = shared ?? new Budgets(ports.clock);
  const live = new LiveSecrets(ports.hiddenDigest);
  return readVia(
    targets.map(({ target, wire }) => openTarget(target, { ...ports, budgets: all.open(), wire, live })),
  );
}

/** Returns the targets. A target with `readVia` now reads through the session of the target named there. */
export function readVia(opened: readonly OpenTarget[]): readonly OpenTarget[] {
  return opened.map((own) => {
    const through = opened.find(({ target }) => target.name === own.target.readVia);
    if (!through) return own;
    const excess = () => own.excess?.() ?? through.excess?.();
    return { ...own, session: readThrough(own.session, through.session), excess };
  });
}

const resolutions = new Stage<ResolvedTarget>();

/** A target that the loader accepted, with its driver and its dialect. */
export type ResolvedTarget = Pick<OpenTarget, "target" | "driver" | "dialect">;
/** Everything that is needed to open one target. */
export type TargetPorts = Omit<Ports, "budgets"> & {
  readonly budgets: TargetBudgets;
  readonly wire: Wire;
  readonly live: LiveSecrets;
};

/**
 * Opens one target. It has these layers, from the innermost to the outermost:
 *
 * | layer             | around  | what it does                                                    |
 * |-------------------|---------|-----------------------------------------------------------------|
 * | counter.counting  | wire    | counts every request that is sent, including retries            |
 * | pacing            | wire    | rate limit, 429 and backoff, circuit breakers, repeated reads;  |
 * |                   |         | limits the number of requests in flight                         |
 * | openSession       |         | the driver's session over that wire                             |
 * | notifyingWarnings | session | reports the warnings of reads to the listener                   |
 * | answers.bounding  | session | limits the total size of all answers                            |
 * | concurrency limit | session | limits how many requests each device and each rate limit has in |
 * |                   |         | flight; writes go first. Pacing reports to it how requests end  |
 * | limitsEnd         | session | closes the target's limits together with the session; other     |
 * |                   |         | targets may still use them                                      |
 *
 * For a target with `readVia`, `assemble` adds the last layer: its reads use another target's session.
 */
function openTarget(target: Target, ports: TargetPorts): OpenTarget {
  const answers = boundedAnswers(target.name, target.limits.answerMegabytes);
  const around = [notifyingWarnings(target.name, ports.listener), answers.bounding];
  const opened = openHosted(target, ports, around);
  return { ...opened, ...changedSince(opened, opened.session, ports), excess: answers.excess };
}

/**
 * Opens the layers of a process that only sends requests. These are all layers from the wire to `limitsEnd`. `around`:
 * layers between the session and the concurrency limit.
 */
export function openHosted(
  target: Target,
  ports: TargetPorts,
  around: readonly Layer<Session>[] = [],
): OpenTarget {
  const resolved = resolvedTarget(target, ports);
  const counter = requestCounter();
  const limits = concurrencyLimits(resolved, ports.budgets);
  const wire = layered(ports.wire, [counter.counting, pacing(resolved, { ...ports, limits })]);
  const inner = openSession(resolved, { ...ports, wire });
  const session = layered(inner, [
    ...around,
    (session) => withConcurrencyLimit(session, limits),
    limitsEnd(limits, ports.budgets),
  ]);
  return { ...resolved, session, requests: counter.sent };
}

/** Opens the layers of a process that has no wire, around a session that another process has opened. */
export function openRemote(
  resolved: ResolvedTarget,
  { session: inner, requests }: Pick<OpenTarget, "session" | "requests">,
  ports: Pick<Ports, "keptReads" | "clock" | "listener">,
): OpenTarget {
  const { name, limits } = resolved.target;
  const answers = boundedAnswers(name, limits.answerMegabytes);
  const session = layered(inner, [notifyingWarnings(name, ports.listener), answers.bounding]);
  return { ...resolved, ...changedSince(resolved, session, ports), requests, excess: answers.excess };
}

/** A target with its driver, resolved once for each project. */
export function resolvedTarget(target: Target, { kept, drivers }: Pick<Ports, "kept" | "drivers">) {
  const key = { place: target.name, from: [target, drivers] };
  return resolutions.of(kept, key, () => resolveTarget(target, drivers));
}

/**
 * Adds the outermost layer, which skips unnecessary reads. It is added only if the target sets `changedSince` and there
 * is a store. A skipped read takes up no concurrency.
 */
function changedSince(
  { target, driver, dialect }: ResolvedTarget,
  session: Session,
  { keptReads, clock }: Pick<Ports, "keptReads" | "clock">,
): Pick<OpenTarget, "session" | "changes"> {
  const { changes: facts } = dialect;
  if (!target.changedSince || !keptReads || !facts || !session.changes) return { session };
  const { url, credential, settings, dialect: name } = target;
  const basis = digest(JSON.stringify([facts.basis(), name, url, credential, settings]));
  const now = () => Date.parse(clock.date());
  const { assumes, tells } = facts;
  const kinds = target.changedSince === "assumed" ? [...tells, ...assumes] : tells;
  return withChangedSince({ session, driver, facts, kinds, store: keptReads(target), basis, now });
}

type Layer<Port> = (inner: Port) => Port;

function layered<Port>(innermost: Port, layers: readonly Layer<Port>[]): Port {
  return layers.reduce((inner, layer) => layer(inner), innermost);
}

function requestCounter(): { readonly counting: Layer<Wire>; readonly sent: () => number } {
  let sent = 0;
  const counting = (inner: Wire): Wire => ({
    send: (request, signal) => {
      sent += 1;
      return inner.send(request, signal);
    },
  });
  return { counting, sent: () => sent };
}

function pacing(
  { target, dialect, driver }: ResolvedTarget,
  { budgets, limits, ...ports }: TargetPorts & { readonly limits: ConcurrencyLimits },
): Layer<Wire> {
  const { clock, random, listener, log } = ports;
  const rate = requestsPerSecond(target, dialect.limits.requestsPerSecond);
  const { ofSource } = dialect.limits;
  const whole = ofSource === undefined ? undefined : ofSource * (target.limits.share ?? 1);
  const limiter = limiterOf(target, dialect.limits);
  const budget = (key: string) => budgets.of(key, rate, limiter);
  const source = whole === undefined ? undefined : (origin: string) => budgets.of(origin, whole);
  const retryAfterMaxMs = retryAfterMax(target);
  const told = { target: target.name, isFleet: driver.fleet, retryAfterMaxMs };
  const inFlight = driver.fleet ? undefined : (of: string) => limits.of(of);
  const paced = { ...told, budget, source, semaphore: limits.whole, inFlight, clock, random, listener, log };
  return (inner) => pacedWire(paced, inner);
}

/** The driver's session over its wire. */
export function openSession(
  { target, driver, dialect }: ResolvedTarget,
  ports: Pick<TargetPorts, "wire" | "secrets" | "live" | "shown" | "tokens" | "clock" | "kept">,
): Session {
  const { wire, secrets, live } = ports;
  const shown = ports.shown?.(target);
  const secret = (reference: SecretReference) => secrets.get(reference.secret) ?? missing(reference);
  const credential = credentialOf(target.credential, secrets);
  const own = Object.entries(target.devices ?? {}).flatMap(([host, device]) =>
    device.credential ? [[host, credentialOf(device.credential, secrets)] as const] : [],
  );
  const deviceCredentials = new Map(own);
  const now = () => ports.clock.now();
  const tokens = ports.tokens?.(target) ?? nowhere;
  const keys = { credential, deviceCredentials, secret, shown, live, tokens };
  return driver.open({ target, dialect, wire, now, kept: ports.kept, ...keys });
}

function notifyingWarnings(target: string, listener: Listener): Layer<Session> {
  return (session) => ({
    ...session,
    read: async (request, signal) => {
      const reply = await session.read(request, signal);
      const warnings = reply.state === "whole" ? (reply.warnings ?? []) : [];
      for (const problem of warnings) listener({ type: "warned", target, problem });
      return reply;
    },
  });
}

function concurrencyLimits(
  { target, driver, dialect }: ResolvedTarget,
  budgets: TargetBudgets,
): ConcurrencyLimits {
  const { concurrency, sharedBy } = dialect.limits;
  const { all, perHost } = concurrencyOf(target, dialect.limits);
  const start = driver.fleet ? all : Math.min(concurrency, all);
  const whole = driver.fleet ? null : URL.parse(target.url);
  const origin = whole ? originOf(whole) : undefined;
  const urlOf = (host: string) => deviceUrl(target, host);
  return new ConcurrencyLimits({ all, perHost, start, sharedBy }, { budgets, origin, urlOf });
}

function limitsEnd(limits: ConcurrencyLimits, budgets: TargetBudgets): Layer<Session> {
  return (session) => ({
    ...session,
    close: async (signal) => {
      try {
        await session.close?.(signal);
      } finally {
        limits.close();
        budgets.close();
      }
    },
  });
}

/** The driver and dialect of a target that the loader accepted. */
export function resolveTarget(target: Target, drivers: readonly Driver[] | undefined): ResolvedTarget {
  const found = driverOf(target.interface, drivers);
  if (!found) throw new Error(`The loader let an interface without a driver through: ${target.interface}`);
  const driver = resolveDriver(found, target.dialect);
  return { target, driver, dialect: driver.dialect(target.dialect, target.settings) };
}

function credentialOf(
  credential: Target["credential"],
  secrets: ReadonlyMap<string, Secret>,
): Readonly<Record<string, Secret>> {
  const fields = Object.entries(credential).map(([field, value]) => {
    // A value that may be written in plain text is not a secret.
    if (typeof value === "string") return [field, new PublicValue(value)] as const;
    return [field, secrets.get(value.secret) ?? missing(value)] as const;
  });
  return Object.fromEntries(fields);
}

function missing({ secret }: SecretReference): never {
  throw new Error(`A secret was not opened before it was needed: ${secret}`);
}
