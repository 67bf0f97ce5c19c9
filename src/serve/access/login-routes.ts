/** Logging in and out: to the login server and back, the cookies of both ways, and nowhere else. */

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

/** What the routes are given. */
export interface LoginRouting {
  readonly settings: AccessSettings;
  readonly server: LoginServer;
  readonly sessions: Sessions;
  readonly keys: SigningKeys;
  readonly ports: AccessPorts;
}

/** A login that a browser has begun, as its cookie has it. */
const begunSchema = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Where it goes on: a path of ours. */
  to: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
});

const loginSeconds = 600;

/** Over https the browser itself keeps the cookie to this host, whoever else has one of the same domain. */
export function sessionCookie({ publicUrl }: Pick<AccessSettings, "publicUrl">): string {
  return publicUrl.startsWith("https:") ? "__Host-trueup" : "trueup-session";
}

/** A login has a cookie of its own, so that two windows can log in at once. */
function loginCookie(settings: Pick<AccessSettings, "publicUrl">, state: string): string {
  return `${loginPrefix(settings)}${state.slice(0, 12).replace(/[^\w-]/g, "")}`;
}

function loginPrefix({ publicUrl }: Pick<AccessSettings, "publicUrl">): string {
  return publicUrl.startsWith("https:") ? "__Host-trueup-login-" : "trueup-login-";
}

/** So many logins of one browser can be under way: more would fill its headers. */
const mostLogins = 5;

/** Logins that were never finished make room. */
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
        message: "This browser has no session here any more.",
        link: ["/auth/login", "Log in"],
      }),
    ),
  );
  return app;
}

/** The way back from the login server. */
async function finished(c: Context<AccessEnv>, routing: LoginRouting): Promise<Response> {
  const { settings, server, sessions, keys, ports } = routing;
  const flags = cookieFlags(settings);
  const name = loginCookie(settings, c.req.query("state") ?? "");
  const begun = begunIn(keys, getCookie(c, name), ports.now());
  // It is used once, however it ends.
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

/** Out of reach of scripts, and of pages elsewhere but where somebody follows a link. */
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

/** Where a login leads: a path of this server, whatever was asked for. */
export function ownPath(to: string | undefined, publicUrl: string): string {
  if (to === undefined || !to.startsWith("/") || to.length > longestPath) return "/";
  const url = URL.parse(to, publicUrl);
  // Once more as a browser will read it: `//host`, `/\host` and control characters lead elsewhere.
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
  const says =
    seen.length === 0 ? "The login server says of no group that you are in it." : "Your groups are these:";
  const message = `You are ${name}. None of your groups has a role here, and everybody has none. ${says}`;
  const list = seen.slice(0, shownGroups);
  return accessPage({ title: "You have no role here", message, list, link: ["/auth/login", "Log in again"] });
}
