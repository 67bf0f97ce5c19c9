/**
 * Simulates the runs after a run in trouble. Checks what the journal and the record tell them, and whether they
 * complete the work.
 */

import { withUnseenOf } from "../../../src/apply/unseen.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { Intent } from "../../../src/model/journal.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory.ts";
import type { SettledStep } from "../../../src/model/reply.ts";
import type { SecretFingerprints } from "../../../src/model/secret.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { untilVisible } from "../histories/process.ts";
import { judgeFound } from "./aftermath/found.ts";
import { composed } from "./afterwards.ts";
import { appliedUnless, type Left } from "./applied-unless.ts";
import { type Expected, expectedOf } from "./expected.ts";
import { judgeWorld } from "./judges.ts";
import { isAbout, withBelieved } from "./mishaps/forgetful.ts";
import { arrivingIn } from "./mishaps/late-create.ts";
import { namedBy } from "./naming/named.ts";
import { conflictsOf, type Play } from "./play.ts";
import { recordOf } from "./record.ts";
import { heldBy, onlyOf, requestOf, staged } from "./scene.ts";
import type { SecondEnd } from "./troubles.ts";
import type { Thing } from "./truth.ts";
import { worldAfter } from "./world-after.ts";

/** A run that has ended, its simulated servers, and what the next run learns from its record and its journal. */
interface Ended extends Left {
  readonly on: Stage;
  readonly base: Desired;
  readonly recorded: SecretFingerprints;
  readonly memory: Memory;
}

/**
 * Simulates the run that follows the run in trouble. This run has no further trouble. In the end, the servers must be
 * as if there had been no trouble at all.
 */
export async function theRest(play: Play, left: Left): Promise<readonly string[]> {
  const { truth, made: first, on: firstOn, base, secrets } = play;
  if (!truth.manner.threeWay) return [];
  const ended = recordedAfter(
    play,
    { ...left, on: firstOn, base, recorded: secrets.recorded, memory: emptyMemory },
    first,
  );
  const notedIn = (one: Left) => left.tasks?.judgeNoted(toldTo(play, one.told ?? one.interrupted)) ?? [];
  const noted = [...notedIn(left)];
  const last = left.again ? await interruptedAgain(play, ended, left.again) : ended;
  if (last !== ended) noted.push(...notedIn(last));
  const { on, made, arrive } = await plannedAfter(play, last, true);
  const { interrupted, told = interrupted, out, tasks, showAgain } = last;
  const held = heldBy(last.on, truth);
  const { answered = [] } = last;
  const leftAccepted = answered.filter(({ isUnseen }) => isUnseen);
  // The addresses of creates that became tasks: the server may carry out these tasks at any time, or never.
  const inTasks = new Set<string>([
    ...leftAccepted.flatMap(({ intent }) => (intent.task ? [intent.address] : [])),
    ...(tasks?.untold() ?? []),
  ]);
  // If an object may exist that is not visible yet, the report about open writes is not checked.
  const found =
    out || showAgain
      ? []
      : judgeFound(play, {
          interrupted,
          plan: made.plan,
          held,
          isRecorded: last.result !== undefined,
          applied: new Set([...appliedIn(left), ...appliedIn(last)]),
          inTasks,
        });
  const result = await on.apply(made, {
    ...conflictsOf(play),
    interrupted: toldTo(play, told),
    leftAccepted,
  });
  const { settled } = result;
  const settledIn = (all: ReadonlySet<string>) => new Set([...all].filter((one) => !inTasks.has(one)));
  arrive.arrive();
  if (tasks) await on.clock.run(tasks.land());
  // A list may still show an object that is already gone. Its removal is then answered with 404.
  const isGone = ({ step, outcome }: SettledStep) =>
    step.startsWith("remove ") &&
    outcome.state === "failed" &&
    outcome.problem.message.endsWith("answered 404");
  // A task of an earlier run may remove a parent with everything in it. If only the list of the removed parent still
  // shows a child, a 404 does not prove that the child is gone. Then the child's removal fails, and the parent's
  // removal is left to the task.
  const gone = new Set<string>(settled.filter(isGone).map(({ step }) => step));
  const isTakenAlong = ({ step, outcome }: SettledStep) =>
    tasks !== undefined &&
    step.startsWith("remove ") &&
    (outcome.state === "converged" ||
      gone.has(step) ||
      (outcome.state === "skipped" && gone.has(outcome.because)));
  const isWell = (one: SettledStep) =>
    one.outcome.state === "applied" ||
    isTakenAlong(one) ||
    (showAgain !== undefined && (one.outcome.state === "converged" || isGone(one)));
  const bad = settled.filter((one) => !isWell(one));
  const unseen = [...(made.plan.acceptedUnseen ?? []), ...(result.acceptedUnseen ?? [])];
  const addresses = new Set<string>(unseen.map(({ address }) => address));
  const drawn = expectedOf(truth);
  const believed = withBelieved(drawn, left.believed ?? [], heldBy(on, truth));
  const [lines = []] = [addresses, settledIn(addresses)]
    .map((open) => judgeWorld(heldBy(on, truth), believed(worldAfter(withoutUnseen(drawn, open)))))
    .sort((a, b) => a.length - b.length);
  return [
    ...noted,
    ...(tasks?.judgeAsked() ?? []),
    ...found,
    ...judgeUnseen(play, settledIn(addresses), left.forgotten ?? []),
    ...bad.map(
      ({ step, outcome }) =>
        `after trouble: ${step} is ${outcome.state}: ${"problem" in outcome ? outcome.problem.message : ""}`,
    ),
    ...lines.map((line) => `after trouble: ${line}`),
  ];
}

/** Returns the steps that a run has reported as applied. */
function appliedIn({ result }: Left): readonly string[] {
  return (result?.settled ?? []).flatMap(({ step, outcome }) => (outcome.state === "applied" ? [step] : []));
}

/**
 * Only resources that their server has forgotten may be reported as accepted and not visible. Resources with running
 * tasks are not in the list any more.
 */
function judgeUnseen(
  { expected }: Play,
  addresses: ReadonlySet<string>,
  forgotten: readonly string[],
): readonly string[] {
  const creates = expected.filter((one) => one.action === "create" && isAbout(one, forgotten));
  const known = new Set<string>(creates.map(({ address }) => address));
  return [...addresses].flatMap((address) =>
    known.has(address) ? [] : [`after trouble: ${address} is said to be accepted and not seen`],
  );
}

/**
 * A resource that was accepted and is not visible must not be created again, and neither may its children. Resources
 * that refer to it must wait.
 */
function withoutUnseen(expected: readonly Expected[], addresses: ReadonlySet<string>): readonly Expected[] {
  const open = new Set<Thing>();
  return expected.map((one) => {
    const { thing, address } = one;
    const around = [...(thing.parent ? [thing.parent] : []), ...namedBy(thing, "desired")];
    if (!addresses.has(address) && !around.some((other) => open.has(other))) return one;
    open.add(thing);
    return { ...one, stepped: false, carried: false };
  });
}

/** Adds what the ended run has recorded. A killed run has recorded nothing. */
function recordedAfter(play: Play, ended: Ended, made: Play["made"]): Ended {
  const { on, result, base, recorded } = ended;
  if (!result) return ended;
  const after = recordOf({ on, made, result, base, secrets: { now: play.secrets.now, recorded } });
  return {
    ...ended,
    base: composed(on.context.desired, base, after.left),
    recorded: after.secrets,
    memory: after.memory,
  };
}

/** Plans in a new process, which knows nothing about its targets from the previous process. */
async function plannedAfter({ truth, lie, secrets }: Play, before: Ended, isCalm: boolean) {
  const { restartMs = 60_000, tasks, showAgain, out, base, recorded } = before;
  const { memory, answered = [] } = before;
  const on: Stage = staged(truth, {
    now: before.on.clock.now() + restartMs,
    ...(tasks && { drivers: tasks.drivers }),
    between: (wire) => lie.between?.(wire, () => on) ?? wire,
  });
  on.network.world = { ...before.on.network.world, faults: [] };
  showAgain?.(on);
  tasks?.nextProcess(before.result?.interrupted === false, before.on.network.log());
  if (isCalm) tasks?.calmDown(on.clock.now());
  const arrive = arrivingIn(on, out);
  await untilVisible(on, answered);
  const made = await on.plan({
    ...requestOf(truth.manner, base, { now: secrets.now, recorded }),
    ...onlyOf(truth),
    memory: withUnseenOf(lie.memory?.(memory) ?? memory, answered),
    awaited: new Set(before.interrupted.flatMap(({ task, address }) => (task ? [address] : []))),
  });
  return { on, made, arrive };
}

/** Simulates another run, which is also interrupted. It must keep the earlier run's intents in the journal. */
async function interruptedAgain(play: Play, before: Ended, end: SecondEnd): Promise<Ended> {
  const { on, made, arrive } = await plannedAfter(play, before, false);
  const told = toldTo(play, before.told ?? before.interrupted);
  const left = await appliedUnless({ ...play, on, made }, end, {
    interrupted: told,
    answered: before.answered,
  });
  on.network.land();
  const { base, recorded, memory, tasks, showAgain } = before;
  const out = arrive.isOut() ? before.out : undefined;
  const ended: Ended = {
    ...left,
    ...{ on, base, recorded, memory, tasks, showAgain, out, restartMs: end.restartMs },
  };
  return recordedAfter(play, ended, made);
}

function toldTo({ lie }: Play, told: readonly Intent[]): readonly Intent[] {
  return lie.told?.(told) ?? told;
}
