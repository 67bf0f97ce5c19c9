/** Bugs in observing. */

import type { DecidingBug } from "./bug.ts";

/** The bugs in `src/observe/`. */
export const observe: readonly DecidingBug[] = [
  {
    name: "names that two resources exchange count as no change",
    file: "src/observe/match.ts",
    find: "if (!live.get(name, identity) || names.base.get(name, identity)) return { former: true, names: [before] };",
    put: "if (!live.get(name, identity)) return { former: true, names: [before] };",
  },
  {
    name: "a target's word that something does not exist is believed because another target answered",
    file: "src/observe/collections.ts",
    find: "of.target === target && of.parent === undefined",
    put: "of.parent === undefined",
  },
  {
    name: "a list that is answered as missing makes all that would be in it absent",
    file: "src/observe/collections.ts",
    find: 'if (group.collection.absence === "list") return problems.unknown(problems.noList(address, group));',
    put: 'if (group.collection.absence === "list") return reply;',
  },
  {
    name: "what Git dropped is not looked for",
    file: "src/observe/observe.ts",
    find: "  for (const address of base?.resources.keys() ?? []) if (!only || only(address)) add(address);\n",
    put: "",
  },
];
