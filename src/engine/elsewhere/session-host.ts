/** Holds the credentials, wires, pace and sessions of projects' targets, and answers questions about these targets. */

import type { Driver } from "../../drivers/contract/contract.ts";
import { notOwnedBy } from "../../model/journal.ts";
import type { Json } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Target } from "../../model/project.ts";
import type { Log } from "../../model/wire.ts";
import type { Budgets } from "../../pace/budgets.ts";
import { type BundledDefinitions, driversOf } from "../../project/bundled.ts";
import { digest } from "../../runtime/digest.ts";
import { scratchFolder } from "../../runtime/files/scratch.ts";
import { type LogOptions, openLog } from "../../runtime/log.ts";
import { runId } from "../../runtime/random.ts";
import { type OpenedSecret, openSecrets } from "../../runtime/secrets/secrets.ts";
import { HiddenByName } from "../../sessions/hidden-names.ts";
import { answerAt, askedIn } from "../../sessions/hosted-target.ts";
import type { Bundles } from "../../sessions/in-process.ts";
import type { CallOptions, SessionAnswer, SessionCall, SessionHost } from "../../sessions/port.ts";
import type { World } from "../open.ts";
import { type Bundle, bundleOf } from "./bundle.ts";
import { HostedProject } from "./hosted-project.ts";
import { OccurringSecrets } from "./occurring.ts";
import { wireOf } from "./target-wire.ts";

/** Which secrets a project may open at this host, and where they are. */
interface HostSecrets {
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Returns why a reference is not opened at this host; undefined if it may be opened. Default: every reference may be
   * opened.
   */
  refused?(reference: string): Problem | undefined;
}

/** What a host needs. */
export interface SessionHostPorts {
  readonly world: Pick<World, "clock" | "random" | "wireTo">;
  readonly budgets: Budgets;
  readonly log: Omit<LogOptions, "secrets">;
  readonly bundles: Bundles;
  readonly secretsOf: (project: string) => HostSecrets;
  /** Creates drivers from definitions. Default: the drivers in bundles. */
  readonly driversOf?: ((definitions: BundledDefinitions) => readonly Driver[]) | undefined;
  /** The host's name in problems: `this server`, `worker 3`. */
  readonly name: string;
}

/** The maximum idle time, in milliseconds. An opening whose run has sent no call for this long is abandoned. */
const idleMs = 3_600_000;

/** Opens a host. The host sends nothing until it is asked. */
export function sessionHost(ports: SessionHostPorts): SessionHost {
  return new Host(ports);
}

interface ReadBundle {
  readonly bundle: Bundle;
  readonly drivers: readonly Driver[];
}

class Host implements SessionHost {
  readonly #ports: SessionHostPorts;
  readonly #openings = new Map<string, Promise<HostedProject | undefined>>();
  readonly #bundles = new Map<string, Promise<ReadBundle | undefined>>();
  /** The bundles that were asked for, and whose texts were others. */
  readonly #changed = new Set<string>();

  constructor(ports: SessionHostPorts) {
    this.#ports = ports;
  }

  async answer(call: SessionCall, options: CallOptions): Promise<SessionAnswer> {
    const { bundle, shard, target, ask } = call;
    const { by, ask: question } = askedIn(ask, new HiddenByName());
    const key = `${bundle} ${by}`;
    if (question.is === "close") {
      await this.#closed(key, call);
      return { is: "answered", answer: '{"value":{}}', requests: 0 };
    }
    await this.#sweep();
    const known = this.#openings.get(key) ?? this.#open(bundle);
    this.#openings.set(key, known);
    const opening = await known;
    if (!opening) {
      this.#openings.delete(key);
      return lost(this.#unopened(target, bundle));
    }
    return opening.during({ target, listener: options.listener }, async () => {
      if (question.is === "secrets") {
        const value = await opening.secretsAt(target)(question);
        return { is: "answered", answer: JSON.stringify({ value }), requests: 0 };
      }
      const opened = await opening.targetAt(target, shard);
      if ("problem" in opened) return withoutSession(question, opened.problem);
      return answerAt(opened.hosted, ask, options);
    });
  }

  unsent({ target, ask }: SessionCall): SessionAnswer | undefined {
    const { ask: question } = askedIn(ask, new HiddenByName());
    const isOfStep = question.is === "write" || question.is === "batch";
    return isOfStep ? withoutSession(question, notOwnedBy(target)) : undefined;
  }

  async release(shard: string): Promise<void> {
    for (const [key, known] of this.#openings) {
      const opening = await known;
      await opening?.release(shard);
      if (!opening || (opening.isEmpty && opening.isIdle)) this.#openings.delete(key);
    }
  }

  async close(): Promise<void> {
    const all = [...this.#openings.values()];
    this.#openings.clear();
    await Promise.all(all.map(async (known) => (await known)?.release()));
  }

  async #closed(key: string, { shard, target }: SessionCall): Promise<void> {
    const opening = await this.#openings.get(key);
    await opening?.release(shard, target);
    if (opening?.isEmpty && opening.isIdle) this.#openings.delete(key);
  }

  /** Ends openings that nobody closed although their runs have ended. */
  async #sweep(): Promise<void> {
    const before = this.#ports.world.clock.now() - idleMs;
    for (const [key, known] of this.#openings) {
      const opening = await known;
      if (!opening?.isIdle || opening.usedAt > before) continue;
      this.#openings.delete(key);
      await opening.release();
    }
  }

  #unopened(target: string, bundle: string): Problem {
    const { name } = this.#ports;
    if (!this.#changed.has(bundle))
      return problem("session-failed", `${target}: ${name} has no bundle ${bundle}`);
    const hint = "Let nothing else write to the schemas trueup_v1 and trueup_v1_queue, then run again.";
    const message = `${target}: ${name} got a bundle that trueup did not store.`;
    return problem("database-changed", message, { hint });
  }

  async #open(name: string): Promise<HostedProject | undefined> {
    const reading = this.#bundles.get(name) ?? this.#read(name);
    this.#bundles.set(name, reading);
    const read = await reading;
    if (!read) this.#bundles.delete(name);
    return read && this.#opened(read);
  }

  /** The text of a bundle says where credentials are sent, so it must be the one that the run has stored. */
  async #read(name: string): Promise<ReadBundle | undefined> {
    const text = await this.#ports.bundles(name);
    if (text === undefined) return undefined;
    if (digest(text) !== name) {
      this.#changed.add(name);
      return undefined;
    }
    this.#changed.delete(name);
    const bundle = await withAuthorities(bundleOf(text));
    const { driversOf: made = driversOf } = this.#ports;
    return { bundle, drivers: made(bundle.definitions) };
  }

  async #opened({ bundle, drivers }: ReadBundle): Promise<HostedProject> {
    const { world, budgets, secretsOf, log: logging } = this.#ports;
    const occurring = new OccurringSecrets();
    const log = openLog({ ...logging, secrets: occurring.redactor });
    const allowed = secretsOf(bundle.project);
    return new HostedProject({
      bundle,
      drivers,
      clock: world.clock,
      random: world.random,
      budgets,
      log,
      env: allowed.env,
      occurring,
      wireTo: (target) => this.#wireTo(target, { bundle, drivers, log, occurring }),
      open: (references, of) => this.#references(references, { bundle, of, allowed }),
      mark: runId(),
    });
  }

  #wireTo(target: Target, on: ReadBundle & { readonly log: Log; readonly occurring: OccurringSecrets }) {
    const { bundle, drivers, log, occurring } = on;
    const { wireTo } = this.#ports.world;
    const ports = { folder: bundle.folder, drivers, log, secrets: occurring.redactor, cut: undefined };
    return wireTo?.(target, drivers) ?? wireOf(target, ports);
  }

  async #references(
    references: readonly string[],
    {
      bundle,
      of,
      allowed,
    }: { readonly bundle: Bundle; readonly of: "credential" | "desired"; readonly allowed: HostSecrets },
  ): Promise<readonly OpenedSecret[]> {
    const refused = new Map(references.map((each) => [each, allowed.refused?.(each)]));
    const wanted = references.flatMap((reference) => (refused.get(reference) ? [] : [{ reference }]));
    const globs = of === "desired" ? { allowed: bundle.secretsAllowed } : {};
    const opened = await openSecrets({ wanted, folder: bundle.folder, env: allowed.env, ...globs });
    const named = opened.map((one) => ({ ...one, problem: one.problem && this.#named(one.problem) }));
    const others = [...refused].flatMap(([reference, found]) =>
      found ? [{ reference, problem: found }] : [],
    );
    return [...named, ...others];
  }

  /** Adds the name of the process that lacks a secret. */
  #named(found: Problem): Problem {
    const { name } = this.#ports;
    return name === "" ? found : { ...found, message: `${found.message.replace(/\.$/, "")} (${name}).` };
  }
}

/** The bundle, with the paths of its authorities on this machine. */
async function withAuthorities(bundle: Bundle): Promise<Bundle> {
  const all = Object.entries(bundle.authorities);
  if (all.length === 0) return bundle;
  const files = all.map(([, text], at) => ({
    path: `${at}.pem`,
    is: "file" as const,
    content: Buffer.from(text, "latin1"),
  }));
  const folder = await scratchFolder(files);
  const paths = new Map(all.map(([path], at) => [path, `${folder}/${at}.pem`]));
  const targets = bundle.targets.map((target) => {
    const ca = paths.get(target.tls.ca ?? "");
    return ca === undefined ? target : { ...target, tls: { ...target.tls, ca } };
  });
  return { ...bundle, targets };
}

type Question = ReturnType<typeof askedIn>["ask"];

/** Returns the answer for a target without a session. Nothing was sent to the target. */
function withoutSession(question: Question, found: Problem): SessionAnswer {
  const answered = (value: Json | object): SessionAnswer => ({
    is: "answered",
    answer: JSON.stringify({ value }),
    requests: 0,
  });
  switch (question.is) {
    case "read":
    case "changes":
    case "waiting":
      return answered({ state: "unknown", problem: found });
    case "write":
    case "finish":
    case "post":
      return answered({ meaning: "refused", problem: found });
    case "batch":
      return answered({ meaning: "held", problems: question.writes.map(() => found) });
    default:
      return lost(found);
  }
}

function lost(found: Problem): SessionAnswer {
  return { is: "lost", sent: false, problem: found };
}
