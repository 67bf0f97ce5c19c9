/** Serves the description of a library to one test file, which tests it with plain fetch. */

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { parse } from "yaml";
import { isObject, type Json, type JsonObject, parseJson } from "../../../src/model/json.ts";
import { begun } from "../../../src/simulator/openapi/begin.ts";
import { noDescription, type OpenApiState } from "../../../src/simulator/openapi/state.ts";
import { type ServedOpenApi, serveOpenApi } from "../../../src/simulator/serve-openapi.ts";
import { defaultSettings, type SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import { createWorld, type World } from "../../../src/simulator/world.ts";
import type { Received, Sent } from "../served.ts";

/** The description of a library. */
export const library: Json = parse(readFileSync(new URL("library.yaml", import.meta.url), "utf8"));

/** Returns the initial state of a description. Throws if the description has faults. */
export function beginning(description: Json, file?: Json): OpenApiState {
  const state = begun({ description, file });
  if ("problems" in state) throw new Error(state.problems.join("\n"));
  return state;
}

/** Serves descriptions with their states. At the beginning of each test, no description is served. */
export function openApiServer() {
  let served: ServedOpenApi | undefined;
  let now = 0;
  const running = () => {
    if (served === undefined) throw new Error("not serving yet");
    return served;
  };
  const begin = (openapi: OpenApiState, settings: Partial<SimulatorSettings> = {}) =>
    running().edit(() => ({ ...createWorld({}, settings), openapi }));
  beforeAll(async () => {
    served = await serveOpenApi({ state: noDescription, now: () => now });
  });
  beforeEach(() => begin(noDescription));
  afterAll(() => served?.close());
  const call = async (path: string, sent: Sent = {}): Promise<Received> => {
    const { method = "GET", headers, body } = sent;
    const text = body === undefined ? null : JSON.stringify(body);
    const key = { "X-Library-Key": defaultSettings.credentials.apiKey };
    const reply = await fetch(new URL(path, running().url), { method, headers: headers ?? key, body: text });
    const said = await reply.text();
    return { status: reply.status, headers: reply.headers, text: said, json: parseJson(said) };
  };
  return {
    begin,
    call,
    send: (method: string, path: string, body?: Json) =>
      call(path, { method, ...(body !== undefined && { body }) }),
    edit: (change: (world: World) => World) => running().edit(change),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

/** Returns the messages of a refusal as one text. */
export function errorsIn({ json }: Received): string {
  return isObject(json) && Array.isArray(json.errors) ? json.errors.join("; ") : "";
}

/** Returns the body of a reply as an object. Throws if the body is something else. */
export function objectIn({ json, text }: Received): JsonObject {
  if (!isObject(json)) throw new Error(`no object: ${text}`);
  return json;
}
