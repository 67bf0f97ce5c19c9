/** Simulates batches of writes. No more may run at once than the product accepts, and none may wait without need. */

import { BatchQueue } from "../../../../src/apply/queue/batch-queue.ts";
import type { BatchPorts } from "../../../../src/apply/queue/batch-sending.ts";
import type { GatheredWrite } from "../../../../src/apply/queue/gathered.ts";
import type { BatchSession } from "../../../../src/drivers/contract/batch-session.ts";
import { Exclusive } from "../../../../src/pace/semaphore.ts";
import { seeded, VirtualClock } from "../../../servers/virtual-time/clock.ts";
import { BatchServer, batchHabits, batchWrites, type DrawnWrite } from "./batch-server.ts";
import { type Ended, isOpenBatch, judgeBatches, type LetIn, type Waited } from "./judge-batches.ts";

/** Changes the functions by which batches are sent, to test that the checks notice it. */
export type BatchLie = (ports: BatchPorts) => BatchPorts;

/** Sends the writes of a seed, and checks what arrived at the server. */
export async function judgeBatchBounds(seed: number, lie: BatchLie = (is) => is): Promise<readonly string[]> {
  const draw = seeded(seed * 23 + 5);
  const habits = batchHabits(draw);
  const { isAtOnce, writes } = batchWrites(draw);
  const clock = new VirtualClock();
  const server = new BatchServer(habits, writes, clock);
  const { size, running } = habits;
  const session: BatchSession = {
    ...{ size, from: 2, running, send: server.several },
    scopeOf: ({ scope }) => scope.of,
  };
  const queue = new BatchQueue({
    ...lie({ batching: session, clock }),
    ...{ session: { write: server.one }, exclusive: new Exclusive() },
  });
  const blamed: DrawnWrite[] = [];
  const waits: Waited[] = [];
  const letIn: LetIn[] = [];
  const inside = new Set<DrawnWrite>();
  // A batch that is sent at this moment does not count yet.
  const out = (scope: string) =>
    server.sendings.filter((one) => isOpenBatch(one, scope) && one.leftAt < clock.now()).length;
  const forever = new AbortController().signal;
  const wait = (ms: number) => clock.wait(ms);

  const end = async (write: DrawnWrite): Promise<Ended> => {
    const whole = writeOf(write);
    await wait(write.comesAt);
    for (;;) {
      if (await queue.turn(whole, forever)) {
        inside.add(write);
        const { scope } = write;
        letIn.push({
          scope,
          waiting: [...inside].filter((one) => one.scope === scope).length,
          out: out(scope),
        });
      }
      await wait(write.looksMs);
      if (write.isDone) {
        inside.delete(write);
        queue.forget(write.address);
        return { write, is: "done" };
      }
      const from = clock.now();
      const reply = await queue.write(whole, forever);
      waits.push({ write, from, isApart: server.apart.has(write.address) });
      if (reply.meaning === "accepted") return { write, is: "written" };
      if (reply.meaning !== "pending") return { write, is: "refused" };
      const cause = await server.end(reply.task);
      queue.ended(reply.task);
      if (cause === "it") blamed.push(write);
      if (cause === undefined) return { write, is: "written" };
      queue.again(write.address, reply.task, cause);
    }
  };
  server.onLeft = (left) => {
    for (const one of left) inside.delete(one);
  };
  const ended = await clock
    .run(Promise.all(writes.map(end)))
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (typeof ended === "string") return [`bounds of batches: ${ended}`];
  const seen = { habits, isAtOnce, writes, server, ended, blamed, waits, letIn };
  return judgeBatches(seen).map((line) => `bounds of batches: ${line}`);
}

function writeOf({ address, scope, exclusive }: DrawnWrite): GatheredWrite {
  return {
    ...{ kind: "network", operation: "create", address, identity: address, scope: { of: scope } },
    ...{ differences: [], lists: {}, secrets: [], ownership: "declared" },
    ...(exclusive !== undefined && { exclusive }),
  } as const;
}
