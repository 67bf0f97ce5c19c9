/** Compares existing workflows with those that this version writes, and decides which of them are replaced. */

import { join } from "node:path";
import { visible } from "../../report/text/escape.ts";
import { readText } from "../../runtime/files/files.ts";
import { changedLines } from "./changed-lines.ts";
import { hasOtherEnvironments, shippedHashes, stateOf, withSettingsOf } from "./earlier-texts.ts";
import { applyEnvironmentPath, githubPath, type WorkflowFile } from "./workflow-files.ts";

/** True for a file that is not replaced if the repository has changed it. */
export function isRepositorysOwn({ path }: WorkflowFile): boolean {
  return path === ".gitlab-ci.yml";
}

/**
 * Divides the existing files. `written` are replaced and keep their settings. `edited` stay, because somebody edited
 * them. Files that are up to date are in neither list.
 */
export async function upgraded(
  top: string,
  there: readonly WorkflowFile[],
): Promise<{ readonly written: readonly WorkflowFile[]; readonly edited: readonly WorkflowFile[] }> {
  const written: WorkflowFile[] = [];
  const edited: WorkflowFile[] = [];
  for (const file of there.filter((one) => !isRepositorysOwn(one))) {
    const { path, content } = file;
    // The package and its lock are generated, so nobody edits them.
    const isText = typeof content === "string" && path in shippedHashes;
    const read = isText ? await readText(join(top, path), path, { isOwn: true }) : undefined;
    if (!isText) written.push(file);
    else if (read === undefined || "problem" in read) edited.push(file);
    else {
      const { text } = read.file;
      const state = stateOf(path, text, content);
      const isSame = state === "same" && !hasOtherEnvironments(text, content);
      if (isSame) continue;
      const renewed =
        state === "own" ? undefined : withSettingsOf(text + (await calledBy(top, path, text)), content);
      if (renewed !== undefined) written.push({ path, content: renewed });
      else edited.push(file);
    }
  }
  return { written, edited };
}

/** The differences of a file that somebody has edited, line by line. */
export async function editedText(top: string, { path, content }: WorkflowFile): Promise<string> {
  const said = `- ${path} has changes of your own, and stays as it is`;
  const read = await readText(join(top, path), path, { isOwn: true });
  if ("problem" in read || typeof content !== "string") return said;
  const today = withSettingsOf(read.file.text, content) ?? content;
  const lines = changedLines(read.file.text, today).map((line) => `    ${visible(line)}`);
  const what = "Differences from this version's file (- yours, + this version's):";
  const how = "Copy the changes that you need. Or remove the file, and run the same command again.";
  return [`${said}. ${what}`, ...lines, `  ${how}`].join("\n");
}

/** True if one of the workflows was written for other environments than those of the new files. */
export async function haveOtherEnvironments(top: string, files: readonly WorkflowFile[]): Promise<boolean> {
  const found = await textsOf(top, files);
  return found.some(({ text, today }) => hasOtherEnvironments(text, today));
}

/**
 * Whether an earlier version wrote one of the workflows. The apply workflow is excluded, since it has several forms.
 */
export async function areEarlier(top: string, files: readonly WorkflowFile[]): Promise<boolean> {
  const found = await textsOf(top, files);
  return found.some(
    ({ path, text, today }) => path !== githubPath("apply") && stateOf(path, text, today) === "earlier",
  );
}

/**
 * The text of the workflow that this workflow calls for each environment; empty if this workflow contains the jobs
 * itself.
 */
async function calledBy(top: string, path: string, text: string): Promise<string> {
  if (path !== githubPath("apply") || !text.includes(applyEnvironmentPath)) return "";
  const read = await readText(join(top, applyEnvironmentPath), path, { isOwn: true });
  return "file" in read ? read.file.text : "";
}

/** A new file with the runners and time limits of the file that it replaces. */
export async function withTakenSettings(top: string, file: WorkflowFile): Promise<WorkflowFile> {
  const { path, content } = file;
  if (path !== applyEnvironmentPath || typeof content !== "string") return file;
  const before = await readText(join(top, githubPath("apply")), path, { isOwn: true });
  return {
    path,
    content: ("file" in before ? withSettingsOf(before.file.text, content) : undefined) ?? content,
  };
}

/** The existing files, each with the text that would be written now. */
async function textsOf(top: string, files: readonly WorkflowFile[]) {
  const read = await Promise.all(
    files.map(async ({ path, content }) => {
      if (typeof content !== "string" || !(path in shippedHashes)) return [];
      const found = await readText(join(top, path), path, { isOwn: true });
      return "file" in found ? [{ path, text: found.file.text, today: content }] : [];
    }),
  );
  return read.flat();
}
