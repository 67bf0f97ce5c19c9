/** Simulates one seed of the fictional product: a plan, an apply in which something may go wrong, and the next run. */

import { journalOn } from "../../../src/apply/journal.ts";
import type { Intent } from "../../../src/model/journal.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { ApplyResult } from "../../../src/model/reply.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { digest } from "../../../src/runtime/digest.ts";
import { journalDisk } from "../../../src/runtime/files/journal.ts";
import { Killed, seeded } from "../../servers/virtual-time/clock.ts";
import { ForgetfulFile } from "../../servers/virtual-time/file.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { composed } from "../decisions/afterwards.ts";
import { differ } from "../decisions/judges.ts";
import { recordOf } from "../decisions/record.ts";
import { toldNext } from "../disk.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import { type Due, duesOf, heldIn, idOf, judgeDues, putLive, worldWith } from "./expected.ts";
import { productFiles, project } from "./files.ts";
import { judgeBack, judgeBlamed, judgeConverged, judgeEnded, judgeKindOrder } from "./judges.ts";
import { plainFields } from "./kinds.ts";
import { differingBut, lateCreates } from "./late-creates.ts";
import { reducedProduct, reducedProductTrouble } from "./reduced.ts";
import { ProductServer } from "./server.ts";
import { productDriver } from "./session.ts";
import { isCalm, type ProductTrouble, productTrouble } from "./trouble.ts";
import { isOn, type ProductTruth, productTruth } from "./truth.ts";
import { type Way, wayTo } from "./wire.ts";

/** The drawn resources of a seed, and its server. */
interface Scene {
  readonly truth: ProductTruth;
  readonly server: ProductServer;
  readonly dues: readonly Due[];
  readonly trouble: ProductTrouble;
  /**
   * Begins a process with its network to the server. `known` contains the earlier batches in its journal. `disturb`
   * starts the trouble.
   */
  readonly process: (
    now: number,
    known?: ReadonlySet<string>,
  ) => { readonly on: Stage; readonly way: Way; readonly disturb: () => void };
}

const secrets = { now: { key: "key", of: [] }, recorded: { key: "key", of: [] } };

/** Falsifies what is reported or what the server has, to test that the checks notice it. */
export interface ProductLie {
  readonly plan?: (plan: Plan) => Plan;
  /** Falsifies the plan that is made after the apply. */
  readonly again?: (plan: Plan) => Plan;
  readonly result?: (result: ApplyResult) => ApplyResult;
  readonly held?: (held: ReadonlyMap<string, string>) => ReadonlyMap<string, string>;
  readonly between?: (wire: Wire) => Wire;
}

/** Returns the faults. */
export async function judgeProduct(seed: number, lie: ProductLie = {}): Promise<readonly string[]> {
  return (await brokenIn(seed, lie)).map((line) => `product: ${line}`);
}

async function brokenIn(seed: number, lie: ProductLie): Promise<readonly string[]> {
  const scene = sceneOf(seeded(seed * 16 + 6), lie);
  const { truth, server, dues, trouble } = scene;
  const { on, way, disturb } = scene.process(0);
  const base = on.load(productFiles(truth, "base"));
  const request = { base, prune: truth.prune, onConflict: truth.overwrite ? "overwrite" : "hold" } as const;
  const made = await on.plan(request);
  const broken = [...judgeDues(lie.plan?.(made.plan) ?? made.plan, dues), ...judgeReads(way)];
  const before = heldIn(server, truth);
  disturb();
  const { result, interrupted } = await applied(on, made, trouble, truth);
  way.land();
  // If the process died, its batches continue and end when they are due. Otherwise all batches end now.
  if (result) server.carryOut(on.clock.now() + 600_000);
  // After a lost answer, trueup does not know whether it was a refusal. A rollback counts refusals anew.
  const isOneRun = trouble.writes.size === 0 && !result?.rolledBack;
  // In both cases, a batch after three refusals in a row is no fault.
  const isHeard = (line: string) => isOneRun || !line.includes("in a row");
  broken.push(...server.faults.splice(0).filter(isHeard));
  const isHeld = heldIn(server, truth);
  const held = lie.held?.(isHeld) ?? isHeld;
  const said = result && (lie.result?.(result) ?? result);
  if (said) {
    broken.push(...judgeEnded(said, { truth, dues, held, trouble, isTouched: isTouchedBy(server) }));
    broken.push(...judgeBack(said, { truth, dues, held, before, isTouched: isTouchedBy(server) }));
    if (isCalm(trouble))
      broken.push(
        ...judgeConverged(said),
        ...judgeKindOrder(server.deeds),
        ...judgeCost(made.plan.steps, way),
      );
  }
  const isHalf = truth.isExchanged && !isCalm(trouble);
  if (server.theirs.size > 0 || isHalf) return broken;
  server.disliked.clear();
  const known = new Set(interrupted.flatMap(({ task }) => (task ? [task.id] : [])));
  const next = scene.process(on.clock.now() + trouble.restartMs, known);
  const recorded = result && recordOf({ on, made, result, base, secrets });
  const was = recorded ? composed(on.context.desired, base, recorded.left) : base;
  // If two resources swap names and one write is held, both have the same name. Then only ids distinguish them.
  const memory = truth.isExchanged ? recorded?.memory : undefined;
  const again = await next.on.plan({ ...request, base: was, ...(memory && { memory }) });
  const after = await next.on.apply(again, { onConflict: request.onConflict, interrupted });
  const bad = after.settled.filter(
    ({ outcome }) => outcome.state !== "applied" && outcome.state !== "converged",
  );
  server.carryOut(next.on.clock.now() + 600_000);
  const late = result ? new Set<string>() : lateCreates(server, truth, { dues, interrupted });
  const stepped = new Set(dues.filter((due) => due.stepped).map(({ part }) => part));
  broken.push(
    ...(result ? judgeBlamed(made.plan, lie.again?.(again.plan) ?? again.plan) : []),
    ...again.plan.unknown.map(({ address, problem }) => `next: ${address} is unknown: ${problem.message}`),
    ...bad.map(({ step, outcome }) => `next: ${step} is ${outcome.state}`),
    ...differingBut(
      late,
      heldIn(server, truth),
      worldWith(truth, (part) => stepped.has(part)),
    ),
    ...server.faults.splice(0).map((line) => `next: ${line}`),
  );
  if (result && isCalm(trouble))
    broken.push(
      ...differ(
        "next: step",
        again.plan.steps.map(({ id }) => id),
        [],
      ),
    );
  return broken;
}

function isTouchedBy({ theirs }: ProductServer): boolean {
  return theirs.size > 0;
}

function sceneOf(draw: Draw, { between = (wire) => wire }: ProductLie): Scene {
  const truth = reducedProduct(productTruth(draw));
  const trouble = reducedProductTrouble(productTrouble(draw));
  const batching = maybe(draw, 0.6) ? { size: 2 + under(draw, 4), running: 1 + under(draw, 2) } : undefined;
  const refusals = pick(draw, ["none", "none", "first", "often", "always", "inTurn"] as const);
  const chance = seeded(under(draw, 1_000_000));
  const leftOut = pick(draw, [0, 0, 0.5]);
  const isOnly = maybe(draw, 0.25);
  const server = new ProductServer({
    lateMs: pick(draw, [0, 0, 4000, 9000, 14_000]),
    batchMs: pick(draw, [0, 1500, 20_000]),
    refusesBatch: (count) =>
      refusals === "always" ||
      (refusals === "first" && count === 0) ||
      (refusals === "often" && maybe(chance, 0.4)) ||
      (refusals === "inTurn" && count % 2 === 0),
    saysWhich: maybe(draw, 0.7),
    isLeftOut: (site) => !isOnly && leftOut > 0 && Number(site.replace(/\D/g, "")) % 2 === 0,
    running: batching?.running ?? 0,
    showsAll: isOnly,
  });
  server.isOverwriting = truth.overwrite;
  putLive(server, truth);
  const dues = duesOf(truth);
  const ways = seeded(under(draw, 1_000_000));
  const awayMs = pick(draw, [5, 50]);
  const drivers = [productDriver(batching, isOnly)];
  const others = otherOf(trouble, truth);
  const process: Scene["process"] = (now, known = new Set()) => {
    server.meet(known);
    let isTroubled = false;
    let firstOf = { reads: 0, writes: 0 };
    const seen = { reads: 0, writes: 0 };
    const way = wayTo(server, {
      clock: () => on.clock,
      ms: () => under(ways, awayMs + 1),
      fault: ({ isRead, count }) => {
        seen[isRead ? "reads" : "writes"] = count + 1;
        if (!isTroubled) return undefined;
        return isRead ? trouble.reads.get(count - firstOf.reads) : trouble.writes.get(count - firstOf.writes);
      },
      arriving: () => {
        if (isTroubled) others(server, way.arrived.length, on.clock.now());
      },
    });
    const on: Stage = stage({
      ...{ files: productFiles(truth, "desired"), project, seed: {}, drivers, now },
      between: () => between(way.wire),
    });
    const disturb = () => {
      isTroubled = true;
      firstOf = { ...seen };
      const steps = dues.filter(({ stepped }) => stepped);
      const one =
        trouble.disliked === undefined ? undefined : steps[trouble.disliked % Math.max(steps.length, 1)];
      if (one) server.disliked.add(nameOf(one));
    };
    return { on, way, disturb };
  };
  return { truth, server, dues, trouble, process };
}

/** Returns the name that the server sees in the write of a resource. */
function nameOf({ part, action }: Due): string {
  const side = action === "remove" ? "live" : "desired";
  if (part.kind !== "rule") return part.names[side];
  return `rule ${["from", "to"].map((field) => part.refs[field]?.[side].names[side]).join(" to ")}`;
}

/** Returns a function that makes somebody else write a field of a live resource once. */
function otherOf({ others }: ProductTrouble, { parts }: ProductTruth) {
  let begin: number | undefined;
  return (server: ProductServer, count: number, now: number) => {
    begin ??= count;
    if (!others || count - begin < others.at || server.theirs.size > 0) return;
    const live = parts.filter((part) => isOn(part, "live") && server.objects.has(idOf(part)));
    const part = live[others.choice % Math.max(live.length, 1)];
    const [name] = part ? Object.keys(plainFields[part.kind]) : [];
    if (part && name !== undefined) server.writtenByOthers(idOf(part), { name, value: "theirs", now });
  };
}

async function applied(
  on: Stage,
  made: Awaited<ReturnType<Stage["plan"]>>,
  { turns, rollsBack, afterMs }: ProductTrouble,
  { overwrite }: ProductTruth,
): Promise<{ readonly result: ApplyResult | undefined; readonly interrupted: readonly Intent[] }> {
  const file = new ForgetfulFile(on.clock);
  const disk = journalDisk(file);
  const result = await on
    .apply(made, {
      ...{ onConflict: overwrite ? "overwrite" : "hold", rollbackOnFailure: rollsBack, after: afterMs },
      ...{ journal: journalOn({ disk, digest, run: "the first" }), ...(turns !== undefined && { turns }) },
    })
    .catch((error: unknown): undefined => {
      if (!(error instanceof Killed)) throw error;
    });
  if (result) await on.clock.run(disk.flush());
  const { durable, volatile } = file;
  return {
    result,
    interrupted: toldNext({ journal: { durable, volatile }, result, ended: on.clock.now() }),
  };
}

/**
 * Reports paths that were read twice for a plan. One read is enough, because one read shows the zones of several sites.
 */
function judgeReads({ arrived }: Way): readonly string[] {
  const paths = arrived.map(({ path }) => path);
  return differ("read", paths, [...new Set(paths)]);
}

/** An apply may send one write for each step. A route may need a second write, because no create accepts its state. */
function judgeCost(steps: readonly { readonly kind: string }[], { arrived }: Way): readonly string[] {
  const writes = arrived.filter(({ method, path }) => method !== "GET" && !path.endsWith("/batches")).length;
  const most = steps.length + steps.filter(({ kind }) => kind === "route").length;
  return writes > most ? [`writes: ${writes}, for ${steps.length} steps`] : [];
}
