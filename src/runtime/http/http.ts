/** HTTP: sends one request of a target, once. Retries nothing, follows nothing, and asks only listed hosts. */

import { setImmediate } from "node:timers/promises";
import { isObject, type JsonBounds, JsonMeter, parseJson } from "../../model/json.ts";

import { type Problem, problem } from "../../model/problem.ts";
import type { Endpoint } from "../../model/project.ts";
import type { Secret } from "../../model/secret.ts";
import {
  type Log,
  maxTokenLength,
  type OpenWire,
  type WireReply,
  type WireRequest,
} from "../../model/wire.ts";
import { openRedactor, type Redactor } from "../secrets/redactor.ts";
import { blockedHost } from "./allowed-origins.ts";
import { type Connection, connect } from "./connection.ts";
import { requestProblem, TooLarge } from "./errors.ts";
import { isSignature, openedBody, openedHeaders } from "./request-secrets.ts";
import { withClock } from "./signature.ts";

/** The timeout of a request when the target sets none, in seconds; it covers the whole answer. */
const defaultTimeoutSeconds = 30;

/** Of an answer, after decompression. The whole is parsed at once, in well under a second. */
const answerBounds: JsonBounds = { bytes: 16 * 1024 * 1024, values: 250_000, depth: 100 };

/** Of an answer that is an error, or to a login: it is searched for tokens and secrets, and shown. */
const briefBounds: JsonBounds = { bytes: 1024 * 1024, values: 25_000, depth: 100 };

/** Longer answers let others go on before they are parsed. */
const longBytes = 1024 * 1024;

/**
 * The wire to one target, over connections that are kept alive. Nothing is loaded or opened before the first
 * request; `secrets` learns what it opens. `close` waits for answers that are under way and ends the connections.
 */
export function httpWire(target: Endpoint, log: Log, secrets: Redactor = openRedactor()): OpenWire {
  let opened: Promise<Connection> | undefined;
  const open = () => {
    if (opened === undefined && target.tls.insecure)
      log.warn("TLS certificates are not checked for this target", { target: target.name });
    opened ??= connect(target);
    return opened;
  };
  return {
    wire: {
      send: (request, signal) =>
        logged({ target, log }, request, send(target, { open, request, signal, secrets })),
    },
    close: async () => {
      const connection = await opened?.catch(() => undefined);
      opened = undefined;
      await connection?.close();
    },
  };
}

interface Sending {
  readonly open: () => Promise<Connection>;
  readonly request: WireRequest;
  readonly signal: AbortSignal;
  readonly secrets: Redactor;
}

async function send(target: Endpoint, { open, request, signal, secrets }: Sending): Promise<WireReply> {
  const unlisted = blockedHost(target, request.url);
  if (unlisted) return { outcome: "barred", problem: unlisted };
  const reveal = (secret: Secret) => {
    const value = secret.reveal();
    secrets.learn([value]);
    return value;
  };
  const opened = openedHeaders(request, reveal);
  if ("bad" in opened) {
    const found = opened.because === "key" ? badPrivateKey(target) : badHeader(target, opened.bad);
    return { outcome: "barred", problem: found };
  }
  let connection: Connection;
  try {
    connection = await open();
  } catch {
    return { outcome: "barred", problem: unreadableAuthority(target) };
  }
  const body = openedBody(request, reveal);
  const { method, url } = request;
  const leaving = { method, url, headers: opened.headers, body };
  const isLogin = request.form !== undefined;
  const came = await exchange({ target, connection, signal, secrets, isLogin }, leaving);
  const isSigned = Object.values(request.headers).some(isSignature);
  const reply = isSigned ? withClock(came, Date.now()) : came;
  // Whatever a token endpoint gives away is a secret, also what is never used.
  if (isLogin && reply.outcome === "answered") secrets.learn(tokensIn(reply.text));
  return reply;
}

/** The tokens in an answer of OAuth 2.0 (RFC 6749 §5.1), and in one of OpenID Connect. */
function tokensIn(text: string): readonly string[] {
  const answer = parseJson(text);
  if (!isObject(answer)) return [];
  const tokens = [answer.access_token, answer.refresh_token, answer.id_token];
  return tokens.flatMap((token) =>
    typeof token === "string" && token.length <= maxTokenLength ? token : [],
  );
}

interface Exchange {
  readonly target: Endpoint;
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly secrets: Redactor;
  readonly isLogin: boolean;
}

async function exchange(
  { target, connection, signal, secrets, isLogin }: Exchange,
  request: Omit<Parameters<Connection["request"]>[0], "signal" | "leaving">,
): Promise<WireReply> {
  const timeoutSeconds = target.limits.timeoutSeconds ?? defaultTimeoutSeconds;
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  let sent = false;
  try {
    const leaving = () => {
      sent = true;
    };
    const ends = AbortSignal.any([signal, timeout]);
    const response = await connection.request({ ...request, signal: ends, leaving });
    const isBrief = isLogin || response.status >= 300;
    const text = await wholeText(response, isBrief ? briefBounds : answerBounds);
    return {
      outcome: "answered",
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      cookies: response.headers.getSetCookie(),
      shown: (one) => secrets.value(one),
    };
  } catch (error) {
    const ended = signal.aborted ? "interrupted" : timeout.aborted ? "timeout" : undefined;
    const { url } = request;
    const shown = (one: string) => secrets.value(one);
    const problem = requestProblem({ target, url, error, ended, timeoutSeconds, sent, shown });
    return { outcome: "lost", sent, ...(error instanceof TooLarge && { final: true }), problem };
  }
}

/** Rejects as soon as more has come than the bounds allow; the connection ends then. */
async function wholeText(response: Response, bounds: JsonBounds): Promise<string> {
  const meter = new JsonMeter(bounds);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    const excess = meter.take(piece);
    if (excess !== undefined) throw new TooLarge(excess);
    pieces.push(piece);
    bytes += piece.length;
  }
  if (bytes > longBytes) await setImmediate();
  return new TextDecoder().decode(Buffer.concat(pieces));
}

async function logged(
  { target, log }: { readonly target: Endpoint; readonly log: Log },
  { method, url }: WireRequest,
  reply: Promise<WireReply>,
): Promise<WireReply> {
  const start = performance.now();
  const came = await reply;
  const ms = Math.round(performance.now() - start);
  const what = came.outcome === "answered" ? { status: came.status } : { problem: came.problem.message };
  log.debug(came.outcome, { target: target.name, method, url, ms, ...what });
  return came;
}

function badHeader(target: Endpoint, name: string): Problem {
  return problem(
    "bad-header",
    `${target.name}: the header ${name} contains characters that are not allowed in a header.`,
    {
      hint: "Look for a line break or a character outside Latin-1 in the credential.",
    },
  );
}

function badPrivateKey(target: Endpoint): Problem {
  return problem("bad-private-key", `${target.name}: the private key of its credential cannot be read.`, {
    hint: "Give a PEM file, RSA or elliptic curve, whole and with its line breaks; and its passphrase if it is locked.",
  });
}

function unreadableAuthority(target: Endpoint): Problem {
  return problem("unreadable-ca", `${target.name}: the CA bundle ${target.tls.ca ?? ""} cannot be read.`, {
    hint: `Give the path of a PEM file as tls.ca of target ${target.name} in trueup.yaml.`,
  });
}
