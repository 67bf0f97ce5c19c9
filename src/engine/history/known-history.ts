/** Reads the history of a project's environment from its repository and the remote. */

import { readHistory } from "../../git/history/history-ref.ts";
import { defaultKept, type History, type PlacedEntry } from "../../model/history/history.ts";
import { applyNamed } from "../../model/history/named-apply.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Project } from "../../model/project.ts";
import { openPlace, type RefLocation } from "../git-state.ts";

/** A history, and the location of its refs. */
export interface KnownHistory {
  readonly history: History;
  readonly place: RefLocation;
  /** Warnings about the history. */
  readonly problems: readonly Problem[];
}

/** The reason why no history is known. */
interface NoHistory {
  readonly problems: readonly Problem[];
  /** True: there is no repository, or no commit yet, so that there can be no history. */
  readonly isEmpty?: boolean;
}

/** Reads the history, or returns the problems that prevent it. */
export async function knownHistory(project: Project): Promise<KnownHistory | NoHistory> {
  const { place, problems } = await openPlace(project);
  if (problems.length > 0) return { problems };
  const { environment } = project;
  if (!place) return { problems: [noHistory(environment)], isEmpty: true };
  const { repository, prefix } = place;
  const keep = Math.max(project.history?.keep ?? defaultKept, 1);
  const read = await readHistory({ repository, prefix, environment, keep });
  if ("problem" in read) return { problems: [{ ...read.problem, severity: "error" }] };
  const entries = read.entries.flatMap((entry, at): readonly Omit<PlacedEntry, "back">[] =>
    entry ? [{ entry, isOnlyHere: read.onlyHere[at] ?? false }] : [],
  );
  // The clone has no entries and the remote is unreachable. This does not mean that the history is empty.
  if (entries.length === 0 && read.problems.length > 0)
    return { problems: read.problems.map((one) => ({ ...one, severity: "error" })) };
  const broken = read.odd + read.entries.length - entries.length;
  const placed = entries.map((one, back) => ({ ...one, back }));
  return { history: { environment, entries: placed, broken }, place, problems: read.problems };
}

/** The entry that a name refers to; otherwise a problem that lists the existing entries. */
export function namedEntry(
  history: History,
  name: string,
): { readonly placed: PlacedEntry } | { readonly problem: Problem } {
  const found = applyNamed(history, name);
  if (found.is === "found") return { placed: found.placed };
  const given = JSON.stringify(name.slice(0, 100));
  if (found.is === "several") {
    const hint = `Give a longer part of one of these names: ${found.names.slice(0, namesShown).join(", ")}.`;
    return {
      problem: problem("unknown-apply", `the names of several applies begin with ${given}`, { hint }),
    };
  }
  const { entries, environment } = history;
  const [oldest] = entries.slice(-1);
  if (!oldest) return { problem: noHistory(environment) };
  const some = entries.slice(0, namesShown).map(nameOf);
  const more = entries.length > some.length ? `, and older ones back to ${nameOf(oldest)}` : "";
  const what = `there is no apply to ${environment} with the name ${given}, or its entry is no longer kept`;
  const hint = `Run \`trueup history\` to see all names. Entries exist for ${some.join(", ")}${more}.`;
  return { problem: problem("unknown-apply", what, { hint }) };
}

const namesShown = 5;

function nameOf({ back, entry }: PlacedEntry): string {
  return `${back} (${entry.commit.slice(0, 12)})`;
}

function noHistory(environment: string): Problem {
  return problem("unknown-apply", `this repository's history has no apply to ${environment}`, {
    hint: "Apply once: each apply from a Git repository leaves an entry, unless `history: { keep: 0 }` is set.",
  });
}
