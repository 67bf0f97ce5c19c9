/** How the work for one resource grows with how many there are: each kind, each size of a group, each way to name. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { catalogsIn } from "../../src/project/catalogs.ts";
import { type Row, table } from "../table.ts";
import { written } from "./cliff-written.ts";

const run = promisify(execFile);
const measure = fileURLToPath(new URL("cliff-run.ts", import.meta.url));

/** What one process found. */
export interface CliffCost {
  readonly resources: number;
  readonly cpuSeconds: number;
  /** Why the world is none: a kind whose values this benchmark cannot make. */
  readonly fault?: string | undefined;
}

/** A kind of a product, or a world that was written by hand, and how many go together. */
type Case = readonly [world: string, together: number];

const goal = 4.5;

/** The ratio of the processor's time at four times as many resources: forty kinds, and worlds written by hand. */
export async function cliffs(smallest: boolean): Promise<string> {
  const kinds = casesOf(50);
  const far = Math.ceil(kinds.length / (smallest ? 2 : 40));
  const some = kinds.filter((_, index) => index % far === 0);
  return measured([...Object.keys(written).map((name): Case => [name, 0]), ...some], smallest);
}

/** The same of every kind of every product: it takes half an hour. */
export async function everyKind(smallest: boolean): Promise<string> {
  return measured(smallest ? casesOf(50).slice(0, 2) : casesOf(50), smallest);
}

async function measured(cases: readonly Case[], smallest: boolean): Promise<string> {
  const sizes = smallest ? ([100, 400] as const) : ([10_000, 40_000] as const);
  const found: { readonly world: string; readonly of: readonly CliffCost[] }[] = [];
  for (const [world, together] of smallest ? cases.slice(0, 4) : cases) {
    const of: CliffCost[] = [];
    for (const size of sizes) of.push(await costOf(world, size, together));
    found.push({ world, of });
  }
  return report(found, sizes);
}

function casesOf(together: number): readonly Case[] {
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
