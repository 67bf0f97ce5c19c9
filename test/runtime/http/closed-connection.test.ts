/**
 * A server closes a connection while this process is computing. The process notices this before it sends a request on
 * the connection.
 */

import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import type { Log } from "../../../src/model/wire.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";

const quiet: Log = { debug() {}, info() {}, warn() {} };
const never = new AbortController().signal;
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function closingServer() {
  const closed = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("closing-server.ts", import.meta.url), { workerData: closed });
  ends.push(() => worker.terminate());
  const [port] = await once(worker, "message");
  /** Blocks this thread until every connection is closed. */
  const closeAll = async () => {
    // A connection can be reused only after a turn of the event loop that follows the answer.
    for (let turn = 0; turn < 3; turn++) await setImmediate();
    worker.postMessage("hello");
    await once(worker, "message");
    Atomics.store(closed, 0, 0);
    worker.postMessage("close");
    Atomics.wait(closed, 0, 0, 60_000);
  };
  return { url: `http://127.0.0.1:${port}`, closeAll };
}

test.each(["POST", "PUT", "GET"] as const)(
  "a %s is not sent over a connection that is closed",
  async (method) => {
    const { url, closeAll } = await closingServer();
    const { wire, close } = httpWire({ name: "cloud", url, hosts: [], tls: {}, limits: {} }, quiet);
    ends.push(close);
    const request = { method, url, headers: {}, ...(method !== "GET" && { body: { name: "W" } }) };
    const replies: unknown[] = [await wire.send(request, never)];
    for (let n = 0; n < 3; n++) {
      await closeAll();
      replies.push(await wire.send(request, never));
    }
    const answered = expect.objectContaining({ outcome: "answered", text: "{}" });
    expect(replies).toEqual(Array.from({ length: 4 }, () => answered));
  },
);
