/** Which folders of the sources mutants are made of, and which tests are asked of each. */

/** By folder of `src/`: tests that take seconds, and start no processes of trueup. */
export const suites = {
  apply: ["test/apply/**/*.test.ts"],
  diff: ["test/diff/**/*.test.ts"],
  git: ["test/git/**/*.test.ts"],
  pace: ["test/pace/**/*.test.ts"],
  plan: ["test/plan/**/*.test.ts", "test/scenarios/rollback.test.ts", "test/scenarios/rollback-any.test.ts"],
} as const;

/** One of them. */
export type MutatedFolder = keyof typeof suites;

/** All of them. */
export const mutatedFolders = Object.keys(suites) as readonly MutatedFolder[];
