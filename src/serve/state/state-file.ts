/** The state file of an environment: read when it is first known, written whole, and never needed. */

import type { Problem } from "../../model/problem.ts";
import { problem } from "../../model/problem.ts";
import { writeErrorReason } from "../../runtime/files/file-problems.ts";
import { readText, writePrivate } from "../../runtime/files/files.ts";
import { type EnvironmentState, emptyState, readState, stateText } from "./environment-state.ts";

/** Where the state of an environment is. */
export class StateFile {
  readonly #path: string;
  readonly #environment: string;
  #written: EnvironmentState | undefined;

  /** `folder`: absolute. `environment`: its id. */
  constructor(folder: string, environment: string) {
    this.#path = `${folder}/${encodeURIComponent(environment)}.json`;
    this.#environment = environment;
  }

  /** What is there; what cannot be read counts as nothing. */
  async read(): Promise<EnvironmentState> {
    const read = await readText(this.#path, this.#path, { maxBytes: 64 * 1024 * 1024, isOwn: true });
    if (!("file" in read)) return emptyState;
    return readState(read.file.text, this.#environment) ?? emptyState;
  }

  /** Writes what is another than before. The warning where it cannot. */
  async write(state: EnvironmentState): Promise<Problem | undefined> {
    if (state === this.#written) return undefined;
    try {
      await writePrivate(this.#path, stateText(this.#environment, state));
      this.#written = state;
      return undefined;
    } catch (error) {
      const what = `${this.#path} cannot be written: ${writeErrorReason(error)}`;
      const hint = "Since when something differs, and earlier runs, are forgotten when the server ends.";
      return problem("serve-state", what, { severity: "warning", hint });
    }
  }
}
