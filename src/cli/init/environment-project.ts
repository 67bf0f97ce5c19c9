/** A project with several environments: the project file, the shared folders and the own folder of each. */

import { basename, dirname } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import {
  type EnvironmentFile,
  nearestProjectFiles,
  projectFilesIn,
} from "../../runtime/files/environment-file.ts";
import { readText } from "../../runtime/files/files.ts";
import { scalar } from "./environments.ts";
import type { WorkflowFile } from "./workflow-files.ts";
import { isTaken } from "./write-files.ts";

/** The folder of a new or existing project, and the other projects in it. */
export interface ProjectPlace {
  readonly folder: string;
  /** The existing project files, ordered by name. */
  readonly files: readonly EnvironmentFile[];
  /**
   * The absolute path of the selected environment's project file. If no environment is selected, the path of the only
   * project file. Undefined if there are several files, or none.
   */
  readonly known: string | undefined;
}

/**
 * Finds the project files in a folder. If an environment is given and the folder has no project files, finds those in
 * the nearest parent folder that has some.
 */
export async function placeOf(folder: string, environment: string | undefined): Promise<ProjectPlace> {
  const files = environment === undefined ? await projectFilesIn(folder) : await nearestProjectFiles(folder);
  const [first] = files;
  const meant = environment === undefined ? files : files.filter((file) => file.environment === environment);
  const known = meant.length === 1 ? meant[0]?.path : undefined;
  return { folder: first === undefined ? folder : dirname(first.path), files, known };
}

/**
 * The environments for workflows: the environments of all project files, including a new one. None if there is only
 * `trueup.yaml`.
 */
export function environmentsOf(
  files: readonly EnvironmentFile[],
  made?: string | undefined,
): readonly string[] {
  const there = files.map(({ environment }) => environment);
  const isMade = made !== undefined && !there.includes(made);
  const isDefault = files.every(({ path }) => basename(path) === "trueup.yaml");
  if (isDefault && !isMade) return [];
  return [...new Set([...there, ...(isMade ? [made] : [])])].sort();
}

/**
 * The folders of an environment: the folders that all environments share, by default `common`, and a folder of its own.
 */
export function foldersFor(environment: string, pattern: string | undefined): readonly string[] {
  const { data } = z.object({ desiredState: z.array(z.string()) }).safeParse(parsed(pattern ?? ""));
  const shared = data?.desiredState.slice(0, -1) ?? [];
  return [...(shared.length === 0 ? ["common"] : shared), environment];
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** The project file of an environment with the folders of its desired state. */
export function withFolders(text: string, environment: string, folders: readonly string[]): string {
  return text
    .replace(/^desiredState:.*\n(?:[ \t]+.*\n|-.*\n)*/m, "")
    .replace(
      /^environment:.*$/m,
      () => `environment: ${scalar(environment)}\ndesiredState: [${folders.map(scalar).join(", ")}]`,
    );
}

/**
 * The project file of a new environment, copied from another one. The targets are the same, but their addresses become
 * placeholders, which a person replaces. Credentials get variables of the new environment.
 */
export function projectAfter(pattern: string, environment: string, folders: readonly string[]): string {
  const before = /^environment:[ \t]*["']?([\w.-]+)/m.exec(pattern)?.[1] ?? "";
  const [own, others] = [environment, before].map((name) => `${name.toUpperCase().replace(/\W/g, "_")}_`);
  return withFolders(pattern, environment, folders)
    .replace(
      /(\burl:[ \t]*["']?)([a-z]+):\/\/[^/\s"'},]+/g,
      // Plain HTTP is only used for a simulator on this machine. The real controller will use TLS.
      (_, start: string, scheme: string) =>
        `${start}${scheme === "http" ? "https" : scheme}://${environment}.invalid`,
    )
    .replace(/(\bsecret:[ \t]*["']?env:)(\w+)/g, (_, start: string, name: string) => {
      const bare = others !== "_" && name.startsWith(others ?? "") ? name.slice(others?.length) : name;
      return `${start}${own}${bare}`;
    });
}

/** A file for each new folder, because Git keeps no empty folders. */
export function keptFolders(
  folder: string,
  { environment, folders }: { readonly environment: string; readonly folders: readonly string[] },
): readonly WorkflowFile[] {
  return folders.flatMap((path) => {
    if (isTaken({ folder, path })) return [];
    const what = path === environment ? `what is different in ${environment}` : "what all environments share";
    return [
      { path: `${path}/vars.yaml`, content: `# Variables. The files beside this one declare ${what}.\n` },
    ];
  });
}

/** The text of an existing project file; undefined if there is none, or it cannot be read. */
export async function patternText(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const read = await readText(path, basename(path), { isOwn: true });
  return "file" in read ? read.file.text : undefined;
}
