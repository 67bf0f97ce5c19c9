/** Changes of `src/git` that nobody can notice. */

import type { EquivalentMutant } from "./mutant.ts";

const line = "const found = [...line.matchAll(/^(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-))?\\t(.+)$/gs)];";
const original = "/^(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-))?\\t(.+)$/gs";

/** Each with its reason. */
export const gitMutants: readonly EquivalentMutant[] = [
  {
    ...{ file: "src/git/objects.ts", line, original },
    becomes: "/(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-))?\\t(.+)$/gs",
    because: "A line of git's listing begins with the mode, and the first match is taken.",
  },
  {
    ...{ file: "src/git/objects.ts", line, original },
    becomes: "/^(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-))?\\t(.+)/gs",
    because: "The path takes all that there is to the end.",
  },
];
