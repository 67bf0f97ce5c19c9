/** A small dashboard in the mode `meraki`. Tests call it without sockets, and move its clock. */

import type { Json } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { changedByOthers } from "../../src/simulator/authors.ts";
import { elapsed } from "../../src/simulator/elapsed.ts";
import { armed, type Fault } from "../../src/simulator/faults.ts";
import type { LiveChange } from "../../src/simulator/live-change.ts";
import { respond } from "../../src/simulator/respond.ts";
import { readJson } from "../../src/simulator/wire/json-text.ts";
import { defaultSettings, type SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { request } from "./asked.ts";

/** The API key that the simulator accepts by default. */
export const { apiKey } = defaultSettings.credentials;

/** Returns a dashboard with two networks, and with a network of another organization. */
export function dashboard(settings: Partial<SimulatorSettings> = {}) {
  const networks = (...ids: readonly string[]) => ids.map((id) => ({ id, name: `Network ${id}` }));
  const organizations = [
    { id: "O_1", name: "Acme", networks: networks("N_1", "N_2") },
    { id: "O_2", name: "Other", networks: networks("N_9") },
  ];
  let world: World = createWorld(
    { organizations },
    { dashboardMode: "meraki", dashboardRequestsPerSecond: 0, ...settings },
  );
  const clock = { ms: 0 };
  const send = (line: string, body: Json = null, key = apiKey) => {
    const headers = { authorization: `Bearer ${key}` };
    const done = respond(world, { ...request("dashboard", line, body), headers }, clock.ms);
    world = done.world;
    const read = readJson(done.reply.body);
    return { ...done.reply, body: "value" in read ? read.value : null };
  };
  const name = (id: string) => at(send(`GET /api/v1/networks/${id}`).body, "/name");
  const arm = (fault: Fault) => {
    world = { ...world, faults: [...world.faults, armed(fault, clock.ms)] };
  };
  const disturb = (change: LiveChange) => {
    const changed = changedByOthers(elapsed(world, clock.ms), change, clock.ms);
    if (changed === undefined) throw new Error(`nothing to change: ${JSON.stringify(change)}`);
    world = changed;
  };
  return { send, name, arm, disturb, clock, log: () => world.log };
}
