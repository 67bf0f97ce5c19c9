/**
 * Runs worlds of one seed in a worker, one after another. A world that never ends is stopped together with its worker,
 * which is then replaced.
 */

import { parentPort, Worker } from "node:worker_threads";
import { asked } from "../../test/simulation/reduced/parts.ts";
import type { Answer } from "./shrink.ts";

/** A world: a seed, and in `only` the parts to which the world is limited. Without `only`, it has all parts. */
export interface AskedWorld {
  readonly seed: number;
  readonly only?: readonly string[] | undefined;
  /** If true, the answer also describes the world in words. */
  readonly isTold: boolean;
}

/** The result, with a description of the world if requested. */
export interface WorldAnswer extends Answer {
  readonly world: string;
  readonly trace: string;
}

interface Report {
  readonly broken: readonly string[];
  readonly trace: string;
}

/** The worker's messages. */
type Said =
  | { readonly part: string }
  | { readonly heading: string; readonly text: string }
  | { readonly report: Report };

const oldSpaceMb = 2048;
/** The time limit for imports. The time limit for a world is shorter. */
const openMs = 60_000;

/** True in a worker that runs requested worlds instead of a share of seeds. */
export function isAsker(workerData: unknown): boolean {
  return workerData === "asker";
}

/** Runs worlds, in the worker. */
export async function answerWorlds(ask: (seed: number) => Promise<Report>): Promise<void> {
  const say = (said: Said | "open") => parentPort?.postMessage(said);
  parentPort?.on("message", async ({ seed, only, isTold }: AskedWorld) => {
    const how = {
      only: only && new Set(only),
      met: (part: string) => say({ part }),
      told: isTold ? (heading: string, text: string) => say({ heading, text }) : undefined,
    };
    // The worker stays alive only as long as this world has something pending.
    parentPort?.unref();
    const report = await asked(how, () => ask(seed)).catch(
      (error: unknown): Report => ({ broken: [thrown(error)], trace: "" }),
    );
    parentPort?.ref();
    say({ report });
  });
  say("open");
}

/** The report of a run that threw. */
export function thrown(error: unknown): string {
  return `The run threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** A worker for worlds, which is replaced if a world kills it. */
export class Asker {
  #worker: Promise<Worker> | undefined;
  readonly #script: string;
  readonly #patienceMs: number;

  constructor(script: string, patienceMs: number) {
    this.#script = script;
    this.#patienceMs = patienceMs;
  }

  async ask(world: AskedWorld): Promise<WorldAnswer> {
    this.#worker ??= opened(this.#script);
    const worker = await this.#worker;
    const parts: string[] = [];
    const texts: string[] = [];
    const { promise, resolve } = Promise.withResolvers<Report>();
    const lost = (why: string) => {
      this.#worker = undefined;
      void worker.terminate();
      resolve({ broken: [why], trace: "" });
    };
    const patience = setTimeout(
      () => lost(`The run has not ended after ${this.#patienceMs / 1000} s.`),
      this.#patienceMs,
    );
    worker.on("message", (said: Said) => {
      if ("part" in said) parts.push(said.part);
      else if ("heading" in said) texts.push(`${said.heading}\n${indented(said.text)}\n`);
      else resolve(said.report);
    });
    worker.on("error", (error) => lost(thrown(error)));
    worker.on("exit", () => lost("The run never ends: it waits, and nothing is left to wait for."));
    worker.postMessage(world);
    const report = await promise;
    clearTimeout(patience);
    forget(worker);
    return { ...report, parts, world: texts.join("\n") };
  }

  async close(): Promise<void> {
    await (await this.#worker)?.terminate();
  }
}

/** The started worker. Rejects if it cannot be started. */
function opened(script: string): Promise<Worker> {
  const worker = new Worker(script, {
    workerData: "asker",
    resourceLimits: { maxOldGenerationSizeMb: oldSpaceMb, maxYoungGenerationSizeMb: 192 },
  });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("the simulation was not imported in time")), openMs);
    worker.once("message", () => {
      clearTimeout(late);
      forget(worker);
      resolve(worker);
    });
    worker.once("error", reject);
  });
}

/**
 * Removes our own listeners. The worker's built-in listeners stay, because the worker would receive nothing more
 * without them.
 */
function forget(worker: Worker): void {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ").trimEnd();
}
