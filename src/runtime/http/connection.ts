/** Connections to one target: undici with the target's own TLS and proxy settings, under one ky instance. */

import { setImmediate } from "node:timers/promises";
import type { SecureContext } from "node:tls";
import type { BeforeErrorHook, BeforeRequestHook, KyInstance } from "ky";
import type { Dispatcher, Pool } from "undici";
import type { Endpoint } from "../../model/project.ts";
import { readPlain } from "../files/files.ts";
import { NetworkFailure } from "./errors.ts";
import { withoutInterim } from "./interim.ts";
import { isWithoutProxy } from "./no-proxy.ts";

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
 * Opens nothing yet but the CA bundle: rejects when that cannot be read, or a proxy is named by no URL. A `tls.ca`
 * replaces the public authorities for this target; no variable of the environment adds to either. Loopback hosts are
 * never asked through a proxy.
 */
export async function connect(target: Pick<Endpoint, "tls">): Promise<Connection> {
  const [{ default: ky, isNetworkError }, undici] = await Promise.all([import("ky"), import("undici")]);
  const { ca, insecure = false } = target.tls;
  const tls = { rejectUnauthorized: !insecure, secureContext: await believing(ca) };
  const options = { connect: tls, factory: poolsOf(undici) };
  const direct = new undici.Agent(options);
  const proxied = proxyAgent(
    () => new undici.EnvHttpProxyAgent({ ...options, requestTls: tls, noProxy: "" }),
  );
  const agentFor = (url: string): Dispatcher =>
    isWithoutProxy(new URL(url), process.env.no_proxy ?? process.env.NO_PROXY ?? "") ? direct : proxied;
  // ky's own error holds the request, and with its headers the credentials.
  const withoutRequest: BeforeErrorHook = ({ error }) =>
    isNetworkError(error) ? new NetworkFailure(error.cause) : error;
  const fetch = undici.fetch;
  return {
    request: (input) => send({ ky, withoutRequest, agent: agentFor(input.url), fetch }, input),
    close: async () => {
      await Promise.all([direct.close(), proxied.close()]);
    },
  };
}

/** A variable of the environment names a proxy by what is no URL. Its value is not shown: it may hold a password. */
export class UnusableProxy extends Error {
  /** The variable: `HTTPS_PROXY`. */
  readonly variable: string;

  constructor(variable: string) {
    super(`${variable} is no URL of a proxy`);
    this.variable = variable;
  }
}

/** In the order in which they count. */
const proxyVariables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

function proxyAgent<Agent>(made: () => Agent): Agent {
  try {
    return made();
  } catch (error) {
    const wrong = proxyVariables.find((name) => !/^https?:\/\/[^/]/.test(process.env[name] || "http://x"));
    throw wrong === undefined ? error : new UnusableProxy(wrong);
  }
}

/** The authorities that Node was built with: those are named, since its own default takes more from variables. */
let publicAuthorities: SecureContext | undefined;

async function believing(ca: string | undefined): Promise<SecureContext> {
  const { createSecureContext, rootCertificates } = await import("node:tls");
  if (ca !== undefined) return createSecureContext({ ca: await readPlain(ca) });
  publicAuthorities ??= createSecureContext({ ca: [...rootCertificates] });
  return publicAuthorities;
}

type Undici = typeof import("undici");

/** Connections of one origin, also through a proxy, that pass over interim answers which nobody asked for. */
function poolsOf({ Pool, buildConnector }: Pick<Undici, "Pool" | "buildConnector">) {
  return (origin: string | URL, { connect, ...options }: Pool.Options): Dispatcher => {
    const { allowH2 } = options;
    const connector =
      typeof connect === "function"
        ? connect
        : buildConnector({ ...connect, ...(allowH2 !== undefined && { allowH2 }) });
    return new Pool(origin, {
      ...options,
      connect: (of, done) =>
        connector(of, (...[error, socket]) => {
          if (error) done(error, null);
          else done(null, isSecondVersion(socket) ? socket : withoutInterim(socket));
        }),
    });
  };
}

function isSecondVersion(socket: object): boolean {
  return "alpnProtocol" in socket && socket.alpnProtocol === "h2";
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
