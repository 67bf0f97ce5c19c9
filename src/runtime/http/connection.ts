/** Connections to one target: undici with the target's own TLS and proxy settings, under one ky instance. */

import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { SecureContext } from "node:tls";
import type { KyInstance } from "ky";
import type { Dispatcher } from "undici";
import type { Endpoint } from "../../model/project.ts";

/** Sends one request over kept-alive connections; what `fetch` rejects with, it rejects with. */
export interface Connection {
  request(input: ConnectionRequest): Promise<Response>;
  close(): Promise<void>;
}

/** A request with its secrets in it. */
interface ConnectionRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
  /** Called when the request is about to be written to a socket; never called: it did not leave. */
  readonly leaving: () => void;
}

/**
 * Opens nothing yet but the CA bundle: rejects when that cannot be read. A `tls.ca` replaces the public authorities
 * for this target; no variable of the environment adds to either. Loopback hosts are never asked through a proxy.
 */
export async function connect(target: Endpoint): Promise<Connection> {
  const [{ default: ky }, undici] = await Promise.all([import("ky"), import("undici")]);
  const { ca, insecure = false } = target.tls;
  const tls = { rejectUnauthorized: !insecure, secureContext: await believing(ca) };
  const agent = new undici.EnvHttpProxyAgent({ connect: tls, requestTls: tls, noProxy: withoutProxy() });
  const client = ky.create({ retry: 0, redirect: "manual", throwHttpErrors: false, timeout: false });
  const fetch = undici.fetch;
  return {
    request: (input) => send({ client, agent, fetch }, input),
    close: () => agent.close(),
  };
}

/** The authorities that Node was built with: those are named, since its own default takes more from variables. */
let publicAuthorities: SecureContext | undefined;

async function believing(ca: string | undefined): Promise<SecureContext> {
  const { createSecureContext, rootCertificates } = await import("node:tls");
  if (ca !== undefined) return createSecureContext({ ca: await readFile(ca) });
  publicAuthorities ??= createSecureContext({ ca: [...rootCertificates] });
  return publicAuthorities;
}

function withoutProxy(): string {
  const own = process.env.no_proxy ?? process.env.NO_PROXY ?? "";
  return own === "*" ? own : [own, "localhost", "127.0.0.1", "::1"].filter((host) => host !== "").join(",");
}

interface Parts {
  readonly client: KyInstance;
  readonly agent: Dispatcher;
  readonly fetch: typeof import("undici").fetch;
}

/** undici's own fetch goes with undici's own agent: Node's would refuse it. What it is given is what leaves. */
async function send({ client, agent, fetch }: Parts, input: ConnectionRequest): Promise<Response> {
  const { method, url, headers, body, signal, leaving } = input;
  await closedNoticed();
  const dispatcher = agent.compose(telling(leaving));
  const options = { method, headers, signal, redirect: "manual", dispatcher } as const;
  return client(url, {
    method,
    headers,
    signal,
    fetch: () => fetch(url, body === undefined ? options : { ...options, body: Buffer.from(body) }),
  });
}

/**
 * A server closes what was idle for some seconds, also while this process computed or stood still: what it closed is
 * heard of in the next turn of the loop, before a request is sent there in vain.
 */
async function closedNoticed(): Promise<void> {
  await setImmediate();
  // What had come before this turn began was all that it looked at.
  await setImmediate();
}

function telling(leaving: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        leaving();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...all) => handler.onRequestUpgrade?.(...all),
      onResponseStart: (...all) => handler.onResponseStart?.(...all),
      onResponseData: (...all) => handler.onResponseData?.(...all),
      onResponseEnd: (...all) => handler.onResponseEnd?.(...all),
      onResponseError: (...all) => handler.onResponseError?.(...all),
    });
}
