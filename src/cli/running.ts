/** The frame of a command that talks to targets: prepares, shows progress, obeys signals, closes at the end. */

import { secretCheckOf } from "../diff/secrets.ts";
import type { PlanRequest } from "../engine/reconcile.ts";
import type { PlanOrigin } from "../model/plan.ts";
import type { Cli } from "./cli.ts";
import type { CheckedProject } from "./compared-sides.ts";
import { type PreparedCommand, type PrepareOptions, prepare, readChecked } from "./prepare.ts";
import { openProgress, type Progress } from "./terminal/progress.ts";
import type { InterruptibleRun } from "./terminal/signals.ts";

/** A command's options, from the command line to the engine. */
export type RunOptions = Omit<PrepareOptions, "listener"> & Pick<PlanRequest, "onConflict" | "prune">;

/** What a command has from its first moment on. */
export interface RunFrame {
  readonly cli: Cli;
  readonly progress: Progress;
}

/** What a command works with while it runs. */
export interface RunningCommand {
  readonly prepared: PreparedCommand;
  readonly progress: Progress;
  readonly run: InterruptibleRun;
  /** What the user's options ask a plan to consider. */
  readonly request: PlanRequest;
}

/** Reads the project and runs `act`; the exit status: 1 when it could not be prepared, 130 or 143 after a signal. */
export function running(
  cli: Cli,
  options: RunOptions,
  act: (running: RunningCommand) => Promise<number>,
): Promise<number> {
  return framed(cli, async (frame) => {
    const project = await readChecked(cli, options);
    return "status" in project ? project.status : runPrepared(frame, { project, options }, act);
  });
}

/** Progress and signals around `act`. */
export async function framed(cli: Cli, act: (frame: RunFrame) => Promise<number>): Promise<number> {
  const progress = openProgress(cli);
  cli.interrupt.signal.addEventListener("abort", () => progress.end());
  return act({ cli, progress });
}

/** Opens a project that was read and runs `act`. Once `lost` is aborted nothing more is sent, and the status is 4. */
export async function runPrepared(
  { cli, progress }: RunFrame,
  on: {
    readonly project: CheckedProject;
    readonly options: RunOptions;
    readonly lost?: AbortSignal | undefined;
  },
  act: (running: RunningCommand) => Promise<number>,
): Promise<number> {
  const { project, options, lost } = on;
  const prepared = await prepare(cli, { ...options, listener: progress.listener }, project);
  if ("status" in prepared) return prepared.status;
  const { interrupt } = cli;
  const run = lost ? { ...interrupt, signal: AbortSignal.any([interrupt.signal, lost]) } : interrupt;
  lost?.addEventListener("abort", () => {
    progress.end();
    cli.err(`\n${lostText(lost.reason)}\n`);
  });
  try {
    return await act({ prepared, progress, run, request: planRequest(cli, options, prepared) });
  } catch (error) {
    const status = run.status();
    if (status !== undefined) return status;
    if (lost?.aborted) return 4;
    throw error;
  } finally {
    progress.end();
    await prepared.context.close();
  }
}

function lostText(reason: unknown): string {
  const why = reason instanceof Error ? reason.message : String(reason);
  return `Stopped: ${why}. Waiting for the writes that were sent; trueup sends no more.`;
}

function planRequest(cli: Cli, options: RunOptions, prepared: PreparedCommand): PlanRequest {
  const { base: history, main, only, driftOnly, state, read } = prepared;
  const { fingerprints } = prepared.context;
  const secretCheck = fingerprints && secretCheckOf(fingerprints, state?.applied?.record.secrets);
  const { onConflict, ungated = false, prune = read.project.prune ?? false } = options;
  const origin: PlanOrigin = {
    tool: cli.version,
    prune,
    only: options.only,
    base: options.base,
    commit: state?.head,
    applied: state?.applied?.commit,
    definitions: read.definitions?.(),
  };
  const { unfinished } = state?.applied?.record ?? {};
  const sides = { base: history?.desired, history, main, only, driftOnly };
  return { ...sides, secretCheck, prune, ungated, onConflict, origin, unfinished };
}
