/** Measures how the work of each kind grows, in block runs, which do not depend on the machine's load. */

import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Row, table } from "../table.ts";
import { casesOf, chosenOf, type WorldChoice } from "./cliffs.ts";

const run = promisify(execFile);
const counting = fileURLToPath(new URL("growth-run.ts", import.meta.url));
// V8's counts are exact only without optimized or discarded code.
const exact = ["--no-opt", "--no-maglev", "--no-flush-bytecode"];
const together = 50;
const eachProcess = 12;

/** How the work grew with four times as many resources of a kind. */
export interface KindGrowth {
  readonly kind: string;
  /** Why the world is unusable; absent if it is usable. */
  readonly fault?: string | undefined;
  /** The runs of all blocks together, at both sizes. */
  readonly runs: readonly [number, number];
  /** The fastest-growing blocks, among the blocks that ran more than twice per resource at the larger size. */
  readonly steepest: readonly { readonly place: string; readonly from: number; readonly to: number }[];
}

/** The maximum growth of the work at four times the size. The goal for processor time is the same. */
const goal = 4.5;
/** The limit for a single block. It is higher, because sorting grows by a little more than four times. */
const blockMax = 5.6;

/**
 * Counts the work for each kind with 200 and 800 resources, or with the chosen number and four times that number. A
 * kind that grows by more than the goal is counted again with four times as many resources. Each result is printed as
 * soon as its process has counted it.
 */
export async function growth(smallest: boolean, choice: WorldChoice = {}): Promise<string> {
  const kinds = chosenOf(casesOf(together), choice).map(([world]) => world);
  const all = smallest ? kinds.slice(0, 2) : kinds;
  const size = smallest ? 20 : (choice.size ?? 200);
  const pieces = Array.from({ length: Math.ceil(all.length / eachProcess) }, (_, n) =>
    all.slice(n * eachProcess, (n + 1) * eachProcess),
  );
  const found: KindGrowth[] = [];
  const worker = async () => {
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
      const first = await growthsOf(piece, size);
      // Counts again with more resources. Work that only begins at a certain size, such as a closer look at long files,
      // looks like growth only once.
      const again = await growthsOf(
        first.filter(isOver).map(({ kind }) => kind),
        4 * size,
      );
      const larger = new Map(again.filter(({ fault }) => fault === undefined).map((one) => [one.kind, one]));
      const counted = first.map((one) => larger.get(one.kind) ?? one);
      found.push(...counted);
      if (!smallest) process.stderr.write(counted.map((one) => `${told(one)}\n`).join(""));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return report(found, size);
}

async function growthsOf(kinds: readonly string[], size: number): Promise<readonly KindGrowth[]> {
  if (kinds.length === 0) return [];
  const args = [...exact, counting, String(size), String(together), ...kinds];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function ratio([from, to]: readonly [number, number]): number {
  return Number((to / Math.max(1, from)).toFixed(2));
}

function isOver({ runs, steepest }: KindGrowth): boolean {
  return ratio(runs) > goal || steepest.some(({ from, to }) => ratio([from, to]) > blockMax);
}

function told({ kind, fault, runs, steepest }: KindGrowth): string {
  if (fault !== undefined) return `${kind}: ${fault}`;
  const [first] = steepest;
  return `${kind}: ${runs.join(" → ")}, ${ratio(runs)}; ${first ? `${first.place} ${ratio([first.from, first.to])}` : ""}`;
}

function report(found: readonly KindGrowth[], size: number): string {
  const counted = found.filter(({ fault }) => fault === undefined);
  const unmade = found.filter(({ fault }) => fault !== undefined);
  const rows = counted
    .toSorted((a, b) => ratio(b.runs) - ratio(a.runs))
    .slice(0, 12)
    .map(({ kind, runs: [less, more] }): Row => ({ kind, less, more, ratio: ratio([less, more]) }));
  const places = counted.flatMap(({ kind, steepest }) =>
    steepest
      .filter(({ from, to }) => ratio([from, to]) > blockMax)
      .map(({ place, from, to }) => `${place} ${from} → ${to} (${kind})`),
  );
  const over = counted.filter(({ runs }) => ratio(runs) > goal).length;
  const said = [
    `${counted.length} kinds counted, ${over} over ${goal} in all; places over ${blockMax}: ${places.length}.`,
    ...places.slice(0, 60),
    unmade.length === 0
      ? ""
      : `Not made: ${unmade.map(({ kind, fault }) => `${kind} (${fault})`).join(", ")}.`,
  ];
  const head = `Growth: runs of blocks of the sources at ${size} and ${4 * size}, the steepest`;
  return `${table(head, rows)}\n\n${said.join("\n").trim()}`;
}
