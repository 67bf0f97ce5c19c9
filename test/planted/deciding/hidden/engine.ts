/** Bugs in the connections between the stages. */

import type { HiddenBug } from "./bug.ts";

/** The bugs in `src/engine/`. */
export const engine: readonly HiddenBug[] = [
  {
    name: "what was left behind and never applied counts as applied",
    file: "src/engine/base.ts",
    find: "    resources.delete(one.address);\n",
    put: "",
  },
  {
    name: "apply judges by base with its former keys, not with those of the plan",
    file: "src/engine/reconcile.ts",
    find: "const { plan, snapshot, base, desired, idOf, settled } = made;",
    put: "const { plan, snapshot, desired, idOf, settled, request: { base } } = made;",
  },
  {
    name: "of the limit of a source more is used than the target's share",
    file: "src/engine/assemble.ts",
    find: "const whole = ofSource === undefined ? undefined : ofSource * (target.limits.share ?? 1);",
    put: "const whole = ofSource;",
  },
];
