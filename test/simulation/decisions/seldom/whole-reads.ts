/** Simulates bulk reads: what one read shows about many parents, and what it leaves open. */

import type { Item, ReadReply, ReadRequest } from "../../../../src/drivers/contract/contract.ts";
import type { Address } from "../../../../src/model/address.ts";
import type { Collection } from "../../../../src/model/collection.ts";
import type { Resource } from "../../../../src/model/desired.ts";
import type { Json } from "../../../../src/model/json.ts";
import type { LiveResource, Observation } from "../../../../src/model/live/snapshot.ts";
import { idWithin } from "../../../../src/model/live/snapshot.ts";
import { problem } from "../../../../src/model/problem.ts";
import {
  type ReadGroup,
  type ReadPlace,
  type WantedResource,
  wholesOf,
} from "../../../../src/observe/query.ts";
import { RecentReplies } from "../../../../src/observe/recent-replies.ts";
import { WholeReads } from "../../../../src/observe/whole-reads.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { differ } from "../judges.ts";

/** Falsifies what a bulk read is said to show of a parent, to test that the checks notice it. */
export type WholeLie = (part: ReadReply | undefined) => ReadReply | undefined;

/** An existing parent whose items a bulk read may show. */
interface Parent {
  readonly address: Address;
  readonly number: number;
  /** What Git declares for an item of the parent, except for the item's name. */
  readonly declared: Json;
  readonly ownership: "declared" | "exclusive";
  /** True if an item of the parent is to be removed, so the plan must see all of its fields. */
  readonly isGoing: boolean;
  /** True if the bulk read says what this parent contains. */
  readonly isTold: boolean;
  readonly items: readonly string[];
}

const region = "wide/region/r" as const;
const shows = ["name", "level"];

/** Reports parts that differ from what the bulk read shows, and separate reads that a bulk read makes unnecessary. */
export async function judgeWholes(seed: number, lie: WholeLie = (part) => part): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 22);
  return [...(await judgeParts(draw, lie)), ...(await judgeAge(draw))];
}

/**
 * | the bulk read            | shows of the parent | is the only read | result for the parent       |
 * | ------------------------ | ------------------- | ---------------- | --------------------------- |
 * | is unknown               |                     | no               | none: it is read separately |
 * | is unknown               |                     | yes              | unknown                     |
 * | is complete              | its items           |                  | these items and no others   |
 * | is complete              | nothing             | no               | none: it is read separately |
 * | is complete              | nothing             | yes              | no items                    |
 * | is of a missing ancestor |                     |                  | no items                    |
 */
async function judgeParts(draw: Draw, lie: WholeLie): Promise<readonly string[]> {
  const isOnly = maybe(draw, 0.3);
  const showsAll = maybe(draw, 0.3);
  const saysWhich = maybe(draw, 0.6);
  const above = pick(draw, ["present", "present", "present", "absent", "unknown"] as const);
  const isRead = maybe(draw, 0.8);
  const parents = Array.from({ length: 1 + under(draw, 4) }, (_, number) => parentOf(draw, number));
  const whole = { within: "region", ...(isOnly ? { only: true as const } : showsAll ? {} : { shows }) };
  const collection: Collection = { name: "zones", scopeKeys: [], within: "site", absence: "list", whole };
  const groups = parents.map((parent) => groupOf(parent, collection));
  const places = new Map(parents.map(({ address }) => [address, { wanted: siteOf(address) }]));
  places.set(region, { wanted: siteOf(region) });
  const wholes = wholesOf(groups, places, isOnly && maybe(draw, 0.5) ? "needed" : "worthwhile");
  const fitting = parents.filter((parent) => isOnly || showsAll || isShown(parent));
  const isWorth = isOnly || fitting.length > 1;
  const together = [...wholes.keys()].map(({ parent }) => parent ?? "");
  const broken = [
    ...differ("whole: read together", together, isWorth ? fitting.map(({ address }) => address) : []),
  ];
  const asked: ReadRequest[] = [];
  const shown = parents.filter(({ isTold }) => isTold || !saysWhich);
  const reply: ReadReply = isRead
    ? {
        state: "whole",
        items: shown.flatMap(({ items, number }) => items.map((name) => itemOf(name, number))),
        ...(saysWhich && { parentIds: new Set(shown.map(({ number }) => `s${number}`)) }),
      }
    : { state: "unknown", problem: problem("trouble", "no answer") };
  const reads = new WholeReads({
    wholes,
    identified: async (address) => (address === region ? observations[above] : present(address)),
    read: async (_, request) => {
      asked.push(request);
      return reply;
    },
  });
  const parts = await Promise.all(
    groups.map((group, at) => reads.part(group, idWithin("R1", `s${parents[at]?.number}`))),
  );
  for (const [at, part] of parts.entries()) {
    const parent = parents[at];
    if (!parent) continue;
    const is = textOf(lie(part));
    const isTogether = isWorth && fitting.includes(parent);
    const must = isTogether ? mustBe(parent, { above, isRead, isOnly, saysWhich }) : "by itself";
    if (is !== must) broken.push(`whole: ${parent.address} is ${is}, and must be ${must}`);
  }
  const times = isWorth && fitting.length > 0 && above === "present" ? 1 : 0;
  if (asked.length !== times) broken.push(`whole: asked ${asked.length} times, and ${times} must do`);
  const missing = fitting.filter(
    ({ number, isGoing }) => !isGoing && !asked[0]?.wanted.some(isIn(`s${number}`)),
  );
  if (times === 1 && missing.length > 0)
    broken.push(`whole: is not asked for ${missing.map(({ address }) => address).join()}`);
  return broken;
}

const isIn = (id: string) => (one: ReadRequest["wanted"][number]) => one.parentId === id;

function mustBe(
  { isTold, items }: Parent,
  on: {
    readonly above: keyof typeof observations;
    readonly isRead: boolean;
    readonly isOnly: boolean;
    readonly saysWhich: boolean;
  },
): string {
  if (on.above === "absent") return "nothing";
  if (on.above === "unknown" || !on.isRead) return on.isOnly ? "unknown" : "by itself";
  if (!on.saysWhich || isTold) return items.length === 0 ? "nothing" : items.join();
  return on.isOnly ? "nothing" : "by itself";
}

function textOf(part: ReadReply | undefined): string {
  if (!part) return "by itself";
  if (part.state !== "whole") return part.state;
  return part.items.length === 0 ? "nothing" : part.items.map(({ identity }) => identity).join();
}

const observations = {
  present: present(region),
  absent: { state: "absent" },
  unknown: { state: "unknown", problem: problem("trouble", "no answer") },
} as const satisfies Record<string, Observation<LiveResource>>;

function present(address: Address): Observation<LiveResource> {
  const own = address.split("/").at(-1) ?? "";
  const id = address === region ? "R1" : idWithin("R1", own);
  return { state: "present", value: { value: {}, id } };
}

function parentOf(draw: Draw, number: number): Parent {
  return {
    ...{ address: `wide/site/s${number}`, number },
    declared: pick<Json>(draw, [{}, { level: "low" }, { level: "low" }, { color: "red" }]),
    ownership: maybe(draw, 0.15) ? "exclusive" : "declared",
    isGoing: maybe(draw, 0.15),
    isTold: maybe(draw, 0.7),
    items: Array.from({ length: under(draw, 3) }, (_, at) => `zone ${number} ${at}`),
  };
}

/** True if the bulk read shows everything that a plan needs to know about the zones of this parent. */
function isShown({ declared, ownership, isGoing }: Parent): boolean {
  return !isGoing && ownership === "declared" && !JSON.stringify(declared).includes("color");
}

function itemOf(name: string, parent: number): Item {
  return { kind: "zone", identity: name, id: name, value: { name }, parentId: `s${parent}` };
}

type KindOf = WantedResource["kind"];

function groupOf(
  { address, number, ownership, declared, isGoing }: Parent,
  collection: Collection,
): ReadGroup {
  const value = { name: `zone ${number} 0`, ...(declared as Readonly<Record<string, Json>>) };
  const zone = resourceOf(`wide/zone/s${number}.z`, { parent: address, ownership, value });
  const names = { ...(!isGoing && { identity: value.name }), declared: [value] };
  const kind = { name: "zone" } as KindOf;
  return {
    target: "wide",
    collection,
    scope: {},
    parent: address,
    wanted: [{ resource: zone, kind, ...names }],
  };
}

function siteOf(address: Address): ReadPlace["wanted"] {
  const more = address === region ? {} : { parent: region };
  return { resource: resourceOf(address, more), kind: { name: "site" } as KindOf, declared: [] };
}

function resourceOf(address: Address, more: Partial<Resource>): Resource {
  const [target = "", kind = "", key = ""] = address.split("/");
  return {
    ...{ address, target, kind, key, identity: key, scope: {}, value: {}, secrets: [], lists: {} },
    ...{ ownership: "declared", protect: false, observed: false, ...more },
  };
}

/** A reply must count until it reaches the maximum age. A later reply that shows nothing must not replace it. */
async function judgeAge(draw: Draw): Promise<readonly string[]> {
  const maxMs = 1000 * (1 + under(draw, 5));
  let now = 0;
  let reads = 0;
  const group = { target: "wide" };
  const replies = new RecentReplies<typeof group, { readonly state: string; readonly number: number }>({
    age: { now: () => now, maxMs: () => maxMs },
  });
  let known: { readonly number: number; readonly at: number } | undefined;
  const broken: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    now += pick(draw, [0, 1, maxMs - 1, maxMs, maxMs + 1]);
    const state = maybe(draw, 0.3) ? "unknown" : "whole";
    const lasts = pick(draw, [0, 10, maxMs]);
    const before = reads;
    const is = await replies.of(group, async () => {
      reads += 1;
      now += lasts;
      return { state, number: reads };
    });
    const mustRead = known === undefined || now - (reads > before ? lasts : 0) - known.at >= maxMs;
    if (mustRead !== reads > before)
      broken.push(`age: ${mustRead ? "nothing is read" : "it is read again"} after ${now} of ${maxMs} ms`);
    const isTold = state === "whole" || known === undefined;
    if (reads > before) known = { number: isTold ? reads : (known?.number ?? 0), at: now };
    if (is.number !== known?.number)
      broken.push(`age: reply ${is.number} counts, and must be ${known?.number}`);
  }
  return broken;
}
