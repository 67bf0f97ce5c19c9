/** Tests the properties: each notices a faulty server, network, disk or engine. */

import { describe, expect, test } from "vitest";
import type { Step } from "../../src/model/plan/step.ts";
import { problem } from "../../src/model/problem.ts";
import type { Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import { changeLive } from "../../src/simulator/changes.ts";
import type { LiveChange } from "../../src/simulator/live-change.ts";
import type { World } from "../../src/simulator/world.ts";
import type { Stage } from "../servers/virtual-time/run.ts";
import type { Evidence } from "./evidence.ts";
import { noticing } from "./lies/noticing.ts";
import { deadlineMs } from "./properties/pace.ts";
import { order } from "./properties/plan-only.ts";
import type { Lie } from "./run.ts";
import { scenarioOf } from "./scenario.ts";
import { simulate, witnessed } from "./simulate.ts";

/** Returns what is complained about in a seed with a planted fault. */
const complaints = async (seed: number, lie: Lie) => (await simulate(seed, lie)).broken;

/** Runs seeds until a check reports the expected fault. */
function expecting(lie: Lie, text: RegExp, seeds = 20): Promise<void> {
  return noticing((seed) => complaints(seed, lie), text, { to: seeds });
}

type Reply = (request: WireRequest, reply: WireReply, on: Stage) => WireReply | Promise<WireReply>;

/** Returns a planted fault that falsifies replies. */
const replying = (change: Reply): Lie => ({
  between: (wire, on) => ({
    send: async (request, signal) => change(request, await wire.send(request, signal), on()),
  }),
});

/** Returns a planted fault that replaces the sending of requests. */
const sending = (send: (wire: Wire, request: WireRequest) => Promise<WireReply>): Lie => ({
  between: (wire) => ({ send: (request) => send(wire, request) }),
});

const calm = new AbortController().signal;
const isWrite = ({ method, url }: WireRequest) => method !== "GET" && !url.endsWith("/auth/token");
const answered = (status: number, text: string): WireReply => ({
  outcome: "answered",
  status,
  headers: {},
  text,
});

function changed(world: World, change: LiveChange): World {
  const after = changeLive(world, change);
  if (!after) throw new Error("There is nothing to lie about.");
  return after;
}

/** Returns a planted fault by which somebody else makes a change whenever a write arrives. */
const withWrites = (change: LiveChange): Lie =>
  replying((request, reply, { network }) => {
    if (isWrite(request)) network.world = changed(network.world, change);
    return reply;
  });

const notes: LiveChange = { interface: "dashboard", network: "Depot South", set: { notes: "changed" } };
const tenant: LiveChange = {
  interface: "fabric",
  path: "uni/tn-Extra",
  class: "fvTenant",
  set: { name: "Extra" },
};

/** Planted faults that take many seeds to notice. */
const seldom: Readonly<Record<string, () => Promise<void>>> = {
  "a world that differs when it is planned again (P10, P11)": async () => {
    const again = (world: World) =>
      changed(changed(world, tenant), {
        interface: "dashboard",
        network: "Munich Office",
        organizationId: "O_1001",
        set: { tags: ["again"] },
      });
    await expecting({ again }, /^P10: another plan with one request at a time/);
    await expecting({ again }, /^P11: another plan with other files/);
    await expecting({ again }, /^P11: another plan with other pages/);
  },
  "a world in which an interrupted write is undone before anybody looks (P5)": () => {
    const meanwhile = (world: World): World => ({
      ...world,
      fabric: { objects: new Map([...world.fabric.objects].slice(0, 1)) },
    });
    return expecting({ meanwhile }, /^P5: .* is said to be not applied/, 100);
  },
  "an engine that overwrites what somebody else has changed (P13)": () =>
    expecting({ onConflict: "overwrite" }, /^P13: .* was overwritten by/, 150),
};

describe("a simulation notices", () => {
  test.each(Object.entries(seldom))("%s", (_, notice) => notice());

  test("a server that says done and does nothing (P1)", () =>
    expecting(
      sending(async (wire, request) =>
        request.method === "PUT" ? answered(204, "") : wire.send(request, calm),
      ),
      /^P1: /,
    ));

  test("a change that the next run would have to make (P2)", () => {
    const afterwards = (world: World): World => ({
      ...world,
      restconf: {
        routers: new Map([...world.restconf.routers].map(([host, one]) => [host, { ...one, data: {} }])),
      },
    });
    return expecting({ afterwards }, /^P2: /);
  });

  test("a create of what is there, because it was hidden (P3)", () =>
    expecting(
      replying(({ method, url }, reply) =>
        method === "GET" && url.endsWith("/networks") ? answered(200, "[]") : reply,
      ),
      /^P3: create .*, which is present/,
    ));

  test("a field that nobody declares and that changes with a write (P4)", () =>
    expecting(withWrites(notes), /^P4: cloud Acme\/Depot South \| \/notes was/));

  test("a write that is carried out twice (P4)", () =>
    expecting(
      sending(async (wire, request) => {
        if (request.method === "PUT") await wire.send(request, calm);
        return wire.send(request, calm);
      }),
      /^P4: PUT .* was carried out twice/,
    ));

  test("a step that says it was applied, and wrote nothing (P4)", () =>
    expecting(
      sending(async (wire, request) =>
        request.method === "DELETE" ? answered(204, "") : wire.send(request, calm),
      ),
      /^P4: \d+ steps were applied, and \d+ objects written/,
    ));

  test("a create that is sent again without a look, in one seed of twenty at least (P5)", async () => {
    const lie = sending(async (wire, request) => {
      const reply = await wire.send(request, calm);
      return reply.outcome === "lost" && request.method === "POST" ? wire.send(request, calm) : reply;
    });
    const caught: number[] = [];
    const seeds = 100;
    for (let seed = 1; seed <= seeds; seed += 1)
      if ((await complaints(seed, lie)).some((line) => /^P5: .* was made twice/.test(line)))
        caught.push(seed);
    expect(caught.length).toBeGreaterThanOrEqual(seeds / 20);
  });

  test("a disk that says it is done before it is (P5)", () =>
    expecting(
      { disk: (disk) => ({ append: (text) => disk.append(text), flush: async () => {} }) },
      /^P5: the journal/,
    ));

  test("reads that nobody foresaw (P5)", () =>
    expecting(
      sending(async (wire, request) => {
        if (request.method === "GET") await wire.send(request, calm);
        return wire.send(request, calm);
      }),
      /^P5: \d+ reads, and \d+ were foreseen/,
    ));

  test("a thing that comes to be without having been planned (P6)", () =>
    expecting(withWrites(tenant), /^P6: .*fabric uni\/tn-Extra/));

  test("a limit that is lower than the engine knows (P7)", () =>
    expecting({ settings: { dashboardRequestsPerSecond: 3 } }, /^P7: over the limit/));

  test("a reply that takes an hour (P9)", () =>
    expecting(
      replying(async (request, reply, { clock }) => {
        if (isWrite(request)) await clock.wait(2 * deadlineMs);
        return reply;
      }),
      /^P9: a run took/,
    ));

  test("a request to another origin (P12)", () =>
    expecting(
      sending((wire, request) =>
        wire.send({ ...request, url: request.url.replace("cloud.", "elsewhere.") }, calm),
      ),
      /^P12: a request went to https:\/\/elsewhere/,
    ));

  test("a secret in what a server says (P12)", () =>
    expecting(
      sending(async (wire, request) =>
        request.method === "PUT" ? answered(400, "no, not canary-corp-psk") : wire.send(request, calm),
      ),
      /^P12: a secret stands in /,
    ));
});

test("a step that begins before what it needs is noticed (P8)", async () => {
  const evidence = await witnessed(scenarioOf(1));
  const one = (id: string, after: readonly string[]): Step => ({
    ...{ id, after, operation: "create", address: "cloud/network/a", target: "cloud", kind: "network" },
    ...{ because: [], assumed: false },
  });
  const steps = [one("first", []), one("second", ["first"])];
  const { first } = evidence;
  const saw = (events: Evidence["first"]["on"]["events"]): Evidence => ({
    ...evidence,
    first: {
      ...first,
      on: { ...first.on, events },
      made: { ...first.made, plan: { ...first.made.plan, steps } },
    },
  });
  const started = (step: string) => ({ type: "stepStarted", target: "cloud", step }) as const;
  const settled = (state: "applied" | "failed") => {
    const outcome = state === "applied" ? { state } : { state, problem: problem("gave-up", "no") };
    return { type: "stepSettled", target: "cloud", step: "first", outcome } as const;
  };
  expect(order(saw([started("first"), settled("applied"), started("second")]))).toEqual([]);
  for (const events of [[started("second")], [settled("failed"), started("second")]])
    expect(order(saw(events))).toEqual(["P8: second began before first was done"]);
});
