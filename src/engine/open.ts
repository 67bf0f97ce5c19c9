/** Makes a project ready to talk to its targets: opens its secrets and sessions. Nothing is sent yet. */

import type { OpenTarget } from "../drivers/contract.ts";
import type { LoadResult } from "../load/load.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import type { HealthSettings } from "../model/health.ts";
import type { Notify, NotifyEvent } from "../model/notify.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Project, Target } from "../model/project.ts";
import { type Secret, type SecretFingerprints, UnresolvedSecret } from "../model/secret.ts";
import type { Clock, Log, OpenWire, Random } from "../model/wire.ts";
import type { Recipient } from "../notify/notify.ts";
import type { ReadProject } from "../project/read.ts";
import { clock } from "../runtime/clock.ts";
import { inContinuousIntegration } from "../runtime/environment.ts";
import { httpWire } from "../runtime/http/http.ts";
import { type LogOptions, openLog } from "../runtime/log.ts";
import { random } from "../runtime/random.ts";
import { fingerprints, shortestKey } from "../runtime/secrets/fingerprints.ts";
import { openRedactor, type Redactor } from "../runtime/secrets/redactor.ts";
import { openSecrets, type WantedSecret } from "../runtime/secrets/secrets.ts";
import { type SshOptions, sshChannels } from "../runtime/ssh/ssh.ts";
import { assemble, resolveTarget } from "./assemble.ts";
import { entriesFor, openListening } from "./recipients.ts";
import { tokensOf } from "./refresh-tokens.ts";

/** A project ready to be talked about with its targets. */
export interface OpenedProject {
  readonly project: Project;
  readonly desired: Desired;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly clock: Clock;
  readonly random: Random;
  readonly listener: Listener;
  readonly log: Log;
  /** Of the opened secrets of desired state, where the project names a key for them. */
  readonly fingerprints?: SecretFingerprints;
  /** Takes every opened secret out of a text, in plain, base64 and URL form. */
  readonly redact: (text: string) => string;
  /** Who is told of what this run does. */
  readonly listening: readonly Recipient[];
  close(): Promise<void>;
}

/** How a project is opened. */
export interface OpenProjectOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Omit<LogOptions, "redact">;
  readonly listener?: Listener | undefined;
  /** Which targets are opened. Default: those that desired state or `base` speaks of, and the one asked for health. */
  readonly targets?: ((target: Target) => boolean) | undefined;
  readonly base?: Desired | undefined;
  /** True: health is not asked, so its controller is opened only when desired state speaks of it. */
  readonly ungated?: boolean | undefined;
  /** Which addresses the run is about. Default: all. Only their secrets are opened. */
  readonly only?: ((address: Address) => boolean) | undefined;
  /**
   * What becomes of a secret of desired state that cannot be opened. `needed`: an error, since it may be written.
   * `shown`: a warning. `unused`: nothing; it is neither sent nor shown.
   */
  readonly secrets: "needed" | "shown" | "unused";
  /** Targets whose certificates may go unverified in continuous integration. Elsewhere a warning is enough. */
  readonly allowInsecure?: readonly string[];
  /** What this run tells of: whoever `notify:` names for it is opened too. Default: nothing. */
  readonly notifies?: readonly NotifyEvent[] | undefined;
  /** Learns every secret that is opened. Default: one of this context's own. */
  readonly redactor?: Redactor;
}

/** Opens secrets and sessions. Every secret that is missing is a problem at its line, before anything is sent. */
export async function openContext(
  read: ReadProject,
  options: OpenProjectOptions,
): Promise<{ readonly context?: OpenedProject; readonly problems: readonly Problem[] }> {
  const { project, loaded } = read;
  const entries = entriesFor(project.notify, options.notifies ?? []);
  const rooms = new Set(entries.flatMap((entry) => ("room" in entry ? [entry.target] : [])));
  const isNeeded =
    options.targets ?? neededBy(loaded.desired, options.base, options.ungated ? undefined : project.health);
  const all = [...project.targets.values()];
  const through = new Set(all.filter(isNeeded).map(({ readVia }) => readVia));
  const chosen = all.filter((one) => isNeeded(one) || rooms.has(one.name) || through.has(one.name));
  const insecure = insecureTargets(chosen, options);
  if (insecure.length > 0) return { problems: insecure };
  const names = new Set(chosen.map(({ name }) => name));
  const folder = project.folder;
  const { env } = options;
  const from = { folder, env, programs: read.programs };
  const { credentials, mine, others } = referencesOf(read, { targets: names, entries }, options);
  const own = await openSecrets({ wanted: credentials, ...from });
  const theirs = await openSecrets({ wanted: mine, ...from });
  // Neither sent nor shown, but a server may tell them: what is known is taken out.
  const known = await openSecrets({ wanted: others, ...from });
  const softened = options.secrets === "needed" ? theirs.problems : theirs.problems.map(asWarning);
  const problems = [...own.problems, ...softened];
  const redactor = options.redactor ?? openRedactor();
  const opened = [own, theirs, known].flatMap(({ secrets }) => [...secrets.values()]);
  redactor.learn(opened.map((secret) => secret.reveal()));
  if (problems.some(({ severity }) => severity === "error")) return { problems };
  const keyed = await fingerprintsOf(read, theirs.secrets);
  if ("problem" in keyed) return { problems: [...problems, keyed.problem] };
  const standIns = loaded.references.map(
    ({ reference }) => [reference, new UnresolvedSecret(reference)] as const,
  );
  const secrets = new Map<string, Secret>([...standIns, ...own.secrets, ...theirs.secrets]);
  const context = await contextOf({ read, options, chosen, entries, secrets, redactor });
  return { context: { ...context, ...keyed }, problems };
}

/** The fingerprints of what was opened; none without a key. A key that could be guessed is refused. */
async function fingerprintsOf(
  { fingerprintKey, loaded }: ReadProject,
  opened: ReadonlyMap<string, Secret>,
): Promise<{ readonly fingerprints?: SecretFingerprints } | { readonly problem: Problem }> {
  const key = fingerprintKey && opened.get(fingerprintKey.reference);
  if (!key) return {};
  if (key.reveal().length < shortestKey) return { problem: weakKey(fingerprintKey) };
  const secrets = loaded.references.flatMap(({ address, path, reference }) => {
    const secret = opened.get(reference);
    return secret ? [{ address, path, secret }] : [];
  });
  return { fingerprints: await fingerprints(key, secrets) };
}

function weakKey({ at }: WantedSecret): Problem {
  const message = `the key of secrets.fingerprintKey is shorter than ${shortestKey} characters`;
  const hint = "Make one with `openssl rand -hex 32`, and keep it where the other secrets are.";
  return problem("weak-key", message, { at, hint });
}

/** What is an exception in a laboratory must not pass unseen where nobody looks: there it is named, or refused. */
function insecureTargets(
  chosen: readonly Target[],
  { env, allowInsecure = [] }: OpenProjectOptions,
): readonly Problem[] {
  if (!inContinuousIntegration(env)) return [];
  const refused = chosen.filter(({ name, tls }) => tls.insecure && !allowInsecure.includes(name));
  return refused.map((target) => {
    const { name, at } = target;
    const [what, instead] = resolveTarget(target).driver.converse
      ? ["host keys", "Give the devices' keys in settings.hostKeys"]
      : ["certificates", "Give its certificate authority in tls.ca"];
    const message = `CI is set, and the ${what} of target \`${name}\` would not be verified`;
    const hint = `${instead}; or, if that is meant: --allow-insecure ${name}`;
    return problem("insecure-refused", message, { at, hint });
  });
}

/** References: of these targets' credentials and webhooks' keys; those of desired state that may be sent; others. */
function referencesOf(
  read: ReadProject,
  { targets, entries }: { readonly targets: ReadonlySet<string>; readonly entries: readonly Notify[] },
  { secrets, only = () => true }: OpenProjectOptions,
) {
  const hookKeys = new Set(entries.flatMap((entry) => ("key" in entry ? [entry.key.secret] : [])));
  const isOpened = ({ target, reference }: ReadProject["credentials"][number]) =>
    target === undefined ? hookKeys.has(reference) : targets.has(target);
  const isMine = ({ address }: LoadResult["references"][number]) => secrets !== "unused" && only(address);
  const { references } = read.loaded;
  const keys: readonly WantedSecret[] = read.fingerprintKey ? [read.fingerprintKey] : [];
  const [wanted, unwanted] = secrets === "unused" ? [[], keys] : [keys, []];
  const others = [
    ...read.credentials.filter((each) => !isOpened(each)),
    ...references.filter((each) => !isMine(each)),
    ...unwanted,
  ];
  const mine: readonly WantedSecret[] = [...references.filter(isMine), ...wanted];
  return { credentials: read.credentials.filter(isOpened), mine, others };
}

interface Opening {
  readonly read: ReadProject;
  readonly options: OpenProjectOptions;
  readonly chosen: readonly Target[];
  readonly entries: readonly Notify[];
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly redactor: Redactor;
}

async function contextOf({
  read,
  options,
  chosen,
  entries,
  secrets,
  redactor,
}: Opening): Promise<OpenedProject> {
  const { redact } = redactor;
  const log = await openLog({ ...options.log, redact });
  const listener = options.listener ?? (() => {});
  const on = { folder: read.project.folder, log, secrets: redactor };
  const wires = chosen.map((target) => ({ target, ...wireOf(target, on) }));
  const around = {
    folder: read.project.folder,
    env: options.env,
    programs: read.programs,
    secrets,
    redactor,
    log,
  };
  const tokens = (target: Target) => tokensOf(target, around);
  const opened = assemble(wires, { clock, random, listener, secrets, tokens });
  const targets = new Map(opened.map((open) => [open.target.name, open]));
  const { listening, close } = openListening(entries, { targets, secrets, log, redactor });
  return {
    project: read.project,
    desired: read.loaded.desired,
    targets,
    clock,
    random,
    listener,
    log,
    redact,
    listening,
    close: async () => {
      await Promise.all(opened.map(({ session }) => session.close?.(new AbortController().signal)));
      await Promise.all([...wires.map((wire) => wire.close()), close()]);
    },
  };
}

function wireOf(target: Target, on: Omit<SshOptions, "target">): OpenWire {
  const { driver, dialect } = resolveTarget(target);
  if (!driver.converse) return httpWire(target, on.log, on.secrets);
  return driver.converse({ target: target.name, dialect, channels: sshChannels({ target, ...on }) });
}

function neededBy(
  desired: Desired,
  base: Desired | undefined,
  health: HealthSettings | undefined,
): (target: Target) => boolean {
  const names = new Set<string>(health ? [health.controller] : []);
  for (const { target } of desired.resources.values()) names.add(target);
  for (const { target } of base?.resources.values() ?? []) names.add(target);
  return ({ name }) => names.has(name);
}

function asWarning(found: Problem): Problem {
  return { ...found, severity: "warning" };
}
