/** SSH: opens a subsystem on a listed host whose key is known, once. Retries nothing. */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type {
  Client,
  ClientChannel,
  ConnectConfig,
  KeyboardInteractiveAuthMethod,
  PasswordAuthMethod,
  PublicKeyAuthMethod,
} from "ssh2";
import type { Call, Called, Channels, HostKeys } from "../model/channel.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Endpoint } from "../model/project.ts";
import { Secret } from "../model/secret.ts";
import type { Log } from "../model/wire.ts";
import { fingerprintOf, type Host, keyState, knownTypes } from "./host-keys.ts";
import { barred } from "./listed.ts";
import type { Redactor } from "./redactor.ts";
import { channelOver } from "./ssh-channel.ts";
import { type Refusal, refusalOf } from "./ssh-trouble.ts";
import { troubleOf } from "./trouble.ts";

/** The port of NETCONF over SSH (RFC 6242). */
const defaultPort = 830;
const defaultTimeoutSeconds = 30;

/** What all calls of a target have in common. */
export interface SshOptions {
  readonly target: Endpoint;
  /** What a file of known hosts is relative to. */
  readonly folder: string;
  readonly log: Log;
  /** Learns every secret that is opened. */
  readonly secrets: Redactor;
}

/** Calls to the hosts of one target. Nothing is loaded or opened before the first. */
export function sshChannels(options: SshOptions): Channels {
  let warned = false;
  return {
    open: async (call) => {
      const { target, log } = options;
      if (target.tls.insecure && !warned)
        log.warn("Host keys are not checked for this target", { target: target.name });
      warned = true;
      const called = await open(options, call);
      const what = called.outcome === "open" ? {} : { problem: called.problem.message };
      log.debug(`ssh ${called.outcome}`, { target: target.name, url: call.url, ...what });
      return called;
    },
  };
}

async function open(options: SshOptions, call: Call): Promise<Called> {
  const { target } = options;
  const url = URL.parse(call.url);
  const unlisted = barred(target, call.url);
  if (unlisted || !url) return { outcome: "barred", problem: unlisted ?? noUrl(target, call.url) };
  const keys = await keysOf(options, call.hostKeys);
  if (keys === undefined) return { outcome: "barred", problem: noKnownHosts(target, call.hostKeys) };
  const host: Host = {
    name: url.hostname.replace(/^\[(.+)\]$/, "$1"),
    port: Number(url.port) || defaultPort,
  };
  const { default: ssh2 } = await import("ssh2");
  const refusal: Refusal = { target, host, key: undefined, state: "unknown" };
  const verify = (key: Buffer) => {
    refusal.key = fingerprintOf(key);
    refusal.state = keyState(keys, host, key);
    return target.tls.insecure === true || refusal.state === "known";
  };
  const timeoutSeconds = target.limits.timeoutSeconds ?? defaultTimeoutSeconds;
  const types = typeof keys === "string" ? algorithms(knownTypes(keys, host)) : [];
  const config: ConnectConfig = {
    host: host.name,
    port: host.port,
    readyTimeout: timeoutSeconds * 1000,
    hostVerifier: verify,
    ...(types.length > 0 && { algorithms: { serverHostKey: { prepend: types, append: [], remove: [] } } }),
    ...loginOf(call, url, options.secrets),
  };
  const client = new ssh2.Client();
  try {
    const stream = await subsystemOf(client, config, call.subsystem);
    const shown = (text: string) => options.secrets.redact(text);
    return {
      outcome: "open",
      channel: channelOver({ target, url: call.url, timeoutSeconds, client, stream, shown }),
    };
  } catch (error) {
    client.on("error", () => {});
    client.destroy();
    const found = refusalOf(refusal, error);
    if (found) return { outcome: "barred", problem: found };
    const ended = isTimeout(error) ? "timeout" : undefined;
    return {
      outcome: "lost",
      problem: troubleOf({ target, url: call.url, error, ended, timeoutSeconds, sent: false }),
    };
  }
}

/** Fingerprints, or the text of the file of known hosts; undefined when that cannot be read. */
async function keysOf({ folder }: SshOptions, keys: HostKeys | undefined): Promise<HostKeys | undefined> {
  if (typeof keys !== "string") return keys ?? {};
  return readFile(resolve(folder, keys), "utf8").catch(() => undefined);
}

/** What a server must sign with, for a type of key. */
function algorithms(
  types: readonly string[],
): ("ssh-rsa" | "ssh-ed25519" | "rsa-sha2-512" | "rsa-sha2-256")[] {
  return types.flatMap((type) => {
    if (type === "ssh-ed25519") return [type];
    return type === "ssh-rsa" ? (["rsa-sha2-512", "rsa-sha2-256", type] as const) : [];
  });
}

/** Where the URL has a path, that is the device behind this address: part of the user's name. */
function loginOf(call: Call, url: URL, secrets: Redactor): Pick<ConnectConfig, "username" | "authHandler"> {
  const field = (name: string) => {
    const value = call.credential[name];
    if (!(value instanceof Secret)) return value;
    const revealed = value.reveal();
    secrets.learn([revealed]);
    return revealed;
  };
  const device = decodeURIComponent(url.pathname.replace(/^\/+|\/+$/g, ""));
  const user = field("username") ?? "";
  const username = device === "" ? user : `${user}@${device}`;
  const [password, privateKey, passphrase] = [field("password"), field("privateKey"), field("passphrase")];
  if (privateKey !== undefined) {
    const locked = passphrase !== undefined && { passphrase };
    const byKey: PublicKeyAuthMethod = { type: "publickey", username, key: privateKey, ...locked };
    return { username, authHandler: [byKey] };
  }
  const byPassword: PasswordAuthMethod = { type: "password", username, password: password ?? "" };
  const prompted: KeyboardInteractiveAuthMethod = {
    type: "keyboard-interactive",
    username,
    // Only where nothing but a hidden text is asked for: that is the password.
    prompt: (...[, , , prompts, answer]) =>
      answer(prompts.every(({ echo }) => echo === false) ? prompts.map(() => password ?? "") : []),
  };
  return { username, authHandler: [byPassword, prompted] };
}

function subsystemOf(client: Client, config: ConnectConfig, name: string): Promise<ClientChannel> {
  return new Promise((done, failed) => {
    client.once("error", failed);
    client.once("close", () => failed(new Error("the connection was closed")));
    client.once("ready", () => {
      client.subsys(name, (error, stream) => {
        if (error) failed(Object.assign(error, { level: "subsystem" }));
        else done(stream);
      });
    });
    client.connect(config);
  });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "level" in error && error.level === "client-timeout";
}

function noUrl(target: Endpoint, url: string): Problem {
  return problem("host-not-listed", `${target.name}: ${url} is no address.`, {
    hint: "Correct the target's url.",
  });
}

function noKnownHosts(target: Endpoint, keys: HostKeys | undefined): Problem {
  const file = typeof keys === "string" ? keys : "";
  return problem(
    "unreadable-known-hosts",
    `${target.name}: the file of known hosts ${file} cannot be read.`,
    {
      hint: `Write it with ssh-keyscan, or give fingerprints as settings.hostKeys of target ${target.name}.`,
    },
  );
}
