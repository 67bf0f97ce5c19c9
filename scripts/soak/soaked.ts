/** What a soak has seen, and what failed, kept in a folder. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How rounds are run: which seeds, how many at once, and until when. */
export interface SoakShare {
  readonly from: number;
  readonly count: number;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly soaked: Soaked;
}

/** Something that does not hold. */
export interface Failure {
  /** A name of a file: `mix-7`. */
  readonly name: string;
  /** What shows it again. */
  readonly replay: string;
  readonly lines: readonly string[];
  readonly trace: string;
}

/** Counts, and keeps. */
export class Soaked {
  broken = 0;
  readonly #folder: string;
  readonly #counts = new Map<string, number>();

  /** The folder is made when there is something to keep. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  count(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  keep({ name, replay, lines, trace }: Failure): void {
    this.broken += 1;
    mkdirSync(this.#folder, { recursive: true });
    const path = join(this.#folder, `${name}.txt`);
    writeFileSync(path, `${replay}\n\n${lines.join("\n")}\n\n${trace}`);
    process.stdout.write(`${name}: ${lines[0] ?? "broken"}; ${path}\n`);
  }

  /** A line for each thing that was counted, and how many failed. */
  summary(): string {
    const lines = [...this.#counts].map(([what, count]) => `${String(count).padStart(8)} ${what}`);
    const kept = this.broken > 0 ? `; kept in ${this.#folder}` : "";
    return [...lines, `${this.broken} broken${kept}`].join("\n");
  }
}
