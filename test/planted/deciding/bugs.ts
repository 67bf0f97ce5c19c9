/**
 * All bugs in code that makes decisions. The number of noticed bugs measures how good the simulation and the tests are.
 */

import { apply } from "./apply.ts";
import type { DecidingBug } from "./bug.ts";
import { diff } from "./diff.ts";
import { engine } from "./engine.ts";
import { git } from "./git.ts";
import { load } from "./load.ts";
import { netconf } from "./netconf.ts";
import { observe } from "./observe.ts";
import { pace } from "./pace.ts";
import { plan } from "./plan.ts";
import { restconf } from "./restconf.ts";

/** The bugs, folder by folder. */
export const decidingBugs: readonly DecidingBug[] = [
  diff,
  plan,
  apply,
  observe,
  pace,
  git,
  engine,
  load,
  restconf,
  netconf,
].flat();
