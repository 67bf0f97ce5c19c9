/** Bugs in comparisons. */

import type { DecidingBug } from "./bug.ts";

/** The bugs in `src/diff/`. */
export const diff: readonly DecidingBug[] = [
  {
    name: "a newly declared field that is live with another value is a conflict, and is held",
    file: "src/diff/cause.ts",
    find: 'knows === "exclusive" ? "drift" : "pending";',
    put: 'knows === "exclusive" ? "drift" : live === undefined ? "pending" : "conflict";',
  },
  {
    name: "what Git dropped and cannot be read is passed over in silence",
    file: "src/diff/diff.ts",
    find: 'if (base.observed) return;\n    if (observation.state === "unknown") this.#unknown.push({ address, problem: observation.problem });',
    put: "if (base.observed) return;",
  },
  {
    name: "what is declared in another parent than before is made anew there",
    file: "src/diff/diff.ts",
    find: "else if (base && base.parent !== desired.parent)",
    put: "else if (base && base.key !== desired.key)",
  },
  {
    name: "what somebody added to a list with keys in an exclusive tree stays",
    file: "src/diff/fields.ts",
    find: "if (!isOwned && !known?.has(identity)) continue;",
    put: "if (!known?.has(identity)) continue;",
  },
  {
    name: "an ignored field that live does not have is set as declared",
    file: "src/diff/ignored.ts",
    find: "this.found.push(path);\n      return live;",
    put: "this.found.push(path);\n      return live ?? declared;",
  },
  {
    name: "what is in a resource whose key changed is not followed to its new address",
    file: "src/diff/moves.ts",
    find: "const parent = was.parent === undefined ? undefined : follow(was.parent, on);",
    put: "const parent = was.parent;",
  },
  {
    name: "once the key of fingerprints has changed, every secret counts as rotated",
    file: "src/diff/secrets.ts",
    find: "byPlace(recorded?.key === now.key ? recorded : { key: now.key, of: [] })",
    put: "byPlace(recorded ?? { key: now.key, of: [] })",
  },
  {
    name: "a secret that is rotated in the commit that changes its key is not written",
    file: "src/diff/secrets.ts",
    find: "return (address, path, former = address) => {\n    const before = was.get(place(address, path)) ?? was.get(place(former, path));",
    put: "return (address, path) => {\n    const before = was.get(place(address, path));",
  },
];
