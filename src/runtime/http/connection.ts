/** Connections to one target: undici with the target's own TLS and proxy settings, under one ky instance. */

import { setImmediate } from "node:timers/promises";
import type { SecureContext } from "node:tls";
import type { BeforeRequestHook, KyInstance } from "ky";
import type { Dispatcher, Pool } from "undici";
import type { Endpoint } from "../../model/project.ts";
import { readPlain } from "../files/files.ts";
import { type Answer, exchange } from "./exchange.ts";
import { withoutInterim } from "./interim.ts";
import { isWithoutProxy } from "./no-proxy.ts";

/**
 * Sends one request over a keep-alive connection. Rejects with `NetworkFailure` for a network error, with an error that
 * a hook has thrown, or with the signal's reason.
 */
export interface Connection {
  request(input: ConnectionRequest): Promise<Answer>;
  close(): Promise<void>;
}

/** A request whose secrets are revealed only when it is sent. */
interface ConnectionRequest {
  readonly method: string;
  readonly url: string;
  readonly signal: AbortSignal;
  /**
   * The hooks, which run in this order when it is the request's turn. If one throws, the request is not sent. Default:
   * none.
   */
  readonly beforeRequest?: BeforeRequestHook[];
  /** Returns the body, or undefined if there is none; called after the hooks. Default: no body. */
  readonly body?: () => string | undefined;
  /** Called right before the request is written to a socket; if it was never called, the request was not sent. */
  readonly leaving?: () => void;
}

/**
 * Opens only the CA bundle. Rejects if the bundle cannot be read, or if a proxy variable is not a URL. A `tls.ca`
 * replaces the public authorities for this target; environment variables add no authorities. Loopback hosts are never
 * requested through a proxy.
 */
export async function connect(target: Pick<Endpoint, "tls">): Promise<Connection> {
  const [{ default: ky }, undici] = await Promise.all([import("ky"), import("undici")]);
  const { ca, insecure = false } = target.tls;
  const authorities = await believing(ca);
  const tls = {
    rejectUnauthorized: !insecure,
    get secureContext() {
      return authorities();
    },
  };
  const options = { factory: poolsOf(undici, tls) };
  const direct = new undici.Agent(options);
  const proxied = proxyAgent(
    () => new undici.EnvHttpProxyAgent({ ...options, requestTls: tls, noProxy: "" }),
  );
  const agentFor = (url: string): Dispatcher =>
    isWithoutProxy(new URL(url), process.env.no_proxy ?? process.env.NO_PROXY ?? "") ? direct : proxied;
  return {
    request: (input) => send({ ky, undici }, agentFor(input.url), input),
    close: async () => {
      await Promise.all([direct.close(), proxied.close()]);
    },
  };
}

/** The error of a proxy variable that is not a URL. The value is not shown: it may hold a password. */
export class UnusableProxy extends Error {
  /** The variable's name, such as `HTTPS_PROXY`. */
  readonly variable: string;

  constructor(variable: string) {
    super(`${variable} is not the URL of a proxy`);
    this.variable = variable;
  }
}

/** The variables for a proxy, in order of precedence. */
const proxyVariables = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

function proxyAgent<Agent>(made: () => Agent): Agent {
  try {
    return made();
  } catch (error) {
    const wrong = proxyVariables.find((name) => !/^https?:\/\/[^/]/.test(process.env[name] || "http://x"));
    throw wrong === undefined ? error : new UnusableProxy(wrong);
  }
}

/**
 * The authorities that Node was built with, named explicitly, since Node's default adds some from environment
 * variables.
 */
let publicAuthorities: SecureContext | undefined;

/** The authorities to trust. Public ones are read when something is first requested over TLS. */
async function believing(ca: string | undefined): Promise<() => SecureContext> {
  const { createSecureContext, rootCertificates } = await import("node:tls");
  if (ca === undefined)
    return () => (publicAuthorities ??= createSecureContext({ ca: [...rootCertificates] }));
  const own = createSecureContext({ ca: await readPlain(ca) });
  return () => own;
}

type Undici = typeof import("undici");

interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly secureContext: SecureContext;
}

/** Connections to one origin, possibly through a proxy, that skip unrequested interim answers. */
function poolsOf({ Pool, buildConnector }: Pick<Undici, "Pool" | "buildConnector">, tls: TlsOptions) {
  return (origin: string | URL, { connect, ...options }: Pool.Options): Dispatcher => {
    const { allowH2 } = options;
    const connector =
      typeof connect === "function"
        ? connect
        : buildConnector({
            ...(new URL(origin).protocol === "https:" && tls),
            ...connect,
            ...(allowH2 !== undefined && { allowH2 }),
          });
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

/** The options are passed per request: an instance of ky would merge its own hooks with the request's each time. */
const once = { retry: 0, redirect: "manual", throwHttpErrors: false, timeout: false } as const;

interface Clients {
  readonly ky: KyInstance;
  readonly undici: Pick<Undici, "Response">;
}

/**
 * Lets ky run the hooks, then sends the request through undici with the headers that they leave. ky is given neither
 * the body nor the answer, because it would turn them into streams, and no signal, because the signal ends undici's
 * exchange directly.
 */
async function send({ ky, undici }: Clients, agent: Dispatcher, input: ConnectionRequest): Promise<Answer> {
  const { method, url, signal, beforeRequest = [], body, leaving } = input;
  await closedNoticed();
  signal.throwIfAborted();
  const dispatcher = leaving ? agent.compose(telling(leaving)) : agent;
  let answer: Answer | undefined;
  let headers: Iterable<[string, string]> = [];
  const prepared: BeforeRequestHook = ({ request }) => {
    headers = request.headers;
  };
  await ky(url, {
    method,
    ...once,
    hooks: { beforeRequest: [...beforeRequest, prepared] },
    fetch: async () => {
      answer = await exchange(dispatcher, { method, url, headers, text: body?.(), signal });
      return new undici.Response();
    },
  });
  if (answer === undefined) throw new Error("a hook has answered in place of the server");
  return answer;
}

/**
 * A server closes connections that were idle for some seconds, even while this process computed or was suspended. One
 * turn of the event loop notices that, so that no request is sent over a closed connection.
 */
async function closedNoticed(): Promise<void> {
  await setImmediate();
  // A turn handles only events that arrived before the turn began, so a second turn follows.
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
