/** The entry point of the server's thread in a single executable. Bundled into one text that a worker runs. */

import { runEmbedded } from "./embedded-code.ts";

runEmbedded("engine.cjs");
