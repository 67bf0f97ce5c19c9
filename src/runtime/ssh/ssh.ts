/** SSH: opens a subsystem on a listed host whose key is known. Makes one attempt. */

import { resolve } from "node:path";
import type { Client, ClientChannel, ConnectConfig } from "ssh2";
import type { ChannelRequest, ChannelResult, Channels } from "../../model/channel.ts";
import type { Endpoint } from "../../model/project.ts";
import type { Secret } from "../../model/secret.ts";
import type { Log } from "../../model/wire.ts";
import { readText } from "../files/files.ts";
import { blockedHost } from "../http/allowed-origins.ts";
import { requestProblem } from "../http/errors.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { channelOver } from "./channel.ts";
import { badKey, noKnownHosts, refusalOf, type SshFailure } from "./errors.ts";
import { hostKeyFingerprint, type KnownHostKeys, keyState, knownTypes } from "./host-keys.ts";
import { type HostAndPort, KnownHosts } from "./known-hosts.ts";
import { loginOf, signaturesFor, signingBySha2 } from "./login.ts";

/** The port of NETCONF over SSH (RFC 6242). */
const defaultPort = 830;
const defaultTimeoutSeconds = 30;

/** The options that all calls to a target share. */
export interface SshOptions {
  readonly target: Endpoint;
  /** The folder to which the path of the known_hosts file is relative. */
  readonly folder: string;
  readonly log: Log;
  /** The redactor that learns every opened secret. */
  readonly secrets: Redactor;
  /** Aborting this signal ends every call and connection. Default: none. */
  readonly cut?: AbortSignal | undefined;
}

/** Calls to the hosts of one target. Loads and opens nothing before the first call. */
export function sshChannels(options: SshOptions): Channels {
  const { target, log } = options;
  let warned = target.tls.insecure !== true;
  const files = new Map<string, Promise<KnownHosts | undefined>>();
  const knownIn = (path: string) => {
    const file = files.get(path) ?? readKnownHosts(options, path);
    files.set(path, file);
    return file;
  };
  return {
    open: async (call) => {
      if (!warned) log.warn("Host keys are not checked for this target", { target: target.name });
      warned = true;
      const { hostKeys = {} } = call;
      const keys = typeof hostKeys === "string" ? await knownIn(hostKeys) : hostKeys;
      const called = await open(options, call, keys);
      const what = called.outcome === "open" ? {} : { problem: called.problem.message };
      log.debug(`ssh ${called.outcome}`, { target: target.name, url: call.url, ...what });
      return called;
    },
  };
}

/** Opens a channel. `keys` is undefined if the known_hosts file cannot be read. */
async function open(
  { target, secrets, cut }: SshOptions,
  call: ChannelRequest,
  keys: KnownHostKeys | undefined,
): Promise<ChannelResult> {
  const unlisted = blockedHost(target, call.url);
  if (unlisted) return { outcome: "blocked", problem: unlisted };
  if (keys === undefined) return { outcome: "blocked", problem: noKnownHosts(target, call.hostKeys) };
  const { default: ssh2 } = await import("ssh2");
  const reveal = (secret: Secret) => {
    const value = secret.reveal();
    if (secret.isSearched) secrets.learn([value]);
    return value;
  };
  const { key, ...login } = loginOf(call, reveal);
  const parsed = key && ssh2.utils.parseKey(key.key, key.passphrase);
  if (parsed instanceof Error) return { outcome: "blocked", problem: badKey(target) };
  const byKey = key && parsed && { authHandler: [{ ...key, key: signingBySha2(parsed) }] };
  const host = hostOf(call);
  const shown = (text: string) => secrets.value(text);
  const refusal: SshFailure = { target, host, key: undefined, state: "unknown", shown };
  const timeoutSeconds = target.limits.timeoutSeconds ?? defaultTimeoutSeconds;
  const config: ConnectConfig = {
    ...login,
    ...byKey,
    host: host.name,
    port: host.port,
    readyTimeout: timeoutSeconds * 1000,
    hostVerifier: (shown: Buffer) => {
      refusal.key = hostKeyFingerprint(shown);
      refusal.state = keyState(keys, host, shown);
      return target.tls.insecure === true || refusal.state === "known";
    },
    algorithms: { serverHostKey: signaturesFor(keys instanceof KnownHosts ? knownTypes(keys, host) : []) },
  };
  const client = new ssh2.Client();
  const of = { target, url: call.url, timeoutSeconds, shown, reveal, cut };
  const end = () => void client.destroy();
  cut?.addEventListener("abort", end);
  try {
    cut?.throwIfAborted();
    const stream = await subsystemOf(client, config, call.subsystem);
    return { outcome: "open", channel: channelOver({ ...of, client, stream }) };
  } catch (error) {
    client.on("error", () => {});
    client.destroy();
    cut?.removeEventListener("abort", end);
    const found = refusalOf(refusal, error);
    if (found) return { outcome: "blocked", problem: found };
    const isLate = levelOf(error) === "client-timeout";
    const ended = cut?.aborted ? "interrupted" : isLate ? "timeout" : undefined;
    return { outcome: "lost", problem: requestProblem({ ...of, error, ended, sent: false }) };
  }
}

function hostOf({ url }: ChannelRequest): HostAndPort {
  const { hostname, port } = new URL(url);
  return { name: hostname.replace(/^\[(.+)\]$/, "$1"), port: Number(port) || defaultPort };
}

/** The known_hosts file; undefined if it cannot be read, or is larger than 8 MB. */
async function readKnownHosts({ folder }: SshOptions, path: string): Promise<KnownHosts | undefined> {
  const read = await readText(resolve(folder, path), path);
  return "file" in read ? new KnownHosts(read.file.text) : undefined;
}

/** Opens the stream of the subsystem, with one timeout for the connection and another for the rest. */
function subsystemOf(client: Client, config: ConnectConfig, name: string): Promise<ClientChannel> {
  return new Promise((done, failed) => {
    let timer: NodeJS.Timeout | undefined;
    const fail = (error: Error) => {
      clearTimeout(timer);
      failed(error);
    };
    client.once("error", fail);
    client.once("close", () => fail(new Error("the connection was closed")));
    client.once("connect", () => client.setNoDelay());
    client.once("ready", () => {
      const late = Object.assign(new Error("no answer"), { level: "client-timeout" });
      timer = setTimeout(() => fail(late), config.readyTimeout);
      client.subsys(name, (error, stream) => {
        if (error) return fail(Object.assign(error, { level: "subsystem" }));
        clearTimeout(timer);
        done(stream);
      });
    });
    client.connect(config);
  });
}

function levelOf(error: unknown): unknown {
  return error instanceof Error && "level" in error ? error.level : undefined;
}
