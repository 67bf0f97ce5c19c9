/** Describes why a call to an SSH server fails for good: only reasons that persist until someone acts. */

import type { HostKeys } from "../../model/channel.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Endpoint } from "../../model/project.ts";
import type { KeyState } from "./host-keys.ts";
import type { HostAndPort } from "./known-hosts.ts";
import { WeakSignature } from "./login.ts";

/** Everything that is known about a failed SSH call. */
export interface SshFailure {
  readonly target: Endpoint;
  readonly host: HostAndPort;
  /** The fingerprint of the server's key; undefined until it is received. */
  key: string | undefined;
  state: KeyState;
  /** Redacts opened secrets in the server's text. */
  readonly shown: (text: string) => string;
}

/** Returns the problem if it persists until someone acts. Undefined for a temporary failure. */
export function refusalOf(
  { target, host, key, state, shown }: SshFailure,
  error: unknown,
): Problem | undefined {
  const level = error instanceof Error && "level" in error ? error.level : undefined;
  const said = error instanceof Error ? error.message : "";
  const where = `${host.name}:${host.port}`;
  const here = `target ${target.name} in trueup.yaml`;
  const named = (code: string, what: string, hint: string) =>
    problem(code, `${target.name}: ${what}`, { hint });
  if (/^Host denied/.test(said) && state === "changed") {
    const what = `${where} shows the host key ${key} instead of the known one: someone may intercept the connection.`;
    return named(
      "changed-host-key",
      what,
      "Ask the operator of the device. If its key was replaced, replace the key in settings.hostKeys " +
        "too.",
    );
  }
  if (/^Host denied/.test(said)) {
    const what = `the host key of ${where} is unknown: it is ${key}. Nothing was sent.`;
    const setting = `settings: { hostKeys: { ${quoted(host)}: "${key}" } }`;
    const hint = `Compare this key with the key on the device itself, then write ${setting} at ${here}.`;
    return named("unknown-host-key", what, hint);
  }
  if (error instanceof WeakSignature)
    return named(
      "ssh-failure",
      `${where} accepts RSA keys only with SHA-1 signatures, which trueup does not make.`,
      `Use an ed25519 key or a password in the credential of ${here}, or update the device.`,
    );
  if (level === "client-authentication") {
    const hint = `Correct the credential of ${here}, or allow its user to log in over SSH.`;
    return named("unauthorized", `${where} refuses the login.`, hint);
  }
  if (level === "subsystem")
    return named(
      "no-netconf",
      `${where} has no NETCONF subsystem.`,
      `Enable NETCONF, and check the port of ${here}.`,
    );
  if (level === "handshake" && /no matching host key format/.test(said))
    return named(
      "ssh-failure",
      `${where} offers only SHA-1 signatures (ssh-rsa) for its host key, which trueup does not accept.`,
      "Update the device, or create a host key of type ed25519 or ecdsa on it.",
    );
  if (level !== "handshake" && level !== "protocol") return undefined;
  return named(
    "ssh-failure",
    `no SSH connection to ${where} can be made: ${shown(said)}.`,
    `Check that the url of ${here} leads to an SSH server.`,
  );
}

function quoted({ name }: HostAndPort): string {
  return /^[A-Za-z][A-Za-z0-9.-]*$/.test(name) ? name : `"${name}"`;
}

/** The problem of an invalid or encrypted private key. */
export function badKey({ name }: Endpoint): Problem {
  const hint = `Check privateKey and passphrase of target ${name} in trueup.yaml.`;
  return problem("bad-private-key", `${name}: the private key cannot be read, or its passphrase is wrong.`, {
    hint,
  });
}

/** The problem of an unreadable known_hosts file. */
export function noKnownHosts({ name }: Endpoint, keys: HostKeys | undefined): Problem {
  const file = typeof keys === "string" ? keys : "";
  const hint = `Write the file with ssh-keyscan, or set settings.hostKeys of target ${name} to fingerprints.`;
  return problem("unreadable-known-hosts", `${name}: the known_hosts file ${file} cannot be read.`, {
    hint,
  });
}
