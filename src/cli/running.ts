/** The frame of a command that talks to targets: prepares, shows progress, obeys signals, closes at the end. */

import type { PlanWish } from "../reconcile.ts";
import type { Cli } from "./cli.ts";
import { type Interruptible, interruptible } from "./interrupt.ts";
import { type Need, onlyMatching, type Prepared, prepare } from "./prepare.ts";
import { openProgress, type Progress } from "./progress.ts";

/** What a command works with while it runs. */
export interface Running {
  readonly prepared: Prepared;
  readonly progress: Progress;
  readonly run: Interruptible;
  /** What the user's options ask a plan to consider. */
  readonly wish: PlanWish;
}

/** Runs `act` in that frame; the exit status: 1 when it could not be prepared, 130 or 143 after a signal. */
export async function running(
  cli: Cli,
  need: Omit<Need, "listener"> & Pick<PlanWish, "onConflict"> & { readonly prune?: boolean | undefined },
  act: (running: Running) => Promise<number>,
): Promise<number> {
  const progress = openProgress(cli);
  const prepared = await prepare(cli, { ...need, listener: progress.listener });
  if (!prepared) return 1;
  const run = interruptible((text) => {
    progress.end();
    cli.err(text);
  });
  const only = onlyMatching(need.only);
  const conflict = need.onConflict && { onConflict: need.onConflict };
  const prune = need.prune ?? prepared.read.project.prune ?? false;
  const ungated = need.ungated ?? false;
  const { base, main } = prepared;
  const wish = {
    ...(base && { base }),
    ...(main && { main }),
    ...(only && { only }),
    prune,
    ungated,
    ...conflict,
  };
  try {
    return await act({ prepared, progress, run, wish });
  } catch (error) {
    const status = run.status();
    if (status === undefined) throw error;
    return status;
  } finally {
    progress.end();
    run.done();
    await prepared.context.close();
  }
}
