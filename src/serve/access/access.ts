/**
 * Access control: identifies the sender of each request, and decides whether it is answered. All other parts of the
 * server are behind it.
 */

import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { CallScope } from "../../runtime/serving/call-scope.ts";
import type { AccessSettings, ClientLimits } from "../config/serve-config.ts";
import { asksNobody } from "../config/serve-config.ts";
import { refusal } from "../problem-details.ts";
import { clientAddress, countedAddress } from "./client-address.ts";
import type { Caller } from "./guarded-served.ts";
import { type AccessEnv, type AccessPorts, highest, type Identity } from "./identity.ts";
import { sessionCookie } from "./login-routes.ts";
import { type RateLimit, rateLimit } from "./rate-limit.ts";
import {
  foreignHost,
  foreignOrigin,
  isSafeMethod,
  mayBeFromPage,
  type OwnOrigins,
  ownOrigins,
} from "./same-origin.ts";
import { securityHeaders } from "./security-headers.ts";
import type { Sessions } from "./sessions.ts";
import { shownToken, type TokenCheck } from "./tokens.ts";

/** The inputs of access control. */
export interface AccessParts {
  readonly settings: AccessSettings;
  readonly limits: Pick<ClientLimits, "requestsPerMinute" | "failuresPerMinute" | "bodyBytes">;
  readonly sessions: Sessions | undefined;
  readonly tokens: TokenCheck;
  /** The login server's origin. Absent if there is no login server. */
  readonly loginOrigin?: string | undefined;
  /** The CSRF token of forms if everybody on loopback is admitted. */
  readonly loopbackCsrf: string;
  readonly scope: CallScope<Caller>;
  readonly ports: AccessPorts;
}

type Middleware = MiddlewareHandler<AccessEnv>;
type AccessContext = Context<AccessEnv>;

/**
 * Applies to every request, even without authentication: sets the headers, determines the client's address, and limits
 * the rate.
 */
export function outerAccess({ settings, limits, ports, loginOrigin }: AccessParts): Middleware {
  const isTls = settings.publicUrl.startsWith("https:");
  const headers = Object.entries(securityHeaders({ isTls, formTargets: loginOrigin ? [loginOrigin] : [] }));
  const rate = rateLimit(limits.requestsPerMinute, ports.now);
  return async (c, next) => {
    c.set("from", clientAddress(c.env.address, c.req.header("x-forwarded-for"), settings.behind));
    const wait = rate.take(countedAddress(c.var.from));
    if (wait > 0) c.res = tooMany(c, wait);
    else await next();
    for (const [name, value] of headers) c.header(name, value);
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
  };
}

/** Refuses unsafe requests from other sites, including logouts. */
export function ownSiteOnly({ settings }: AccessParts): Middleware {
  const own = ownOrigins(settings.publicUrl);
  return async (c, next) => {
    const fault = foreignHost(hostOf(c, settings.behind), own);
    if (fault !== undefined) return refusal(c, { code: "other-host", message: fault });
    const said = foreignOrigin(requestOf(c), own, { withoutBrowser: false });
    return said === undefined ? next() : refusal(c, { code: "other-site", message: said });
  };
}

/** Admits identified callers with their roles. Others get a login page, or an error that says how to authenticate. */
export function innerAccess(parts: AccessParts): Middleware {
  const { settings, limits, scope, ports } = parts;
  const own = ownOrigins(settings.publicUrl);
  const failures = rateLimit(limits.failuresPerMinute, ports.now);
  const perViewer = rateLimit(limits.requestsPerMinute, ports.now);
  return async (c, next) => {
    const key = countedAddress(c.var.from);
    const token = shownToken(c.req.header("authorization"));
    // If there is a token, it alone decides: an additional cookie is ignored.
    if (token !== undefined && !asksNobody(settings)) {
      const wait = failures.wait(key);
      if (wait > 0) return tooMany(c, wait);
      const machine = await parts.tokens.identityOf(token);
      if (!machine) return refusedToken(c, parts, { failures, key });
      return entered(c, machine, { scope, perViewer, next, ports });
    }
    const identity = asksNobody(settings) ? openIdentity(c, parts) : sessionOf(c, parts);
    if (!identity) return unknown(c, parts);
    return unlistedFault(c, parts, own) ?? entered(c, identity, { scope, perViewer, next, ports });
  };
}

/**
 * Checks the host and origin of a request that a cookie or the loopback address would admit. On a server without a
 * login, such a request must not come through a proxy either. Returns the refusal; undefined if the request is allowed.
 */
function unlistedFault(
  c: AccessContext,
  { settings, ports }: AccessParts,
  own: OwnOrigins,
): Response | undefined {
  const fault = foreignHost(hostOf(c, settings.behind), own);
  if (fault !== undefined) return refusal(c, { code: "other-host", message: fault });
  const isThroughProxy = ["forwarded", "x-forwarded-for", "x-forwarded-host", "via"].some((name) =>
    c.req.header(name),
  );
  if (asksNobody(settings) && isThroughProxy) {
    const message = "This server has no login, so it answers no requests through a proxy: see docs/serve.md.";
    return refusal(c, { code: "through-proxy", message });
  }
  const said = foreignOrigin(requestOf(c), own, { withoutBrowser: asksNobody(settings) });
  if (said === undefined) return undefined;
  const { from } = c.var;
  ports.audit.note({ act: "request", result: "refused", from, on: pathOf(c), message: "from another site" });
  return refusal(c, { code: "other-site", message: said });
}

/**
 * The identity of anyone on this machine. Forms send back a secret that only the page contains. Programs do not need
 * the secret, since they have no page.
 */
function openIdentity(c: AccessContext, { loopbackCsrf }: AccessParts): Identity {
  const isProgram = !isSafeMethod(c.req.method) && !mayBeFromPage(requestOf(c));
  const csrf = isProgram ? undefined : loopbackCsrf;
  return { name: "loopback", by: "loopback", grants: [{ role: "apply" }], csrf };
}

function sessionOf(c: AccessContext, { settings, sessions }: AccessParts): Identity | undefined {
  const cookie = getCookie(c, sessionCookie(settings));
  return cookie === undefined ? undefined : sessions?.identityOf(cookie);
}

/**
 * Writes an unsafe request to the audit if its response is a refusal or an error, unless the audit has the request
 * already.
 */
function noteRefusal(c: AccessContext, { identity, from, isNoted }: Caller, { audit }: AccessPorts): void {
  const { status } = c.res;
  if (isNoted || status < 400 || isSafeMethod(c.req.method)) return;
  const { name: who, by } = identity;
  const result = status < 500 ? "refused" : "failed";
  audit.note({ act: "request", result, who, by, from, on: pathOf(c), message: `answered with ${status}` });
}

/** Paths that concern all environments. */
const ofAllEnvironments: Readonly<Record<string, string | undefined>> = {
  "/metrics": "Metrics",
  "/workers": "Workers",
  "/api/v1/workers": "Workers",
};

interface Entering {
  readonly ports: AccessPorts;
  readonly scope: CallScope<Caller>;
  readonly perViewer: RateLimit;
  readonly next: () => Promise<void>;
}

async function entered(c: AccessContext, identity: Identity, { scope, perViewer, next, ports }: Entering) {
  const role = highest(identity.grants);
  if (!role) {
    const message = "You have no access: none of your groups has a role.";
    return refusal(c, { code: "not-allowed", message });
  }
  // A path that concerns all environments requires a role in all of them.
  const what = ofAllEnvironments[c.req.path];
  if (what !== undefined && identity.grants.every(({ environments }) => environments !== undefined)) {
    const message = `${what} cover all environments, and your role covers only some.`;
    return refusal(c, { code: "not-allowed", message });
  }
  const wait = perViewer.take(`${identity.by} ${identity.name}`);
  if (wait > 0) return tooMany(c, wait);
  const { name, csrf } = identity;
  c.set("who", { name, role, csrf, logout: identity.by === "login" ? "/auth/logout" : undefined });
  const caller: Caller = { identity, from: c.var.from };
  await scope.run(caller, next);
  noteRefusal(c, caller, ports);
}

interface FailedToken {
  readonly failures: RateLimit;
  readonly key: string;
}

function refusedToken(c: AccessContext, { ports }: AccessParts, { failures, key }: FailedToken): Response {
  failures.take(key);
  const { from } = c.var;
  ports.audit.note({
    act: "request",
    result: "refused",
    from,
    on: pathOf(c),
    message: "an unknown token",
  });
  const challenge = 'Bearer realm="trueup", error="invalid_token"';
  const found = { code: "unknown-token", message: "This token is unknown." } as const;
  return refusal(c, found, { "www-authenticate": challenge });
}

/** Redirects people to the login. Other clients get an error that says that a token is needed. */
function unknown(c: AccessContext, { sessions }: AccessParts): Response {
  const wantsPage = c.req.header("accept")?.includes("text/html") ?? false;
  if (sessions && wantsPage && isSafeMethod(c.req.method)) {
    const url = new URL(c.req.url);
    return c.redirect(`/auth/login?to=${encodeURIComponent(`${url.pathname}${url.search}`)}`, 302);
  }
  const how = sessions ? "Log in at /auth/login, or send a token" : "Send a token of serve.yaml";
  const found = { code: "not-logged-in", message: `${how}: Authorization: Bearer TOKEN.` } as const;
  return refusal(c, found, { "www-authenticate": 'Bearer realm="trueup"' });
}

function tooMany(c: AccessContext, wait: number): Response {
  const found = { code: "too-many-requests", message: `Too many requests: try again in ${wait} s.` } as const;
  return refusal(c, found, { "retry-after": String(wait) });
}

function pathOf(c: AccessContext): string {
  return `${c.req.method} ${c.req.path}`.slice(0, 300);
}

/**
 * The host that the client asked for: the header `Host`, which a trusted proxy can override with `X-Forwarded-Host`;
 * undefined if neither was sent.
 */
function hostOf(c: AccessContext, behind: readonly string[]): string | undefined {
  const isTold = c.env.address !== clientAddress(c.env.address, "client", behind);
  return (isTold ? c.req.header("x-forwarded-host") : undefined) ?? c.req.header("host");
}

function requestOf(c: AccessContext) {
  return { method: c.req.method, header: (name: string) => c.req.header(name) };
}
