/** Seeds that failed once. The tests run each of them, in addition to the first seeds. */

/** A seed that once failed, and what failed. */
interface KeptSeed {
  readonly seed: number;
  readonly was: string;
}

/** The seeds of the simulation of decisions, in order, one on each line. */
export const keptDecisions: readonly KeptSeed[] = [
  { seed: 182, was: "what a server had forgotten was made again by a run without a memory" },
  { seed: 221, was: "what drifted was a share of itself, not of all that vanished" },
  { seed: 711, was: "what is ignored and live was part of what a review is bound to" },
  { seed: 716, was: "what a task took along of what was listed in it alone had to be called gone" },
  { seed: 714, was: "a task that nobody saw the end of was expected not to be carried out" },
  { seed: 1_868, was: "a create in a task was expected to be known as not carried out" },
  { seed: 3_051, was: "with `--only` the share of what goes was that of the part" },
  { seed: 20_309, was: "a tenant was expected to go though what is in it waits for health" },
  { seed: 20_770, was: "a server's own late removal was counted by its limiter, and refused" },
  { seed: 21_022, was: "`--only drift` took a device out of a network that Git renames" },
  { seed: 21_283, was: "what is in a renamed network counted as written by itself" },
  { seed: 21_307, was: "the read after a member that goes a wave before its room was not foreseen" },
  { seed: 30_477, was: "a lost update in its server's spelling was called somebody else's" },
  { seed: 31_165, was: "a removal was refused since a list still showed what was gone" },
  { seed: 33_287, was: "nobody counted a recorded fingerprint as proof that a secret was written" },
  { seed: 59_943, was: "with `--only` an ill canary of which nothing was asked for was passed by" },
  { seed: 60_144, was: "what a second run wrote further was called a write that nobody planned" },
  { seed: 4_078_237, was: "what a task made counted as visible from when its create was sent" },
  { seed: 500_002, was: "a site that fell ill on the way back was to stop the run" },
  { seed: 500_351, was: "`--only drift` left what names a network whose key Git changes" },
  { seed: 500_655, was: "a reviewed removal was that of another object of the same name" },
  { seed: 500_795, was: "with `--only` something went that something else refers to" },
  { seed: 700_335, was: "the simulation threw where two writes to one device crossed" },
  { seed: 700_584, was: "what names a network that moves in Git needed no new review" },
  { seed: 702_315, was: "a room that only a forgotten member is known by was to be left out of the record" },
  { seed: 702_347, was: "a removal that a server takes its time for was refused for a token that had ended" },
  { seed: 702_673, was: "SSIDs that answers had shown as stored were to be read before the next wave" },
  {
    seed: 9_100_041,
    was: "a task that its server had forgotten was closed though the run did not get to look",
  },
  { seed: 17_133_982, was: "what a run had moved back was thought to be unseen still" },
  { seed: 17_136_125, was: "a lost update was given up since removals had moved its list for a moment" },
  { seed: 17_136_920, was: "a room that what was not removed is in was to be left out of the record" },
  { seed: 17_137_800, was: "nobody counted a record as proof that a secret was written" },
  { seed: 17_139_734, was: "a batch that is shown after 15 s, and whose process died, was to be known" },
  { seed: 17_140_174, was: "what was made under a name between two of Git's was shown under the former one" },
  { seed: 17_145_379, was: "a secret of a forgotten write that was answered well was to be sent again" },
  { seed: 17_149_123, was: "what was made again, and dropped unseen, was not known by its stored name" },
  { seed: 17_149_173, was: "an answer that ends a pause was to count for what was asked for in that moment" },
  { seed: 17_149_538, was: "a list that is read for the ids of what nobody asked for was not foreseen" },
  { seed: 17_150_928, was: "what an earlier create had made was taken for what a later one made" },
  { seed: 59_346_095, was: "a field that could not be taken back made the server's spelling a conflict" },
  { seed: 63_326_985, was: "what Git had dropped, and was shown late, was taken for what was made then" },
  { seed: 63_327_460, was: "of two open outcomes both or none was to be carried out" },
  { seed: 63_327_605, was: "a confirmation that was lost before it arrived counted as one" },
  { seed: 68_717_043, was: "of two tasks of a step the first was to be told, whose end had been seen" },
  { seed: 80_621_462, was: "the task of a create was asked for by two at once" },
  { seed: 80_621_633, was: "the simulation did not tell a plan which creates have a task" },
  { seed: 80_628_826, was: "a lost create was given up since a removal had moved its list for a moment" },
  { seed: 80_632_637, was: "a fingerprint was kept of an SSID that had gone with a network made again" },
  {
    seed: 80_941_679,
    was: "what was to go with a network whose removal had no effect was forgotten by base",
  },
  { seed: 80_942_038, was: "a batch that was on its way was to know what was read after it had left" },
  { seed: 80_942_318, was: "a task counted as carried out though its server had turned its write away" },
  { seed: 80_944_447, was: "what an SSID is in was to be forgotten though its update had no effect" },
  { seed: 80_948_358, was: "a batch of an earlier run was not one of those under way" },
  { seed: 80_952_294, was: "of two called alike by half an exchange one was made again" },
  { seed: 80_952_308, was: "fingerprints were recorded under keys that the world did not have" },
  { seed: 80_967_372, was: "what was locked was given up since a removal had moved its list for a moment" },
  {
    seed: 93_926_812,
    was: "what a task had taken along with what it was in was to be removed by its own step",
  },
  { seed: 93_926_845, was: "a millionth of a millisecond was too early" },
  { seed: 93_926_896, was: "what the answer to a second arrival says was to tell whose removal it was" },
  { seed: 93_928_940, was: "a task went on for ever in a network that a way back had removed" },
  { seed: 90_978_445, was: "a create without an id was expected to have made what was another key's before" },
];

/** The seeds of the simulation of faults. */
export const keptFaults: readonly KeptSeed[] = [
  { seed: 32_153, was: "looks that grew too old while a network was not ready were not foreseen" },
  { seed: 502_207, was: "one look that grew too old was not foreseen" },
  { seed: 41_000_199, was: "a new name that could not be read again was called a rename by somebody" },
  {
    seed: 41_001_864,
    was: "a create that was answered without an id was to be told from a person's of its name",
  },
  { seed: 80_631_846, was: "a name of before was taken for a cut-off form of the new one" },
  { seed: 80_942_022, was: "a thing of somebody else's, of any name, was taken for what a create had made" },
];
