/** Runs small separate simulations, each of something that the main simulation rarely draws. */

import { type ChainLie, judgeChains } from "../chains/judge-chains.ts";
import { type ComparedLie, judgeCompared } from "../compared/judge-compared.ts";
import { type ElsewhereLie, judgeElsewhere } from "../compared/judge-elsewhere.ts";
import { type AllowedLie, judgeAllowed } from "../composed/allowed.ts";
import { type ComposedLie, judgeComposed } from "../composed/judge-composed.ts";
import { judgePreviewed, type PreviewLie } from "../composed/previewed.ts";
import { type EarlierLie, judgeEarlier } from "../earlier/judge-earlier.ts";
import { type FinishedLie, judgeFinished } from "../finishing/judge-finished.ts";
import { judgeSeveral } from "../git/several.ts";
import { type ImportLie, judgeImported } from "../importing/judge-imported.ts";
import { judgeDropped } from "../kept/dropped.ts";
import { judgeKept, type KeptLie } from "../kept/judge-kept.ts";
import { judgeShared, type SharedLie } from "../pace/shared-limits.ts";
import { judgeStopped, type StoppedLie } from "../pace/stopped.ts";
import { type HeldLie, judgeDayAndGate } from "../plans/day-and-gate.ts";
import { judgeNarrowed, type NarrowedLie } from "../plans/narrowed.ts";
import { judgeOneWay, type OneWayLie } from "../plans/one-way.ts";
import { judgeReadable, type ReadableLie } from "../readable/judge-readable.ts";
import { judgeDevices } from "../secondary/devices.ts";
import { judgeSecondary, type SecondaryLie } from "../secondary/judge-secondary.ts";
import { judgeSeen, type SeenLie } from "../seen/judge-seen.ts";
import { type AnswerLie, judgeTrueAnswers } from "../seldom/true-answers.ts";

/** Falsifies what the small simulations check, to test that the checks notice it. */
export interface SmallWorldLie {
  readonly secondary?: SecondaryLie;
  readonly device?: SecondaryLie;
  readonly chains?: ChainLie;
  readonly earlier?: EarlierLie;
  readonly kept?: KeptLie;
  readonly readable?: ReadableLie;
  readonly allowed?: AllowedLie;
  readonly narrowed?: NarrowedLie;
  readonly stopped?: StoppedLie;
  readonly finished?: FinishedLie;
  readonly dropped?: (read: readonly number[]) => readonly number[];
  readonly held?: HeldLie;
  readonly seen?: SeenLie;
  readonly compared?: ComparedLie;
  readonly composed?: ComposedLie;
  readonly previewed?: PreviewLie;
  readonly imported?: ImportLie;
  readonly answered?: AnswerLie;
  readonly oneWay?: OneWayLie;
  readonly elsewhere?: ElsewhereLie;
  readonly shared?: SharedLie;
  readonly several?: (line: string) => string;
}

/** Runs the small simulations of a seed, and returns the faults. */
export async function judgeSmallWorlds(seed: number, lie: SmallWorldLie = {}): Promise<readonly string[]> {
  return [
    ...(await judgeSecondary(seed, lie.secondary)),
    ...(await judgeDevices(seed, lie.device ?? ((plan) => plan))),
    ...judgeChains(seed, lie.chains),
    ...(await judgeEarlier(seed, lie.earlier)),
    ...(await judgeKept(seed, lie.kept)),
    ...(await judgeReadable(seed, lie.readable)),
    ...judgeAllowed(seed, lie.allowed),
    ...judgeNarrowed(seed, lie.narrowed),
    ...(await judgeStopped(seed, lie.stopped)),
    ...(await judgeFinished(seed, lie.finished)),
    ...(await judgeDropped(seed, lie.dropped)),
    ...judgeDayAndGate(seed, lie.held),
    ...(await judgeSeen(seed, lie.seen)),
    ...judgeCompared(seed, lie.compared),
    ...judgeComposed(seed, lie.composed),
    ...judgePreviewed(seed, lie.previewed),
    ...(await judgeImported(seed, lie.imported)),
    ...(await judgeSeveral(seed, lie.several)),
    ...(await judgeTrueAnswers(seed, lie.answered)),
    ...judgeOneWay(seed, lie.oneWay),
    ...judgeElsewhere(seed, lie.elsewhere),
    ...(await judgeShared(seed, lie.shared)),
  ];
}
