/** Changes of `src/git` that have no observable effect. */

import type { EquivalentMutant } from "./mutant.ts";

const line = "const found = [...line.matchAll(/^(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-|BAD))?\\t(.+)$/gs)];";
const original = "/^(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-|BAD))?\\t(.+)$/gs";

/** The mutants, with the reasons why they have no effect. */
export const gitMutants: readonly EquivalentMutant[] = [
  {
    ...{ file: "src/git/objects.ts", line, original },
    becomes: "/(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-|BAD))?\\t(.+)$/gs",
    because: "A line of git's listing begins with the mode, and the first match is taken.",
  },
  {
    ...{ file: "src/git/objects.ts", line, original },
    becomes: "/^(\\d{6}) \\w+ ([0-9a-f]+)(?: +(\\d+|-|BAD))?\\t(.+)/gs",
    because: "The path takes all that there is to the end.",
  },
  {
    ...{ file: "src/git/objects.ts", line: "} catch {" },
    ...{ original: "{ return undefined; }", becomes: "{}" },
    because: "A function that returns nothing returns undefined.",
  },
  {
    file: "src/git/refs.ts",
    line: "return end < 0 || commit === undefined ? { id } : { id, commit, text: tag.slice(end + 2) };",
    ...{ original: "end < 0", becomes: "end <= 0" },
    because: "What begins with an empty line does not begin with a commit's id, and is none either way.",
  },
  {
    file: "src/git/repository.ts",
    line: 'const remotes = remote === false ? [] : (await git.text(["remote"])).split("\\n");',
    ...{ original: "[]", becomes: '["Stryker was here"]' },
    because: "Where no remote is wanted, none is looked for among them.",
  },
];
