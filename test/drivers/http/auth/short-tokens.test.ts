/**
 * Tokens that expire after one use, or before all waiting requests have used them. In the end each request gets a
 * token, and the number of logins is bounded.
 */

import { describe, expect, test } from "vitest";
import { withCachedToken, withToken } from "../../../../src/drivers/http/auth/cached-token.ts";
import { problem } from "../../../../src/model/problem.ts";
import { Secret } from "../../../../src/model/secret.ts";
import type { Wire, WireReply } from "../../../../src/model/wire.ts";
import { VirtualClock } from "../../../servers/virtual-time/clock.ts";

const calm = new AbortController().signal;
const ok: WireReply = { outcome: "answered", status: 200, headers: {}, text: "{}" };
const unauthorized: WireReply = { ...ok, status: 401 };

interface Server {
  /** How often a token can be used. Default: without a limit. */
  readonly uses?: number;
  /** How long a token is valid, in milliseconds. Default: without a limit. */
  readonly lifeMs?: number;
  /** How long the pacer delays each request. */
  readonly paceMs?: number;
  /** Paths that are answered with 401, whatever the token. */
  readonly forbidden?: readonly string[];
  /** After this number of answers, no token is accepted. */
  readonly revokedAfter?: number;
  readonly lifetimeMs?: number;
}

/** Returns a server, and a wire that logs in to it. Requests are sent one after another. */
function server({
  uses = 1e9,
  lifeMs = 1e9,
  paceMs = 100,
  forbidden = [],
  revokedAfter = 1e9,
  lifetimeMs,
}: Server) {
  const clock = new VirtualClock();
  const tokens = new Map<string, { used: number; readonly at: number }>();
  let logins = 0;
  let requests = 0;
  let answered = 0;
  let last = Promise.resolve();
  const turn = () => {
    last = last.then(() => clock.wait(paceMs));
    return last;
  };
  const network: Wire = {
    send: async ({ url, headers }) => {
      await turn();
      requests += 1;
      const value = headers["x-token"];
      const token = tokens.get(value instanceof Secret ? value.reveal() : "");
      const isGood =
        token !== undefined &&
        token.used < uses &&
        clock.now() - token.at <= lifeMs &&
        answered < revokedAfter;
      if (!isGood || forbidden.includes(url)) return unauthorized;
      token.used += 1;
      answered += 1;
      // Waits until other requests have got their answers.
      await clock.wait(10);
      return ok;
    },
  };
  const wire = withCachedToken({
    obtain: async () => {
      await turn();
      logins += 1;
      const token = `t${logins}`;
      tokens.set(token, { used: 0, at: clock.now() });
      return { token: new Secret(token), lifetimeMs };
    },
    carry: (token) => withToken(network, "x-token", token),
    refused: () => problem("unauthorized", "the new token was refused"),
    now: () => clock.now(),
  });
  const all = (...urls: readonly string[]) =>
    clock.run(Promise.all(urls.map((url) => wire.send({ method: "GET", url, headers: {} }, calm))));
  const counts = () => ({ logins, requests });
  return { all, counts, clock };
}

const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`);
const statuses = (replies: readonly WireReply[]) =>
  replies.map((reply) => (reply.outcome === "answered" ? reply.status : reply.outcome));

describe("a token", () => {
  test.each([1, 2, 5])("that ends after %i uses is replaced for each of forty requests", async (uses) => {
    const { all, counts } = server({ uses });
    expect(new Set(statuses(await all(...paths(40))))).toEqual(new Set([200]));
    expect(counts().logins).toBeLessThanOrEqual(40 / uses + 20);
    const before = counts();
    expect(statuses(await all(...paths(10)))).toEqual(Array(10).fill(200));
    // Once trueup knows that a token is valid for one use, it sends no request with a used token.
    if (uses === 1) expect(counts().requests - before.requests).toBe(10);
  });

  test.each([undefined, 900])(
    "that ends within a second serves whatever waits (lifetime: %s)",
    async (lifetimeMs) => {
      const { all } = server({ lifeMs: 900, paceMs: 250, ...(lifetimeMs !== undefined && { lifetimeMs }) });
      expect(new Set(statuses(await all(...paths(20))))).toEqual(new Set([200]));
    },
  );

  test("that one path refuses is no short one: the others share it, and that path costs a few requests", async () => {
    const { all, counts } = server({ forbidden: ["/secret"] });
    await all("/a");
    expect(statuses(await all("/secret", "/a", "/b", "/c"))).toEqual([401, 200, 200, 200]);
    expect(counts().logins).toBeLessThanOrEqual(6);
    const { logins } = counts();
    await all(...paths(20));
    expect(counts().logins - logins).toBeLessThanOrEqual(1);
  });

  test("that is never taken ends all, with few logins", async () => {
    const { all, counts } = server({ uses: 0 });
    const replies = statuses(await all(...paths(20)));
    expect(new Set(replies)).toEqual(
      new Set([401, "blocked"].filter((one) => replies.includes(one as never))),
    );
    expect(counts().logins).toBeLessThanOrEqual(5);
    expect(statuses(await all("/later"))).toEqual(["blocked"]);
  });

  test("of a credential that was revoked under way ends all, with a bounded number of logins", async () => {
    const { all, counts } = server({ revokedAfter: 5 });
    await all(...paths(5));
    for (const path of paths(30)) await all(path);
    expect(counts().logins).toBeLessThanOrEqual(20);
    expect(statuses(await all("/later"))).toEqual(["blocked"]);
  });
});
