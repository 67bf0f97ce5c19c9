/** A simulator for one test file, tested with plain fetch; its clock moves only when a test moves it. */

import { afterAll, beforeAll, beforeEach } from "vitest";
import { isObject, type Json, parseJson } from "../../src/model/json.ts";
import { builtInCompany } from "../../src/simulator/company.ts";
import { type RunningSimulator, serve } from "../../src/simulator/serve.ts";
import type { InterfaceName } from "../../src/simulator/wire/served-names.ts";
import { defaultSettings, type SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";

/** The request of a test. A body that is not a text is sent as JSON. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** The router that receives it; default: rtr-berlin-1. */
  readonly host?: string;
}

/** The reply. `json` is undefined if the body is not JSON. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json | undefined;
}

const { credentials } = defaultSettings;

/** The header with the dashboard's key. */
export const key = { "X-Vendor-API-Key": credentials.apiKey };
/** The credential for which the controller issues a token. */
export const user = basic(credentials.username, credentials.password);
/** The header that the fabric controller accepts. */
export const fabricToken = { Authorization: `Bearer ${credentials.fabricToken}` };
/** The header that routers accept. */
export const router = basic(credentials.routerUsername, credentials.routerPassword);
/** The credential for which the messaging interface issues a token. */
export const messagingClient = {
  grant_type: "client_credentials",
  client_id: "simulated-messaging-client",
  client_secret: "simulated-messaging-secret",
};
/** The credential for which the server-management interface issues a token. */
export const serversClient = {
  grant_type: "client_credentials",
  client_id: "simulated-servers-client",
  client_secret: "simulated-servers-secret",
};
/** The header that the SD-WAN manager accepts. */
export const sdwanToken = { Authorization: `Bearer ${credentials.sdwanToken}` };
/** The content type of a PUT to a router. */
export const yang = { "Content-Type": "application/yang-data+json" };

/** A header with HTTP Basic credentials. */
export function basic(username: string, password: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

/** A simulator with the built-in company: a new world before each test. */
export function simulator() {
  let served: RunningSimulator | undefined;
  let now = 0;
  const running = (): RunningSimulator => {
    if (served === undefined) throw new Error("not serving yet");
    return served;
  };
  const reset = (settings: Partial<SimulatorSettings> = {}) =>
    running().edit(() => createWorld(builtInCompany(), settings));
  const call = async (name: InterfaceName, path: string, sent: Sent = {}): Promise<Received> => {
    const { method = "GET", headers = {}, body, host = "10.20.0.1" } = sent;
    const text = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
    const url = running().urls[name].replace("{host}", host) + path;
    return received(await fetch(url, { method, headers: { ...headers }, body: text }));
  };
  beforeAll(async () => {
    served = await serve({ now: () => now });
  });
  beforeEach(() => reset());
  afterAll(() => served?.close());
  return {
    call,
    /** Starts a new world with other settings. */
    reset,
    now: () => now,
    /** Moves the clock forward. */
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    edit: (change: (world: World) => World) => running().edit(change),
    origin: (name: InterfaceName) => new URL(running().urls[name].replace("{host}", "h")).origin,
    /** The reply of a token endpoint to a form. */
    form: (name: InterfaceName, fields: Readonly<Record<string, string>>) =>
      call(name, "/oauth/token", asForm(fields)),
    /** The header with a new token of the controller. */
    token: async () => {
      const reply = await call("controller", "/ctl/system/api/v1/auth/token", {
        method: "POST",
        headers: user,
      });
      return { "X-Auth-Token": textOf(reply.json, "token") };
    },
  };
}

/** A form as it is posted. */
export function asForm(fields: Readonly<Record<string, string>>): Sent {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return { method: "POST", headers, body: new URLSearchParams(fields).toString() };
}

/** The header with the access token of a token endpoint's reply. */
export function bearer(reply: Received): Record<string, string> {
  return { Authorization: `Bearer ${textOf(reply.json, "access_token")}` };
}

/** The URL in `Link` with the relation `next`, without its origin; undefined if there is none. */
export function nextIn({ headers }: Received): string | undefined {
  const entry = (headers.get("link") ?? "").split(", ").find((each) => each.endsWith('; rel="next"'));
  const url = entry?.slice(1, entry.indexOf(">"));
  return url === undefined ? undefined : new URL(url).pathname + new URL(url).search;
}

/** The member of an object as text. Throws if there is none. */
export function textOf(value: Json | undefined, member: string): string {
  const found = isObject(value) ? value[member] : undefined;
  if (typeof found !== "string") throw new Error(`no text ${member} in ${JSON.stringify(value)}`);
  return found;
}

/** The member of an object as a list; without a member's name, the value itself. Throws if it is not a list. */
export function listOf(value: Json | undefined, member?: string): readonly Json[] {
  const found = member === undefined ? value : isObject(value) ? value[member] : undefined;
  if (!Array.isArray(found)) throw new Error(`no list ${member} in ${JSON.stringify(value)}`);
  return found;
}

async function received(response: Response): Promise<Received> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}
