/** A simulator for one test file, spoken to with plain fetch; its clock moves only when a test says so. */

import { afterAll, beforeEach } from "vitest";
import { builtInCompany } from "../../src/simulator/company.ts";
import { type Served, serve } from "../../src/simulator/serve.ts";
import { defaultSettings, type InterfaceName, type SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { createWorld } from "../../src/simulator/world.ts";

/** What a test sends. A body that is no text is sent as JSON. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What came back. `json` is undefined when the body is empty. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it is
  readonly json: any;
}

const { credentials } = defaultSettings;

/** The headers that let a request in. */
export const key = { "X-Vendor-API-Key": credentials.apiKey };
export const user = basic(credentials.username, credentials.password);
export const fabricToken = { Authorization: `Bearer ${credentials.fabricToken}` };
export const router = basic(credentials.routerUsername, credentials.routerPassword);

/** A header with HTTP Basic credentials. */
export function basic(username: string, password: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}
