/** The problems of project files. */

import { type Problem, problem } from "../../model/problem.ts";

/** The problem of a file or folder that cannot be read. `why` completes the sentence, such as `it is a folder`. */
export function unreadable(path: string, why: string): Problem {
  const [, hint] = Object.entries(unreadableHints).find(([start]) => why.startsWith(start)) ?? [];
  return problem("unreadable-file", `${path}: ${why}.`, {
    at: { file: path, line: 1, column: 1 },
    ...(hint !== undefined && { hint }),
  });
}

/** Hints, by the first words of the reason. */
const unreadableHints: Readonly<Record<string, string>> = {
  "it is not UTF-8": "Save the file as UTF-8, or convert it: `iconv --from-code latin1 --to-code utf-8`.",
  "it is larger than": "Split the file: trueup reads all files of a folder together.",
};

/** The problem of a link that leads out of the desired-state folder. */
export function linkOutside(path: string): Problem {
  return problem("link-outside", `${path}: this link leads out of the desired-state folder.`, {
    at: { file: path, line: 1, column: 1 },
    hint: "Replace the link by a copy of the file.",
  });
}

/** The problem of a desired-state folder that exceeds a limit. `what` is the limit. */
export function tooMuch(path: string, what: string): Problem {
  return problem("tree-too-large", `${path}: the desired-state folder holds more than ${what}.`, {
    hint: "Split the project, or move other files out of the folder.",
  });
}

/** A warning about a file that is not read, although its name resembles that of a YAML file. */
export function ignoredFile(path: string): Problem {
  return problem(
    "ignored-file",
    `${path} is not read, because its name does not end in \`.yaml\` or \`.yml\`.`,
    {
      severity: "warning",
      at: { file: path, line: 1, column: 1 },
      hint: "Rename the file, with the ending in lower case.",
    },
  );
}

/** The warning about an empty file of desired state. */
export function emptyFile(path: string): Problem {
  return problem("empty-file", `${path} is empty, so it declares nothing.`, {
    severity: "warning",
    at: { file: path, line: 1, column: 1 },
    hint:
      "Restore the file if it was emptied by mistake; otherwise delete it. An apply with --prune " +
      "removes what the file declared before.",
  });
}

/** The problem of a missing desired-state folder. */
export function missingFolder(folder: string): Problem {
  return problem("missing-folder", `the desired-state folder ${folder} does not exist.`, {
    hint: "Create the folder, or set desiredState in trueup.yaml to another one.",
  });
}

/** Why reading from disk failed, as the end of a sentence. */
export function fileErrorReason(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "it cannot be read";
  switch (error.code) {
    case "ENOENT":
      return "it does not exist";
    case "EACCES":
    case "EPERM":
      return "this user may not read it";
    case "EISDIR":
      return "it is a folder";
    case "ELOOP":
      return "it is a link, which trueup does not follow here";
    case "ERR_ENCODING_INVALID_ENCODED_DATA":
      return "it is not UTF-8";
    default:
      return `it cannot be read (${String(error.code)})`;
  }
}

/** The problem of an output file that a user has named but that cannot be written. */
export function unwritable(path: string, error: unknown): Problem {
  return problem("unwritable-file", `${path} cannot be written: ${writeErrorReason(error)}.`, {
    hint: "Choose another file.",
  });
}

/** Why a file or a folder cannot be written, in plain words if possible. */
export function writeErrorReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
    case "EPERM":
      return "this user may not write there";
    case "EROFS":
      return "the file system is read-only";
    case "ENOSPC":
      return "the disk is full";
    case "EDQUOT":
      return "the disk quota is used up";
    case "EMFILE":
      return "this process has too many open files: raise the limit with `ulimit -n`";
    case "EEXIST":
    case "ENOTDIR":
      return "a part of the path is not a folder";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
