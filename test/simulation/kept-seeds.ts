/** Seeds that were broken once: the short form of their simulation asks each of them, besides its first ones. */

/** A seed, and what was wrong when it was kept. */
interface KeptSeed {
  readonly seed: number;
  readonly was: string;
}

/** Of decisions. One entry a line, by seed. */
export const keptDecisions: readonly KeptSeed[] = [
  { seed: 221, was: "what drifted was a share of itself, not of all that vanished" },
  { seed: 3_051, was: "with `--only` the share of what goes was that of the part" },
  { seed: 20_309, was: "a tenant was expected to go though what is in it waits for health" },
  { seed: 20_770, was: "a server's own late removal was counted by its limiter, and refused" },
  { seed: 21_022, was: "`--only drift` took a device out of a network that Git renames" },
  { seed: 21_283, was: "what is in a renamed network counted as written by itself" },
  { seed: 21_307, was: "the read after a member that goes a wave before its room was not foreseen" },
  { seed: 59_943, was: "with `--only` an ill canary of which nothing was asked for was passed by" },
  { seed: 500_351, was: "`--only drift` left what names a network whose key Git changes" },
  { seed: 500_655, was: "a reviewed removal was that of another object of the same name" },
  { seed: 500_795, was: "with `--only` something went that something else refers to" },
];
