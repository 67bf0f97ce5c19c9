/**
 * The engine's thread. It sees the same over real sockets as the same code in this process, and it may end at any
 * moment.
 */

import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { clock } from "../../src/runtime/clock.ts";
import { engineWorker } from "../../src/runtime/engine-worker.ts";
import { random } from "../../src/runtime/random.ts";
import { inProcessRunner } from "../../src/serve/runner/in-process.ts";
import type { LookRequest, Runner, Shard, ShardLook } from "../../src/serve/runner/runner.ts";
import { type Engine, engine } from "../../src/serve/runner/thread/engine.ts";
import { RunnerEnded } from "../../src/serve/runner/thread/remote.ts";
import { emptyCompany } from "../../src/simulator/company.ts";
import { serve } from "../../src/simulator/serve.ts";
import { git, repository } from "../git/repositories.ts";
import { networks, projectFile } from "./stage.ts";

const logging = { level: "silent", format: "json" } as const;
const signal = new AbortController().signal;
const asked: Pick<LookRequest, "listener" | "signal"> = { listener: () => {}, signal };

/** Creates a project with a simulated dashboard. */
async function shardOn(): Promise<Shard & { readonly cwd: string }> {
  const served = await serve({ seed: emptyCompany() });
  onTestFinished(() => served.close());
  const cwd = repository({
    "trueup.yaml": projectFile().replace("https://cloud.example.net", served.urls.dashboard),
    "desired-state/a.yaml": networks({ berlin: "Europe/Berlin", bonn: "Europe/Berlin" }),
  });
  const secrets = { allow: ["env:KEY"], commands: false, env: { KEY: "simulated-api-key" } };
  const at = { projectFile: join(cwd, "trueup.yaml"), commit: git(cwd, "rev-parse", "HEAD") };
  return { ...at, id: cwd, refs: "1", secrets, cwd };
}

function opened(said: string[] = []): { readonly threads: Worker[]; readonly own: Engine } {
  const threads: Worker[] = [];
  const start = (data: object) => {
    const worker = engineWorker(data);
    threads.push(worker);
    return worker;
  };
  const log = { debug: () => {}, info: () => {}, warn: (event: string) => void said.push(event) };
  const own = engine({ logging, log, start });
  onTestFinished(() => own.close());
  return { threads, own };
}

const seenBy = async (runner: Runner, shard: Shard) => {
  const look: ShardLook = await runner.look(shard, asked);
  if (look.is !== "seen") throw new Error(JSON.stringify(look));
  return look;
};

test("what it sees, locates and hides is what is seen in this thread", async () => {
  const shard = await shardOn();
  const here = await seenBy(inProcessRunner({ world: { clock, random }, log: logging }), shard);
  const there = await seenBy(opened().own, shard);
  expect({ ...there.plan, origin: undefined }).toEqual({ ...here.plan, origin: undefined });
  expect([...there.made.desired.resources]).toEqual([...here.made.desired.resources]);
  expect([...there.made.snapshot.observations]).toEqual([...here.made.snapshot.observations]);
  expect(there.targets).toEqual(here.targets);
  expect(there.secrets.value("x simulated-api-key x")).toBe("x [secret] x");
  const [address = "a/b/c"] = here.made.desired.resources.keys();
  for (const path of ["", "/name", "/timeZone"])
    await expect
      .poll(() => there.made.desired.locate(address, path), { timeout: 10_000 })
      .toEqual(here.made.desired.locate(address, path));
});

test("a thread that ends says so to whoever waits, and the next question starts another one", async () => {
  const shard = await shardOn();
  const said: string[] = [];
  const { threads, own } = opened(said);
  const first = await seenBy(own, shard);
  const waiting = own.look(shard, asked);
  await threads[0]?.terminate();
  await expect(waiting).rejects.toThrow(RunnerEnded);
  expect(said).toEqual(["the engine's thread has ended, and is started again"]);
  // The new thread does not have the result of the earlier observation, so it reads everything.
  let requests = 0;
  const listener: LookRequest["listener"] = ({ type }) => {
    if (type === "request") requests += 1;
  };
  const earlier = { look: first, anew: new Set<string>() };
  const again = await own.look(shard, { ...asked, listener, earlier });
  expect(again).toMatchObject({ is: "seen", plan: { fingerprint: first.plan.fingerprint } });
  expect([threads.length, requests > 0]).toEqual([2, true]);
  await own.close();
  await expect(own.look(shard, asked)).rejects.toThrow(RunnerEnded);
});
