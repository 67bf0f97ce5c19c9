/** The opened sides of a run, with secrets and sessions, and the run's request to the planner. */

import { secretCheckOf } from "../../diff/secrets.ts";
import type { PlanOrigin } from "../../model/plan/plan.ts";
import type { Problem } from "../../model/problem.ts";
import type { Redactions } from "../../model/secret.ts";
import { keptReadsIn } from "../../runtime/files/kept-reads.ts";
import type { Redactor } from "../../runtime/secrets/redactor.ts";
import { type OpenedProject, type OpenProjectOptions, openContext } from "../open.ts";
import type { PlanRequest } from "../reconcile.ts";
import type { ComparedSides } from "./compared-sides.ts";

/** An opened project, with the sides that it compares. */
export interface OpenedSides extends ComparedSides {
  readonly context: OpenedProject;
}

/** The options for opening the sides. */
export interface OpenSidesOptions extends Omit<OpenProjectOptions, "only" | "base" | "keptReads"> {
  readonly redactor: Redactor;
  /** True: for targets with `changedSince`, results of reads by earlier runs in this checkout are reused. */
  readonly since?: boolean | undefined;
}

/** Opens secrets and sessions. Sends nothing yet. `problems` includes the problems of the sides. */
export async function openSides(
  sides: ComparedSides,
  { since, ...options }: OpenSidesOptions,
): Promise<{ readonly opened?: OpenedSides; readonly problems: readonly Problem[] }> {
  const { read, state, only, base } = sides;
  const kept =
    since && state
      ? keptReads(state.repository.gitFolder, read.project.environment, options.redactor)
      : undefined;
  const found = await openContext(read, { ...options, only, base: base?.desired, keptReads: kept });
  const problems = [...sides.problems, ...found.problems];
  const { context } = found;
  return context ? { opened: { ...sides, context, problems }, problems } : { problems };
}

/** Returns the place where the reads of targets are stored. Answers that contain secrets are not stored. */
function keptReads(
  gitFolder: string,
  environment: string,
  redactions: Redactions,
): OpenProjectOptions["keptReads"] {
  return ({ name }) => {
    const secrets = redactions.of(name);
    const { load, save } = keptReadsIn(gitFolder, `${environment}-${name}`);
    return { load, save: async (text) => (secrets.text(text) === text ? save(text) : undefined) };
  };
}

/** The options of a run. */
export interface AskedFor extends Pick<PlanRequest, "onConflict" | "ungated" | "prune" | "retry"> {
  /** The version of trueup. */
  readonly tool: string;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
}

/** The plan request of a run. */
export function planRequest(opened: OpenedSides, asked: AskedFor): PlanRequest {
  const { base: history, main, only, driftOnly, state, read } = opened;
  const { fingerprints } = opened.context;
  const secretCheck = fingerprints && secretCheckOf(fingerprints, state?.applied?.record.secrets);
  const { onConflict, ungated = false, prune = read.project.prune ?? false, retry } = asked;
  const origin: PlanOrigin = {
    tool: asked.tool,
    prune,
    ...(retry && { retry }),
    only: asked.only,
    base: asked.base,
    commit: state?.head,
    applied: state?.applied?.commit,
    definitions: read.definitions?.(),
  };
  const { unfinished } = state?.applied?.record ?? {};
  const sides = { base: history?.desired, history, main, only, driftOnly, memory: opened.memory };
  return { ...sides, secretCheck, prune, ungated, onConflict, retry, origin, unfinished };
}
