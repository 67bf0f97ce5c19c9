/** Malformed requests. Each gets an answer with security headers, none makes the server fail, and none gives access. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { ask, expectSecured, testServer } from "../server.ts";

const yaml = `tokens: { ci: { token: { secret: env:CI }, role: apply } }
limits: { requestsPerMinute: 1000000, failuresPerMinute: 10000 }
`;
const env = { CI: "token-of-ci-0123456789", HOOK: "canary-hook-0123456789" };
const webhook = ", webhook: { provider: github, secret: { secret: env:HOOK } }";

const text = fc.string({
  unit: fc.constantFrom(..."ab/.;:,=%?&\"'<>\\ \t@[]{}~é\u00ff".split("")),
  maxLength: 40,
});
const paths = [
  "/",
  "/api/ask",
  "/auth/login",
  "/auth/callback",
  "/auth/logout",
  "/hooks/network",
  "/metrics",
  "/healthz",
  "/x",
];
const path = fc
  .tuple(
    fc.constantFrom(...paths),
    fc.constantFrom("", "/", "?", "?state=", "//", "/..", "%00", "%2e%2e/"),
    text,
  )
  .map(([head, middle, tail]) => head + middle + encodeURI(tail.replaceAll(/[\s\\]/g, "")));
const names = [
  ..."authorization cookie origin referer sec-fetch-site sec-fetch-mode x-forwarded-for x-forwarded-host".split(
    " ",
  ),
  ..."forwarded accept content-type x-hub-signature-256 x-gitlab-token x-github-event range if-none-match".split(
    " ",
  ),
  ..."upgrade te x-trueup-csrf x-http-method-override expect-ct".split(" "),
];
const value = fc.oneof(
  text.map((one) => one.replaceAll(/[^\x20-\x7e]/g, "")),
  fc.constantFrom(
    "Bearer ",
    "Bearer token-of-ci-012345678",
    "trueup-session=a.b",
    "trueup-session=.",
    "null",
    "sha256=",
    "text/html",
  ),
);
const headers = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 });
const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "QUERY");
const body = fc.oneof(fc.constant(undefined), text, fc.constant('{"do":"apply"}'), fc.constant("\u0000"));

test("no request without credentials is more than answered", async () => {
  const server = await testServer({ yaml, env, webhook });
  const open = ["/healthz", "/readyz"];
  await fc.assert(
    fc.asyncProperty(
      fc.record({ path, headers, method, body }),
      async ({ path: at, headers: with_, method: how, body: what }) => {
        const sent = what === undefined || ["GET", "HEAD"].includes(how) ? {} : { body: what };
        const answer = await ask(server.port, at, { method: how, headers: with_, ...sent });
        // If the HTTP server itself refuses a request, the request does not reach the app.
        if (answer.status === 400 && answer.headers["content-security-policy"] === undefined) return;
        expectSecured(answer);
        expect(answer.status).toBeLessThan(500);
        const isOpen = open.includes(at.split("?")[0] ?? "");
        if (!isOpen) expect(answer.status).toBeGreaterThanOrEqual(400);
      },
    ),
    { numRuns: 400 },
  );
  expect([server.asked, server.moved]).toEqual([[], []]);
  expect(server.logged.filter((line) => line.startsWith("a request failed"))).toEqual([]);
}, 30_000);
