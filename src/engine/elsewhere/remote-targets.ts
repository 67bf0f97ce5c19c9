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
  const server = redactor.by(serverOf(target));
  const all = shown.map((each) => redactor.by(serverOf(each)));
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
      for (const { of, values } of secrets) {
        // Learned only for the texts that this worker sends: a worker must not change how other texts are redacted.
        if (of === "ours") for (const each of all) each.learnOpened(values);
        else if (of === "tokens") server.learnTokens(values);
        else server.learnShown(values);
      }
    },
  });
  return { remote, open: { ...openRemote(resolved, remote, ports), addresses: port.addresses } };
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
