/** Lists that show a new resource only long after its creation, and answers that do not say what was created. */

import { describe, expect, test } from "vitest";
import { respond } from "../../src/simulator/respond.ts";
import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { createWorld } from "../../src/simulator/world.ts";

const api = "/api/v1";

/** Returns a dashboard with one network, to which requests are sent at given times. */
function asked(settings: Partial<SimulatorSettings>) {
  const networks = [{ id: "N_1", name: "Old", devices: [] }];
  let world = createWorld({ organizations: [{ id: "O_1", name: "Acme", networks }] }, settings);
  const ask = (at: number, method: string, path: string, body = "") => {
    const headers = { "x-vendor-api-key": "simulated-api-key", "content-type": "application/json" };
    const request = { interface: "dashboard", method, path, headers, body, origin: "http://x" } as const;
    const { world: next, reply } = respond(world, request, at);
    world = next;
    return reply;
  };
  const names = (at: number) => {
    const all: readonly { readonly name: string }[] = JSON.parse(
      ask(at, "GET", `${api}/organizations/O_1/networks`).body,
    );
    return all.map(({ name }) => name).sort();
  };
  const create = (at: number, name: string) =>
    ask(at, "POST", `${api}/organizations/O_1/networks`, JSON.stringify({ name }));
  return { ask, names, create };
}

describe("a list that is 45 s late", () => {
  test("leaves out what was made since, and nothing else; what is asked for by its path is shown", () => {
    const { ask, names, create } = asked({ listedAfterMs: 45_000, dashboardRequestsPerSecond: 0 });
    expect(names(0)).toEqual(["Old"]);
    const { id } = JSON.parse(create(1000, "New").body);
    expect(names(2000)).toEqual(["Old"]);
    expect(ask(2000, "GET", `${api}/networks/${id}`).status).toBe(200);
    expect(ask(3000, "PUT", `${api}/networks/N_1`, '{"name":"Newer"}').status).toBe(200);
    expect(names(4000)).toEqual(["Newer"]);
    create(30_000, "Last");
    expect(names(45_999)).toEqual(["Newer"]);
    expect(names(46_000)).toEqual(["New", "Newer"]);
    expect(ask(50_000, "DELETE", `${api}/networks/${id}`).status).toBe(204);
    expect(names(51_000)).toEqual(["Newer"]);
    expect(names(75_000)).toEqual(["Last", "Newer"]);
  });

  test("is late from the beginning on", () => {
    const { names, create } = asked({ listedAfterMs: 45_000, dashboardRequestsPerSecond: 0 });
    create(0, "New");
    expect(names(10)).toEqual(["Old"]);
    expect(names(45_000)).toEqual(["New", "Old"]);
  });
});

test("a create is answered 202 without what was made, where that is set", () => {
  const { names, create } = asked({ createAnswers: "accepted", dashboardRequestsPerSecond: 0 });
  expect(create(0, "New")).toMatchObject({ status: 202, body: "" });
  expect(names(10)).toEqual(["New", "Old"]);
});
