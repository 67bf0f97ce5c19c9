/** HTTP: sends one request to a target, once. No retries, no redirects, and only to listed hosts. */

import { setImmediate } from "node:timers/promises";
import { type KeptResults, Stage } from "../../kept/kept.ts";
import { isObject, type JsonBounds, JsonMeter, parseJson } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Endpoint } from "../../model/project.ts";
import { IssuedSecret, type Secret } from "../../model/secret.ts";
import {
  type Log,
  maxTokenLength,
  type OpenWire,
  type WireReply,
  type WireRequest,
} from "../../model/wire.ts";
import { openRedactor, type Redactor, type ServerRedactor, serverOf } from "../secrets/redactor.ts";
import { blockedHost } from "./allowed-origins.ts";
import { type Connection, connect, UnusableProxy } from "./connection.ts";
import { NetworkFailure, requestProblem, TooLarge, Unsendable } from "./errors.ts";
import type { Answer } from "./exchange.ts";
import { hooksOf } from "./hooks.ts";
import { isSignature } from "./request-secrets.ts";
import { withClock } from "./signature.ts";

/** The default timeout of a request with its whole answer, in seconds. */
const defaultTimeoutSeconds = 30;

/** The limits of an answer after decompression. An answer within them is parsed in one go, in well under a second. */
const answerBounds: JsonBounds = { bytes: 16 * 1024 * 1024, values: 250_000, depth: 100 };

/**
 * The limits of an error, and of an answer to a login. These answers are searched for tokens and secrets, and shown.
 */
const briefBounds: JsonBounds = { bytes: 1024 * 1024, values: 25_000, depth: 100 };

/** Before a larger answer is parsed, other work gets a turn. */
const longBytes = 1024 * 1024;

/** What a wire uses besides its target. */
interface HttpWireOptions {
  /** Learns the secrets in requests. Default: they are not learned. */
  readonly secrets?: Redactor | undefined;
  /** Remembers answers that were within their limits. Absent: every answer is measured. */
  readonly kept?: KeptResults | undefined;
}

/**
 * The wire to one target, over keep-alive connections. Nothing is loaded or opened before the first request. `secrets`
 * learns all revealed secrets. `close` waits for pending answers, and closes the connections.
 */
export function httpWire(
  target: Endpoint,
  log: Log,
  { secrets: redactor = openRedactor(), kept }: HttpWireOptions = {},
): OpenWire {
  const secrets = { ...redactor.by(serverOf(target)), learn: redactor.learn };
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
        logged({ target, log }, request, send(target, { open, log, request, signal, secrets, kept })),
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
  readonly log: Log;
  readonly request: WireRequest;
  readonly signal: AbortSignal;
  readonly secrets: ServerRedactor & Pick<Redactor, "learn">;
  readonly kept: KeptResults | undefined;
}

async function send(target: Endpoint, sending: Sending): Promise<WireReply> {
  const { open, request, secrets } = sending;
  // The host is checked before any secret is revealed, because the hooks add credentials for any host.
  const unlisted = blockedHost(target, request.url);
  if (unlisted) return { outcome: "blocked", problem: unlisted };
  let connection: Connection;
  try {
    connection = await open();
  } catch (error) {
    const why = error instanceof UnusableProxy ? unusableProxy(error) : unreadableAuthority(target);
    return { outcome: "blocked", problem: why };
  }
  const came = await exchange(target, connection, sending);
  const isSigned = Object.values(request.headers).some(isSignature);
  const reply = isSigned ? withClock(came, Date.now()) : came;
  // Everything from a token endpoint is a secret, even if it is never used.
  if (request.form !== undefined && reply.outcome === "answered") secrets.learnTokens(tokensIn(reply.text));
  return reply;
}

/** The tokens in an answer of OAuth 2.0 (RFC 6749 §5.1), and of OpenID Connect. */
function tokensIn(text: string): readonly string[] {
  const answer = parseJson(text);
  if (!isObject(answer)) return [];
  const tokens = [answer.access_token, answer.refresh_token, answer.id_token];
  return tokens.flatMap((token) =>
    typeof token === "string" && token.length <= maxTokenLength ? token : [],
  );
}

async function exchange(
  target: Endpoint,
  connection: Connection,
  { request, log, signal, secrets, kept }: Sending,
): Promise<WireReply> {
  const { method, url } = request;
  const timeoutSeconds = target.limits.timeoutSeconds ?? defaultTimeoutSeconds;
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  const reveal = (secret: Secret) => {
    const value = secret.reveal();
    if (secret instanceof IssuedSecret) secrets.learnTokens([value]);
    else if (secret.isSearched) secrets.learn([value]);
    return value;
  };
  let sent = false;
  const leaving = () => {
    sent = true;
  };
  try {
    const ends = AbortSignal.any([signal, timeout]);
    const hooks = hooksOf({ target, log, reveal }, request);
    const response = await connection.request({ method, url, signal: ends, ...hooks, leaving });
    const isBrief = request.form !== undefined || response.status >= 300;
    const text = isBrief
      ? await wholeText(response, briefBounds)
      : await keptText(response, kept && { kept, place: `${target.name}\0${method} ${url}` });
    const { status, headers, cookies } = response;
    return {
      outcome: "answered",
      status,
      headers,
      text,
      cookies,
      shown: (one) => secrets.value(one),
    };
  } catch (error) {
    if (error instanceof Unsendable) return { outcome: "blocked", problem: error.problem };
    const ended = signal.aborted ? "interrupted" : timeout.aborted ? "timeout" : undefined;
    const isTooLarge = error instanceof TooLarge;
    // Any other error is a bug in trueup.
    if (ended === undefined && !isTooLarge && !(error instanceof NetworkFailure)) throw error;
    const shown = (one: string) => secrets.value(one);
    const problem = requestProblem({ target, url, error, ended, timeoutSeconds, sent, shown });
    return { outcome: "lost", sent, ...(isTooLarge && { final: true }), problem };
  }
}

/** Where the last answer to a request is remembered. */
interface KeptPlace {
  readonly kept: KeptResults;
  readonly place: string;
}

/** The answers that were within their limits. */
const measured = new Stage<string>();

/**
 * Returns an answer if it is within its limits. An answer that equals the last one to the same request is not measured
 * again.
 */
async function keptText(answer: Answer, last: KeptPlace | undefined): Promise<string> {
  if (!last) return wholeText(answer, answerBounds);
  const { kept, place } = last;
  const weight = new JsonMeter(answerBounds);
  const pieces = await piecesOf(answer, (piece) => weight.weigh(piece));
  const text = textOf(pieces);
  const known = measured.find(kept, { place, from: [text] });
  if (known) return known.result;
  const meter = new JsonMeter(answerBounds);
  for (const piece of pieces) refuseExcess(meter.take(piece));
  measured.keep(kept, { place, from: [text] }, text);
  return text;
}

/** Rejects if the answer exceeds the limits, or if its rest does not arrive. The connection is then closed. */
async function wholeText(answer: Answer, bounds: JsonBounds): Promise<string> {
  const meter = new JsonMeter(bounds);
  return textOf(await piecesOf(answer, (piece) => meter.take(piece)));
}

/** The pieces of an answer. `excess` returns the limit that a piece exceeds, or undefined. */
async function piecesOf(
  { body }: Answer,
  excess: (piece: Uint8Array) => string | undefined,
): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of body) {
      refuseExcess(excess(piece));
      pieces.push(piece);
      bytes += piece.length;
    }
  } catch (error) {
    throw error instanceof TooLarge ? error : new NetworkFailure(error);
  }
  if (bytes > longBytes) await setImmediate();
  return pieces;
}

function refuseExcess(excess: string | undefined): void {
  if (excess !== undefined) throw new TooLarge(excess);
}

function textOf(pieces: readonly Uint8Array[]): string {
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

function unusableProxy({ message, variable }: UnusableProxy): Problem {
  const hint = `Set the variable to a URL such as http://proxy.example.net:3128, or unset ${variable}.`;
  return problem("unusable-proxy", `${message}.`, { hint });
}

function unreadableAuthority(target: Endpoint): Problem {
  return problem("unreadable-ca", `${target.name}: the CA bundle ${target.tls.ca ?? ""} cannot be read.`, {
    hint: `Set tls.ca of target ${target.name} in trueup.yaml to the path of a PEM file.`,
  });
}
