/**
 * Records the output of `trueup demo` to `docs/demo.cast`, in asciinema's format: `npm run demo:record`. The
 * site plays it. `test/package.test.ts` compares it with the output of the installed package's demo.
 */

import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type CastEvent, castText } from "./site/cast.ts";

/** The longest pause in the recording, in seconds. */
const longestPause = 1.5;

const root = new URL("../", import.meta.url);
const events: CastEvent[] = [];
const { FORCE_COLOR: _, NO_COLOR: __, ...env } = process.env;
const child = spawn(process.execPath, [fileURLToPath(new URL("bin/trueup.js", root)), "demo"], {
  env: { ...env, FORCE_COLOR: "1" },
  stdio: ["ignore", "pipe", "inherit"],
});
let last = performance.now();
let at = 0;
child.stdout.setEncoding("utf8").on("data", (text: string) => {
  const now = performance.now();
  at += Math.min((now - last) / 1000, longestPause);
  last = now;
  events.push({ at: Math.round(at * 100) / 100, text });
});
const status = await new Promise((resolve, reject) => {
  child.once("error", reject);
  child.once("close", resolve);
});
if (status !== 0) throw new Error(`The demo ended with ${status}: nothing is recorded.`);
await writeFile(new URL("docs/demo.cast", root), castText(events));
