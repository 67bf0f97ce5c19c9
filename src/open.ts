/** Makes a project ready to talk to its targets: opens its secrets and sessions. Nothing is sent yet. */

import type { OpenTarget } from "./drivers/contract.ts";
import { driverOf } from "./drivers/index.ts";
import type { Desired } from "./model/desired.ts";
import type { Listener } from "./model/event.ts";
import type { Problem } from "./model/problem.ts";
import type { Project, Target } from "./model/project.ts";
import { Secret, type SecretReference } from "./model/secret.ts";
import type { Clock, Log, Random, Wire } from "./model/wire.ts";
import { Budgets } from "./pace/budgets.ts";
import { inLane } from "./pace/lane.ts";
import { pacedWire } from "./pace/wire.ts";
import type { ReadProject } from "./read.ts";
import { clock } from "./runtime/clock.ts";
import { httpWire } from "./runtime/http.ts";
import { type LogOptions, openLog } from "./runtime/log.ts";
import { random } from "./runtime/random.ts";
import { redactor } from "./runtime/redactor.ts";
import { openSecrets } from "./runtime/secrets.ts";

/** A project ready to be talked about with its targets. */
export interface Context {
  readonly project: Project;
  readonly desired: Desired;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly clock: Clock;
  readonly random: Random;
  readonly listener: Listener;
  readonly log: Log;
  /** Takes every opened secret out of a text, in plain, base64 and URL form. */
  readonly redact: (text: string) => string;
  close(): Promise<void>;
}

/** How a project is opened. */
export interface OpenOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Omit<LogOptions, "redact">;
  readonly listener?: Listener;
  /** Which targets are opened. Default: those that desired state (or `base`) speaks of. */
  readonly targets?: (target: Target) => boolean;
  readonly base?: Desired;
  /** `needed`: a secret of desired state that cannot be opened is an error, since it may be written. */
  readonly secrets: "needed" | "optional";
}

/** Opens secrets and sessions. Every secret that is missing is a problem at its line, before anything is sent. */
export async function openContext(
  read: ReadProject,
  options: OpenOptions,
): Promise<{ readonly context?: Context; readonly problems: readonly Problem[] }> {
  const { project, loaded } = read;
  const chosen = [...project.targets.values()].filter(
    options.targets ?? spokenOf(loaded.desired, options.base),
  );
  const names = new Set(chosen.map(({ name }) => name));
  const folder = project.folder;
  const { env } = options;
  const own = await openSecrets({
    wanted: read.credentials.filter(({ target }) => names.has(target)),
    folder,
    env,
  });
  const theirs = await openSecrets({ wanted: loaded.references, folder, env });
  const softened = options.secrets === "needed" ? theirs.problems : theirs.problems.map(asWarning);
  const problems = [...own.problems, ...softened];
  if (problems.some(({ severity }) => severity === "error")) return { problems };
  const secrets = new Map([...own.secrets, ...theirs.secrets]);
  return { context: await contextOf({ read, options, chosen, secrets }), problems };
}

interface Opening {
  readonly read: ReadProject;
  readonly options: OpenOptions;
  readonly chosen: readonly Target[];
  readonly secrets: ReadonlyMap<string, Secret>;
}

async function contextOf({ read, options, chosen, secrets }: Opening): Promise<Context> {
  const redact = redactor([...secrets.values()].map((secret) => secret.reveal()));
  const log = await openLog({ ...options.log, redact });
  const budgets = new Budgets(clock);
  const listener = options.listener ?? (() => {});
  const opened = chosen.map((target) => openTarget(target, { budgets, secrets, listener, log }));
  return {
    project: read.project,
    desired: read.loaded.desired,
    targets: new Map(opened.map(({ open }) => [open.target.name, open])),
    clock,
    random,
    listener,
    log,
    redact,
    close: async () => {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
}

interface Shared {
  readonly budgets: Budgets;
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly listener: Listener;
  readonly log: Log;
}

function openTarget(target: Target, { budgets, secrets, listener, log }: Shared) {
  const driver = driverOf(target.interface);
  if (!driver) throw new Error(`The loader let an interface without a driver through: ${target.interface}`);
  const dialect = driver.dialect(target.dialect, target.settings);
  const http = httpWire(target, log);
  let sent = 0;
  const counted: Wire = {
    send: (request, signal) => {
      sent += 1;
      return http.wire.send(request, signal);
    },
  };
  const rate = requestsPerSecond(target, dialect.limits.requestsPerSecond);
  const budget = (key: string) => budgets.of(key, rate);
  const wire = pacedWire({ target: target.name, budget, clock, random, listener }, counted);
  const secret = (reference: SecretReference) => secrets.get(reference.secret) ?? missing(reference);
  const session = driver.open({ target, dialect, wire, credential: credentialOf(target, secrets), secret });
  const lane = inLane(session, target.limits.concurrency ?? dialect.limits.concurrency);
  const open: OpenTarget = { target, driver, dialect, session: lane, requests: () => sent };
  const close = async () => {
    await session.close?.(new AbortController().signal);
    await http.close();
  };
  return { open, close };
}

/** The rate a target is spoken to: its own limit, else the dialect's, times its share. */
export function requestsPerSecond({ limits }: Target, byDialect: number): number {
  return (limits.requestsPerSecond ?? byDialect) * (limits.share ?? 1);
}

function credentialOf(
  target: Target,
  secrets: ReadonlyMap<string, Secret>,
): Readonly<Record<string, Secret>> {
  const fields = Object.entries(target.credential).map(([field, value]) => {
    if (typeof value === "string") return [field, new Secret(value)] as const;
    return [field, secrets.get(value.secret) ?? missing(value)] as const;
  });
  return Object.fromEntries(fields);
}

function missing({ secret }: SecretReference): never {
  throw new Error(`A secret was not opened before it was needed: ${secret}`);
}

function spokenOf(desired: Desired, base: Desired | undefined): (target: Target) => boolean {
  const names = new Set<string>();
  for (const { target } of desired.resources.values()) names.add(target);
  for (const { target } of base?.resources.values() ?? []) names.add(target);
  return ({ name }) => names.has(name);
}

function asWarning(found: Problem): Problem {
  return { ...found, severity: "warning" };
}
