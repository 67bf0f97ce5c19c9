/** The server of a benchmark: it observes and changes a company whose sessions are held by workers. */

import { type Callers, openCallers } from "../../src/database/callers.ts";
import type { CallerRows, RunRows } from "../../src/database/contract.ts";
import { databaseJournal } from "../../src/database/journal.ts";
import { bundleText } from "../../src/engine/elsewhere/bundle.ts";
import { remoteTargets } from "../../src/engine/elsewhere/remote-targets.ts";
import type { OpenedProject } from "../../src/engine/open.ts";
import { applyPlan, makePlan, type PlannedRun } from "../../src/engine/reconcile.ts";
import { openJournal } from "../../src/engine/recorded-apply/run-journal.ts";
import type { Desired } from "../../src/model/desired.ts";
import type { Project } from "../../src/model/project.ts";
import type { Clock } from "../../src/model/wire.ts";
import { drivers } from "../../src/project/drivers.ts";
import { runId } from "../../src/runtime/random.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";

/** The company, and the rows through which the server asks workers. */
export interface Asking {
  readonly company: { readonly project: Project; readonly desired: Desired };
  readonly rows: CallerRows;
  readonly run: RunRows;
  readonly clock: Clock;
}

/** The server: a complete observation, and an apply of the resulting plan. */
export interface AskingServer {
  observe(): Promise<PlannedRun>;
  apply(planned: PlannedRun): Promise<void>;
  close(): Promise<void>;
}

/** Opens the server. */
export async function askingServer({ company, rows, run, clock }: Asking): Promise<AskingServer> {
  const { project, desired } = company;
  const callers: Callers = openCallers({ rows, clock, newId: runId });
  const sessions = callers.sessions("apply");
  const credentials = [{ target: "cloud", reference: "env:KEY", path: "/targets/cloud/credential/apiKey" }];
  const bundle = await sessions.provide(
    await bundleText({ project, credentials }, { name: "company", isProposal: false }),
  );
  const redaction = openRedactor();
  const listener = () => {};
  const on = {
    clock,
    random: Math.random,
    listener,
    drivers,
    sessions,
    bundle,
    by: runId(),
    redactor: redaction,
  };
  const { targets } = remoteTargets([...project.targets.values()], on);
  const context: OpenedProject = {
    project,
    desired,
    targets: new Map(targets.map((open) => [open.target.name, open])),
    clock,
    random: Math.random,
    listener,
    listening: [],
    log: { debug: () => {}, info: () => {}, warn: () => {} },
    redaction,
    close: async () => {},
  };
  const { signal } = new AbortController();
  return {
    observe: () => makePlan(context, {}, signal),
    apply: async (planned) => {
      const store = databaseJournal({
        rows: run,
        clock,
        newId: runId,
        name: "many",
        id: "d",
        owner: "server",
      });
      const opened = await openJournal(project, () => {}, store);
      if (!("journal" in opened)) throw new Error("the journal cannot be taken");
      await store.locked({ run: "git", forMs: Number.POSITIVE_INFINITY });
      const begun = await opened.journal.begin();
      if (!("journal" in begun)) throw new Error("the journal cannot be begun");
      const how = { onConflict: "hold", signal, journal: begun.journal, rollbackOnFailure: false } as const;
      const result = await applyPlan(context, planned, how);
      if (result.crash) throw result.crash.error;
      const [bad] = result.settled.filter(({ outcome }) => outcome.state !== "applied");
      if (bad) throw new Error(`not all was applied: ${JSON.stringify(bad)}`);
      await opened.journal.end(planned, result);
      await opened.journal.release();
    },
    close: () => callers.close(),
  };
}
