/** All bugs about which the authors of the simulation learned only when the noticed bugs were counted. */

import { apply } from "./apply.ts";
import type { HiddenBug } from "./bug.ts";
import { diff } from "./diff.ts";
import { engine } from "./engine.ts";
import { git } from "./git.ts";
import { load } from "./load.ts";
import { observe } from "./observe.ts";
import { pace } from "./pace.ts";
import { plan } from "./plan.ts";

/** The bugs, folder by folder. */
export const hiddenBugs: readonly HiddenBug[] = [diff, plan, apply, observe, pace, git, engine, load].flat();
