/** Bugs of the process: its journal, its lock and its logins. */

import { type Bug, edit } from "./bug.ts";

const crash = "test/scenarios/crash.test.ts";
const journal = "test/cli/apply/journal.test.ts";
const damage = "test/cli/apply/journal-damage.test.ts";
const login = "test/cli/logins.test.ts";

/** Bugs between two runs, and between two requests of one run. */
export const ofTheProcess: readonly Bug[] = [
  {
    name: "an intent is written down, but not waited for, before its request leaves",
    edits: [
      edit(
        "apply/execute/perform.ts",
        "await run.journal?.write({ ...intentOf(run, on, attempt), time: run.clock.date() }, fence);",
        "if (!fence) run.journal?.note({ ...intentOf(run, on, attempt), time: run.clock.date() });",
      ),
    ],
    first: { file: crash, test: "has durably said" },
  },
  {
    name: "the journal is written, but not flushed, before a request leaves",
    edits: [
      edit(
        "runtime/files/journal.ts",
        "    await file.datasync();\n  };\n  const flush",
        "    void file.datasync();\n  };\n  const flush",
      ),
    ],
    first: { file: crash, test: "has durably said" },
  },
  {
    name: "a journal that cannot be written any more stops nothing",
    edits: [
      edit(
        "apply/execute/perform.ts",
        "const refused = await intend(run, { on, attempt: sent, fence });",
        "const refused = await intend(run, { on, attempt: sent, fence }).then((): Problem | undefined => undefined);",
      ),
      edit(
        "apply/execute/perform.ts",
        "run.journalFailed = true;\n    const why",
        "run.journalFailed = false;\n    const why",
      ),
    ],
    first: { file: "test/scenarios/full-disk.test.ts" },
  },
  {
    name: "a torn last record makes the whole journal unreadable",
    edits: [
      edit(
        "apply/journal.ts",
        'const begun = records[0]?.kind === "begun";',
        'const begun = records[0]?.kind === "begun" && text.endsWith("\\n");',
      ),
    ],
    first: { file: damage, test: "a record that is torn" },
  },
  {
    name: "a damaged record of the journal is believed",
    edits: [
      edit(
        "apply/journal.ts",
        'if (line[16] !== " " || sumOf(text, digest) !== line.slice(0, 16)) return undefined;',
        'if (line[16] !== " " || sumOf(text, digest) === "") return undefined;',
      ),
    ],
    first: { file: damage, test: "a record that is damaged" },
  },
  {
    name: "the lock of an environment is always taken over",
    edits: [
      edit(
        "runtime/files/process-lock.ts",
        "holder !== String(pid) && isAlive(holder)",
        "holder !== String(pid) && isAlive(holder) && pid < 0",
      ),
    ],
    first: { file: journal, test: "at once: the second is refused" },
  },
  {
    name: "everything that waits for a login logs in by itself",
    edits: [
      edit(
        "drivers/http/auth/cached-token.ts",
        "this.#attempt ??= this.#source",
        "this.#attempt = this.#source",
      ),
    ],
    first: { file: login, test: "share one login" },
  },
  {
    name: "a 401 leads to one new login after another",
    edits: [
      edit(
        "drivers/http/auth/cached-token.ts",
        "const second = await this.#tryOnce(request, signal);",
        "let second = await this.#tryOnce(request, signal);\n    for (let more = 0; more < 1000 && second.refused; more += 1) second = await this.#tryOnce(request, signal);",
      ),
    ],
    first: { file: login, test: "whose tokens are never taken" },
  },
];
