/** Tests the judges (checks) of troubled runs: each notices a faulty engine or network. */

import { describe, test } from "vitest";
import type { Intent } from "../../src/model/journal.ts";
import type { ApplyResult } from "../../src/model/reply.ts";
import type { Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import { decide, troublesIn } from "./decisions/decide.ts";
import type { Lie } from "./decisions/play.ts";
import { noticing } from "./lies/noticing.ts";

/**
 * Runs seeds until a check reports the expected fault: the first 2,000 seeds, or, with `asks`, the selected ones of the
 * first 20,000.
 */
function expecting(lie: Lie, text: RegExp, asks?: (seed: number) => boolean): Promise<void> {
  const ask = async (seed: number) => (await decide(seed, lie)).broken;
  return noticing(ask, text, { to: asks ? 20_000 : 2000, asks });
}

const calm = new AbortController().signal;
const saying = (change: (result: ApplyResult) => ApplyResult): Lie => ({ result: change });
const writing = (send: (wire: Wire, request: WireRequest) => Promise<WireReply>): Lie => ({
  between: (wire) => ({
    send: (request, signal) => (request.method === "GET" ? wire.send(request, signal) : send(wire, request)),
  }),
});

/** Planted faults that only few seeds reveal. */
const rare: Readonly<Record<string, () => Promise<void>>> = {
  "a write that had no effect and of which nothing is told, and one that had and is told to have none":
    async () => {
      await expecting(
        saying((result) => ({ ...result, nonConvergent: [] })),
        /^effect: nothing is told of /,
      );
      const none = { path: "", likely: "server default" } as const;
      await expecting(
        saying((result) => ({
          ...result,
          nonConvergent: result.settled.map((one) => ({ ...one, ...none })),
        })),
        /^effect: .* is told to have none/,
      );
    },
  "a run that is not told of the tasks that the one before was told of, or had begun": () =>
    expecting(
      { told: (all) => all.filter(({ task }) => !task) },
      /^after trouble: world: too much: /,
      (seed) => troublesIn(seed)?.tasks !== undefined,
    ),
  "a task that is asked for by two at once, or again though a run has noted how it ended": async () => {
    const isAsked = (seed: number) => troublesIn(seed)?.tasks !== undefined;
    await expecting({ told: (all) => [...all, ...all] }, /^task: .* is asked for by several/, isAsked);
    const known = new Map<string, Intent>();
    const told: Lie["told"] = (all) => {
      for (const one of all) if (one.task) known.set(one.step, one);
      return [...known.values()];
    };
    await expecting({ told }, /^task: .* is asked for, and it is known how it ended/, isAsked);
  },
  "writes that could not be noted": () =>
    expecting(
      writing(async (wire, request) => {
        // trueup creates nothing inside an object that shares its name with another one. So creates are sent only once.
        if (request.method !== "POST") await wire.send(request, calm);
        return wire.send(request, calm);
      }),
      /^disk: \d+ writes, and \d+ could be noted/,
    ),
};

describe("the simulation of decisions notices", () => {
  test.each(Object.entries(rare))("%s", (_, notice) => notice());

  test("what is sent again blindly after a reply that was lost, though somebody else has written", () =>
    expecting(
      writing(async (wire, request) => {
        const reply = await wire.send(request, calm);
        return reply.outcome === "lost" ? wire.send(request, calm) : reply;
      }),
      /^crossed: .* is "/,
    ));

  test("an interruption that is not said, and writes after it", async () => {
    await expecting(
      saying((result) => ({ ...result, interrupted: false })),
      /^interrupted: the run says false/,
    );
    await expecting(
      writing(async (wire, request) => {
        const reply = await wire.send(request, calm);
        for (let more = 0; more < 40; more += 1) await wire.send(request, calm);
        return reply;
      }),
      /^interrupted: .*, after the end at/,
    );
  });

  test("requests that are counted wrongly", () =>
    expecting(
      saying((result) => ({ ...result, requests: new Map([...result.requests].map(([name]) => [name, 0])) })),
      /^requests: 0 to .*, and \d+ arrived/,
    ));

  test("that all is applied, where a device could not be read", () =>
    expecting(
      saying(({ settled, ...result }) => ({
        ...result,
        settled: settled.map((one) => ({ ...one, outcome: { state: "applied", id: undefined } })),
      })),
      /^blind: outcome and world: /,
    ));

  test("that all is taken back where a task goes on, and that nothing goes on", async () => {
    const untold = ({ rolledBack, ...result }: ApplyResult): ApplyResult => ({
      ...{ ...result, stillRunning: undefined },
      ...(rolledBack && { rolledBack: { ...rolledBack, left: [], settled: [] } }),
    });
    await expecting(saying(untold), /^tasks on a way back: nobody is told that task-/);
    await expecting(saying(untold), /^tasks on a way back: taken back: world: /);
  });

  test("health that is asked before it has settled", () => {
    let asked: (() => Promise<WireReply>) | undefined;
    return expecting(
      {
        between: (wire) => ({
          send: async (request, signal) => {
            const reply = await wire.send(request, signal);
            const isHealth = request.method === "GET" && request.url.startsWith("https://campus.");
            if (isHealth) asked = () => wire.send(request, calm);
            // This repeats the read of health after each write. While the controller is unreachable, the read is never
            // answered.
            else if (request.method !== "GET" && !request.url.endsWith("/token")) void asked?.();
            return reply;
          },
        }),
      },
      /^settling: health is asked at/,
    );
  });

  test("a lock that is kept though somebody else has it, and one that is given up early", async () => {
    await expecting(
      { renewed: (came) => (came === "other" ? "failed" : came) },
      /^lease: kept though somebody else has it/,
    );
    await expecting({ renewed: (came) => (came === "failed" ? "renewed" : came) }, /^lease: kept until/);
    await expecting({ renewed: (came) => (came === "failed" ? "other" : came) }, /^lease: lost at/);
    await expecting({ renewed: (came) => (came === "failed" ? "other" : came) }, /^lease: lost after/);
  });
});
