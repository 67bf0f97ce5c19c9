/**
 * Measures how much of a limit requests use over real sockets: the real HTTP client against a server with a
 * configurable limiter.
 */

import { Agent, createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Limiter } from "../src/model/project.ts";
import { Budget } from "../src/pace/budget.ts";
import { pacedWire } from "../src/pace/wire.ts";
import { clock } from "../src/runtime/clock.ts";
import { httpWire } from "../src/runtime/http/http.ts";
import { admit, freshLimiter, type LimiterState } from "../src/simulator/limiter.ts";
import { entriesOf } from "../src/simulator/log.ts";
import type { LimiterModel } from "../src/simulator/wire/settings.ts";
import { opened } from "./opened.ts";
import { randomFrom } from "./random.ts";

/** A local server, and the load on it. */
export interface SocketServer {
  /** The limit in requests per second. */
  readonly limit: number;
  readonly model: LimiterModel;
  /** The limiter that the client is configured for. */
  readonly known?: Limiter | undefined;
  /** The maximum random delay of a request before it reaches the limiter. */
  readonly jitterMs: number;
  readonly count: number;
}

/** The course of a run: when each admitted request arrived, and how many were refused. */
export interface Course {
  readonly arrivals: readonly number[];
  readonly throttled: number;
}

/** The part of the jitter that the machine causes: sockets, and late timers. */
const machineMs = 5;

/** Sends requests, all of them ready at once, to a server that counts them. */
export async function overSockets(of: SocketServer): Promise<Course> {
  const { limit, known, count } = of;
  const { url, course, close: end } = await countingServer(of);
  const endpoint = { name: "cloud", url, hosts: [], tls: {}, limits: {} };
  const { wire, close } = httpWire(endpoint, { debug() {}, info() {}, warn() {} });
  const budget = new Budget({ requestsPerSecond: limit, limiter: known, clock });
  const on = { target: "cloud", clock, random: Math.random, listener: undefined };
  const paced = pacedWire({ ...on, budget: () => budget }, wire);
  const signal = new AbortController().signal;
  const one = () => paced.send({ method: "GET", url: `${url}/x`, headers: {} }, signal);
  await Promise.all(Array.from({ length: count }, one));
  await close();
  end();
  return course();
}

/**
 * The measurement with a client that has only a timer: request n is sent n intervals after the first, and refused
 * requests are not retried.
 */
export async function byTimer(of: SocketServer): Promise<Course> {
  const { limit, count } = of;
  const { url, course, close } = await countingServer(of);
  const agent = new Agent({ keepAlive: true });
  const one = () =>
    new Promise<void>((done, failed) => {
      get(`${url}/x`, { agent }, (response) => response.resume().on("end", done)).on("error", failed);
    });
  const begun = clock.now();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const ms = begun + (n * 1000) / limit - clock.now();
    if (ms > 0) await delay(ms);
    sent.push(one());
  }
  await Promise.all(sent);
  agent.destroy();
  close();
  return course();
}

interface CountingServer {
  readonly url: string;
  readonly course: () => Course;
  readonly close: () => void;
}

async function countingServer({ limit, model, jitterMs }: SocketServer): Promise<CountingServer> {
  const chance = randomFrom(limit);
  const arrivals: number[] = [];
  let throttled = 0;
  let state: LimiterState = freshLimiter(limit, clock.now());
  const server = createServer((_, response) => {
    const judged = () => {
      const { admitted, state: next } = admit(state, clock.now(), { model, ratePerSecond: limit });
      state = next;
      if (admitted) arrivals.push(clock.now());
      else throttled += 1;
      response.writeHead(admitted ? 200 : 429, { "content-type": "application/json" }).end("[]");
    };
    if (jitterMs === 0) judged();
    else void delay(chance() * (jitterMs - machineMs)).then(judged);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, course: () => ({ arrivals, throttled }), close: () => server.close() };
}

/** Measures with the simulator and a session of the example company, according to the simulator's log. */
export async function simulatorOverSockets(count: number): Promise<Course> {
  const { context, served, close } = await opened();
  const session = context.targets.get("cloud")?.session;
  const request = { collection: "organizations", scope: {}, wanted: [] };
  await delay(1100);
  served.edit((world) => ({ ...world, log: undefined }));
  const signal = new AbortController().signal;
  await Promise.all(Array.from({ length: count }, () => session?.read(request, signal)));
  const entries = entriesOf(served.world().log);
  await close();
  const arrivals = entries.filter(({ admitted }) => admitted).map(({ at }) => at);
  return { arrivals, throttled: entries.length - arrivals.length };
}
