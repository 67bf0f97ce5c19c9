/** Checks the certificate authorities for a project's targets and recipients, before any connection is made. */

import { byTextOf } from "../model/compare.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import { authorityFault, nameWithin } from "../runtime/files/authority-file.ts";

/**
 * Returns an error if a file in the project's own folder is missing or contains no certificate. For a file elsewhere,
 * this is only a warning, because the file may exist only on the machine that applies.
 */
export async function authorityProblems({
  folder,
  targets,
  notify = [],
}: Pick<Project, "folder" | "targets" | "notify">): Promise<readonly Problem[]> {
  const users = new Map<string, string[]>();
  const add = (path: string, user: string) => users.set(path, [...(users.get(path) ?? []), user]);
  for (const [name, { tls }] of targets) if (tls.ca !== undefined) add(tls.ca, `tls.ca of target ${name}`);
  for (const each of notify)
    if ("webhook" in each && each.ca !== undefined) add(each.ca, "ca of a webhook under notify");
  const found = await Promise.all(
    [...users].map(async ([path, of]) => {
      const fault = await authorityFault(path);
      return fault === undefined ? [] : [said({ folder, path, of, fault })];
    }),
  );
  return found.flat().sort(byTextOf(({ message }) => message));
}

interface FoundFault {
  readonly folder: string;
  readonly path: string;
  readonly of: readonly string[];
  readonly fault: string;
}

function said({ folder, path, of: [first = "", ...more], fault }: FoundFault): Problem {
  const own = nameWithin(folder, path);
  const isOwn = own !== undefined;
  const others =
    more.length > 0 ? `, and in ${more.length} more ${more.length === 1 ? "place" : "places"}` : "";
  const message = `${own ?? path}: ${fault}; the file is named in ${first}${others}`;
  const hint = isOwn
    ? "Add a PEM file there, or correct the path, which is relative to the folder of trueup.yaml."
    : "Make sure that the file exists on the machine from which trueup connects.";
  return problem("unreadable-ca", message, { hint, severity: isOwn ? "error" : "warning" });
}
