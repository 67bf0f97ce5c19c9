/**
 * `npm run build:binary [-- --system linux-x64 ...]`: single executables of trueup in `dist-binary/`, with
 * checksums, a bill of materials and licenses. Default: for this system.
 */

import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleExecutable, filesIn, versionOf } from "./bundle.ts";
import { makeExecutable } from "./executable.ts";
import { keepCode } from "./kept-code.ts";
import { nodeFor, nodeVersion, ownSystem, type System, systems } from "./nodes.ts";
import { writePapers } from "./papers.ts";

const root = resolve(import.meta.dirname, "../..");
const out = join(root, "dist-binary");

const { values } = parseArgs({
  options: { system: { type: "string", multiple: true, default: [ownSystem] } },
});
if (process.versions.node !== nodeVersion)
  throw new Error(`executables are built with Node ${nodeVersion}, and this is ${process.versions.node}`);

rmSync(out, { recursive: true, force: true });
const work = join(out, "work");
mkdirSync(work, { recursive: true });
const { main, assets } = await bundleExecutable(root, work);
for (const system of values.system.map(known)) {
  const node = nodeFor(root, system);
  const end = system.startsWith("win-") ? ".exe" : "";
  const to = join(out, `trueup-${versionOf(root)}-${system}${end}`);
  const code = { ...assets, ...(system === ownSystem ? await kept(node) : {}) };
  makeExecutable({ node, main, assets: code }, to, work);
  process.stdout.write(`${to}\n`);
}
rmSync(work, { recursive: true });
writePapers(root, out);

function known(text: string): System {
  const system = systems.find((each) => each === text);
  if (system === undefined) throw new Error(`${text} is none of ${systems.join(", ")}`);
  return system;
}

/**
 * Makes the code caches for an executable. A cache only fits the system on which it was made. Executables for other
 * systems have none, and compile the code at each start.
 */
async function kept(node: string) {
  const folder = join(work, "kept");
  await keepCode(node, join(work, "code"), folder);
  return Object.fromEntries(filesIn(folder).map((path) => [`kept/${path}`, join(folder, path)]));
}
