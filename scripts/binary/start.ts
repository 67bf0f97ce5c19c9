/**
 * The entry point of a single executable, like bin/trueup.js in the package. Bundled into the one file that
 * Node runs.
 */

import { runAsChild } from "../../bin/first-process.js";
import { embeddedBytes, runEmbedded } from "./embedded-code.ts";
import "./flags.ts";

const [, , only, ...more] = process.argv;
if (more.length === 0 && (only === "--version" || only === "-V")) {
  const { version } = JSON.parse(embeddedBytes("files/package.json").toString());
  process.stdout.write(`${version}\n`);
} else if (process.pid === 1) runAsChild([], process.argv.slice(2));
else runEmbedded("main.cjs");
