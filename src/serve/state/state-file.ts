/** The state file of an environment. It is read once at the start, written as a whole, and may be lost. */

import type { Problem } from "../../model/problem.ts";
import { problem } from "../../model/problem.ts";
import { writeErrorReason } from "../../runtime/files/file-problems.ts";
import { readText, writePrivate } from "../../runtime/files/files.ts";
import { type EnvironmentState, emptyState, readState, stateText } from "./environment-state.ts";

/** The state file of one environment. */
export class StateFile {
  readonly #path: string;
  readonly #environment: string;
  #written: EnvironmentState | undefined;

  /** `folder`: an absolute path. `environment`: the environment's id. */
  constructor(folder: string, environment: string) {
    this.#path = `${folder}/${encodeURIComponent(environment)}.json`;
    this.#environment = environment;
  }

  /** The stored state. An unreadable file counts as empty. */
  async read(): Promise<EnvironmentState> {
    const read = await readText(this.#path, this.#path, { maxBytes: 64 * 1024 * 1024, isOwn: true });
    if (!("file" in read)) return emptyState;
    return readState(read.file.text, this.#environment) ?? emptyState;
  }

  /** Writes the state if it has changed. Returns a warning if that fails. */
  async write(state: EnvironmentState): Promise<Problem | undefined> {
    if (state === this.#written) return undefined;
    try {
      await writePrivate(this.#path, stateText(this.#environment, state));
      this.#written = state;
      return undefined;
    } catch (error) {
      const what = `${this.#path} cannot be written: ${writeErrorReason(error)}`;
      const hint =
        "Make the file writable. Otherwise a restart forgets earlier runs, and since when resources differ.";
      return problem("serve-state", what, { severity: "warning", hint });
    }
  }
}
