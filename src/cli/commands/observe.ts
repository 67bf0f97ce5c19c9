/** `trueup observe`: writes a snapshot of the declared resources, redacted and dated. */

import type { GitState } from "../../engine/git-state.ts";
import { makePlan } from "../../engine/reconcile.ts";
import { publishSnapshot, type SnapshotToPublish, snapshotRef } from "../../git/snapshot.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { snapshotDocument } from "../../report/snapshot.ts";
import { documentText } from "../../report/text/escape.ts";
import { snapshotWithout } from "../../report/without-secrets.ts";
import type { Cli } from "../cli.ts";
import { writeOut } from "../output-files.ts";
import { running } from "../running.ts";
import { tellProblems } from "../terminal/printing.ts";

/** The command's arguments and options. */
export interface ObserveOptions {
  readonly out?: string | undefined;
  /** If true, the snapshot is also published as the repository's snapshot ref. */
  readonly publish?: boolean | undefined;
  readonly only?: readonly string[] | undefined;
  readonly base?: string | undefined;
}

/** Exit status: 0 if everything could be read, otherwise 1. The snapshot is written in both cases. */
export async function runObserve(cli: Cli, options: ObserveOptions): Promise<number> {
  const { only, base: revision } = options;
  const need = {
    format: "text",
    secrets: "unused",
    only,
    base: revision,
    ungated: true,
    git: "read",
  } as const;
  return running(cli, need, async ({ prepared: { context, state }, progress, run, request }) => {
    const { snapshot, plan } = await makePlan(context, request, run.signal);
    progress.end();
    const { environment } = context.project;
    const base = request.base && { base: request.base };
    const document = snapshotDocument(snapshotWithout(snapshot, cli.secrets), {
      desired: context.desired,
      ...base,
      environment,
    });
    const text = cli.secrets.text(documentText(document));
    if (options.out === undefined) cli.out(text);
    const isWritten = options.out === undefined || (await writeOut(cli, options.out, text));
    const unknown = [...new Map(plan.unknown.map(({ problem }) => [problem.message, problem])).values()];
    const published =
      options.publish && (await publish(cli, state, { environment, text, time: snapshot.takenAt }));
    const problems = published ? [...unknown, published] : unknown;
    tellProblems(cli, problems);
    return problems.length > 0 || !isWritten ? 1 : 0;
  });
}

async function publish(
  cli: Cli,
  state: GitState | undefined,
  of: Pick<SnapshotToPublish, "environment" | "text" | "time">,
): Promise<Problem | undefined> {
  if (!state) return noPlace;
  const { repository, prefix, head: commit } = state;
  const moved = await publishSnapshot(repository, { ...of, prefix, commit });
  switch (moved.is) {
    case "moved":
      cli.err(`Published: ${snapshotRef(prefix)}.\n`);
      return undefined;
    case "other":
      return notPublished("another run has published a snapshot in the meantime", "Run the command again.");
    case "failed":
      return notPublished(moved.problem.message);
    case "tooLarge":
      return notPublished(`it ${moved.excess}, so trueup could not read it later`, smaller);
  }
}

const smaller =
  "The earlier snapshot stays published. Divide the project into environments, each with its own snapshot.";

const noPlace = problem(
  "not-published",
  "a snapshot can only be published in a Git repository that has a commit",
  {
    hint: "Run `trueup observe --publish` in a clone with a commit, and without --base.",
  },
);

function notPublished(
  why: string,
  hint: string = "Check that the token may push this ref, then run the command again.",
): Problem {
  return problem("not-published", `the snapshot was taken, but not published: ${why}.`, { hint });
}
