/** Errors of requests in one shape: problem details (RFC 9457) for machines, a page for people. */

import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { printableJson } from "../model/json.ts";

/** All error codes with their HTTP status. */
export const problemStatuses = {
  "bad-request": 400,
  "not-logged-in": 401,
  "unknown-token": 401,
  "not-allowed": 403,
  "other-site": 403,
  "through-proxy": 403,
  "bad-csrf": 403,
  "not-found": 404,
  refused: 409,
  "not-observed": 409,
  "too-large": 413,
  "other-host": 421,
  "too-many-requests": 429,
  "too-many-clients": 503,
  "database-away": 503,
  failed: 500,
} as const satisfies Readonly<Record<string, number>>;

/** The code of an error. */
type ProblemCode = keyof typeof problemStatuses;

/** An error response. */
export interface WebProblem {
  readonly code: ProblemCode;
  /** One or two sentences for people. */
  readonly message: string;
}

/** The error response for machines: problem details as JSON. */
export function problemAnswer({ code, message }: WebProblem): Response {
  const status = problemStatuses[code];
  const text = JSON.stringify({ type: "about:blank", title: titles[status], status, code, message });
  return new Response(printableJson(text), {
    status,
    headers: { "content-type": "application/problem+json" },
  });
}

/** The error as an exception, for code that cannot return a response. */
export function problemThrown(found: WebProblem): HTTPException {
  return new HTTPException(problemStatuses[found.code], {
    message: found.message,
    res: problemAnswer(found),
  });
}

/** A refusal in a form that the client can read: problem details for machines, or one line of text for people. */
export function refusal(
  c: Pick<Context, "req" | "text">,
  found: WebProblem,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const answer = isForMachines(c)
    ? problemAnswer(found)
    : c.text(`${found.message}\n`, problemStatuses[found.code]);
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

const titles: Readonly<Record<(typeof problemStatuses)[ProblemCode], string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Content Too Large",
  421: "Misdirected Request",
  429: "Too Many Requests",
  503: "Service Unavailable",
  500: "Internal Server Error",
};

/** True if the request comes from a machine, judging by its path: below `/api/`, or another path that is not a page. */
export function isForMachines({ req }: Pick<Context, "req">): boolean {
  return /^\/(?:api|metrics|assets|healthz|readyz)(?:\/|$)/.test(req.path);
}
