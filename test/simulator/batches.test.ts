/**
 * Action batches in the mode `meraki`: their limits, order, atomicity and duration, and the effects of permissions and
 * faults.
 */

import { describe, expect, test } from "vitest";
import { isArray, type Json, type JsonObject } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { actionEntriesOf, entriesOf, logReport } from "../../src/simulator/log.ts";
import { respond } from "../../src/simulator/respond.ts";
import { defaultSettings } from "../../src/simulator/wire/settings.ts";
import { defaultVariants } from "../../src/simulator/wire/variants.ts";
import { createWorld } from "../../src/simulator/world.ts";
import { request } from "./asked.ts";
import { apiKey, dashboard } from "./meraki-dashboard.ts";

const batches = "/api/v1/organizations/O_1/actionBatches";

const renames = (id: string, name: string) => ({
  resource: `/networks/${id}`,
  operation: "update",
  body: { name },
});
const creates = (name: string) => ({
  resource: "/organizations/O_1/networks",
  operation: "create",
  body: { name, productTypes: ["wireless"] },
});
const removes = (id: string) => ({ resource: `/networks/${id}`, operation: "destroy" });
const many = (count: number) => Array.from({ length: count }, (_, each) => renames("N_1", `Name ${each}`));
const begins = (...actions: readonly JsonObject[]) => ({ confirmed: true, actions });
const errorsIn = (body: Json | undefined) => at(body, "/errors");

describe("an asynchronous batch", () => {
  test("is shown at once as it was sent, runs for a time per action, and is carried out at its end", () => {
    const { send, name, clock } = dashboard();
    const actions = [renames("N_1", "First"), renames("N_2", "Second"), removes("N_2")];
    const { status, body } = send(`POST ${batches}`, begins(...actions));
    const still = { completed: false, failed: false, errors: [], createdResources: [] };
    const shown = {
      id: "1",
      organizationId: "O_1",
      confirmed: true,
      synchronous: false,
      status: still,
      actions,
    };
    expect([status, body]).toEqual([201, shown]);
    clock.ms = 299;
    expect([send(`GET ${batches}/1`).body, name("N_1")]).toEqual([shown, "Network N_1"]);
    clock.ms = 300;
    expect(name("N_1")).toBe("First");
    expect(send("GET /api/v1/networks/N_2").status).toBe(404);
    expect(send(`GET ${batches}/1`).body).toEqual({ ...shown, status: { ...still, completed: true } });
  });

  test("does its actions in order, and tells ids and places of what it made", () => {
    const { send, name, clock } = dashboard({ batchActionMs: 5 });
    send(`POST ${batches}`, begins(creates("A"), renames("N_1", "B"), creates("C"), renames("N_1", "D")));
    clock.ms = 20;
    const status = at(send(`GET ${batches}/1`).body, "/status");
    expect(status).toEqual({
      completed: true,
      failed: false,
      errors: [],
      createdResources: [
        { id: "N_000004", uri: "/networks/N_000004" },
        { id: "N_000005", uri: "/networks/N_000005" },
      ],
    });
    expect([name("N_000004"), name("N_000005"), name("N_1")]).toEqual(["A", "C", "D"]);
  });

  test("claims devices and takes them out by the operations of those names", () => {
    const seed = { serial: "Q-1", name: "ap", model: "Access Point" };
    const organizations = [{ id: "O_1", name: "A", networks: [{ id: "N_1", name: "n", devices: [seed] }] }];
    let world = createWorld({ organizations }, { dashboardMode: "meraki" });
    const act = (operation: string, body: Json) => {
      const actions = [{ resource: `/networks/N_1/devices/${operation}`, operation, body }];
      const asked = request("dashboard", `POST ${batches}`, { ...begins(...actions), synchronous: true });
      const done = respond(world, { ...asked, headers: { authorization: `Bearer ${apiKey}` } }, 0);
      world = done.world;
      return [done.reply.status, world.dashboard.devices.get("Q-1")?.networkId];
    };
    expect(act("remove", { serial: "Q-1" })).toEqual([201, null]);
    expect(act("claim", { serials: ["Q-1"] })).toEqual([201, "N_1"]);
  });

  test("was carried out before what somebody else does after its end", () => {
    const { send, name, disturb, clock } = dashboard();
    send(`POST ${batches}`, begins(renames("N_1", "Mine")));
    clock.ms = 150;
    disturb({ interface: "dashboard", network: "N_1", set: { name: "Theirs" } });
    expect(name("N_1")).toBe("Theirs");
  });

  test("of two that end, the one that ended first was first", () => {
    const { send, name, clock } = dashboard();
    send(`POST ${batches}`, begins(...many(4), renames("N_1", "Long")));
    clock.ms = 1;
    send(`POST ${batches}`, begins(renames("N_1", "Short")));
    clock.ms = 1000;
    expect(name("N_1")).toBe("Long");
  });
});

describe("a batch that fails", () => {
  const bad = { resource: "/networks/N_2/netflow", operation: "update", body: { collectorPort: 0 } };

  test("leaves nothing, and says what the action by itself would have been answered with", () => {
    const { send, name, clock } = dashboard({ variants: { ...defaultVariants, batchErrorsName: false } });
    const alone = errorsIn(send("PUT /api/v1/networks/N_2/netflow", bad.body).body);
    send(`POST ${batches}`, begins(creates("A"), renames("N_1", "B"), bad, removes("N_2")));
    clock.ms = 400;
    const status = at(send(`GET ${batches}/1`).body, "/status");
    expect(status).toEqual({ completed: false, failed: true, errors: alone, createdResources: [] });
    expect(isArray(alone) && alone.length).toBe(1);
    expect(name("N_1")).toBe("Network N_1");
    expect(send("GET /api/v1/organizations/O_1/networks").body).toHaveLength(2);
  });

  test("names the action in its errors, unless it is set not to", () => {
    const { send, clock } = dashboard();
    send(`POST ${batches}`, begins(renames("N_1", "B"), removes("N_7")));
    clock.ms = 200;
    expect(at(send(`GET ${batches}/1`).body, "/status/errors")).toEqual([
      "Error occurred while executing destroy /networks/N_7 with {}: Not found",
    ]);
  });

  test.each<[string, JsonObject]>([
    ["network", renames("N_9", "Taken")],
    ["list", { ...creates("Taken"), resource: "/organizations/O_2/networks" }],
  ])("does so for a %s of another organization", (_, action) => {
    const { send, name, clock } = dashboard();
    send(`POST ${batches}`, begins(action));
    clock.ms = 100;
    expect(at(send(`GET ${batches}/1`).body, "/status/failed")).toBe(true);
    expect(name("N_9")).toBe("Network N_9");
    expect(send("GET /api/v1/organizations/O_2/networks").body).toHaveLength(1);
  });
});

describe("a synchronous batch", () => {
  test("is answered with its end, after the time that it takes", () => {
    const { send, name } = dashboard();
    const sent = { ...begins(creates("A"), renames("N_1", "B")), synchronous: true };
    const { status, body, delayMs } = send(`POST ${batches}`, sent);
    expect([status, delayMs, at(body, "/status/completed")]).toEqual([201, 200, true]);
    expect(at(body, "/status/createdResources/0/uri")).toBe("/networks/N_000004");
    expect(name("N_1")).toBe("B");
  });

  test("is answered with why it failed", () => {
    const { send } = dashboard();
    const { status, body } = send(`POST ${batches}`, { ...begins(removes("N_7")), synchronous: true });
    expect([status, at(body, "/status/failed"), at(body, "/status/completed")]).toEqual([201, true, false]);
  });
});

describe("what is refused with 400", () => {
  const tooMany =
    "Too many concurrently executing batches. Maximum is 5 confirmed but not yet executed batches.";

  test.each<[string, JsonObject, string]>([
    ["over 100 actions", begins(...many(101)), "There can be at most 100 actions in an asynchronous batch"],
    [
      "over 20 synchronous ones",
      { ...begins(...many(21)), synchronous: true },
      "There can be at most 20 actions in a synchronous batch",
    ],
    ["an unknown path", begins({ ...removes("N_1"), resource: "/toasters/1" }), "Unsupported operation"],
    [
      "a path that is only read",
      begins({ ...removes(""), resource: "/organizations" }),
      "Unsupported operation",
    ],
    [
      "a batch in a batch",
      begins({ ...creates("A"), resource: `${batches.slice(7)}` }),
      "Unsupported operation",
    ],
    ["an unknown operation", begins({ ...removes("N_1"), operation: "toast" }), "Unsupported operation"],
    [
      "another method's operation",
      begins({ ...renames("N_1", "A"), operation: "create" }),
      "Unsupported operation",
    ],
    ["no actions", { confirmed: true }, "'actions' Invalid input: expected array, received undefined"],
    ["an empty list", begins(), "'actions' Too small: expected array to have >=1 items"],
  ])("%s", (_, body, error) => {
    const { send } = dashboard();
    const reply = send(`POST ${batches}`, body);
    expect([reply.status, reply.body]).toEqual([400, { errors: [error] }]);
    expect(send(`GET ${batches}`).body).toEqual([]);
  });

  test("up to the bounds all is taken", () => {
    const { send } = dashboard();
    expect(send(`POST ${batches}`, begins(...many(100))).status).toBe(201);
    expect(send(`POST ${batches}`, { ...begins(...many(20)), synchronous: true }).status).toBe(201);
  });

  test("a sixth batch while five run in the organization, whichever way it is confirmed", () => {
    const { send, clock } = dashboard();
    const sent = begins(renames("N_1", "A"));
    send(`POST ${batches}`, { ...sent, confirmed: false });
    for (let count = 0; count < 5; count += 1) expect(send(`POST ${batches}`, sent).status).toBe(201);
    const refusals = [
      send(`POST ${batches}`, sent),
      send(`POST ${batches}`, { ...sent, synchronous: true }),
      send(`PUT ${batches}/1`, { confirmed: true }),
    ];
    for (const { status, body } of refusals) expect([status, body]).toEqual([400, { errors: [tooMany] }]);
    const elsewhere = begins(renames("N_9", "A"));
    expect(send("POST /api/v1/organizations/O_2/actionBatches", elsewhere).status).toBe(201);
    clock.ms = 100;
    expect(send(`PUT ${batches}/1`, { confirmed: true }).status).toBe(200);
  });

  test("a synchronous one counts until its reply leaves", () => {
    const { send, clock } = dashboard();
    const sent = { ...begins(renames("N_1", "A")), synchronous: true };
    for (let count = 0; count < 5; count += 1) expect(send(`POST ${batches}`, sent).status).toBe(201);
    expect(send(`POST ${batches}`, sent).status).toBe(400);
    clock.ms = 100;
    expect(send(`POST ${batches}`, sent).status).toBe(201);
  });
});

describe("a batch that is not confirmed", () => {
  const defined = { actions: [renames("N_1", "A")] };

  test("never runs until a PUT confirms it, and then cannot be changed or removed", () => {
    const { send, name, clock } = dashboard();
    expect(send(`POST ${batches}`, defined)).toMatchObject({ status: 201, body: { confirmed: false } });
    clock.ms = 86_400_000;
    expect(name("N_1")).toBe("Network N_1");
    expect(send(`PUT ${batches}/1`, { confirmed: true })).toMatchObject({
      status: 200,
      body: { confirmed: true, status: { completed: false } },
    });
    expect(send(`PUT ${batches}/1`, { confirmed: true }).status).toBe(200);
    expect(send(`PUT ${batches}/1`, { confirmed: false }).status).toBe(400);
    expect(send(`PUT ${batches}/1`, { synchronous: true }).status).toBe(400);
    expect(send(`DELETE ${batches}/1`).status).toBe(400);
    clock.ms += 100;
    expect(name("N_1")).toBe("A");
  });

  test("can be made synchronous with its confirmation", () => {
    const { send, name } = dashboard();
    send(`POST ${batches}`, defined);
    const sent = send(`PUT ${batches}/1`, { confirmed: true, synchronous: true });
    expect(sent).toMatchObject({ status: 200, delayMs: 100, body: { status: { completed: true } } });
    expect(name("N_1")).toBe("A");
  });

  test("is not made synchronous with more than 20 actions", () => {
    const { send } = dashboard();
    send(`POST ${batches}`, { actions: many(21) });
    expect(send(`PUT ${batches}/1`, { synchronous: true }).status).toBe(400);
    expect(send(`PUT ${batches}/1`, { synchronous: 1 }).status).toBe(400);
  });

  test("can be removed, and goes by itself after a week", () => {
    const { send, clock } = dashboard();
    send(`POST ${batches}`, defined);
    expect([send(`DELETE ${batches}/1`).status, send(`DELETE ${batches}/1`).status]).toEqual([204, 404]);
    send(`POST ${batches}`, defined);
    clock.ms = 7 * 86_400_000 - 1;
    expect(send(`GET ${batches}/2`).status).toBe(200);
    clock.ms += 1;
    expect([send(`GET ${batches}/2`).status, send(`GET ${batches}`).body]).toEqual([404, []]);
  });
});

describe("the list", () => {
  test("has the organization's own, in order, all or those of a status", () => {
    const { send, clock } = dashboard();
    send(`POST ${batches}`, begins(renames("N_1", "A")));
    send(`POST ${batches}`, begins(removes("N_7")));
    send("POST /api/v1/organizations/O_2/actionBatches", begins(renames("N_9", "A")));
    clock.ms = 100;
    send(`POST ${batches}`, begins(renames("N_1", "B")));
    send(`POST ${batches}`, { actions: [renames("N_1", "C")] });
    const ids = (query: string) => {
      const { body } = send(`GET ${batches}${query}`);
      return isArray(body) ? body.map((each) => at(each, "/id")) : body;
    };
    expect(ids("")).toEqual(["1", "2", "4", "5"]);
    expect(ids("?status=completed")).toEqual(["1"]);
    expect(ids("?status=failed")).toEqual(["2"]);
    expect(ids("?status=pending")).toEqual(["4", "5"]);
    expect(ids("?status=running")).toEqual({
      errors: ["'status' must be one of: 'completed', 'failed', 'pending'"],
    });
  });

  test("of another organization does not have it, nor does one that is not there", () => {
    const { send } = dashboard();
    send(`POST ${batches}`, begins(renames("N_1", "A")));
    expect(send("GET /api/v1/organizations/O_2/actionBatches/1").status).toBe(404);
    expect(send("GET /api/v1/organizations/O_7/actionBatches").status).toBe(404);
    expect(send("POST /api/v1/organizations/O_7/actionBatches", begins(...many(1))).status).toBe(404);
  });
});

test("a batch is one request of the limit, and its actions are none", () => {
  const { send, clock } = dashboard({ dashboardRequestsPerSecond: 2 });
  const statuses = [1, 2, 3].map(() => send(`POST ${batches}`, begins(...many(50))).status);
  expect(statuses).toEqual([201, 201, 429]);
  clock.ms = 6000;
  expect(send(`GET ${batches}`).body).toMatchObject([{ status: { completed: true } }, {}]);
});

test("the log tells each action with its own answer, and counts none as a request", () => {
  const { send, clock, log } = dashboard();
  send(`POST ${batches}`, begins(renames("N_1", "A"), creates("B")));
  send(`POST ${batches}`, begins(renames("N_1", "C"), removes("N_7"), removes("N_2")));
  clock.ms = 900;
  send(`GET ${batches}`);
  const action = { interface: "dashboard", write: true, admitted: true };
  const path = "/api/v1/networks";
  expect(actionEntriesOf(log())).toEqual([
    { ...action, at: 200, method: "PUT", path: `${path}/N_1`, status: 200, batch: "1" },
    {
      ...action,
      at: 200,
      method: "POST",
      path: "/api/v1/organizations/O_1/networks",
      status: 201,
      batch: "1",
    },
    { ...action, at: 300, method: "PUT", path: `${path}/N_1`, status: 200, batch: "2", undone: true },
    { ...action, at: 300, method: "DELETE", path: `${path}/N_7`, status: 404, batch: "2" },
  ]);
  expect(entriesOf(log())).toHaveLength(3);
  const report = logReport(log());
  expect([at(report, "/writes"), at(report, "/counts/dashboard")]).toEqual([2, { GET: 1, POST: 2 }]);
  expect(at(report, "/actions/3/batch")).toBe("2");
});

describe("permissions", () => {
  const readOnly = { credential: "reader", methods: ["POST", "PUT", "DELETE"], lacks: "endpoint" } as const;
  const keys = { ...defaultSettings.credentials, moreApiKeys: ["reader"] };

  test("a key that may only read may define no batch, and may read them", () => {
    const { send } = dashboard({ credentials: keys, permissions: [{ ...readOnly, path: "*" }] });
    expect(send(`POST ${batches}`, begins(...many(1)), "reader").status).toBe(403);
    expect(send(`GET ${batches}`, null, "reader").body).toEqual([]);
  });

  test("actions may do what the key may that confirmed the batch", () => {
    const permissions = [{ ...readOnly, path: "/api/v1/networks/N_1" }];
    const { send, name, clock } = dashboard({ credentials: keys, permissions });
    send(`POST ${batches}`, begins(renames("N_2", "A"), renames("N_1", "A")), "reader");
    clock.ms = 200;
    expect(at(send(`GET ${batches}/1`).body, "/status/errors/0")).toContain(": This key may not do that");
    expect(name("N_2")).toBe("Network N_2");
    send(`POST ${batches}`, { actions: [renames("N_1", "B")] }, "reader");
    send(`PUT ${batches}/2`, { confirmed: true });
    clock.ms = 300;
    expect(name("N_1")).toBe("B");
  });
});

describe("faults", () => {
  test.each(["lostAfter", "truncated"] as const)("a batch whose reply is %s runs all the same", (kind) => {
    const { send, name, arm, clock } = dashboard();
    arm({ methods: ["POST"], path: "*/actionBatches", effect: { kind } });
    expect(send(`POST ${batches}`, begins(renames("N_1", "A"))).cut).toBeDefined();
    clock.ms = 100;
    expect(name("N_1")).toBe("A");
  });

  test("a batch that was lost on its way is not there", () => {
    const { send, arm } = dashboard();
    arm({ effect: { kind: "lostBefore" } });
    expect(send(`POST ${batches}`, begins(renames("N_1", "A"))).cut).toBe("dropped");
    expect(send(`GET ${batches}`).body).toEqual([]);
  });

  test("an action can be refused like a request, once", () => {
    const { send, name, arm, clock } = dashboard();
    const body = JSON.stringify({ errors: ["Not in this firmware"] });
    arm({ methods: ["PUT"], path: "/api/v1/networks/N_1", effect: { kind: "answer", status: 400, body } });
    const sent = { ...begins(renames("N_2", "A"), renames("N_1", "A")), synchronous: true };
    expect(at(send(`POST ${batches}`, sent).body, "/status/errors")).toEqual([
      'Error occurred while executing update /networks/N_1 with {"name":"A"}: Not in this firmware',
    ]);
    expect(name("N_2")).toBe("Network N_2");
    clock.ms = 1000;
    expect(at(send(`POST ${batches}`, sent).body, "/status/completed")).toBe(true);
  });

  test("one of connections waits for a request, and strikes no action", () => {
    const { send, arm } = dashboard();
    arm({ path: "/api/v1/networks/*", effect: { kind: "lostBefore" } });
    const sent = { ...begins(renames("N_1", "A")), synchronous: true };
    expect(at(send(`POST ${batches}`, sent).body, "/status/completed")).toBe(true);
    expect(send("GET /api/v1/networks/N_1").cut).toBe("dropped");
  });

  test("what somebody else does meanwhile stays, though the batch fails", () => {
    const { send, name, arm } = dashboard();
    arm({
      path: "/api/v1/networks/N_1",
      effect: { kind: "carriedOut" },
      change: { interface: "dashboard", network: "N_2", set: { name: "Theirs" } },
    });
    const sent = { ...begins(renames("N_1", "A"), removes("N_7")), synchronous: true };
    expect(at(send(`POST ${batches}`, sent).body, "/status/failed")).toBe(true);
    expect([name("N_1"), name("N_2")]).toEqual(["Network N_1", "Theirs"]);
  });
});
