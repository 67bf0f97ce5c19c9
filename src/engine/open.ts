/** Makes a project ready to talk to its targets: opens its secrets and sessions. Sends nothing yet. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import { type Desired, declaredKinds } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import type { HealthSettings } from "../model/health.ts";
import type { JournalStore } from "../model/journal.ts";
import type { Notify, NotifyEvent } from "../model/notify.ts";
import { hasErrors, type Problem, problem } from "../model/problem.ts";
import type { Project, Target } from "../model/project.ts";
import type { Redactions, Secret, SecretFingerprints } from "../model/secret.ts";
import type { Clock, Log, OpenWire, Random } from "../model/wire.ts";
import type { Recipient } from "../notify/notify.ts";
import { entriesFor, openListening } from "../notify/recipients.ts";
import { Budgets } from "../pace/budgets.ts";
import type { ReadProject } from "../project/read.ts";
import { clock as realClock } from "../runtime/clock.ts";
import { inContinuousIntegration } from "../runtime/environment.ts";
import { httpWire } from "../runtime/http/http.ts";
import { type LogOptions, openLog } from "../runtime/log.ts";
import { random as realRandom } from "../runtime/random.ts";
import { hiddenDigest } from "../runtime/secrets/hidden-digest.ts";
import { openRedactor, type Redactor, serverOf } from "../runtime/secrets/redactor.ts";
import { beginWork } from "../runtime/signals.ts";
import type { SessionsPort } from "../sessions/port.ts";
import { assemble, type Ports, resolveTarget } from "./assemble.ts";
import { openElsewhere } from "./elsewhere/open-elsewhere.ts";
import { wireOf } from "./elsewhere/target-wire.ts";
import { openWebhooks } from "./elsewhere/webhook-keys.ts";
import { fingerprintsOf, type OpenSecretOptions, openReferences, unresolved } from "./open-secrets.ts";
import { tokensOf } from "./refresh-tokens.ts";
import { shownSecrets } from "./shown-secrets.ts";

/** The rate budgets of this process. Servers count requests per client, not per project. */
const ofProcess = new Budgets(realClock);

/** The clock, randomness and wires to targets, if a run does not use those of this machine. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  /** Opens the wire to a target. Default: HTTP or SSH. */
  readonly wireTo?: ((target: Target, drivers: ReadProject["drivers"]) => OpenWire) | undefined;
  /**
   * The port to a process that holds the sessions of all targets. This process then opens no secret of a target, and
   * sends no request to one. Default: this process holds the sessions.
   */
  readonly sessions?: SessionsPort | undefined;
  /** Where the journal of a project's applies is. Default: in the project's folder. */
  readonly journalOf?: ((project: Pick<Project, "folder" | "environment">) => JournalStore) | undefined;
}

/** A project whose targets can be asked. */
export interface OpenedProject {
  readonly project: Project;
  /** As `ReadProject.definitions`. */
  readonly definitions?: ReadProject["definitions"];
  readonly desired: Desired;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly clock: Clock;
  readonly random: Random;
  readonly listener: Listener;
  readonly log: Log;
  /** Fingerprints of the opened secrets of desired state, if the project names a key for them. */
  readonly fingerprints?: SecretFingerprints | undefined;
  /** Redacts every opened secret in output. Reports do not redact: give them the result of `withoutSecrets`. */
  readonly redaction: Redactions;
  /** The recipients of this run's events. */
  readonly listening: readonly Recipient[];
  /** As `ReadProject.kept`. */
  readonly kept?: ReadProject["kept"];
  close(): Promise<void>;
}

/** How a project is opened. */
export interface OpenProjectOptions extends OpenSecretOptions {
  readonly log: Omit<LogOptions, "secrets">;
  readonly listener?: Listener | undefined;
  /** Returns the targets to open. Default: those that desired state or `base` mentions, and the health controller. */
  readonly targets?: ((target: Target) => boolean) | undefined;
  /** True: health is not read. Its controller is then opened only if desired state mentions it. */
  readonly ungated?: boolean | undefined;
  /**
   * Targets whose certificates may go unverified in continuous integration. Outside of continuous integration, an
   * unverified target only gives a warning.
   */
  readonly allowInsecure?: readonly string[] | undefined;
  /** Where reads of a target with `changedSince` are stored. Default: nowhere, and everything is read. */
  readonly keptReads?: Ports["keptReads"];
  /** The notifications of this run. The recipients that `notify:` names for them are opened too. Default: none. */
  readonly notifies?: readonly NotifyEvent[] | undefined;
  /** Learns every secret that is opened. Default: a new one. */
  readonly redactor?: Redactor | undefined;
  /** The rate budgets that the project's requests share with other open projects. Default: those of this process. */
  readonly budgets?: Budgets | undefined;
  /** Once aborted, cuts off all traffic to and from targets. Default: never. */
  readonly cut?: AbortSignal | undefined;
  /**
   * The name that decides which secrets the project may open, if its sessions are held elsewhere. Default: its
   * environment.
   */
  readonly owner?: string | undefined;
  /** The surroundings of the run, with the same clock as `budgets`. Default: this machine. */
  readonly world?: World | undefined;
}

/** Opens secrets and sessions. Every missing secret is a problem at its line, before anything is sent. */
export async function openContext(
  read: ReadProject,
  options: OpenProjectOptions,
): Promise<{ readonly context?: OpenedProject; readonly problems: readonly Problem[] }> {
  const entries = entriesFor(read.project.notify, options.notifies ?? []);
  const chosen = chooseTargets(read, entries, options);
  const insecure = insecureTargets(chosen, read.drivers, options);
  if (insecure.length > 0) return { problems: insecure };
  const redactor = options.redactor ?? openRedactor();
  if (options.world?.sessions) return openRemotely(read, options, { chosen, entries, redactor });
  const opened = await openReferences(read, { chosen, entries, redactor }, options);
  const { problems } = opened;
  if (hasErrors(problems)) return { problems };
  const keyed = await fingerprintsOf(read, opened.ofDesired);
  if ("problem" in keyed) return { problems: [...problems, keyed.problem] };
  const secrets = new Map([...unresolved(read), ...opened.credentials, ...opened.ofDesired]);
  const { hidingKey } = opened;
  const context = await contextOf({ read, options, chosen, entries, secrets, hidingKey, redactor });
  return { context: { ...context, ...keyed }, problems };
}

/** Like `openContext`, for sessions that another process holds. */
async function openRemotely(
  read: ReadProject,
  options: OpenProjectOptions,
  { chosen, entries, redactor }: Pick<Opening, "chosen" | "entries" | "redactor">,
): ReturnType<typeof openContext> {
  const { clock = realClock, random = realRandom, sessions } = options.world ?? {};
  if (!sessions) throw new Error("nobody holds the sessions");
  const { owner = read.project.environment, cut: signal = new AbortController().signal } = options;
  const log = openLog({ ...options.log, secrets: redactor });
  const listener = options.listener ?? (() => {});
  const { keptReads } = options;
  const held = { sessions, owner, chosen, redactor, listener, signal, clock, random, log, keptReads };
  const { targets: opened, fingerprints, problems: found } = await openElsewhere(read, held, options);
  const hooks = await openWebhooks(read, entries, { env: options.env, redactor });
  const problems = [...found, ...hooks.problems];
  const ending = () => ended(opened, []);
  if (hasErrors(problems)) {
    await ending();
    return { problems };
  }
  const secrets = new Map([...unresolved(read), ...hooks.keys]);
  const told = hooks.entries;
  const opening = { read, options, chosen, entries: told, secrets, hidingKey: undefined, redactor };
  const context = readyContext(opening, { opened, clock, random, listener, log, close: ending });
  return { context: { ...context, ...(fingerprints && { fingerprints }) }, problems };
}

/**
 * Chooses the targets that a run needs, the targets through which these are read, and the messaging targets that
 * receive notifications.
 */
function chooseTargets(
  { project, loaded }: ReadProject,
  entries: readonly Notify[],
  { targets, base, ungated }: OpenProjectOptions,
): readonly Target[] {
  const rooms = new Set(entries.flatMap((entry) => ("room" in entry ? [entry.target] : [])));
  const isNeeded = targets ?? neededBy(loaded.desired, base, ungated ? undefined : project.health);
  const all = [...project.targets.values()];
  const through = new Set(all.filter(isNeeded).map(({ readVia }) => readVia));
  return all.filter((one) => isNeeded(one) || rooms.has(one.name) || through.has(one.name));
}

/**
 * Verification may be switched off in a laboratory. In continuous integration, nobody would notice an unverified
 * target. Such a target is therefore refused there unless it is named explicitly.
 */
function insecureTargets(
  chosen: readonly Target[],
  drivers: ReadProject["drivers"],
  { env, allowInsecure = [] }: OpenProjectOptions,
): readonly Problem[] {
  if (!inContinuousIntegration(env)) return [];
  const refused = chosen.filter(({ name, tls }) => tls.insecure && !allowInsecure.includes(name));
  return refused.map((target) => {
    const { name, at } = target;
    const [what, instead] = resolveTarget(target, drivers).driver.converse
      ? ["host keys", "Set the devices' keys in settings.hostKeys"]
      : ["certificates", "Set the certificate authority in tls.ca"];
    const message = `the ${what} of target \`${name}\` would not be verified, which trueup refuses if CI is set`;
    const hint = `${instead}, or add --allow-insecure ${name} if this is intended`;
    return problem("insecure-refused", message, { at, hint });
  });
}

interface Opening {
  readonly read: ReadProject;
  readonly options: OpenProjectOptions;
  readonly chosen: readonly Target[];
  readonly entries: readonly Notify[];
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly hidingKey: Secret | undefined;
  readonly redactor: Redactor;
}

async function contextOf({
  read,
  options,
  chosen,
  entries,
  secrets,
  hidingKey,
  redactor,
}: Opening): Promise<OpenedProject> {
  const log = openLog({ ...options.log, secrets: redactor });
  const listener = options.listener ?? (() => {});
  const { drivers } = read;
  const { clock, random, wireTo } = options.world ?? { clock: realClock, random: realRandom };
  const { folder } = read.project;
  const on = { folder, drivers, log, secrets: redactor, cut: options.cut, kept: read.kept };
  const wires = chosen.map((target) => ({ target, ...(wireTo?.(target, drivers) ?? wireOf(target, on)) }));
  const around = {
    folder,
    env: options.env,
    programs: read.programs,
    secrets,
    redactor,
    log,
  };
  const tokens = (target: Target) => tokensOf(target, around);
  const shown = (target: Target) =>
    shownSecrets(secrets, { redactor: redactor.by(serverOf(target)), proposal: options.proposal === true });
  const opened = assemble(wires, {
    drivers,
    clock,
    random,
    listener,
    log,
    secrets,
    shown,
    hiddenDigest: hidingKey && hiddenDigest(hidingKey),
    tokens,
    keptReads: options.keptReads,
    kept: read.kept,
    budgets: options.budgets ?? ofProcess,
  });
  const close = () => ended(opened, wires);
  const opening = { read, options, chosen, entries, secrets, hidingKey, redactor };
  return readyContext(opening, { opened, clock, random, listener, log, close });
}

/** Closes sessions, then their wires. */
async function ended(opened: readonly OpenTarget[], wires: readonly OpenWire[]): Promise<void> {
  await Promise.all(opened.map(({ session }) => session.close?.(new AbortController().signal)));
  await Promise.all(wires.map((wire) => wire.close()));
}

interface ReadyTargets extends Pick<OpenedProject, "clock" | "random" | "listener" | "log" | "close"> {
  readonly opened: readonly OpenTarget[];
}

/** Returns the context of targets that are open, in this process or in another. */
function readyContext(
  { read, entries, secrets, redactor }: Opening,
  { opened, close: ending, ...on }: ReadyTargets,
): OpenedProject {
  const targets = new Map(opened.map((open) => [open.target.name, open]));
  const { listening, close } = openListening(entries, {
    targets,
    secrets,
    wireTo: (endpoint) => httpWire(endpoint, on.log, { secrets: redactor }),
  });
  const isClosed = beginWork();
  return {
    project: read.project,
    definitions: read.definitions,
    desired: read.loaded.desired,
    targets,
    ...on,
    redaction: redactor,
    listening,
    kept: read.kept,
    close: async () => {
      try {
        await Promise.all([ending(), close()]);
      } finally {
        isClosed();
      }
    },
  };
}

function neededBy(
  desired: Desired,
  base: Desired | undefined,
  health: HealthSettings | undefined,
): (target: Target) => boolean {
  const names = new Set<string>(health ? [health.controller] : []);
  for (const side of base ? [desired, base] : [desired])
    for (const target of declaredKinds(side).keys()) names.add(target);
  return ({ name }) => names.has(name);
}
