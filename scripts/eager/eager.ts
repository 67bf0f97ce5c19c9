/**
 * The last step of a build: makes V8 compile the functions that a start runs when their chunk is loaded. Node's compile
 * cache only stores functions that are compiled by then. Without this step, each start would compile a thousand
 * functions again. `node scripts/eager/eager.ts` rewrites the chunks in `dist/`.
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
