/** One opening of a project at a host: its secrets, and the sessions of its targets, which are opened on demand. */

import type { Driver, OpenTarget } from "../../drivers/contract/contract.ts";
import { LiveSecrets } from "../../drivers/contract/live-secrets.ts";
import type { Listener, RunEvent } from "../../model/event.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Target } from "../../model/project.ts";
import type { Secret } from "../../model/secret.ts";
import type { Clock, Log, OpenWire, Random } from "../../model/wire.ts";
import type { Budgets } from "../../pace/budgets.ts";
import { shortestKey } from "../../runtime/secrets/fingerprints.ts";
import { hiddenDigest } from "../../runtime/secrets/hidden-digest.ts";
import { serverOf } from "../../runtime/secrets/redactor.ts";
import type { OpenedSecret } from "../../runtime/secrets/secrets.ts";
import { HeldHidden } from "../../sessions/hidden-names.ts";
import type { HostedTarget } from "../../sessions/hosted-target.ts";
import { openHosted } from "../assemble.ts";
import { tokensOf } from "../refresh-tokens.ts";
import { shownSecrets } from "../shown-secrets.ts";
import type { Bundle } from "./bundle.ts";
import { HeldReferences } from "./held-references.ts";
import type { OccurringSecrets } from "./occurring.ts";
import { toldSecrets } from "./told-secrets.ts";

/** The parts of the host that an opening uses. */
export interface HostedProjectPorts {
  readonly bundle: Bundle;
  readonly drivers: readonly Driver[];
  readonly clock: Clock;
  readonly random: Random;
  readonly budgets: Budgets;
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Redacts the log lines of this opening, and finds secrets in texts that leave this process. Must learn every secret
   * that is opened.
   */
  readonly occurring: OccurringSecrets;
  readonly wireTo: (target: Target, secrets: OccurringSecrets) => OpenWire;
  /** Opens references. References of desired state are opened only if the bundle allows them. */
  readonly open: (
    references: readonly string[],
    of: "credential" | "desired",
  ) => Promise<readonly OpenedSecret[]>;
  /** A prefix that cannot be guessed, for the names of hidden values. */
  readonly mark: string;
}

/** A target whose session is open. */
interface OpenHere {
  readonly hosted: HostedTarget;
  readonly open: OpenTarget;
  readonly wire: OpenWire;
  readonly shards: Set<string>;
}

/** The opened target, or the reason why it has no session. */
export type OpenedHere = { readonly hosted: HostedTarget } | { readonly problem: Problem };

/** A call that waits for its answer. */
interface CallInProgress {
  readonly target: string;
  readonly listener: Listener;
}

/** One opening of a project. It lasts until the run for which it was opened closes it. */
export class HostedProject {
  readonly #on: HostedProjectPorts;
  readonly #targets = new Map<string, Promise<OpenHere | { readonly problem: Problem }>>();
  readonly #references: HeldReferences;
  readonly #credentials: HeldReferences;
  readonly #hidden: HeldHidden;
  readonly #calls: CallInProgress[] = [];
  #live: Promise<LiveSecrets> | undefined;
  usedAt: number;

  constructor(on: HostedProjectPorts) {
    this.#on = on;
    this.#hidden = new HeldHidden(on.mark);
    this.#references = new HeldReferences((all) => this.#open(all, "desired"));
    this.#credentials = new HeldReferences((all) => this.#open(all, "credential"));
    this.usedAt = on.clock.now();
  }

  /** True while no call waits for an answer. */
  get isIdle(): boolean {
    return this.#calls.length === 0;
  }

  get isEmpty(): boolean {
    return this.#targets.size === 0;
  }

  /**
   * Runs a call. While the call runs, events about its target are reported through it. Each call may only report events
   * about its own target.
   */
  async during<T>(call: CallInProgress, run: () => Promise<T>): Promise<T> {
    this.#calls.push(call);
    try {
      return await run();
    } finally {
      this.#calls.splice(this.#calls.indexOf(call), 1);
      this.usedAt = this.#on.clock.now();
    }
  }

  /** Returns the secrets of a target, for questions about secrets. Such questions need no session. */
  secretsAt(name: string): HostedTarget["secrets"] {
    const { bundle } = this.#on;
    return (asked) =>
      toldSecrets(asked, {
        bundle,
        target: name,
        credentials: this.#credentials,
        references: this.#references,
      });
  }

  async targetAt(name: string, shard: string): Promise<OpenedHere> {
    const opening = this.#targets.get(name) ?? this.#openTarget(name);
    this.#targets.set(name, opening);
    const opened = await opening;
    if ("problem" in opened) this.#targets.delete(name);
    else opened.shards.add(shard);
    return opened;
  }

  /**
   * Ends the sessions that no shard needs once `shard` is released. Without `shard`, all sessions end. With `only`, no
   * session of another target ends.
   */
  async release(shard?: string, only?: string): Promise<void> {
    const ending = [...this.#targets].map(async ([name, opening]) => {
      const opened = await opening;
      if ("problem" in opened || (only !== undefined && only !== name)) return;
      if (shard === undefined) opened.shards.clear();
      else opened.shards.delete(shard);
      if (opened.shards.size > 0) return;
      this.#targets.delete(name);
      await opened.open.session.close?.(new AbortController().signal);
      await opened.wire.close();
    });
    await Promise.all(ending);
  }

  async #open(references: readonly string[], of: "credential" | "desired") {
    const opened = await this.#on.open(references, of);
    this.#on.occurring.redactor.learn(opened.flatMap(({ secret }) => secret?.reveal() ?? []));
    return opened;
  }

  async #openTarget(name: string): Promise<OpenHere | { readonly problem: Problem }> {
    const { bundle, occurring, wireTo, budgets, mark, ...ports } = this.#on;
    const target = bundle.targets.find((one) => one.name === name);
    if (!target)
      return { problem: problem("session-failed", `${name}: the bundle does not contain this target`) };
    const own = bundle.credentials.filter((each) => each.target === name);
    const [missing] = await this.#credentials.open(own.map(({ reference }) => reference));
    if (missing) return { problem: missing };
    this.#live ??= this.#openLive();
    const live = await this.#live;
    const server = serverOf(target);
    const redactor = occurring.redactor.by(server);
    const wire = wireTo(target, occurring);
    const secrets = new Resolving(this.#credentials.secrets, this.#references.secrets);
    const shown = shownSecrets(secrets, { redactor, proposal: bundle.isProposal });
    const around = { folder: bundle.folder, env: ports.env, programs: undefined, secrets, log: ports.log };
    const open = openHosted(target, {
      ...ports,
      wire: wire.wire,
      secrets,
      live,
      budgets: budgets.open(),
      listener: (event) => this.#tell(event, redactor.value),
      shown: () => shown,
      tokens: (one) => tokensOf(one, { ...around, redactor: occurring.redactor }),
    });
    let reported = 0;
    const hosted: HostedTarget = {
      name,
      session: open.session,
      hidden: this.#hidden,
      references: this.#references,
      requests: () => {
        const before = reported;
        reported = open.requests();
        return reported - before;
      },
      occurring: (text) => occurring.in(server, text),
      secrets: this.secretsAt(name),
    };
    return { hosted, open, wire, shards: new Set() };
  }

  async #openLive(): Promise<LiveSecrets> {
    const { bundle, mark } = this.#on;
    const { fingerprintKey } = bundle;
    const [opened] = fingerprintKey === undefined ? [] : await this.#credentials.opened([fingerprintKey]);
    const key = opened?.secret;
    const isKey = key !== undefined && key.reveal().length >= shortestKey;
    return new LiveSecrets(isKey ? hiddenDigest(key) : undefined, `${mark}-`);
  }

  #tell(event: RunEvent, shown: (text: string) => string): void {
    const call = this.#calls.find(({ target }) => "target" in event && event.target === target);
    call?.listener(event.type === "request" ? { ...event, url: shown(event.url) } : event);
  }
}

/**
 * Looks up a secret among those of credentials first, then among those of desired state. Secrets that are opened later
 * are found too.
 */
class Resolving extends Map<string, Secret> {
  readonly #all: readonly ReadonlyMap<string, Secret>[];

  constructor(...all: readonly ReadonlyMap<string, Secret>[]) {
    super();
    this.#all = all;
  }

  override get(reference: string) {
    return this.#all.find((one) => one.has(reference))?.get(reference);
  }
}
