/** Records what nock intercepted, so that tests can check the requests on the wire. */

import nock from "nock";
import { afterAll, afterEach, beforeAll } from "vitest";

/** One received request. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One prepared answer, used once. */
export interface Prepared {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Blocks real sockets for the tests of a file. Every prepared answer must be used. */
export function offline(): void {
  beforeAll(() => {
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
  });
  // The next test file in this process needs real sockets instead of nock's.
  afterAll(() => {
    nock.enableNetConnect();
    nock.restore();
  });
  afterEach(() => {
    const left = nock.pendingMocks();
    nock.cleanAll();
    if (left.length > 0) throw new Error(`never asked for: ${left.join(", ")}`);
  });
}

/** An origin's answer to one request. */
export interface Answer {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Record<string, string | string[]>;
}

/** Answers all requests to an origin until the test ends; returns the list of received requests. */
export function answering(origin: string, answer: (arrived: Arrived) => Answer): readonly Arrived[] {
  const arrived: Arrived[] = [];
  const scope = nock(origin).persist();
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
    scope
      .intercept(/.*/, method)
      .optionally()
      .reply(async (request: Request) => {
        const one = await arrivedIn(request);
        arrived.push(one);
        const { status = 200, body = "", headers = {} } = answer(one);
        return [status, body, headers];
      });
  return arrived;
}

async function arrivedIn(request: Request): Promise<Arrived> {
  const { method, url } = request;
  return {
    method,
    url,
    headers: Object.fromEntries(request.headers.entries()),
    body: await request.text(),
  };
}

/** Prepares answers at an origin; returns the list of received requests. */
export function prepared(origin: string, answers: readonly Prepared[]): readonly Arrived[] {
  const arrived: Arrived[] = [];
  for (const { method, path, status = 200, body, headers = {} } of answers) {
    nock(origin)
      .intercept(path, method)
      .reply(async (request: Request) => {
        arrived.push(await arrivedIn(request));
        return [
          status,
          body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body),
          headers,
        ];
      });
  }
  return arrived;
}
