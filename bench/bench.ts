/** The benchmark: `npm run bench`, or `npm run bench -- scale base` for parts. Prints tables and writes nothing. */

import { base } from "./base.ts";
import { pace } from "./pace.ts";
import { requests } from "./requests.ts";
import { scale } from "./scale.ts";
import { scaleTable } from "./sizes.ts";
import { start } from "./start.ts";

const parts: Readonly<Record<string, () => Promise<string>>> = {
  scale: scaleTable,
  base,
  requests,
  pace,
  start,
};

const [first = "", folder] = process.argv.slice(2);
if (first === "scale-in") process.stdout.write(JSON.stringify(await scale(folder ?? ".")));
else {
  const chosen = process.argv.slice(2);
  for (const [name, part] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    process.stdout.write(`${await part()}\n\n`);
  }
}
