/**
 * The core of the simulator. From a simulated world, a request and the time, it computes the next world and the reply.
 * Pure.
 */

import { changedByOthers, toldByKey } from "./authors.ts";
import { withDueBatches } from "./batches.ts";
import { catalyst, catalystTokenPath } from "./controller/catalyst/catalyst.ts";
import { controller, tokenPath } from "./controller/controller.ts";
import { dashboard } from "./dashboard/dashboard.ts";
import { meraki, organizationOf } from "./dashboard/meraki/meraki.ts";
import { elapsed } from "./elapsed.ts";
import { apic, sessionPaths } from "./fabric/apic/apic.ts";
import { fabric } from "./fabric/fabric.ts";
import { type Fault, replyInstead, replyUnder, struckBy } from "./faults.ts";
import { authorizePath } from "./firewall/authorize.ts";
import { firewall } from "./firewall/firewall.ts";
import { fmc } from "./firewall/fmc/fmc.ts";
import { fmcLogins } from "./firewall/fmc/tokens.ts";
import { kept } from "./habits/kept.ts";
import { answeredLate, withPast } from "./late-lists.ts";
import { admit, freshLimiter } from "./limiter.ts";
import { messaging } from "./messaging/messaging.ts";
import { webex, webexTokenPath } from "./messaging/webex/webex.ts";
import { isLocked } from "./netconf/devices.ts";
import { oauthTokenPath } from "./oauth/tokens.ts";
import { openapi } from "./openapi/openapi.ts";
import { hostOf, restconf } from "./restconf/restconf.ts";
import { rfc8040 } from "./restconf/rfc8040.ts";
import { sdwan } from "./sdwan/sdwan.ts";
import { vmanageLogins } from "./sdwan/vmanage/sessions.ts";
import { vmanage } from "./sdwan/vmanage/vmanage.ts";
import { intersight, intersightTokenPath } from "./servers/intersight/intersight.ts";
import { servers } from "./servers/servers.ts";
import { positionText, readJson } from "./wire/json-text.ts";
import { bare, json, type SimReply, type SimRequest } from "./wire/message.ts";
import { refusedBy } from "./wire/permissions.ts";
import { findRoute, type RouteMatch, type SimulatedInterface, splitQuery } from "./wire/route.ts";
import type { HttpName } from "./wire/served-names.ts";
import type { SimulatorSettings } from "./wire/settings.ts";
import type { World } from "./world.ts";

/** The simulated world after a request, and its reply. */
export interface WorldReply {
  readonly world: World;
  readonly reply: SimReply;
}

/**
 * Answers one request. The time must not be earlier than that of the previous request. The checks come in this order:
 * rate limit (429), credentials (401), permissions (403), route (404, 405), JSON (400), faults. Then the interface
 * answers.
 */
export function respond(world: World, request: SimRequest, now: number): WorldReply {
  const { admitted, world: counted } = admittedBy(withPast(elapsed(world, now), now), request, now);
  const { open, dressed } = openerOf(world.settings, request.interface);
  const dress = (reply: SimReply) => dressed(reply, world.settings);
  const opened = admitted ? open(counted, request, now) : { refusal: throttled(world.settings, now) };
  const done =
    "refusal" in opened
      ? { world: counted, reply: dress(opened.refusal) }
      : carriedOut({ ...opened, dress }, counted, { request, now });
  const { interface: name, method, path } = request;
  const write = !["GET", "HEAD", "OPTIONS"].includes(method) && !logins.includes(splitQuery(path).path);
  const last = { at: now, interface: name, method, path, status: done.reply.status, write, admitted };
  const delayMs = done.reply.delayMs + world.settings.latencyMs;
  return {
    world: withPast({ ...done.world, log: { last, before: done.world.log } }, now),
    reply: { ...done.reply, delayMs },
  };
}

/** Paths of logins. A POST to one of them writes nothing. */
const logins: readonly string[] = [
  tokenPath,
  oauthTokenPath,
  authorizePath,
  catalystTokenPath,
  intersightTokenPath,
  webexTokenPath,
  ...sessionPaths,
  ...vmanageLogins,
  ...fmcLogins,
];

interface Arrival {
  readonly request: SimRequest;
  readonly now: number;
}

/** An admitted request, and the function that carries it out. */
interface Opened {
  readonly run: (world: World) => WorldReply;
  /** Puts a refusal into the form of the mode. */
  readonly dress: (refusal: SimReply) => SimReply;
}

type Opening = Pick<Opened, "run"> | { readonly refusal: SimReply };

/** An interface in one of its modes. */
interface Opener {
  readonly open: (world: World, request: SimRequest, now: number) => Opening;
  readonly dressed: (refusal: SimReply, settings: SimulatorSettings) => SimReply;
}

const openers: Readonly<Record<HttpName, Opener>> = {
  dashboard: opener("dashboard", dashboard),
  controller: opener("controller", controller),
  fabric: opener("fabric", fabric),
  restconf: opener("restconf", restconf),
  messaging: opener("messaging", messaging),
  servers: opener("servers", servers),
  sdwan: opener("sdwan", sdwan),
  firewall: opener("firewall", firewall),
  openapi: opener("openapi", openapi),
};

const modes = {
  apic: opener("fabric", apic),
  "catalyst-center": opener("controller", catalyst),
  fmc: opener("firewall", fmc),
  intersight: opener("servers", intersight),
  meraki: opener("dashboard", meraki),
  rfc8040: opener("restconf", rfc8040),
  vmanage: opener("sdwan", vmanage),
  webex: opener("messaging", webex),
};

function openerOf(settings: SimulatorSettings, name: HttpName): Opener {
  const mode = name === "openapi" ? "neutral" : settings[`${name}Mode`];
  return mode === "neutral" ? openers[name] : modes[mode];
}

function opener<Name extends HttpName>(name: Name, simulated: SimulatedInterface<World[Name]>): Opener {
  const open: Opener["open"] = (world, request, now) => {
    const { settings } = world;
    const { path, query } = splitQuery(request.path);
    const { routes } = simulated;
    const found = findRoute(
      typeof routes === "function" ? routes(world[name]) : routes,
      request.method,
      path,
    );
    const login = "route" in found && found.route.open === true;
    const credential = login ? "" : simulated.authenticate(world[name], request, { settings, now });
    if (credential === undefined) return { refusal: bare(401) };
    const scopes = simulated.scopesOf?.(world[name], request, { settings, now }) ?? [];
    const forbidden = forbiddenBy(settings, request, credential) ?? unscoped(found, scopes);
    if (forbidden) return { refusal: forbidden };
    if (!("route" in found)) return { refusal: bare(found.status) };
    const optional = "route" in found && found.route.body === "optional";
    const takesBody = optional ? request.body !== "" : !login;
    const body =
      takesBody && ["POST", "PUT", "PATCH"].includes(request.method)
        ? readJson(request.body)
        : { value: null };
    if ("faultAt" in body) return { refusal: malformed(request.body, body.faultAt) };
    if (request.interface === "restconf" && request.method !== "GET" && isLocked(world, hostOf(path))) {
      return { refusal: { ...bare(409), tag: "lock-denied" } };
    }
    const { route, parameters } = found;
    const call = { request, credential, parameters, query, body: body.value, settings, now };
    const run = (at: World): WorldReply => {
      const { settled, ...answered } = route.answer(at[name], call);
      const { world: ran, reply } = kept(at, name, answered);
      const after =
        name === "dashboard" ? toldByKey(at.dashboard, ran, { at: now, asked: request, credential }) : ran;
      if (settled === undefined) return { world: after, reply };
      const done = withDueBatches(after, now);
      return { world: done, reply: settled(done[name]) };
    };
    return { run };
  };
  return { open, dressed: simulated.dressed ?? ((refusal) => refusal) };
}

function carriedOut(own: Opened, world: World, { request, now }: Arrival): WorldReply {
  const { fault, faults } = struckBy(world.faults, request, now);
  const after: World = { ...world, faults };
  const opened = { ...own, run: (at: World) => answeredLate(at, own.run, { request, now }) };
  return fault === undefined ? opened.run(after) : underFault(after, { ...opened, fault, now });
}

function underFault(
  world: World,
  { run, dress, fault, now }: Opened & { readonly fault: Fault; readonly now: number },
): WorldReply {
  const changed = (fault.change && changedByOthers(world, fault.change, now)) ?? world;
  const instead = replyInstead(fault);
  const own = fault.effect.kind === "answer" || fault.effect.kind === "notJson" || instead?.cut !== undefined;
  if (instead) return { world: changed, reply: own ? instead : dress(instead) };
  const done = run(changed);
  return { world: done.world, reply: replyUnder(fault, done.reply) };
}

function admittedBy(world: World, request: SimRequest, now: number): { admitted: boolean; world: World } {
  const { settings, limiters } = world;
  const ratePerSecond = rateOf(settings, request.interface);
  if (ratePerSecond === 0) return { admitted: true, world };
  const key = `${request.interface} ${countedBy(world, request)}`;
  const before = limiters.get(key) ?? freshLimiter(ratePerSecond, now);
  const { admitted, state } = admit(before, now, { model: settings.limiter, ratePerSecond });
  return { admitted, world: { ...world, limiters: new Map(limiters).set(key, state) } };
}

/** Returns what a rate limit applies to: a router, an organization of Meraki's dashboard, or the whole interface. */
function countedBy({ settings, dashboard: state }: World, { interface: name, path }: SimRequest): string {
  if (name === "restconf") return hostOf(path);
  return name === "dashboard" && settings.dashboardMode === "meraki" ? organizationOf(state, path) : "";
}

function rateOf(settings: SimulatorSettings, name: HttpName): number {
  return settings[`${name}RequestsPerSecond`];
}

function throttled({ retryAfterSeconds, variants }: SimulatorSettings, now: number): SimReply {
  if (variants.retryAfter === "seconds") return bare(429, { "retry-after": String(retryAfterSeconds) });
  // A date has whole seconds, so the reply has the first whole second after the wait.
  const seconds = Math.floor(now / 1000);
  const date = (at: number) => new Date(at * 1000).toUTCString();
  return bare(429, { "retry-after": date(seconds + Math.ceil(retryAfterSeconds) + 1), date: date(seconds) });
}

function malformed(text: string, faultAt: number): SimReply {
  return json(400, { error: "malformed JSON", details: positionText(text, faultAt) });
}

function forbiddenBy(
  settings: SimulatorSettings,
  request: SimRequest,
  credential: string,
): SimReply | undefined {
  const { path } = splitQuery(request.path);
  const refusal = refusedBy(settings, request, credential);
  if (refusal === undefined) return undefined;
  if (refusal.lacks === "endpoint") return bare(403);
  return json(403, { error: "Forbidden", message: `insufficient privileges for ${request.method} ${path}` });
}

function unscoped<State>(found: RouteMatch<State>, scopes: readonly string[]): SimReply | undefined {
  const scope = "route" in found ? found.route.scope : undefined;
  if (scope === undefined || scopes.includes(scope)) return undefined;
  return json(403, { error: "Forbidden", message: `the token lacks the scope ${scope}` });
}
