/**
 * Measures how the work per resource grows with the number of resources, for each kind, group size, and form of
 * reference.
 */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { catalogsIn } from "../../src/project/catalogs.ts";
import { type Row, table } from "../table.ts";
import { written } from "./cliff-written.ts";

const run = promisify(execFile);
const measure = fileURLToPath(new URL("cliff-run.ts", import.meta.url));

/** The result of one process. */
export interface CliffCost {
  readonly resources: number;
  readonly cpuSeconds: number;
  /** Why this benchmark cannot generate values for the world's kind; absent if the world is usable. */
  readonly fault?: string | undefined;
}

/** A world (a kind of a product, or a handwritten world) and its group size. */
type Case = readonly [world: string, together: number];

/** A selection of worlds. */
export interface WorldChoice {
  /** A world is selected if its name contains one of these texts. Absent: all worlds are selected. */
  readonly only?: readonly string[] | undefined;
  /** The first world to select, in the order of products and kinds. Absent: none is skipped. */
  readonly from?: string | undefined;
  /** The initial number of resources; the second size is four times as large. Default: 10,000. */
  readonly size?: number | undefined;
}

const goal = 4.5;

/** Measures the ratio of processor time at four times as many resources, for forty kinds and for handwritten worlds. */
export async function cliffs(smallest: boolean): Promise<string> {
  const kinds = casesOf(50);
  const far = Math.ceil(kinds.length / (smallest ? 2 : 40));
  const some = kinds.filter((_, index) => index % far === 0);
  return measured([...Object.keys(written).map((name): Case => [name, 0]), ...some], smallest);
}

/**
 * Measures every kind of every product, which takes hours, or the chosen kinds. Each result is printed as soon as it is
 * measured.
 */
export async function everyKind(smallest: boolean, choice: WorldChoice = {}): Promise<string> {
  const all = chosenOf(casesOf(50), choice);
  if (all.length === 0) throw new Error("No kind is called so.");
  return measured(smallest ? all.slice(0, 2) : all, smallest, choice.size);
}

/** The selected worlds. */
export function chosenOf(cases: readonly Case[], { only, from }: WorldChoice): readonly Case[] {
  const begin = from === undefined ? 0 : cases.findIndex(([world]) => world === from);
  if (begin === -1) throw new Error(`There is no kind ${from}: \`product kind\`, such as \`meraki ssid\`.`);
  return cases.slice(begin).filter(([world]) => only?.some((text) => world.includes(text)) ?? true);
}

async function measured(cases: readonly Case[], smallest: boolean, size = 10_000): Promise<string> {
  const sizes = smallest ? ([100, 400] as const) : ([size, 4 * size] as const);
  const found: { readonly world: string; readonly of: readonly CliffCost[] }[] = [];
  for (const [world, together] of smallest ? cases.slice(0, 4) : cases) {
    const of: CliffCost[] = [];
    for (const count of sizes) of.push(await costOf(world, count, together));
    found.push({ world, of });
    const [less, more] = of.map(({ fault, cpuSeconds }) => fault ?? `${cpuSeconds.toFixed(2)} s`);
    if (!smallest) process.stderr.write(`${world}: ${less}, ${more}\n`);
  }
  return report(found, sizes);
}

/** Every kind of every product, except those that are only read. */
export function casesOf(together: number): readonly Case[] {
  const source = catalogsIn();
  return source.names.flatMap(({ product }) =>
    source
      .read(product)
      .kinds.filter(({ observed }) => !observed)
      .map(({ kind }): Case => [`${product} ${kind}`, together]),
  );
}

async function costOf(world: string, size: number, together: number): Promise<CliffCost> {
  const { stdout } = await run(process.execPath, [measure, world, String(size), String(together)]);
  return JSON.parse(stdout);
}

function report(
  found: readonly { readonly world: string; readonly of: readonly CliffCost[] }[],
  [few, many]: readonly [number, number],
): string {
  const rows = found.flatMap(({ world, of: [less, more] }): (Row & { readonly ratio: number })[] => {
    if (!less || !more || less.fault !== undefined || more.fault !== undefined) return [];
    const ratio = more.cpuSeconds / less.cpuSeconds;
    return [
      {
        world,
        [`CPU at ${few.toLocaleString("en")}, s`]: less.cpuSeconds.toFixed(2),
        [`at ${many.toLocaleString("en")}, s`]: more.cpuSeconds.toFixed(2),
        ratio: Number(ratio.toFixed(2)),
      },
    ];
  });
  const unmade = found.filter(({ of }) => of.some(({ fault }) => fault !== undefined));
  const over = rows.filter(({ ratio }) => ratio > goal).length;
  const shown = rows.toSorted((a, b) => b.ratio - a.ratio);
  const said = [
    `${rows.length} worlds measured, ${over} of them over ${goal}.`,
    unmade.length === 0 ? "" : `${unmade.length} not made: ${unmade.map(({ world }) => world).join(", ")}.`,
  ];
  return `${table(`Cliffs: four times as many resources`, shown)}\n\n${said.join(" ").trim()}`;
}
