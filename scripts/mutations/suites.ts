/** Which folders of the sources mutants are made of, and which tests are asked of each. */

/** What is true for users, in virtual time; the kills are left out, which take long. */
const scenarios = "test/scenarios/**/!(sigkill).test.ts";

/** By folder of `src/`: tests that take seconds, and start no processes of trueup. */
export const suites = {
  apply: ["test/apply/**/*.test.ts", scenarios],
  diff: ["test/diff/**/*.test.ts"],
  git: ["test/git/**/*.test.ts"],
  pace: ["test/pace/**/*.test.ts"],
  plan: ["test/plan/**/*.test.ts", scenarios],
} as const;

/** One of them. */
export type MutatedFolder = keyof typeof suites;

/** All of them. */
export const mutatedFolders = Object.keys(suites) as readonly MutatedFolder[];
