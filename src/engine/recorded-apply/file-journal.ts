/** The journal in the project's folder, and the lock file beside it. */

import type { JournalStore } from "../../model/journal.ts";
import type { Project } from "../../model/project.ts";
import { removeFile } from "../../runtime/files/files.ts";
import { journalPath, openJournalFile, readJournalFile } from "../../runtime/files/journal.ts";
import { makeOwnFolder } from "../../runtime/files/own-folder.ts";
import { takeProcessLock } from "../../runtime/files/process-lock.ts";
import { isBrought } from "./brought-files.ts";

/**
 * Returns the journal file of an environment. The content of a file that git tracks is ignored, because no run in this
 * folder has left it.
 */
export function fileJournal({ folder, environment }: Pick<Project, "folder" | "environment">): JournalStore {
  const path = journalPath(folder, environment);
  return {
    name: path,
    take: async () => {
      await makeOwnFolder(folder);
      const file = path.replace(/journal$/, "lock");
      if (await isBrought(folder, `${environment}.lock`)) await removeFile(file);
      const lock = await takeProcessLock(file);
      if (lock.held) return lock;
      const what = `process ${lock.by} holds ${file}.`;
      return { ...lock, message: `${what}\n  If that process is not trueup, remove the file.` };
    },
    read: async () => {
      const text = await readJournalFile(path);
      const isOthers = text !== "" && (await isBrought(folder, `${environment}.journal`));
      return isOthers
        ? { text: "", ignored: "Git tracks it, so it does not come from a run in this folder" }
        : { text };
    },
    begin: () => openJournalFile(path),
    remove: () => removeFile(path),
  };
}
