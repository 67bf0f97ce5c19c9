/** The Git state of a run: the repository, its head, and the applied ref with its record. */

import type { SecretTargets } from "../git/memory.ts";
import { type AppliedRef, readApplied } from "../git/record.ts";
import { fetchRefs } from "../git/refs.ts";
import type { Repository } from "../git/repository.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import { repositoryOf } from "../project/work-tree.ts";

/** A repository with at least one commit, and what was applied from it. */
export interface GitState {
  readonly repository: Repository;
  /** The checked-out commit. */
  readonly head: string;
  /** The prefix of this environment's refs: `refs/trueup/production`. */
  readonly prefix: string;
  /** The last applied commit; undefined before the first apply. */
  readonly applied?: AppliedRef | undefined;
}

/** The location of an environment's refs: a repository with at least one commit. */
export type RefLocation = Omit<GitState, "applied">;

/** The parts of the state that are needed. */
export interface StateOptions {
  /** Targets whose secret fingerprints are read. Default: all. */
  readonly secretsOf?: SecretTargets | undefined;
  /** The commit that is planned. Default: the checked-out commit. */
  readonly planned?: string | undefined;
}

/**
 * The result of opening a project's Git state. If both `state` and errors are missing, there is no Git, or no commit
 * yet.
 */
export interface GitStateResult {
  readonly state?: GitState | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Finds the repository of a project. If both the location and problems are missing, there is no Git, or no commit yet.
 * A broken `.git` is an error. Git settings without a Git repository are an error too.
 */
export async function openPlace(
  project: Project,
): Promise<{ readonly place?: RefLocation; readonly problems: readonly Problem[] }> {
  const { folder, environment, git } = project;
  const found = await repositoryOf(folder, git?.remote, git?.timeoutSeconds);
  if (!found) return { problems: git ? [noWorkTree(folder)] : [] };
  if ("problem" in found) return { problems: [found.problem] };
  const { repository } = found;
  const { head } = repository;
  const prefix = `${git?.refs ?? "refs/trueup"}/${environment}`;
  return head === undefined ? { problems: [] } : { place: { repository, head, prefix }, problems: [] };
}

/**
 * Reads the applied ref, from the remote if there is one. An unreachable remote or a broken Git is an error. With
 * `offline: "warn"`, an unreachable remote is only a warning, and the clone's own refs are used if there are any.
 */
export async function openState(
  project: Project,
  offline: "refuse" | "warn",
  { secretsOf, planned }: StateOptions = {},
): Promise<GitStateResult> {
  const { place: found, problems } = await openPlace(project);
  const place = found && planned !== undefined ? plannedAt(found, planned) : found;
  if (!place) return { problems: offline === "warn" ? problems.map(asWarning) : problems };
  const unreachable = await fetchRefs(place.repository, place.prefix);
  if (unreachable && offline === "refuse") return { problems: [unreachable] };
  const repository = unreachable ? { ...place.repository, unreachable: true } : place.repository;
  const read = await readApplied(repository, place.prefix, secretsOf);
  if (read && "problem" in read) return { problems: [read.problem] };
  const { lost } = read?.applied ?? {};
  if (lost?.isUnreachable && offline === "refuse")
    return { problems: [{ ...lost.problem, severity: "error" }] };
  const warnings = lost ? [lost.problem] : [];
  if (!unreachable) return { state: { ...place, ...read }, problems: warnings };
  const until = read ? "trueup uses the record in this clone" : unknownBase;
  const hint = `${unreachable.hint} Until then ${until}.`;
  const warning = { ...unreachable, hint, severity: "warning" } as const;
  return { state: { ...place, ...read, repository }, problems: [warning, ...warnings] };
}

/** The Git state as if this commit were checked out. */
function plannedAt({ repository, prefix }: RefLocation, head: string): RefLocation {
  return { repository: { ...repository, head }, head, prefix };
}

const unknownBase =
  "it is unknown what was applied: trueup removes nothing, and cannot distinguish drift from conflicts";

/** Returns a problem with Git as a warning: a plan is possible without Git, but then has no base. */
function asWarning(one: Problem): Problem {
  if (!["git-missing", "git-unusable", "no-work-tree"].includes(one.code)) return one;
  const hint = `${one.hint} Until then ${unknownBase}.`;
  return { ...one, hint, severity: "warning" };
}

function noWorkTree(folder: string): Problem {
  return problem("no-work-tree", `trueup.yaml has \`git:\`, but ${folder} is not in a Git work tree`, {
    hint: "Run trueup in a clone of the repository. To work without Git, remove `git:` from trueup.yaml.",
  });
}
