import { expect } from "vitest";
import { isArray, type Json, parseJson } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import { respond } from "../../../src/simulator/respond.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  walls:
    interface: firewall
    dialect: fmc
    url: https://fmc.example.net
    credential: { token: { secret: env:CDFMC_TOKEN } }
secrets: { allow: ["env:*_PSK"] }
`;

const domain = "/api/fmc_config/v1/domain/e276abec-e0f2-11e3-8169-6d9ed49b625f";

/**
 * Returns a stage with the simulator's firewall manager, and a project with one file. The manager is empty, or
 * continues with the state of an earlier stage.
 */
export function managed(file: string, before?: Stage): Stage {
  const on = stage({ project, files: { "a.yaml": file }, settings: { firewallMode: "fmc" } });
  if (before) on.network.world = { ...before.network.world, log: undefined };
  return on;
}

/** Applies a file at the manager of `managed`, and checks that a second plan is empty. Returns the stage. */
export async function managedAs(file: string, before?: Stage): Promise<Stage> {
  const on = managed(file, before);
  const result = await on.apply(await on.plan());
  expect(new Set(result.settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
  expect(result.nonConvergent).toEqual([]);
  expect((await on.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  return on;
}

/** Returns the manager's own reply to a direct request. */
export function asked({ network, clock }: Stage, method: string, path: string, body: Json = null): Json {
  const headers = { authorization: "Bearer simulated-cdfmc-token" };
  const request = {
    interface: "firewall",
    method,
    path: `${domain}${path}`,
    headers,
    origin: "https://x",
  } as const;
  const done = respond(network.world, { ...request, body: JSON.stringify(body) }, clock.now());
  network.world = done.world;
  return parseJson(done.reply.body) ?? null;
}

/** Returns all elements of a list. */
export function listed(on: Stage, path: string): readonly Json[] {
  const found = at(asked(on, "GET", `${path}?expanded=true&limit=1000`), "/items") ?? null;
  return isArray(found) ? found : [];
}
