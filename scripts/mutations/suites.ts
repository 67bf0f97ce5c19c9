/** The source folders to mutate, and the tests to run for each, the fastest first. */

/** Tests in virtual time and in one process. Tests that kill processes take long, and are left out. */
const together = [
  "test/properties/**/*.test.ts",
  "test/mutations/seeds.ts",
  "test/scenarios/**/!(sigkill).test.ts",
] as const;

/** The tests of each folder of `src/`. None of them starts trueup processes. */
export const suites = {
  apply: ["test/apply/**/*.test.ts", ...together],
  diff: ["test/diff/**/*.test.ts", ...together],
  git: ["test/git/**/*.test.ts", "test/mutations/seeds.ts"],
  pace: ["test/pace/**/*.test.ts", ...together],
  plan: ["test/plan/**/*.test.ts", ...together],
} as const;

/** The name of a folder in `suites`. */
export type MutatedFolder = keyof typeof suites;

/** The names of all folders in `suites`. */
export const mutatedFolders = Object.keys(suites) as readonly MutatedFolder[];
