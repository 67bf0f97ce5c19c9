/** The frame of a command that talks to targets: prepares, shows progress, obeys signals, closes at the end. */

import { secretCheckOf } from "../diff/secrets.ts";
import type { PlanRequest } from "../engine/reconcile.ts";
import type { PlanOrigin } from "../model/plan.ts";
import type { Cli } from "./cli.ts";
import { onlyMatching, type PreparedCommand, type PrepareOptions, prepare } from "./prepare.ts";
import { openProgress, type Progress } from "./terminal/progress.ts";
import { type InterruptibleRun, interruptible } from "./terminal/signals.ts";

/** What a command works with while it runs. */
export interface RunningCommand {
  readonly prepared: PreparedCommand;
  readonly progress: Progress;
  readonly run: InterruptibleRun;
  /** What the user's options ask a plan to consider. */
  readonly request: PlanRequest;
}

/** Runs `act` in that frame; the exit status: 1 when it could not be prepared, 130 or 143 after a signal. */
export async function running(
  cli: Cli,
  need: Omit<PrepareOptions, "listener"> &
    Pick<PlanRequest, "onConflict"> & { readonly prune?: boolean | undefined },
  act: (running: RunningCommand) => Promise<number>,
): Promise<number> {
  const progress = openProgress(cli);
  const interrupt = interruptible((text) => {
    progress.end();
    cli.err(text);
  });
  const prepared = await prepare(cli, { ...need, listener: progress.listener }).catch((error: unknown) => {
    interrupt.done();
    throw error;
  });
  if ("status" in prepared) {
    interrupt.done();
    return prepared.status;
  }
  const { lost } = prepared.hold ?? {};
  const run = lost ? { ...interrupt, signal: AbortSignal.any([interrupt.signal, lost]) } : interrupt;
  lost?.addEventListener("abort", () => {
    progress.end();
    cli.err(`\n${lostText(lost.reason)}\n`);
  });
  const only = onlyMatching(need.only);
  const prune = need.prune ?? prepared.read.project.prune ?? false;
  const ungated = need.ungated ?? false;
  const origin = originOf(cli, need, { prepared, prune });
  const { base, main, state } = prepared;
  const { fingerprints } = prepared.context;
  const secretCheck = fingerprints && secretCheckOf(fingerprints, state?.applied?.record.secrets);
  const request = {
    base,
    main,
    only,
    secretCheck,
    prune,
    ungated,
    onConflict: need.onConflict,
    origin,
  };
  try {
    return await act({ prepared, progress, run, request });
  } catch (error) {
    const status = run.status();
    if (status !== undefined) return status;
    if (lost?.aborted) return 4;
    throw error;
  } finally {
    progress.end();
    run.done();
    await prepared.context.close().finally(() => prepared.hold?.release());
  }
}

function lostText(reason: unknown): string {
  const why = reason instanceof Error ? reason.message : String(reason);
  return `Stopped: ${why}. What has been sent is waited for; nothing more is.`;
}

function originOf(
  { version }: Cli,
  { only, base }: Pick<PrepareOptions, "only" | "base">,
  { prepared: { state }, prune }: { readonly prepared: PreparedCommand; readonly prune: boolean },
): PlanOrigin {
  return {
    tool: version,
    prune,
    only,
    base,
    commit: state?.head,
    applied: state?.applied?.commit,
  };
}
