/**
 * The routes for logging in and out, with the redirects to the login server and back, and the cookies for both. No
 * route redirects to any other site.
 */

import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import type { SigningKeys } from "../../runtime/serving/session-keys.ts";
import type { AccessSettings } from "../config/serve-config.ts";
import { accessPage } from "./access-page.ts";
import { type AccessEnv, type AccessPorts, grantsOf, highest } from "./identity.ts";
import { type LoginFault, noSuchLogin } from "./login-faults.ts";
import { type BegunLogin, callbackPath, type LoginServer } from "./oidc.ts";
import type { Sessions } from "./sessions.ts";
import { openedCookie, signedCookie } from "./signed-cookies.ts";

/** The inputs of the login routes. */
export interface LoginRouting {
  readonly settings: AccessSettings;
  readonly server: LoginServer;
  readonly sessions: Sessions;
  readonly keys: SigningKeys;
  readonly ports: AccessPorts;
}

/** A login that a browser has begun, as stored in its cookie. */
const begunSchema = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path of this server to return to. */
  to: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
});

const loginSeconds = 600;

/**
 * With https, the cookie's name has the prefix `__Host-`: browsers then bind the cookie to this host, even if
 * other hosts share its domain.
 */
export function sessionCookie({ publicUrl }: Pick<AccessSettings, "publicUrl">): string {
  return publicUrl.startsWith("https:") ? "__Host-trueup" : "trueup-session";
}

/** Each login has its own cookie, so that two windows can log in at once. */
function loginCookie(settings: Pick<AccessSettings, "publicUrl">, state: string): string {
  return `${loginPrefix(settings)}${state.slice(0, 12).replace(/[^\w-]/g, "")}`;
}

function loginPrefix({ publicUrl }: Pick<AccessSettings, "publicUrl">): string {
  return publicUrl.startsWith("https:") ? "__Host-trueup-login-" : "trueup-login-";
}

/**
 * The maximum number of logins that a browser can have under way: the cookies of more logins would not fit into a
 * request's headers.
 */
const mostLogins = 5;

/** Deletes the cookies of abandoned logins to make room. */
function forgetLogins(c: Context<AccessEnv>, settings: AccessSettings): void {
  const begun = Object.keys(getCookie(c)).filter((name) => name.startsWith(loginPrefix(settings)));
  for (const name of begun.slice(0, Math.max(0, begun.length - mostLogins + 1)))
    deleteCookie(c, name, cookieFlags(settings));
}

/** `/auth/login`, `/auth/callback`, `/auth/logout` and `/auth/out`. */
export function loginRoutes(routing: LoginRouting): Hono<AccessEnv> {
  const { settings, server, sessions, keys, ports } = routing;
  const flags = cookieFlags(settings);
  const app = new Hono<AccessEnv>();

  app.get("/auth/login", async (c) => {
    const begun = await server.begin();
    if ("fault" in begun) return c.html(told(routing, begun.fault), begun.fault.status);
    const to = ownPath(c.req.query("to"), settings.publicUrl);
    const cookie = signedCookie(keys, "login", { ...begun.login, to, at: ports.now() });
    if (cookie !== undefined)
      setCookie(c, loginCookie(settings, begun.login.state), cookie, { ...flags, maxAge: loginSeconds });
    forgetLogins(c, settings);
    return c.redirect(begun.url, 302);
  });

  app.get(callbackPath, (c) => finished(c, routing));
  app.post("/auth/logout", async (c) => {
    const cookie = getCookie(c, sessionCookie(settings));
    const who = cookie === undefined ? undefined : sessions.identityOf(cookie)?.name;
    if (cookie !== undefined) await sessions.end(cookie);
    deleteCookie(c, sessionCookie(settings), flags);
    ports.audit.note({ act: "logout", result: "accepted", who, from: c.var.from });
    return c.redirect((await server.endUrl()) ?? "/auth/out", 303);
  });

  app.get("/auth/out", (c) =>
    c.html(
      accessPage({
        title: "You are logged out",
        message: "The session of this browser has ended.",
        link: ["/auth/login", "Log in"],
      }),
    ),
  );
  return app;
}

/** Handles the browser's return from the login server. */
async function finished(c: Context<AccessEnv>, routing: LoginRouting): Promise<Response> {
  const { settings, server, sessions, keys, ports } = routing;
  const flags = cookieFlags(settings);
  const name = loginCookie(settings, c.req.query("state") ?? "");
  const begun = begunIn(keys, getCookie(c, name), ports.now());
  // A login can be completed only once, whether it succeeds or not.
  deleteCookie(c, name, flags);
  const from = c.var.from;
  if (!begun) {
    ports.audit.note({ act: "login", result: "refused", from, message: noSuchLogin.reason });
    return c.html(told(routing, noSuchLogin), noSuchLogin.status);
  }
  const query = new URL(c.req.url).search;
  const done = await server.finish(new URL(`${settings.publicUrl}${callbackPath}${query}`), begun);
  if ("fault" in done) {
    ports.audit.note({ act: "login", result: "failed", from, message: done.fault.reason });
    return c.html(told(routing, done.fault), done.fault.status);
  }
  const { person, seen } = done;
  const role = highest(grantsOf(settings.roles, person.groups));
  const cookie = role && sessions.begin(person);
  if (cookie === undefined) {
    ports.audit.note({
      act: "login",
      result: "refused",
      who: person.name,
      from,
      message: "no group has a role",
    });
    return c.html(withoutRole(person.name, seen), 403);
  }
  setCookie(c, sessionCookie(settings), cookie, { ...flags, maxAge: sessions.lifetimeSeconds });
  ports.audit.note({
    act: "login",
    result: "accepted",
    who: person.name,
    by: "login",
    from,
    message: role,
  });
  return c.redirect(begun.to, 302);
}

/**
 * The flags of our cookies. Scripts cannot read these cookies, and pages of other sites cannot send them, except when
 * somebody follows a link.
 */
function cookieFlags({ publicUrl }: AccessSettings) {
  return { httpOnly: true, secure: publicUrl.startsWith("https:"), sameSite: "Lax", path: "/" } as const;
}

function begunIn(
  keys: SigningKeys,
  cookie: string | undefined,
  now: number,
): (BegunLogin & { readonly to: string }) | undefined {
  const read = begunSchema.safeParse(openedCookie(keys, "login", cookie ?? ""), { jitless: true });
  if (!read.success) return undefined;
  const { at, ...begun } = read.data;
  return now - at < loginSeconds * 1000 ? begun : undefined;
}

/** The path to return to after a login. It is always a path of this server, whatever the request contains. */
export function ownPath(to: string | undefined, publicUrl: string): string {
  if (to === undefined || !to.startsWith("/") || to.length > longestPath) return "/";
  const url = URL.parse(to, publicUrl);
  // The path is parsed again, as a browser will parse it: `//host`, `/\host` and control characters lead elsewhere.
  if (!url || url.origin !== publicUrl || /^\/[/\\]/.test(to) || url.pathname.startsWith("//")) return "/";
  return url.pathname.startsWith("/auth/") ? "/" : `${url.pathname}${url.search}`;
}

const longestPath = 1000;

function told({ ports }: LoginRouting, { title, message, reason }: LoginFault) {
  ports.log.warn("a login failed", { reason });
  return accessPage({ title, message, link: ["/auth/login", "Log in again"] });
}

const shownGroups = 50;

function withoutRole(name: string, seen: readonly string[]) {
  const says = seen.length === 0 ? "The login server reports no groups for you." : "Your groups are:";
  const message = `You are ${name}. None of your groups has a role here, and there is no role for everybody. ${says}`;
  const list = seen.slice(0, shownGroups);
  return accessPage({ title: "You have no role here", message, list, link: ["/auth/login", "Log in again"] });
}
