/** The start of a single executable, as bin/trueup.js is of the package. Bundled into the one file that Node runs there. */

import sea from "node:sea";
import { runAsChild } from "../../bin/first-process.js";
import { openChunks } from "./chunks.ts";
import "./flags.ts";

const [, , only, ...more] = process.argv;
if (more.length === 0 && (only === "--version" || only === "-V")) {
  const { version } = JSON.parse(bytes("files/package.json").toString());
  process.stdout.write(`${version}\n`);
} else if (process.pid === 1) runAsChild([], process.argv.slice(2));
else {
  const kept = new Set(sea.getAssetKeys().filter((key) => key.startsWith("kept/")));
  openChunks({
    text: (path) => bytes(`code/${path}`).toString(),
    kept: (path) => (kept.has(`kept/${path}`) ? bytes(`kept/${path}`) : undefined),
  })("main.cjs");
}

/** The executable's own memory, which is only read. */
function bytes(key: string): Buffer {
  return Buffer.from(sea.getRawAsset(key) as ArrayBuffer);
}
