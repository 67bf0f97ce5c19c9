/** Sends requests to the devices of a target, and remembers what each device announced at the first contact. */

import { type Problem, problem } from "../../../model/problem.ts";
import type { Reply } from "../../../model/reply.ts";
import type { WireReply, WireRequest } from "../../../model/wire.ts";
import type { OpenSessionOptions } from "../../contract/contract.ts";
import type { LiveSecrets } from "../../contract/live-secrets.ts";
import type { ReplyContext } from "../../http/replies/replies.ts";
import { deviceUrl, isHost } from "../device/container.ts";
import type { NetconfDialect } from "./dialects/dialect.ts";
import { type Hello, helloIn } from "./hello.ts";
import {
  hasLibrary,
  type LibraryNamespaces,
  namespacesIn,
  namespacesRpc,
  noLibrary,
} from "./library-namespaces.ts";
import { type Modules, modulesOf } from "./modules.ts";
import { answerIn, meaningOf, unreadableReply } from "./replies.ts";

/** What a device announced. */
export interface Device {
  readonly hello: Hello;
  readonly modules: Modules;
}

/** Why a device cannot be contacted. */
export interface NoDevice {
  /** The reason in the form that reads return. */
  readonly problem: Problem;
  /** The reason in the form that writes return. */
  readonly reply: Reply;
}

/** The devices of one target. */
export class Fleet {
  readonly dialect: NetconfDialect;
  readonly exchange: ReplyContext;
  /**
   * The hosts of devices without `<get-config>`. The state of such a device is read together with its configuration.
   */
  readonly showsState = new Set<string>();
  /** The live secrets of this run. Undefined: reads do not register secrets. */
  readonly live: LiveSecrets | undefined;
  readonly #options: OpenSessionOptions<NetconfDialect>;
  readonly #devices = new Map<string, Device & { readonly session: string | undefined }>();
  /** The namespaces in each device's library, by host. They are empty for a device without a library. */
  readonly #libraries = new Map<string, LibraryNamespaces>();

  constructor(options: OpenSessionOptions<NetconfDialect>) {
    const { dialect, target } = options;
    this.dialect = dialect;
    this.exchange = { target: target.name, rules: dialect.replies };
    this.live = options.live;
    this.#options = options;
  }

  /**
   * Returns a request to a device: `GET` reads, `POST` changes, `DELETE` ends the session. A request without a body
   * returns the device's hello.
   */
  request(host: string, method: "GET" | "POST" | "DELETE", body?: string): WireRequest {
    const { target, deviceCredentials } = this.#options;
    const credential = deviceCredentials?.get(host) ?? this.#options.credential;
    const url = deviceUrl(target, host);
    return { method, url, headers: credential, body, budget: host };
  }

  /** Sends a request, once. If the reply comes from another session than the device's hello, the hello is discarded. */
  async send(host: string, request: WireRequest, signal: AbortSignal): Promise<WireReply> {
    const reply = await this.#options.wire.send(request, signal);
    const session = reply.outcome === "answered" ? reply.headers.session : undefined;
    if (session === undefined || session !== this.#devices.get(host)?.session) this.#devices.delete(host);
    return reply;
  }

  /**
   * Returns the device at a host. Its hello is requested once per session. If the hello lacks one of the given modules,
   * the device's library is requested, once.
   */
  async deviceAt(
    host: string,
    signal: AbortSignal,
    named: readonly string[] = [],
  ): Promise<Device | NoDevice> {
    const device = await this.#greeted(host, signal);
    if ("problem" in device || this.#libraries.has(host) || !hasLibrary(device.hello)) return device;
    if (named.every((module) => device.modules.namespaceOf(module) !== undefined)) return device;
    const request = this.request(host, "GET", namespacesRpc());
    const answer = answerIn(this.exchange, { rpc: "get", request }, await this.send(host, request, signal));
    // A device that does not answer counts as a device without a library. The unknown namespace of the module is then a
    // problem.
    this.#libraries.set(host, answer.state === "answered" ? namespacesIn(answer.root) : noLibrary);
    const { hello } = device;
    const grown = { hello, modules: this.#modulesAt(host, hello) };
    const kept = this.#devices.get(host);
    if (kept) this.#devices.set(host, { ...kept, ...grown });
    return grown;
  }

  async #greeted(host: string, signal: AbortSignal): Promise<Device | NoDevice> {
    const { name } = this.#options.target;
    if (!isHost(host)) return refused(noHost(name, host));
    const known = this.#devices.get(host);
    if (known) return known;
    const request = this.request(host, "GET");
    const asked = { rpc: "hello", request };
    const reply = await this.#options.wire.send(request, signal);
    if (reply.outcome !== "answered")
      return { problem: reply.problem, reply: meaningOf(this.exchange, asked, reply) };
    const hello = helloIn(reply.text);
    if ("fault" in hello) return refused(unreadableReply(this.exchange, asked, hello.fault));
    const device = { session: reply.headers.session, hello, modules: this.#modulesAt(host, hello) };
    this.#devices.set(host, device);
    return device;
  }

  #modulesAt(host: string, hello: Hello): Modules {
    const { namespaces, imported } = this.#libraries.get(host) ?? noLibrary;
    // Modules that are imported only for their types are not implemented.
    const served = [...namespaces].filter(([name]) => !imported.has(name));
    const set = { ...Object.fromEntries(namespaces), ...this.dialect.namespaces };
    return modulesOf(new Map([...served, ...hello.modules]), set);
  }
}

/** Returns a permanent failure: the problem for a read, and the reply for a write. */
export function refused(found: Problem): NoDevice {
  return { problem: found, reply: { meaning: "refused", problem: found } };
}

function noHost(target: string, host: string): Problem {
  const message = `${target}: ${JSON.stringify(host)} is not the host of a device; nothing was sent.`;
  return problem("no-host", message, { hint: "Set `host` of the device to an IP address or a host name." });
}
