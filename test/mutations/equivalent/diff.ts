/** Changes of `src/diff` that have no observable effect. */

import type { EquivalentMutant } from "./mutant.ts";

const noUndefined = "A value of JSON has no undefined in it: this tells the compiler so.";
const sameAnswer = "A short cut: the long way gives the same answer.";
const nothingAdded = "Where there is none, none is added.";

/** The mutants, with the reasons why they have no effect. */
export const diffMutants: readonly EquivalentMutant[] = [
  {
    file: "src/diff/cause.ts",
    line: "if (value === undefined) continue;",
    original: "value === undefined",
    becomes: "false",
    because: noUndefined,
  },
  {
    file: "src/diff/diff.ts",
    line: "if (desired.secrets.length > 0) {",
    original: "desired.secrets.length > 0",
    becomes: "true",
    because: nothingAdded,
  },
  {
    file: "src/diff/diff.ts",
    line: "if (desired.secrets.length > 0) {",
    original: "desired.secrets.length > 0",
    becomes: "desired.secrets.length >= 0",
    because: nothingAdded,
  },
  {
    file: "src/diff/diff.ts",
    line: "if (secrets.changed.length > 0) found = [...found, ...secrets.changed];",
    original: "secrets.changed.length > 0",
    becomes: "true",
    because: nothingAdded,
  },
  {
    file: "src/diff/diff.ts",
    line: "if (secrets.changed.length > 0) found = [...found, ...secrets.changed];",
    original: "secrets.changed.length > 0",
    becomes: "secrets.changed.length >= 0",
    because: nothingAdded,
  },
  {
    file: "src/diff/fields.ts",
    line: "if (desired === live || this.#shape?.secret) return;",
    original: "desired === live",
    becomes: "false",
    because: sameAnswer,
  },
  {
    file: "src/diff/fields.ts",
    line: "if (value === undefined) continue;",
    original: "value === undefined",
    becomes: "false",
    because: noUndefined,
  },
  {
    file: "src/diff/moves.ts",
    line: "if (![...base.resources.keys()].some((address) => !desired.resources.has(address))) return none;",
    original: "![...base.resources.keys()].some((address) => !desired.resources.has(address))",
    becomes: "false",
    because: sameAnswer,
  },
  {
    file: "src/diff/moves.ts",
    line: "if (known !== undefined) return known;",
    original: "known !== undefined",
    becomes: "false",
    because: sameAnswer,
  },
  {
    file: "src/diff/perhaps-renamed.ts",
    line: "if (free.size === 0) return [];",
    original: "free.size === 0",
    becomes: "false",
    because: sameAnswer,
  },
  {
    file: "src/diff/unmanaged-fields.ts",
    line: 'if (desired.ownership === "exclusive" || desired.value === base.value) return nothing;',
    original: "desired.value === base.value",
    becomes: "false",
    because: sameAnswer,
  },
  {
    file: "src/diff/unmanaged-fields.ts",
    line: "if (was !== undefined) step(memberIn(desired, key, place.alike), was, { key, here });",
    original: "was !== undefined",
    becomes: "true",
    because: noUndefined,
  },
];
