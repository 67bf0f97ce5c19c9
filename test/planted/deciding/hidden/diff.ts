/** Bugs in comparisons. */

import type { HiddenBug } from "./bug.ts";

/** The bugs in `src/diff/`. */
export const diff: readonly HiddenBug[] = [
  {
    name: "what a proposal declares otherwise and is to be made counts as the branch's own change",
    file: "src/diff/pull-request.ts",
    find: "const same = main !== undefined && sameJson(main.value, change.desired.value);",
    put: "const same = main !== undefined;",
  },
  {
    name: "a field that Git took out of an exclusive tree counts as added there by somebody",
    file: "src/diff/fields.ts",
    find: "this.#note({ live: live[key], base: this.#member(base, key) });",
    put: "this.#note({ live: live[key] });",
  },
  {
    name: "what is live in a tree that has just become exclusive counts as drift",
    file: "src/diff/cause.ts",
    find: 'desired === undefined && knows === "exclusive" ? "drift" : "pending"',
    put: 'desired === undefined ? "drift" : "pending"',
  },
  {
    name: "the secret of something that is taken over is overwritten unasked",
    file: "src/diff/secrets.ts",
    find: `  if (!base) return "takenOver";
  if (!isSame) return pending;
`,
    put: `  if (!isSame) return pending;
  if (!base) return "takenOver";
`,
  },
  {
    name: "base keeps the former parent of what moved along with the key of what it is in",
    file: "src/diff/moves.ts",
    find: `      const { key, scope, parent } = now;
      return [now.address, { ...resource, address: now.address, key, scope, parent }];`,
    put: `      const { key, scope } = now;
      return [now.address, { ...resource, address: now.address, key, scope }];`,
  },
  {
    name: "an ignored field that only live has is removed from an exclusive tree",
    file: "src/diff/ignored.ts",
    find: "    if (this.#exclusive)\n      for (const name of Object.keys(live ?? {})) names.add(keyIn(declared ?? {}, name, place.alike));\n",
    put: "",
  },
  {
    name: "taking drift back forgets what is ignored where Git has changed another field",
    file: "src/diff/drift-alone.ts",
    find: "disregard({ ...now, untouched }, change.live.value, alike?.(now))",
    put: "disregard({ ...now, ignored: [], untouched }, change.live.value, alike?.(now))",
  },
];
