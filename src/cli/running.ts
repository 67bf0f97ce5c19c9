/**
 * Runs a command that contacts targets: prepares the project, shows progress, handles signals, and closes everything at
 * the end.
 */

import type { PlanRequest } from "../engine/reconcile.ts";
import type { CheckedProject } from "../engine/sides/compared-sides.ts";
import { type OpenedSides, planRequest } from "../engine/sides/opened-sides.ts";
import type { Cli } from "./cli.ts";
import { type PrepareOptions, prepare, readChecked } from "./prepare.ts";
import { openProgress, type Progress } from "./terminal/progress.ts";
import type { InterruptibleRun } from "./terminal/signals.ts";

/** A command's options, as the engine gets them. */
export type RunOptions = Omit<PrepareOptions, "listener"> &
  Pick<PlanRequest, "onConflict" | "prune" | "retry">;

/** The parts of a command that exist from the start. */
export interface RunFrame {
  readonly cli: Cli;
  readonly progress: Progress;
}

/** The parts of a command while it runs. */
export interface RunningCommand {
  readonly prepared: OpenedSides;
  readonly progress: Progress;
  readonly run: InterruptibleRun;
  /** The part of a plan request that comes from the user's options. */
  readonly request: PlanRequest;
}

/**
 * Reads the project and runs `act`. Returns the exit status of `act`; 1 if the project could not be prepared, 130 or
 * 143 after a signal.
 */
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

/** Runs `act` with a progress display, which is removed at the first signal. */
export async function framed(cli: Cli, act: (frame: RunFrame) => Promise<number>): Promise<number> {
  const progress = openProgress(cli);
  cli.interrupt.signal.addEventListener("abort", () => progress.end());
  return act({ cli, progress });
}

/** Opens a project that was already read, and runs `act`. */
export async function runPrepared(
  { cli, progress }: RunFrame,
  { project, options }: { readonly project: CheckedProject; readonly options: RunOptions },
  act: (running: RunningCommand) => Promise<number>,
): Promise<number> {
  const prepared = await prepare(cli, { ...options, listener: progress.listener }, project);
  if ("status" in prepared) return prepared.status;
  const { interrupt: run } = cli;
  const request = planRequest(prepared, { ...options, tool: cli.version });
  try {
    return await act({ prepared, progress, run, request });
  } catch (error) {
    const status = run.status();
    if (status !== undefined) return status;
    throw error;
  } finally {
    progress.end();
    await prepared.context.close();
  }
}
