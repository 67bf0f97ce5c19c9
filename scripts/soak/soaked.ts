/**
 * Stores the results and failures of a soak in a folder. Each failure is stored separately. Failures with the same text
 * of the judges are also grouped.
 */

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wordsOf } from "../seeds/words.ts";

/** How to run rounds: which seeds, how many in parallel, and until when. */
export interface SoakShare {
  readonly from: number;
  readonly count: number;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly soaked: Soaked;
}

/** What a soak runs. */
export type SoakKind = "faults" | "decisions" | "mixes";

/** A failure. */
export interface Failure {
  readonly kind: SoakKind;
  readonly seed: number;
  /** A file name: `mix-7`. */
  readonly name: string;
  /** The command that reproduces the failure. */
  readonly replay: string;
  readonly lines: readonly string[];
  readonly trace: string;
  /**
   * The smallest world in which the seed fails in the same way, in words, and the command that shows this world. Empty
   * if the seed was not reduced.
   */
  readonly world?: string | undefined;
}

/** Failures with the same words. */
export interface Finding {
  /** Identifies the finding across soaks: letters, digits and `-`. */
  readonly key: string;
  readonly kind: SoakKind;
  /** The words of the judge, without names and values. */
  readonly words: string;
  readonly seeds: readonly number[];
  /** The first seed whose smallest world is known; if none is known, the first seed. */
  readonly seed: number;
  readonly replay: string;
  readonly lines: readonly string[];
  readonly world: string;
}

/** What a soak with findings stores. */
export interface Findings {
  /** Where the soak started, in words. */
  readonly start: string;
  readonly findings: readonly Finding[];
}

/** The file of findings, in the folder of failures. */
export const findingsFile = "findings.json";

const linesMax = 40;
/** The maximum number of failures of a finding that get a file of their own. */
const filesMax = 20;
const seedsShown = 20;

/** Counts results, and stores failures. */
export class Soaked {
  broken = 0;
  readonly #folder: string;
  readonly #start: string;
  readonly #counts = new Map<string, number>();
  readonly #findings = new Map<string, Finding>();

  /** The folder is created once there is something to store. */
  constructor(folder: string, start = "") {
    this.#folder = folder;
    this.#start = start;
  }

  count(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  /** Returns the number of findings, and what is known about a failure's finding. */
  known({ kind, lines }: Pick<Failure, "kind" | "lines">) {
    const { seeds = [], world = "" } = this.#findings.get(keyOf(kind, lines)) ?? {};
    return { findings: this.#findings.size, seeds: seeds.length, world };
  }

  keep(failure: Failure): void {
    const { name, replay, lines, trace, world = "" } = failure;
    this.broken += 1;
    this.#find(failure);
    if (this.known(failure).seeds > filesMax) return;
    mkdirSync(this.#folder, { recursive: true });
    const path = join(this.#folder, `${name}.txt`);
    const least = world === "" ? "" : `${world}\n\n`;
    writeFileSync(path, `${replay}\n\n${lines.join("\n")}\n\n${least}${trace}`);
    process.stdout.write(`${name}: ${lines[0] ?? "broken"}; ${path}\n`);
  }

  /** Writes the findings, if any. */
  save(): void {
    if (this.broken === 0) return;
    const all: Findings = { start: this.#start, findings: [...this.#findings.values()] };
    writeFileSync(join(this.#folder, findingsFile), `${JSON.stringify(all, null, 2)}\n`);
  }

  #find({ kind, seed, replay, lines, world = "" }: Failure): void {
    const key = keyOf(kind, lines);
    const known = this.#findings.get(key);
    const seeds = [...(known?.seeds ?? []), seed];
    const isBetter = !known || (known.world === "" && world !== "");
    const shown = { seed, replay, lines: lines.slice(0, linesMax), world };
    const words = wordsOf(saidIn(lines));
    this.#findings.set(key, isBetter ? { key, kind, words, seeds, ...shown } : { ...known, seeds });
  }

  /** A line for each counted result, the number of failures, and the judges' words. */
  summary(): string {
    const lines = [...this.#counts].map(([what, count]) => `${String(count).padStart(8)} ${what}`);
    const found = [...this.#findings.values()].map(
      ({ kind, words, seeds }) =>
        `${String(seeds.length).padStart(8)} ${kind}: ${words} (${seeds.slice(0, seedsShown).join(" ")}${seeds.length > seedsShown ? " …" : ""})`,
    );
    const kept = this.broken > 0 ? `; kept in ${this.#folder}` : "";
    return [...lines, `${this.broken} broken${kept}`, ...found].join("\n");
  }
}

/** The first line, without the `seed N: ` that a script writes at its beginning. */
function saidIn(lines: readonly string[]): string {
  return (lines[0] ?? "broken").replace(/^seed \d+: /, "");
}

function keyOf(kind: SoakKind, lines: readonly string[]): string {
  const hash = createHash("sha256")
    .update(wordsOf(saidIn(lines)))
    .digest("hex");
  return `soak-${kind}-${hash.slice(0, 12)}`;
}
