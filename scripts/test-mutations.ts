/**
 * Runs Stryker on the code that decides, and checks which mutants the tests notice: `npm run test:mutations`. `--folder
 * NAME`: mutates only this folder; repeatable. `--changed`: mutates only lines changed since `--since REVISION`.
 * `--share N`: mutates a sample of lines; `--draw WORD` gives another sample. `--units`: runs only unit tests.
 * `--write`: stores the result. Fails below 85%, or if a mutant that is listed as equivalent is noticed.
 */

import { parseArgs } from "node:util";
import { equivalentMutants } from "../test/mutations/equivalent/mutants.ts";
import { changedSince } from "./mutations/changed.ts";
import { type FolderCount, lastMutations, percent, writeMutations } from "./mutations/count.ts";
import { drawnLines } from "./mutations/drawn.ts";
import { type MutationScore, mutantsOf, scoreOf, shareOf } from "./mutations/score.ts";
import { mutated } from "./mutations/stryker.ts";
import { type MutatedFolder, mutatedFolders } from "./mutations/suites.ts";

const bar = 0.85;
/**
 * With fewer mutants of changed lines than this, the result is shown but not judged, because a single mutant would be
 * more than 5%.
 */
const fewest = 20;

const { values } = parseArgs({
  options: {
    folder: { type: "string", multiple: true },
    changed: { type: "boolean", default: false },
    since: { type: "string", default: "origin/main" },
    share: { type: "string", default: "1" },
    draw: { type: "string", default: "" },
    units: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const share = Number(values.share);
const say = (text: string) => process.stdout.write(`${text}\n`);

const lastCounts = await lastMutations();
let isEnough = true;
const counts: FolderCount[] = [];
for (const folder of mutatedFolders.filter((each) => values.folder?.includes(each) ?? true)) {
  const what = asked(folder);
  if (what?.length === 0) continue;
  const score = scoreOf(
    mutantsOf(await mutated(folder, { what, onlyUnits: values.units })),
    equivalentMutants,
  );
  show(folder, score);
  const { killed, timedOut, survived, equivalent } = score;
  counts.push({ folder, share, killed, timedOut, survived, equivalent });
  const isFew = values.changed && killed + timedOut + survived < fewest;
  if (score.stale.length > 0 || (!isFew && (shareOf(score) ?? 1) < barOf(folder))) isEnough = false;
}
if (counts.length === 0) say("No line has changed of what is mutated.");
if (values.write && !values.changed) await writeMutations(counts);
process.exitCode = isEnough ? 0 : 1;

/** Returns the required share. Changed lines need not be better than their folder was at the last count. */
function barOf(folder: MutatedFolder): number {
  const last = lastCounts.find((each) => each.folder === folder);
  return values.changed && last ? Math.min(bar, shareOf(last) ?? bar) : bar;
}

/** The lines to mutate; undefined for all. */
function asked(folder: MutatedFolder): readonly string[] | undefined {
  if (values.changed) return changedSince(values.since).filter((each) => each.startsWith(`src/${folder}/`));
  return share < 1 ? drawnLines(folder, share, values.draw) : undefined;
}

function show(folder: MutatedFolder, score: MutationScore): void {
  for (const { file, number, line, original, becomes } of score.survivors)
    say(`survived: ${file}:${number}\n  ${line}\n  ${original}  =>  ${becomes}`);
  for (const { file, line, becomes } of score.stale)
    say(`listed as equivalent, and noticed: ${file}\n  ${line}\n  =>  ${becomes}`);
  const { killed, timedOut, survived, equivalent } = score;
  const all = killed + timedOut + survived;
  say(`src/${folder}: ${percent(score)} of ${all} noticed, ${equivalent} equivalent`);
}
