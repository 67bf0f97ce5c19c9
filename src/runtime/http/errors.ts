/** Describes failed requests: what failed, where, and what to do. */

import { type Problem, problem } from "../../model/problem.ts";
import type { Endpoint } from "../../model/project.ts";

/** Thrown if an answer exceeds its limits. The message is half a sentence. */
export class TooLarge extends Error {}

/** Thrown for a network error, which is its `cause`. Contains nothing from the request. */
export class NetworkFailure extends Error {
  constructor(cause: unknown) {
    super("the network failed", { cause });
  }
}

/** Thrown if a request cannot be sent, because HTTP cannot represent it. */
export class Unsendable extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Facts about a request without a complete answer. */
export interface RequestFailure {
  readonly target: Endpoint;
  readonly url: string;
  readonly error: unknown;
  /** Why trueup ended the request. Undefined: it did not. */
  readonly ended: "timeout" | "interrupted" | undefined;
  readonly timeoutSeconds: number;
  readonly sent: boolean;
  /** Redacts opened secrets in the server's text. */
  readonly shown: (text: string) => string;
}

const certificates =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|CRL_|ERR_TLS_|ERR_SSL_|EPROTO)/;

const unreachable: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is unknown",
  EAI_AGAIN: "its name could not be looked up",
  ECONNREFUSED: "the connection was refused",
  EHOSTUNREACH: "no route to that host",
  ENETUNREACH: "no route to that network",
  EHOSTDOWN: "the host is down",
  ETIMEDOUT: "the connection was not answered",
  UND_ERR_CONNECT_TIMEOUT: "the connection was not answered",
};

/** The problem of a request without a complete answer. It contains nothing from the request except its host. */
export function requestProblem(trouble: RequestFailure): Problem {
  const { target, ended, error, sent, shown } = trouble;
  const host = URL.parse(trouble.url)?.host ?? trouble.url;
  const named = (code: string, what: string, hint: string) =>
    problem(code, `${target.name}: ${what}`, { hint });
  const { given } = target;
  const here = `target ${target.name} in trueup.yaml`;
  const url = given ?? `the url of ${here}`;
  const { code, ...caused } = cause(error);
  const message = shown(caused.message);
  if (ended === "interrupted")
    return named("interrupted", `this run stopped the request to ${host} before its answer.`, "Run again.");
  if (ended === "timeout") {
    const what = `${host} did not answer completely within ${trouble.timeoutSeconds} s.`;
    const instead = given === undefined ? `raise limits.timeoutSeconds of ${here}` : "try again later";
    return named("timeout", what, `Check that the host is up, or ${instead}.`);
  }
  if (error instanceof TooLarge) {
    const what = `the answer of ${host} ${error.message}.`;
    return named("answer-too-large", what, `Check that ${url} is the address of the interface itself.`);
  }
  if (certificates.test(code)) {
    const what = `no trusted TLS connection to ${host} can be made (${code}).`;
    return named("tls-failure", what, tlsHint(code, { url, here, given }));
  }
  if (sent) {
    const what = `the connection to ${host} broke before the answer was complete (${message}).`;
    return named("connection-lost", what, "Check that the host is up, then run again.");
  }
  const why = unreachable[code];
  const what = `${host} cannot be reached: ${why === undefined ? message : `${why} (${code})`}.`;
  return named("unreachable", what, `Check ${url}, the network and the proxy settings.`);
}

interface Place {
  /** The place where people correct a URL. */
  readonly url: string;
  /** The target in words: `target cloud in trueup.yaml`. */
  readonly here: string;
  readonly given: string | undefined;
}

function tlsHint(code: string, { url, here, given }: Place): string {
  if (code === "CERT_HAS_EXPIRED") return "Renew the certificate of the host: it has expired.";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return (
      `Write the name from the certificate into ${url}, or replace the certificate: it is for another ` +
      "name."
    );
  if (code.startsWith("ERR_SSL") || code === "EPROTO")
    return `Check that https and the port are right for ${url}.`;
  if (given !== undefined)
    return "Use a certificate from a public authority on that host: trueup ignores NODE_EXTRA_CA_CERTS.";
  const instead =
    "for a webhook, set its ca; for `comment` and `issue`, use --ca. trueup ignores NODE_EXTRA_CA_CERTS";
  return `Set tls.ca of ${here} to a PEM file with the certificate authority of this host; ${instead}.`;
}

/** The code and message of the innermost cause of an error. */
function cause(error: unknown): { readonly code: string; readonly message: string } {
  let found = { code: "", message: "unknown" };
  for (let each = error; each instanceof Error; each = innerOf(each)) {
    const code = "code" in each && typeof each.code === "string" ? each.code : found.code;
    found = { code, message: each.message || code };
  }
  return found;
}

function innerOf(error: Error): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error.cause;
}
