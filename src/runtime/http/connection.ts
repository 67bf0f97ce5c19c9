/**
 * Connections to one target. ky runs the hooks of a request, and undici sends it with the target's own TLS and proxy
 * settings.
 */

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
 * Sends requests, each once, over keep-alive connections. Rejects with `NetworkFailure` for a network error, with the
 * error that a hook has thrown, or with the signal's reason.
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
   * The hooks, which run in this order right before the request is sent. If one of them throws, the request is not
   * sent. Default: none.
   */
  readonly beforeRequest?: BeforeRequestHook[];
  /** Returns the body; undefined if there is none. Called after the hooks. Default: no body. */
  readonly body?: () => string | undefined;
  /** Called right before the request is written to a socket. If it was never called, the request was not sent. */
  readonly leaving?: () => void;
}

/**
 * Opens no connection yet, only the CA bundle. Rejects if the bundle cannot be read, or if a proxy variable is not a
 * URL. With `tls.ca`, only its authorities are trusted; environment variables add none. Loopback hosts are never
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

/** The error of a proxy variable that is not a URL. Its value is not shown, because it may contain a password. */
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
 * The authorities with which Node was built. They are named explicitly, because Node's default also includes those from
 * environment variables.
 */
let publicAuthorities: SecureContext | undefined;

/** The authorities to trust. The public ones are read when they are first needed. */
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

/**
 * Returns a function that makes connections to one origin, perhaps through a proxy. They skip unrequested interim
 * answers.
 */
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

/**
 * Options for each request. If an instance of ky had them, it would merge its hooks with those of the request each
 * time.
 */
const once = { retry: 0, redirect: "manual", throwHttpErrors: false, timeout: false } as const;

interface Clients {
  readonly ky: KyInstance;
  readonly undici: Pick<Undici, "Response">;
}

/**
 * Lets ky run the hooks, then sends the request through undici with the resulting headers. ky gets neither the body nor
 * the answer, because it would turn them into streams. It gets no signal either, because the signal ends undici's
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
 * Waits until closed connections are noticed, so that no request is sent over one. A server closes connections that
 * were idle for some seconds, even while this process was busy or suspended.
 */
async function closedNoticed(): Promise<void> {
  await setImmediate();
  // A turn handles only events that arrived before it began, so a second turn follows.
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
