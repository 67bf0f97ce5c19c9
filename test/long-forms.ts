/** What is done more often in the long form of the tests: one table, read by the tests and by the closing line. */

/** One thing that `npm test` does `short` times, and `npm run test:long` does `long` times. */
export interface LongForm {
  /** The test that does it, from the root of the project. */
  readonly file: string;
  /** In the plural, as the closing line counts it. */
  readonly what: string;
  readonly short: number;
  readonly long: number;
}

/** Every long form there is. A short one makes the same claims, of fewer cases. */
export const longForms = {
  races: {
    file: "test/cli/apply/race.test.ts",
    what: "races of two applies",
    short: 5,
    long: 100,
  },
  kills: {
    file: "test/scenarios/sigkill.test.ts",
    what: "kills with SIGKILL",
    short: 6,
    long: 50,
  },
} as const satisfies Readonly<Record<string, LongForm>>;

const isLong = process.env.TRUEUP_TESTS === "long";

/** How often a test does what it is asked for by that name. */
export function times(name: keyof typeof longForms): number {
  const { short, long } = longForms[name];
  return isLong ? long : short;
}
