/**
 * Simulates activations at the end of an apply. Only permitted activations may be sent, and the report must match the
 * server.
 */

import { activateTargets } from "../../../../src/apply/activation/activate-targets.ts";
import type { ApplyRun } from "../../../../src/apply/run.ts";
import type { FinishSession, WaitingItem } from "../../../../src/drivers/contract/activation.ts";
import type { FinishResult } from "../../../../src/model/reply.ts";
import { port } from "../../../properties/declared.ts";
import { seeded, VirtualClock } from "../../../servers/virtual-time/clock.ts";
import { stage } from "../../../servers/virtual-time/run.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";
import { type Dial, driversOf, filesOn, type Manner, Mill, project, type Together } from "./mill.ts";

/** Falsifies the reported results, to test that the checks notice it. */
export type FinishedLie = (results: readonly FinishResult[]) => readonly FinishResult[];

/** The scenario runs in every n-th seed. */
const playedEvery = 4;

/** Reports activations that are false or not allowed. */
export async function judgeFinished(
  seed: number,
  lie: FinishedLie = (results) => results,
): Promise<readonly string[]> {
  if (seed % playedEvery !== 1) return [];
  const draw = seeded(seed * 16 + 38);
  return [...(await judgeDeployed(draw, lie)), ...(await judgeFleet(draw, lie))];
}

/**
 * | in the end a machine has | report                           |
 * | ------------------------ | -------------------------------- |
 * | no pending change        | possibly done                    |
 * | a pending change         | the machine's name, and not done |
 *
 * Without trouble none is pending; if a step was refused, nothing is activated.
 */
async function judgeDeployed(draw: Draw, lie: FinishedLie): Promise<readonly string[]> {
  const dials = Array.from({ length: 1 + under(draw, 5) }, (_, number): Dial => {
    return { number, machine: under(draw, 4), isDrifted: maybe(draw, 0.7) };
  });
  const manner = pick<Manner>(draw, [
    ...(["well", "well", "busy", "lost", "lost undone", "kept", "refused", "unlisted"] as const),
  ]);
  const drifted = dials.filter(({ isDrifted }) => isDrifted);
  const refused = maybe(draw, 0.2) ? drifted[under(draw, drifted.length)]?.number : undefined;
  const together = pick<Together>(draw, [1, 2, 100]);
  // The first version number. From 8 the versions reach 9 and 10, whose order would be wrong if they were compared as
  // texts.
  const server = new Mill(dials, { manner, refused, version: pick(draw, [0, 8, 97]) });
  if (maybe(draw, 0.3)) server.change(under(draw, 4));
  const on = stage({
    ...{ project, drivers: driversOf(together), seed: {}, files: filesOn(dials) },
    between: () => server.wire(),
  });
  const made = await on.plan();
  const result = await on.apply(made);
  const told = lie(result.finished ?? []);
  const namesOf = (isMeant: (one: FinishResult) => boolean) =>
    told.filter(isMeant).flatMap(({ names }) => names);
  const done = namesOf(({ state }) => state === "done");
  const others = namesOf(({ state }) => state !== "done");
  const waiting = [...server.waiting.keys()].map((machine) => `machine ${machine}`);
  const isUnseen = manner === "unlisted" || refused !== undefined || drifted.length === 0;
  const text = `finish: ${manner}, ${together} together${refused === undefined ? "" : ", a step refused"}`;
  return [
    ...done.filter((name) => waiting.includes(name)).map((name) => `${name} is told as done, and waits`),
    ...(isUnseen ? [] : waiting.filter((name) => !others.includes(name))).map(
      (name) => `${name} waits, and nobody tells of it`,
    ),
    ...((manner === "well" || manner === "busy") && !isUnseen ? waiting : []).map(
      (name) => `${name} waits, and nothing went wrong`,
    ),
    ...(refused !== undefined && server.deployments.length > 0 ? ["it was asked for"] : []),
    ...server.deployments
      .filter(({ version, of }) => of.some((own) => own > version))
      .map(({ version, of }) => `version ${version} of ${of.join()} was asked for`),
  ].map((line) => `${text}: ${line}`);
}

/** Activates devices one by one: only a device whose steps all succeeded may be activated. */
async function judgeFleet(draw: Draw, lie: FinishedLie): Promise<readonly string[]> {
  const clock = new VirtualClock();
  const steps = Array.from({ length: 1 + under(draw, 6) }, (_, at) => ({
    resource: port(`r${at}.1`, {}, { host: `h${under(draw, 4)}` }),
    state: pick(draw, ["applied", "applied", "applied", "converged", "failed", "skipped", "unknown"]),
  }));
  const hostOf = ({ resource: { scope } }: (typeof steps)[number]) => scope.host ?? "";
  const hosts = [...new Set(steps.map(hostOf))];
  const left = new Set(hosts);
  const sent: string[] = [];
  const itemOf = (host: string): WaitingItem => {
    return { id: `id of ${host}`, name: host, isReady: true, unit: host };
  };
  const session: FinishSession = {
    waiting: async () => ({ state: "whole", items: [...left].map(itemOf) }),
    finish: async (items) => {
      for (const { name } of items) {
        sent.push(name);
        left.delete(name);
      }
      return { meaning: "accepted" };
    },
    askFinish: async () => ({ state: "done" }),
  };
  const finishing = {
    ...{ verb: "save", done: "saved", isOn: true, isListed: true, lateMs: 0, isTask: false, together: 1 },
    by: "host",
  };
  const of = steps.map(({ resource: { address } }) => ({ id: `update ${address}`, address, target: "net" }));
  const run = {
    plan: { steps: of, pending: [] },
    changes: new Map(
      steps.map(({ resource }) => [
        resource.address,
        { action: "update", address: resource.address, desired: resource },
      ]),
    ),
    targets: new Map([
      [
        "net",
        { target: { name: "net", limits: {} }, dialect: { finishing }, session: { finishing: session } },
      ],
    ]),
    ...{ clock, random: () => 0, signal: new AbortController().signal },
    journal: { write: async () => {}, note: () => {} },
  } as unknown as ApplyRun;
  const settled = steps.map(({ resource: { address }, state }) => ({
    ...{ step: `update ${address}`, address, outcome: { state } },
  }));
  const results = await clock.run(activateTargets(run, settled as never, { isTakenBack: false }));
  const isGood = (one: (typeof steps)[number]) => ["applied", "converged"].includes(one.state);
  const good = hosts.filter((host) => steps.every((one) => hostOf(one) !== host || isGood(one)));
  const done = lie(results ?? []).flatMap(({ state, names }) => (state === "done" ? names : []));
  return [...differ("finish of a fleet", sent, good), ...differ("finish of a fleet: told", done, good)];
}
