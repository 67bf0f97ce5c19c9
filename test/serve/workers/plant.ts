/**
 * A server on loopback with workers, over the database in memory. The workers reach the server through an unreliable
 * proxy.
 */

import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { openCallers } from "../../../src/database/callers.ts";
import { type RemoteRows, remoteRows } from "../../../src/database/plant/remote-rows.ts";
import { work } from "../../../src/database/work.ts";
import type { Problem } from "../../../src/model/problem.ts";
import { Secret } from "../../../src/model/secret.ts";
import { clock } from "../../../src/runtime/clock.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";
import { runId } from "../../../src/runtime/random.ts";
import type { RowsFor } from "../../../src/serve/workers/seats.ts";
import type { SessionCall, SessionHost } from "../../../src/sessions/port.ts";
import { MemoryDatabase } from "../../database/memory.ts";
import { type TestServer, testServer } from "../server.ts";

/** Returns the token of a worker, as in the server file. */
export const tokenOf = (name: string) => `token-of-${name}-0123456789`;

/** The workers in the server file. */
const yaml = `workers:
  - { name: plant-7, token: { secret: file:tokens/plant-7 }, targets: ["plant-7-*"] }
  - { name: plant-8, token: { secret: file:tokens/plant-8 }, targets: ["plant-8-*"] }
  - { name: old, token: { secret: file:tokens/old }, targets: ["*"], expires: 2020-02-29 }
`;

const names = ["plant-7", "plant-8", "old"];

/** A server, and the database in memory behind it. */
export interface PlantServer extends TestServer {
  readonly memory: MemoryDatabase;
}

/** Starts a server. It uses the database in memory, unless `rowsFor` is given. */
export async function plantServer(
  given: { readonly rowsFor?: RowsFor; readonly yaml?: string; readonly port?: number } = {},
): Promise<PlantServer> {
  const memory = new MemoryDatabase(() => performance.now());
  const rowsFor: RowsFor = (worker, range) => memory.workerRows(worker, range);
  const files = Object.fromEntries(names.map((name) => [`tokens/${name}`, `${tokenOf(name)}\n`]));
  const server = await testServer({ yaml, files, rowsFor, ...given });
  return { ...server, memory };
}

/** The connection between a worker and its server. */
export interface Way {
  readonly url: string;
  /** Closes all connections, and accepts no new ones until `mend`. */
  cut(): void;
  mend(): void;
  /** Delays each answer by this time. */
  delay(ms: number): void;
  /** Loses the first answer to a request for this path, by closing the connection. */
  loseAnswerTo(path: string): void;
  hasLost(): boolean;
}

/** Starts a proxy to a port. The proxy has its own port. */
export async function wayTo(port: number): Promise<Way> {
  const open = new Set<Socket>();
  let [isCut, delayMs, lost, hasLost] = [false, 0, "", false];
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, "127.0.0.1");
    let isLosing = false;
    const end = () => {
      near.destroy();
      far.destroy();
      open.delete(near);
    };
    open.add(near);
    near.on("data", (data) => {
      if (lost !== "" && data.toString("latin1").includes(`POST ${lost} `)) [isLosing, lost] = [true, ""];
      far.write(data);
    });
    far.on("data", (data) => {
      if (isLosing) {
        hasLost = true;
        return end();
      }
      if (delayMs === 0) near.write(data);
      else setTimeout(() => near.destroyed || near.write(data), delayMs);
    });
    for (const socket of [near, far]) socket.on("close", end).on("error", end);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const cut = () => {
    isCut = true;
    for (const each of open) each.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    cut,
    mend: () => {
      isCut = false;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    loseAnswerTo: (path) => {
      lost = path;
    },
    hasLost: () => hasLost,
  };
}

/** A worker's access to its rows. `told` contains the messages to the worker's user. */
export interface TestRows extends RemoteRows {
  readonly told: (Problem | undefined)[];
}

/** Returns the rows of a process with a token. */
export function rowsAt(url: string, token: string | undefined, process = "host-1, process 1"): TestRows {
  const told: (Problem | undefined)[] = [];
  const log = { debug: () => {}, info: () => {}, warn: () => {} };
  const endpoint = { name: "server", given: "--server", url, hosts: [], tls: {} };
  const wires = [10, 60].map((timeoutSeconds) => httpWire({ ...endpoint, limits: { timeoutSeconds } }, log));
  const [soon, long] = wires;
  if (!soon || !long) throw new Error("no wires");
  const rows = remoteRows({
    url,
    wires: { soon: soon.wire, long: long.wire },
    token: async () => (token === undefined ? undefined : new Secret(token)),
    worker: { name: process, version: "1.2.3" },
    clock,
    random: () => 0,
    told: (found) => void told.push(found),
  });
  const close = async () => {
    await rows.close();
    await Promise.all(wires.map((wire) => wire.close()));
  };
  onTestFinished(close);
  return { ...rows, close, told };
}

/** A call that reached the target of a test, and the worker that sent it. */
export interface Reached {
  readonly n: number;
  readonly by: string;
}

/** Starts a worker that stops with the test. Its target counts calls. */
export function worker(
  rows: TestRows,
  { by, reached, answer }: { by: string; reached: Reached[]; answer?: (n: number) => string },
): { stop(): Promise<void> } {
  const host: SessionHost = {
    answer: async (call, { leaving, listener }) => {
      const n = Number(call.ask);
      const refused = call.isWrite ? await leaving?.(0) : undefined;
      if (refused) return { is: "answered", answer: refused.code, requests: 0 };
      // A call is counted in the turn of the event loop in which it gets the permission to be sent, as with the real
      // wire.
      reached.push({ n, by });
      const problem = { code: "test", severity: "warning", message: `did ${n}` } as const;
      listener({ type: "warned", target: call.target, problem });
      return { is: "answered", answer: answer?.(n) ?? "done", requests: 1 };
    },
    release: async () => {},
    close: async () => {},
  };
  const ended = new AbortController();
  const named = { name: by, version: "1.2.3" };
  const options = { rows: rows.rows, host, clock, newId: runId, worker: named, most: 5 };
  const ending = work({ ...options, signal: ended.signal });
  const stop = async () => {
    ended.abort(new Error("the test ends"));
    await ending;
  };
  onTestFinished(stop);
  return { stop };
}

/** Returns a caller whose rows are in the database in memory. */
export function askerOn(memory: MemoryDatabase) {
  const callers = openCallers({ rows: memory.callerRows("caller"), clock, newId: runId });
  onTestFinished(() => callers.close());
  const supervising = setInterval(() => memory.supervise(), 200);
  onTestFinished(() => clearInterval(supervising));
  const port = callers.sessions("apply");
  const intents: number[] = [];
  const heard: string[] = [];
  const ask = (n: number, target: string, more: Partial<SessionCall> = {}) =>
    port.call(
      { bundle: "b", shard: `https://${target}`, target, ask: n, isWrite: false, ...more },
      {
        signal: new AbortController().signal,
        listener: (event) => void heard.push(JSON.stringify(event)),
        leaving: async () => {
          intents.push(n);
          return undefined;
        },
      },
    );
  return { ask, intents, heard };
}
