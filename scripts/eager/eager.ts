/**
 * The last step of a build: functions that a start runs are compiled together with their chunk. Node's
 * compile cache stores what is compiled when a module is loaded, and V8 compiles a function at its first
 * call, so that each start compiled a thousand of them again. `node scripts/eager/eager.ts` rewrites the
 * chunks in `dist/`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inCircles } from "./circles.ts";
import { functionsRun } from "./functions-run.ts";
import { plainText } from "./plain-text.ts";
import { withEager } from "./with-eager.ts";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));

const texts = new Map<string, string>();
const ran = await functionsRun(dist);
for (const path of ran.keys()) texts.set(path, readFileSync(path, "utf8"));
const circles = inCircles(texts);
for (const [path, functions] of ran) {
  const code = texts.get(path) ?? "";
  writeFileSync(path, plainText(withEager(code, { functions, early: circles.has(path) })));
}
