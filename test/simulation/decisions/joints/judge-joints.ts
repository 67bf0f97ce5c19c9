/**
 * Simulates two features of a target's connection: reads through another target, and the limit for the total size of
 * answers.
 */

import type { Item, ReadReply, ReadRequest, Session } from "../../../../src/drivers/contract/contract.ts";
import { boundedAnswers } from "../../../../src/engine/bounded-answers.ts";
import { readThrough } from "../../../../src/engine/read-via.ts";
import { problem } from "../../../../src/model/problem.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

/** Falsifies the reported result of a read. */
export interface JointLie {
  readonly reply?: (reply: ReadReply) => ReadReply;
  /** Falsifies the reported number of requests to each session. */
  readonly asked?: (times: number) => number;
  /** Falsifies whether the answers are reported to exceed the limit. */
  readonly isExcess?: (is: boolean) => boolean;
}

const asIs = <T>(is: T): T => is;

/** Reports faults in reads through another target, and in the limit for answers. */
export async function judgeJoints(seed: number, lie: JointLie = {}): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 7);
  return [...(await judgeThrough(draw, lie)), ...(await judgeBounds(draw, lie))];
}

const calm = new AbortController().signal;
const names = ["ntp", "ssh", "aaa"];
const scope = { host: "10.0.0.1" };

/** Returns a session that gives this reply, and a list of the requests that it gets. */
function answering(reply: (request: ReadRequest) => ReadReply) {
  const asked: ReadRequest[] = [];
  const session: Session = {
    read: async (request) => {
      asked.push(request);
      return reply(request);
    },
    write: async () => ({ meaning: "accepted" }),
    preview: () => ({ method: "PUT", url: "https://own", headers: {} }),
  };
  return { session, asked };
}

/** Draws the items of a device that one of its two interfaces shows. */
function shownOf(draw: Draw, by: string): ReadReply {
  if (maybe(draw, 0.15)) return { state: "unknown", problem: problem("trouble", by) };
  const items = names
    .filter(() => maybe(draw, 0.8))
    .map((identity): Item => {
      return { kind: "part", identity, value: `${identity} by ${by}`, raw: `around by ${by}`, version: by };
    });
  return { state: "whole", items: maybe(draw, 0.5) ? items : items.toReversed() };
}

/**
 * | requested                  | read by           | result                                                      |
 * |----------------------------|-------------------|-------------------------------------------------------------|
 * | undeclared things, or none | its own session   | as it shows them                                            |
 * | declared things            | the other session | as it shows them                                            |
 * | a single thing             | both              | the other's value in its own tree; unknown if they disagree |
 */
async function judgeThrough(
  draw: Draw,
  { reply = asIs, asked: times = asIs }: JointLie,
): Promise<readonly string[]> {
  const [ours, theirs] = [shownOf(draw, "own"), shownOf(draw, "other")];
  const [own, other] = [answering(() => ours), answering(() => theirs)];
  const how = pick(draw, ["nothing", "undeclared", "declared", "alone", "alone"] as const);
  const some = how === "nothing" ? [] : how === "alone" ? [pick(draw, ["ntp", "ssh"])] : names;
  const lacking = how === "undeclared" ? under(draw, names.length) : -1;
  const wanted = some.map((identity, at) => {
    return { kind: "part", identity, scope, ...(at !== lacking && { declared: ["x"] }) };
  });
  const alone = how === "alone" && { alone: true as const };
  const request: ReadRequest = { collection: "tree", scope, wanted, ...alone };
  const is = reply(await readThrough(own.session, other.session).read(request, calm));
  const isOwn = how === "nothing" || how === "undeclared";
  const must = isOwn ? ours : how === "declared" ? theirs : both(ours, theirs, some);
  const asks = [how === "declared" ? 0 : 1, isOwn ? 0 : 1];
  const asked = [own, other].map((one) => times(one.asked.length));
  return [
    ...(textOf(is) === textOf(must)
      ? []
      : [`read via: ${how} is ${textOf(is)}, and must be ${textOf(must)}`]),
    ...(String(asked) === String(asks)
      ? []
      : [`read via: ${how} is asked of ${asked}, and must be of ${asks}`]),
  ];
}

function both(ours: ReadReply, theirs: ReadReply, wanted: readonly string[]): ReadReply {
  if (ours.state !== "whole" || theirs.state !== "whole") return unknown;
  const items: Item[] = [];
  for (const identity of wanted) {
    const [around, value] = [ours, theirs].map((one) => one.items.find((item) => item.identity === identity));
    if (!around !== !value) return unknown;
    if (around && value) items.push({ ...around, value: value.value });
  }
  return { state: "whole", items };
}

const unknown: ReadReply = { state: "unknown", problem: problem("trouble", "") };

/** Returns a reply as text. For an unknown result, the reason is left out. */
function textOf(reply: ReadReply): string {
  return reply.state === "whole" ? JSON.stringify(reply.items) : reply.state;
}

/** A drawn read of a list, its reply, and the approximate size of the reply. */
interface DrawnRead {
  readonly request: ReadRequest;
  readonly reply: ReadReply;
  readonly bytes: number;
}

const maxBytes = 40_000;

function readOf(draw: Draw): DrawnRead {
  const request: ReadRequest = {
    collection: pick(draw, ["networks", "ssids"]),
    scope: pick(draw, [{ organization: "a" }, { organization: "b" }]),
    ...(maybe(draw, 0.5) && { parentId: pick(draw, ["1", "2"]) }),
    wanted: [],
  };
  const lost = pick(draw, ["unknown", "absent", "whole", "whole", "whole", "whole", "whole"] as const);
  if (lost === "unknown") return { request, reply: unknown, bytes: 0 };
  if (lost === "absent") return { request, reply: { state: "absent" }, bytes: 0 };
  const bytes = pick(draw, [100, 2000, 9000, 15_000, 30_000]);
  const items = [{ kind: "network", identity: "n", value: { text: "x".repeat(bytes) } }];
  return { request, reply: { state: "whole", items }, bytes };
}

/**
 * How many bytes the engine may count for a value beyond its text. A total closer than this to the limit is not
 * checked.
 */
const aboutBytes = 400;

/**
 * Once the stored answers exceed the limit, the result of each read must be unknown, and no request may be sent. A
 * repeated read counts only once.
 */
async function judgeBounds(
  draw: Draw,
  { reply: said = asIs, asked: times = asIs, isExcess = asIs }: JointLie,
): Promise<readonly string[]> {
  const bound = boundedAnswers("cloud", maxBytes / 1024 / 1024);
  const held = new Map<string, number>();
  let isOver = false;
  for (let turn = 0; turn < 8; turn += 1) {
    const { request, reply, bytes } = readOf(draw);
    const { session, asked } = answering(() => reply);
    const is = said(await bound.bounding(session).read(request, calm));
    const key = JSON.stringify([request.collection, request.scope, request.parentId]);
    if (!isOver && reply.state === "whole") held.set(key, Math.max(held.get(key) ?? 0, bytes));
    const total = [...held.values()].reduce((sum, each) => sum + each, 0);
    const wasOver = isOver;
    isOver ||= total > maxBytes;
    if (!isOver && total + held.size * aboutBytes > maxBytes) return [];
    const must = isOver ? "unknown" : reply.state;
    const text = `${total} bytes of ${maxBytes}`;
    if (is.state !== must) return [`bounds: ${is.state} with ${text}, and must be ${must}`];
    const count = times(asked.length);
    if (count !== (wasOver ? 0 : 1)) return [`bounds: asked ${count} times, with ${text}`];
    if (isExcess(bound.excess() !== undefined) !== isOver)
      return [`bounds: it is said to be too much, with ${text}`];
  }
  return [];
}
