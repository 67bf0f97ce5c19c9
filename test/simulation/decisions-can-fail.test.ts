/** Tests the judges (checks) of decisions: each notices a faulty server, network or engine. */

import { describe, test } from "vitest";
import type { Outcome } from "../../src/model/reply.ts";
import type { Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import type { Fault } from "../../src/simulator/faults.ts";
import type { World } from "../../src/simulator/world.ts";
import { decide } from "./decisions/decide.ts";
import type { Lie } from "./decisions/play.ts";
import { noticing } from "./lies/noticing.ts";

/** Runs seeds until a check reports the expected fault. */
function expecting(lie: Lie, text: RegExp, seeds = 400, more: { from?: number; step?: number } = {}) {
  return noticing(async (seed) => (await decide(seed, lie)).broken, text, { ...more, to: seeds });
}

const calm = new AbortController().signal;

/** Returns a planted fault that replaces the sending of requests. */
const sending = (send: (wire: Wire, request: WireRequest) => Promise<WireReply>): Lie => ({
  between: (wire) => ({ send: (request) => send(wire, request) }),
});

/** Returns a planted fault that falsifies the outcomes of steps. */
const ending = (change: (outcome: Outcome) => Outcome): Lie => ({
  result: (result) => ({
    ...result,
    settled: result.settled.map((one) => ({ ...one, outcome: change(one.outcome) })),
  }),
});

/** Returns a copy of the dashboard's networks, as entries. */
const entriesBefore = ({ dashboard }: World) => [...dashboard.networks];

const done: WireReply = { outcome: "answered", status: 204, headers: {}, text: "" };
const nobodyKnows: Outcome = {
  state: "unknown",
  problem: { code: "outcome-unknown", severity: "error", message: "nobody knows" },
};

/** The seeds in which Git gets a further change before planning: every sixth seed from seed 2. */
const plannedOtherwise = { from: 2, step: 6 };

/**
 * Changes in Git that a faulty plan ignores. Each has the report that it must cause, and the number of seeds to try.
 */
const otherwise: readonly (readonly [what: string, text: RegExp, seeds: number])[] = [
  ["names that are not exchanged", /^exchanged: change: missing: .*\/name pending/, 1500],
  ["what is not moved", /^relocated: unwritable: missing: update cloud\/network/, 1500],
  ["a base that is believed", /^doubted: unwritable: missing: /, 1500],
];

/** Planted faults that take many seeds to notice. */
const seldom: Readonly<Record<string, () => Promise<void>>> = {
  "a secret that counts as rotated though nobody can tell": () =>
    expecting(
      { request: (request) => ({ ...request, secretCheck: () => "rotated" }) },
      /^unverifiable: missing: .*\/password/,
    ),
  "a way back that begins with the first step of a device": () =>
    expecting(
      { back: (writes) => writes.toReversed() },
      /^back: router .* is taken back after what was/,
      600,
    ),
  "a plan that is another one the second time, and one that is reviewed though it is not": async () => {
    const another = "0".repeat(64);
    await expecting(
      { again: (plan) => ({ ...plan, fingerprint: another }) },
      /^again: another fingerprint, for what nobody declares/,
    );
    await expecting({ again: (plan) => ({ ...plan, converged: -1 }) }, /^again: another plan of the same/);
    await expecting(
      { again: (plan, { fingerprint }) => ({ ...plan, fingerprint }) },
      /^again: the same fingerprint, though live was changed/,
      600,
    );
    await expecting({ again: (plan) => ({ ...plan, changes: [] }) }, /^again: not reviewed: missing/);
  },
  "what somebody else wrote and is overwritten on the way back": () =>
    expecting(
      {
        between: (wire, on) => ({
          send: (request) => {
            const { clock, network } = on();
            const changes = entriesBefore(network.world);
            const stolen = changes.map(([id, one]) => {
              const isTheirs = one.fields.timeZone === "America/New_York";
              return [
                id,
                isTheirs ? { ...one, fields: { ...one.fields, timeZone: "Etc/UTC" } } : one,
              ] as const;
            });
            if (clock.now() > 0)
              network.world = {
                ...network.world,
                dashboard: { ...network.world.dashboard, networks: new Map(stolen) },
              };
            return wire.send(request, calm);
          },
        }),
      },
      /^theirs: network .* \/timeZone is "Etc\/UTC"/,
      600,
    ),
  "a thing that is made twice": () =>
    expecting(
      sending(async (wire, request) => {
        if (request.method === "POST") await wire.send(request, calm);
        return wire.send(request, calm);
      }),
      /^written: network .* again, which no step is for: POST/,
    ),
};

describe("the simulation of decisions notices", () => {
  test.each(Object.entries(seldom))("%s", (_, notice) => notice());

  test("a server that says done and does nothing", () => {
    const lie = sending(async (wire, request) =>
      request.method === "PUT" ? done : wire.send(request, calm),
    );
    return Promise.all([
      expecting(lie, /^outcome and world: /),
      expecting(lie, /^after trouble: world: missing/),
    ]);
  });

  test("a write to what no step is for", () =>
    expecting(
      sending(async (wire, request) => {
        const { origin, pathname } = new URL(request.url);
        const others = [0, 1, 2, 3].map((number) => `${origin}/api/v1/networks/L_${number}`);
        if (request.method === "PUT" && pathname.includes("/networks/"))
          for (const url of others) await wire.send({ ...request, url, body: { tags: ["lie"] } }, calm);
        return wire.send(request, calm);
      }),
      /^written: network .*, which no step is for: PUT/,
    ));

  test("a write that is carried out in two", () =>
    expecting(
      sending(async (wire, request) => {
        const { body } = request;
        if (request.method === "PUT" && typeof body === "object" && body !== null && !Array.isArray(body))
          await wire.send({ ...request, body: Object.fromEntries(Object.entries(body).slice(0, 1)) }, calm);
        return wire.send(request, calm);
      }),
      /^written: .*, 2 times/,
    ));

  test("a request in a pause that the server asked for", () =>
    expecting(
      sending(async (wire, request) => {
        const reply = await wire.send(request, calm);
        return reply.outcome === "answered" && reply.status === 429 ? wire.send(request, calm) : reply;
      }),
      /^pace: .*, in the pause from/,
    ));

  test("a request that is not waited with as long as the server asked for", () =>
    expecting(
      sending(async (wire, request) => {
        const reply = await wire.send(request, calm);
        const isHeld = reply.outcome === "answered" && reply.status === 409 && reply.headers["retry-after"];
        return isHeld ? wire.send(request, calm) : reply;
      }),
      /^wait: .* again at .*, and asked for was/,
      2000,
    ));

  test("two writes to one device at the same time", () =>
    expecting(
      sending(async (wire, request) => {
        const [reply] = await Promise.all([wire.send(request, calm), wire.send(request, calm)]);
        return reply;
      }),
      /^together: PUT .*, while 1 more are out/,
    ));

  test("a write of which the next run is not told, and one of which it is for no reason", async () => {
    await expecting(
      ending(() => nobodyKnows),
      /^told: nothing of .*, which is unknown/,
    );
    await expecting(
      ending((outcome) => (outcome.state === "unknown" ? { state: "applied" } : outcome)),
      /^told: .*, which is known/,
      600,
    );
  });

  test("what was taken back and is recorded as applied", () =>
    expecting(
      {
        result: ({ rolledBack, ...result }) => {
          const settled = result.settled.map((one) => ({ ...one, outcome: { state: "applied" } as const }));
          return { ...result, ...(rolledBack && { rolledBack: { ...rolledBack, settled } }) };
        },
      },
      /^record: .* is recorded as applied, and was taken back/,
    ));

  test("a freeze that is off", () => expecting({ frozen: () => false }, /^freeze: .* is off at/));

  test("a limit that is lower than the engine knows", () =>
    expecting({ settings: { dashboardRequestsPerSecond: 3 } }, /^pace: over the limit/));

  test("an outcome that is unknown though every reply was heard", () =>
    expecting(
      ending((outcome) => (outcome.state === "failed" ? nobodyKnows : outcome)),
      /^unknown: /,
    ));

  test("a step that is given up though the trouble was over soon", () =>
    expecting(
      ending((outcome) => (outcome.state === "applied" ? nobodyKnows : outcome)),
      /^outcome: .* though the trouble was over soon/,
    ));

  test("reads that nobody foresaw", () =>
    expecting(
      sending(async (wire, request) => {
        if (request.method === "GET") await wire.send(request, calm);
        return wire.send(request, calm);
      }),
      /^reads: \d+, where \d+ and \d+ were foreseen/,
    ));

  test("a wave that is not stopped, and one that is for no reason", async () => {
    const skipped: Outcome = { state: "skipped", because: "wave" };
    await expecting(
      ending((outcome) => (outcome.state === "skipped" ? { state: "applied" } : outcome)),
      /^wave: .* is applied \(undefined\) after a stop for/,
    );
    await expecting(
      ending(() => skipped),
      /^wave: .* is skipped for wave though all before it is well/,
    );
  });

  test("a rollout that goes on and says nothing of why it should not have", () =>
    expecting({ result: ({ halted: _, ...rest }) => rest }, /^wave: halted for undefined, and must be for/));

  test("a way back that is not gone, and one that nobody asked for", async () => {
    const back = { settled: [], nonConvergent: [], unverified: [], left: [] };
    await expecting({ result: ({ rolledBack: _, ...rest }) => rest }, /^back: nothing was taken back/);
    await expecting(
      { result: (result) => ({ ...result, rolledBack: back }) },
      /^back: it was taken back, and all went/,
    );
  });

  test("what is told as different on the way back, and is as it was", async () => {
    const one = { address: "cloud/network/n0", path: "/name", likely: "server default" } as const;
    await expecting(
      {
        result: ({ rolledBack, ...rest }) => ({
          ...rest,
          ...(rolledBack && { rolledBack: { ...rolledBack, nonConvergent: [one] } }),
        }),
      },
      /^told as different on the way back: too much: cloud\/network\/n0/,
    );
  });

  test("a removal on the way back that is answered and not carried out", () =>
    expecting(
      sending(async (wire, request) => (request.method === "DELETE" ? done : wire.send(request, calm))),
      /^taken back: world: too much/,
    ));

  test("something that cannot be read and counts as missing, and something that is read after all", async () => {
    const isFailing = ({ effect }: Fault) => effect.kind === "answer" && effect.status === 404;
    await expecting(
      {
        fault: (fault) =>
          isFailing(fault) ? { ...fault, effect: { kind: "answer", status: 200, body: "[]" } } : fault,
      },
      /^blind: .*: unknown: missing: /,
    );
    await expecting(
      { fault: (fault) => ({ ...fault, path: "/*", effect: { kind: "answer", status: 500 } }) },
      /^blind: .*: unknown: too much: /,
    );
  });

  test("a list that is there though it is said to be absent, and a container that is shown after all", async () => {
    await expecting({ isSeen: true }, /^blind: a list that is said to be absent: unknown: missing: /);
    await expecting({ isSeen: true }, /^blind: no container is shown: unknown: missing: /, 600);
    await expecting({ isSeen: true }, /^blind: two of one name: unknown: missing: /);
  });

  test("an ignored field that counts as a difference", () =>
    expecting({ ignores: false }, /^change: too much: update /));

  test.each(otherwise)("%s", (_, text, seeds) =>
    expecting({ isAsEver: true }, text, seeds, plannedOtherwise),
  );
});
