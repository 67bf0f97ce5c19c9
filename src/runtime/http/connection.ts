/** Connections to one target: undici with the target's own TLS and proxy settings, under one ky instance. */

import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { SecureContext } from "node:tls";
import type { BeforeErrorHook, BeforeRequestHook, KyInstance } from "ky";
import type { Dispatcher } from "undici";
import type { Endpoint } from "../../model/project.ts";
import { NetworkFailure } from "./errors.ts";

/**
 * Sends one request over kept-alive connections. Rejects with `NetworkFailure` where the network failed, with what a
 * hook throws, and with the signal's reason.
 */
export interface Connection {
  request(input: ConnectionRequest): Promise<Response>;
  close(): Promise<void>;
}

/** A request whose secrets are closed until it leaves. */
interface ConnectionRequest {
  readonly method: string;
  readonly url: string;
  readonly signal: AbortSignal;
  /** Run in this order once it is its turn. What one throws ends the request before it leaves. Default: none. */
  readonly beforeRequest?: BeforeRequestHook[];
  /** Asked after the hooks. Default: without a body. */
  readonly body?: () => string | undefined;
  /** Called when the request is about to be written to a socket; never called: it did not leave. */
  readonly leaving?: () => void;
}

/**
 * Opens nothing yet but the CA bundle: rejects when that cannot be read. A `tls.ca` replaces the public authorities
 * for this target; no variable of the environment adds to either. Loopback hosts are never asked through a proxy.
 */
export async function connect(target: Endpoint): Promise<Connection> {
  const [{ default: ky, isNetworkError }, undici] = await Promise.all([import("ky"), import("undici")]);
  const { ca, insecure = false } = target.tls;
  const tls = { rejectUnauthorized: !insecure, secureContext: await believing(ca) };
  const agent = new undici.EnvHttpProxyAgent({ connect: tls, requestTls: tls, noProxy: withoutProxy() });
  // ky's own error holds the request, and with its headers the credentials.
  const withoutRequest: BeforeErrorHook = ({ error }) =>
    isNetworkError(error) ? new NetworkFailure(error.cause) : error;
  const fetch = undici.fetch;
  return {
    request: (input) => send({ ky, withoutRequest, agent, fetch }, input),
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
  readonly ky: KyInstance;
  readonly withoutRequest: BeforeErrorHook;
  readonly agent: Dispatcher;
  readonly fetch: typeof import("undici").fetch;
}

/** No instance of ky has these: at each request it would merge their hooks with those of the request. */
const once = { retry: 0, redirect: "manual", throwHttpErrors: false, timeout: false } as const;

/**
 * undici's own fetch goes with undici's own agent: Node's would refuse it. The headers are those that hooks left. ky
 * gets neither the body, of which it would make a stream, nor the signal, which ends the fetch itself.
 */
async function send(
  { ky, withoutRequest, agent, fetch }: Parts,
  input: ConnectionRequest,
): Promise<Response> {
  const { method, url, signal, beforeRequest = [], body, leaving } = input;
  await closedNoticed();
  signal.throwIfAborted();
  const dispatcher = leaving ? agent.compose(telling(leaving)) : agent;
  return ky(url, {
    method,
    ...once,
    hooks: { beforeRequest, beforeError: [withoutRequest] },
    fetch: (request) => {
      const headers = request instanceof Request ? [...request.headers] : [];
      const text = body?.();
      const options = { method, headers, signal, redirect: "manual", dispatcher } as const;
      return fetch(url, text === undefined ? options : { ...options, body: Buffer.from(text) });
    },
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
