/** Measures loading: seconds and peak memory from YAML texts to checked resources, cold. `node bench/load.ts 100000 1000` */

import { drivers } from "../src/drivers/index.ts";
import { load } from "../src/load/load.ts";
import { loadProject } from "../src/load/project.ts";
import { generate, projectText } from "./generate.ts";

const [resources = 100_000, files = 1000] = process.argv.slice(2).map(Number);
const { project, problems } = loadProject({
  file: { path: "trueup.yaml", text: projectText },
  folder: "/bench",
  drivers,
});
if (!project) throw new Error(JSON.stringify(problems));
const texts = generate({ resources, files });
const characters = texts.reduce((sum, file) => sum + file.text.length, 0);
const before = performance.now();
const loaded = load({ project, files: texts, drivers });
const seconds = (performance.now() - before) / 1000;
const locating = performance.now();
let located = 0;
for (const [index, address] of [...loaded.desired.resources.keys()].entries())
  if (index % 100 === 0 && loaded.desired.locate(address, "/name")) located += 1;
const locatedMs = performance.now() - locating;
const megabytes = (bytes: number) => Math.round(bytes / 1e6);
process.stdout.write(
  `${JSON.stringify({
    resources: loaded.desired.resources.size,
    problems: loaded.problems.length,
    files,
    megabytesOfText: megabytes(characters),
    seconds: Number(seconds.toFixed(2)),
    located,
    locatedMs: Math.round(locatedMs),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  })}\n`,
);
for (const problem of loaded.problems.slice(0, 3)) process.stdout.write(`${JSON.stringify(problem)}\n`);
