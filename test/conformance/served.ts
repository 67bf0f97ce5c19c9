/** Serves a simulator to one test file, which tests it with plain fetch. Its clock moves only when a test moves it. */

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
  /** The router that receives the request. Default: rtr-berlin-1. */
  readonly host?: string;
}

/** The reply to a request. `json` is undefined if the body is not JSON. */
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
/** The header with the fabric controller's token. */
export const fabricToken = { Authorization: `Bearer ${credentials.fabricToken}` };
/** The header with the routers' credential. */
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
/** The header with the SD-WAN manager's token. */
export const sdwanToken = { Authorization: `Bearer ${credentials.sdwanToken}` };
/** The content type of a PUT to a router. */
export const yang = { "Content-Type": "application/yang-data+json" };

/** Returns a header with HTTP Basic credentials. */
export function basic(username: string, password: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

/** Serves a simulator with the built-in company, which is reset before each test. */
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
    /** Resets the simulator, with other settings. */
    reset,
    now: () => now,
    /** Moves the clock forward. */
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    edit: (change: (world: World) => World) => running().edit(change),
    origin: (name: InterfaceName) => new URL(running().urls[name].replace("{host}", "h")).origin,
    /** Sends a form to a token endpoint, and returns the reply. */
    form: (name: InterfaceName, fields: Readonly<Record<string, string>>) =>
      call(name, "/oauth/token", asForm(fields)),
    /** Returns the header with a new token of the controller. */
    token: async () => {
      const reply = await call("controller", "/ctl/system/api/v1/auth/token", {
        method: "POST",
        headers: user,
      });
      return { "X-Auth-Token": textOf(reply.json, "token") };
    },
  };
}

/** Returns a request that posts a form. */
export function asForm(fields: Readonly<Record<string, string>>): Sent {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return { method: "POST", headers, body: new URLSearchParams(fields).toString() };
}

/** Returns the header with the access token from a token endpoint's reply. */
export function bearer(reply: Received): Record<string, string> {
  return { Authorization: `Bearer ${textOf(reply.json, "access_token")}` };
}

/** Returns the path and query of the URL in `Link` with the relation `next`, or undefined if there is none. */
export function nextIn({ headers }: Received): string | undefined {
  const entry = (headers.get("link") ?? "").split(", ").find((each) => each.endsWith('; rel="next"'));
  const url = entry?.slice(1, entry.indexOf(">"));
  return url === undefined ? undefined : new URL(url).pathname + new URL(url).search;
}

/** Returns a member of an object, which must be a text. Throws if it is not. */
export function textOf(value: Json | undefined, member: string): string {
  const found = isObject(value) ? value[member] : undefined;
  if (typeof found !== "string") throw new Error(`no text ${member} in ${JSON.stringify(value)}`);
  return found;
}

/** Returns a member of an object, or the value itself if no member is named. Throws if the result is not a list. */
export function listOf(value: Json | undefined, member?: string): readonly Json[] {
  const found = member === undefined ? value : isObject(value) ? value[member] : undefined;
  if (!Array.isArray(found)) throw new Error(`no list ${member} in ${JSON.stringify(value)}`);
  return found;
}

async function received(response: Response): Promise<Received> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}
