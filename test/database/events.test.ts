/**
 * Events that workers report to the server. The server accepts an event only if it is about one of the worker's own
 * targets.
 */

import { expect, test } from "vitest";
import { openCallers } from "../../src/database/callers.ts";
import type { RunEvent } from "../../src/model/event.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";
import { MemoryDatabase } from "./memory.ts";

test("a worker tells of its target only, and what is no event keeps nobody's calls back", async () => {
  const clock = new VirtualClock();
  const memory = new MemoryDatabase(() => clock.now());
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `id${ids}`;
  };
  const callers = openCallers({ rows: memory.callerRows("server"), clock, newId });
  const heard: RunEvent[] = [];
  const { signal } = new AbortController();
  const call = { bundle: "b", shard: "s", target: "plant-7", ask: 1, isWrite: false };
  const asked = callers.sessions("asked").call(call, { signal, listener: (each) => heard.push(each) });
  const worker = memory.workerRows("worker");
  const work = async () => {
    await clock.wait(10);
    const [owner] = await worker.claim(1);
    if (!owner) throw new Error("nothing to claim");
    const { calls } = await worker.look(owner, { calls: [], waiting: [], isTaking: true });
    const [{ id } = { id: "" }] = calls;
    const own = { type: "request", target: "plant-7", method: "GET", url: "https://a/", isWrite: false };
    const bodies = ["{", "null", '{"type":"rollingBack"}', JSON.stringify({ ...own, target: "cloud" })];
    const all = [...bodies, JSON.stringify(own)];
    const events = all.map((body, number) => ({ call: id, number, body }));
    const answer = { is: "answered", answer: "fine", requests: 1 } as const;
    await worker.report(owner, { events, answers: [{ call: id, answer }] });
    const said = await asked;
    await callers.close();
    return { said, own };
  };
  const { said, own } = await clock.run(work());
  expect(said).toMatchObject({ is: "answered", answer: "fine" });
  expect(heard).toEqual([own]);
});
