/**
 * Simulates answers to writes that show the stored object, some of them wrongly. One read decides whether the answers
 * can be trusted, or whether more must be read.
 */

import type { ApplyResult } from "../../../../src/model/reply.ts";
import type { Wire, WireReply } from "../../../../src/model/wire.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { projectText, stage } from "../../../servers/virtual-time/run.ts";
import { filesOf } from "../../declared.ts";
import { maybe, under } from "../../draw.ts";
import { differ } from "../judges.ts";

/** Falsifies the reported result of an apply, to test that the checks notice it. */
export type AnswerLie = (result: ApplyResult) => ApplyResult;

const rooms = ["Bonn", "Cork", "Lyon"];

/** The scenario runs in every n-th seed. */
const playedEvery = 4;

/**
 * At least one collection must be read, to see whether the answers were right. If one answer was wrong, all collections
 * must be read, and each write that was not carried out must be reported.
 */
export async function judgeTrueAnswers(
  seed: number,
  lie: AnswerLie = (result) => result,
): Promise<readonly string[]> {
  if (seed % playedEvery !== 2) return [];
  const draw = seeded(seed * 16 + 44);
  const numbers = [0, 1, 2].slice(0, 1 + under(draw, 3));
  const untrue = new Set(
    rooms.flatMap((_, room) => numbers.flatMap((number) => (maybe(draw, 0.25) ? [`${room} ${number}`] : []))),
  );
  const read = new Set<number>();
  let isWriting = false;
  const send = async (
    wire: Wire,
    request: Parameters<Wire["send"]>[0],
    signal: AbortSignal,
  ): Promise<WireReply> => {
    const [, network = "", number] = /networks\/L_(\d+)\/wireless\/ssids\/?(\d*)/.exec(request.url) ?? [];
    const room = Number(network) - 1;
    if (request.method === "GET" && isWriting && network !== "") read.add(room);
    if (request.method !== "PUT") return wire.send(request, signal);
    isWriting = true;
    read.clear();
    if (!untrue.has(`${room} ${number}`)) return wire.send(request, signal);
    const held = await request.leaving?.();
    if (held) return { outcome: "blocked", problem: held };
    return echo(Number(number));
  };
  const on = stage({
    project: projectText(),
    files: filesOf([documentOf(numbers, 20)]),
    seed: {
      organizations: [
        {
          ...{ id: "O_1", name: "Acme" },
          networks: rooms.map((name, at) => ({
            ...{ id: `L_${at + 1}`, name },
            ssids: numbers.map((number) => ({ number, name: `W${number}`, vlan: 10 })),
          })),
        },
      ],
    },
    between: (wire) => ({ send: (request, signal) => send(wire, request, signal) }),
  });
  const made = await on.plan();
  const { nonConvergent } = lie(await on.apply(made));
  const told = nonConvergent.map(({ address, live }) => `${address} is ${JSON.stringify(live)}`);
  const isFound = [...untrue].some((one) => read.has(Number(one.split(" ")[0])));
  const must = [...untrue].filter((one) => isFound || read.has(Number(one.split(" ")[0])));
  const wanted = must.map((one) => {
    const [room, number] = one.split(" ");
    return `cloud/ssid/${rooms[Number(room)]}.${number} is 10`;
  });
  return [
    ...differ("said to be stored otherwise", told, wanted),
    ...(isFound && read.size < rooms.length ? ["an answer was untrue, and not all is read"] : []),
    ...(read.size === 0 ? ["nothing is read that would bear the answers out"] : []),
  ].map((line) => `answers: ${[...untrue].join(", ")} untrue: ${line}`);
}

function echo(number: number): WireReply {
  return {
    ...{ outcome: "answered", status: 200, headers: { "content-type": "application/json" } },
    text: JSON.stringify({ number, name: `W${number}`, vlan: 20 }),
  };
}

function documentOf(numbers: readonly number[], vlan: number) {
  const ssids = Object.fromEntries(numbers.map((number) => [number, { name: `W${number}`, vlan }]));
  const networks = Object.fromEntries(rooms.map((name) => [name, { name, ssids }]));
  return { target: "cloud", organization: "Acme", networks };
}
