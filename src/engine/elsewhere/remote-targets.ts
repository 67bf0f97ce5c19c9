/** Targets whose sessions are held elsewhere: nothing here holds a secret or sends a request. */

import type { OpenTarget, Session } from "../../drivers/contract/contract.ts";
import { HiddenElsewhere } from "../../drivers/contract/live-secrets.ts";
import type { Target } from "../../model/project.ts";
import { type Secret, UnresolvedSecret } from "../../model/secret.ts";
import type { Wire } from "../../model/wire.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import { serverOf } from "../../runtime/secrets/redactor.ts";
import type { SessionsPort } from "../../sessions/port.ts";
import { type RemoteSession, remoteSession } from "../../sessions/remote-session.ts";
import { openRemote, openSession, type Ports, readVia, resolvedTarget } from "../assemble.ts";

/** The port to the sessions, and what else this process needs. */
export interface RemotePorts
  extends Omit<Ports, "budgets" | "secrets" | "shown" | "hiddenDigest" | "tokens"> {
  readonly sessions: SessionsPort;
  /** The digest of the bundle from which hosts open these targets. */
  readonly bundle: string;
  /** Identifies this opening of the targets. */
  readonly by: string;
  /** Learns secrets that occur in received texts. */
  readonly redactor: Pick<Redactor, "by">;
}

/** The targets, and their remote sessions by name. */
export interface RemoteTargets {
  readonly targets: readonly OpenTarget[];
  readonly remote: ReadonlyMap<string, RemoteSession>;
}

/** Opens these targets, without sending anything yet. */
export function remoteTargets(targets: readonly Target[], ports: RemotePorts): RemoteTargets {
  const opened = targets.map((target) => {
    const readers = targets.filter((each) => each.readVia === target.name);
    return openOne(target, [target, ...readers], ports);
  });
  return {
    targets: readVia(opened.map(({ open }) => open)),
    remote: new Map(opened.map(({ open, remote }) => [open.target.name, remote])),
  };
}

/** `shown`: the targets whose texts arrive through the session of `target`. */
function openOne(target: Target, shown: readonly Target[], ports: RemotePorts) {
  const resolved = resolvedTarget(target, ports);
  const { sessions: port, bundle, by, listener, redactor } = ports;
  const all = shown.map((each) => redactor.by(serverOf(each)));
  const named = new NamedSecrets();
  const local: Session = openSession(resolved, {
    wire: noWire,
    secrets: unresolvedSecrets,
    live: new HiddenElsewhere(),
    clock: ports.clock,
    kept: ports.kept,
  });
  const remote = remoteSession({
    target,
    dialect: resolved.dialect,
    local,
    port,
    bundle,
    by,
    listener,
    redact: (secrets) => {
      const values = secrets.flatMap((each) => each.values);
      if (!named.areFew(values)) return false;
      // A worker is believed for the texts that it sends only: it may be one of a plant. Another target of the same
      // origin can belong to another worker, which names what occurs in the texts that it sends.
      for (const each of all) each.learnOpened(values);
      return true;
    },
  });
  return { remote, open: { ...openRemote(resolved, remote, ports), addresses: port.addresses } };
}

/** The maximum number of secrets that are named for one target in a run, and of their characters. */
const [mostSecrets, mostCharacters] = [1000, 100_000];

/**
 * The secrets that workers have named for one target. Every text of the target is searched for each of them, so they
 * must be few: a worker could otherwise keep the server busy, or end it.
 */
class NamedSecrets {
  readonly #values = new Set<string>();
  #characters = 0;

  /** Adds secrets. Returns false, and adds none, if there would be too many. */
  areFew(values: readonly string[]): boolean {
    const fresh = new Set(values.filter((value) => !this.#values.has(value)));
    const characters = [...fresh].reduce((sum, { length }) => sum + length, this.#characters);
    if (this.#values.size + fresh.size > mostSecrets || characters > mostCharacters) return false;
    for (const value of fresh) this.#values.add(value);
    this.#characters = characters;
    return true;
  }
}

const noWire: Wire = {
  send: () => Promise.reject(new Error("a request was to be sent by a process that holds no session")),
};

/**
 * A map that has a placeholder for every reference. A placeholder is displayed like any other secret, and throws if it
 * is revealed.
 */
class UnresolvedSecrets extends Map<string, Secret> {
  override get(reference: string): Secret {
    return new UnresolvedSecret(reference);
  }
}

const unresolvedSecrets = new UnresolvedSecrets();
