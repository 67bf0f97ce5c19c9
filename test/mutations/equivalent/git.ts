/** Changes of `src/git` that nobody can notice. */

import type { EquivalentMutant } from "./mutant.ts";

const line =
  "const [, mode, id, size, path] = /^(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-))?\\t(.+)$/s.exec(line) ?? [];";
const original = "/^(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-))?\\t(.+)$/s";

/** Each with its reason. */
export const gitMutants: readonly EquivalentMutant[] = [
  {
    ...{ file: "src/git/objects.ts", line, original },
    becomes: "/(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-))?\\t(.+)$/s",
    because: "A line of git's listing begins with the mode, and the first match is taken.",
  },
  {
    ...{ file: "src/git/objects.ts", line, original },
    becomes: "/^(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-))?\\t(.+)/s",
    because: "The path takes all that there is to the end.",
  },
];
