/**
 * Checks that a project names only secrets that it may open on this server. Any other secret is a problem and is not
 * opened.
 */

import { matches } from "../../model/listed/glob.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { commandIn } from "../../model/secret.ts";
import type { ReadProject } from "../../project/read.ts";
import type { WantedSecret } from "../../runtime/secrets/secrets.ts";
import type { ProjectSecrets } from "./runner.ts";

/** One problem for each distinct reference that the project names and may not open. */
export function disallowedSecrets(read: ReadProject, secrets: ProjectSecrets): readonly Problem[] {
  const { credentials, loaded, fingerprintKey, project } = read;
  const wanted: readonly WantedSecret[] = [
    ...credentials,
    ...loaded.references,
    ...(fingerprintKey ? [fingerprintKey] : []),
  ];
  const found = new Map<string, Problem>();
  for (const { reference, at } of wanted)
    if (!found.has(reference) && !isAllowed(reference, secrets))
      found.set(reference, { ...disallowed(reference), at });
  for (const { name, store, at } of project.targets.values())
    if (store && "command" in store && !secrets.commands)
      found.set(`store ${name}`, { ...notRun(`The store of target \`${name}\``), at });
  return [...found.values()];
}

/**
 * True if the project may open this reference. Files need absolute paths, because the branch controls the files of its
 * work tree: such a file may be a link to another project's secret.
 */
function isAllowed(reference: string, { allow, commands }: ProjectSecrets): boolean {
  if (commandIn(reference)) return commands;
  const isElsewhere =
    reference.startsWith("file:") && (!reference.startsWith("file:/") || reference.split("/").includes(".."));
  return !isElsewhere && allow.some((glob) => matches(glob, reference));
}

function disallowed(reference: string): Problem {
  if (commandIn(reference)) return notRun("a secret");
  return problem("serve-secret", `this server may not open ${reference} for this project`, {
    hint: "The server's operator can allow it in the server file; a branch cannot.",
  });
}

function notRun(what: string): Problem {
  return problem(
    "serve-secret",
    `${what} is read by a command, and this server runs no commands for this project`,
    {
      hint: "Use env:NAME or file:PATH, or ask the server's operator to allow commands in the server file.",
    },
  );
}
