/** The server of the fictional product. At most one of its reads fails. */

import type { Json, JsonObject } from "../../../../src/model/json.ts";
import { problem } from "../../../../src/model/problem.ts";
import type { Wire, WireReply } from "../../../../src/model/wire.ts";
import { type Draw, pick } from "../../draw.ts";
import type { Listing } from "./catalog.ts";
import { idOf, isLive, type Part, shown } from "./truth.ts";

/** A failing read. */
export interface Mishap {
  readonly text: string;
  /** True for the path of the failing read. If many reads fail, true for each of their paths. */
  readonly isAt: (path: string) => boolean;
  /** Returns the wrong reply. `body` is the body of the right reply. */
  readonly instead: (body: Json | undefined) => WireReply;
  /** True for exactly the resources that become unknown because of the failure. */
  readonly hides: (part: Part) => boolean;
}

function answer(status: number, body: Json): WireReply {
  const headers = { "content-type": "application/json" };
  return { outcome: "answered", status, headers, text: JSON.stringify(body) };
}

const lost: WireReply = {
  outcome: "lost",
  sent: true,
  problem: problem("connection-lost", "the connection ended"),
};
const bare: WireReply = { outcome: "answered", status: 200, headers: {}, text: "<html>" };

/** Replies without information. */
const failing: readonly [WireReply, ...WireReply[]] = [
  answer(500, {}),
  answer(403, {}),
  answer(404, {}),
  lost,
  bare,
];

const fails: readonly [Mishap["instead"], ...Mishap["instead"][]] = [
  () => failing[0],
  ...failing.slice(1).map((reply) => () => reply),
];

/** Returns all failures that are possible with these objects. */
export function mishapsOf(
  parts: readonly Part[],
  { isBrief, isCounted }: Listing,
  draw: Draw,
): readonly Mishap[] {
  const mishap = (
    [path, text]: readonly [path: string, text: string],
    replies: readonly [Mishap["instead"], ...Mishap["instead"][]],
    hides: Mishap["hides"],
  ): Mishap => ({
    text: `${text} at ${path}`,
    isAt: (one) => one === path,
    instead: pick(draw, replies),
    hides,
  });
  const live = parts.filter(isLive);
  const of = (kind: string) => live.filter((part) => part.kind === kind);
  const counts = [
    () => pick(draw, failing),
    () => answer(404, {}),
    () => answer(200, { response: {} }),
    () => answer(200, { response: { count: "3" } }),
    (body: Json | undefined) => answer(200, counted(body, 1)),
    (body: Json | undefined) => answer(200, counted(body, -1)),
  ] as const;
  const details = [
    () => pick(draw, failing),
    () => answer(404, {}),
    () => answer(404, {}),
    () => answer(200, {}),
    () => answer(200, { id: "id-999", name: "Other" }),
    (body: Json | undefined) => answer(200, { ...(body as JsonObject), id: "id-999" }),
    (body: Json | undefined) => answer(200, { ...(body as JsonObject), name: "Other" }),
  ] as const;
  // That the server has no rule at all is proven only if another list could be read. The list of links does not
  // suffice, because reading it needs the match values of plants.
  const isProven = parts.some(({ kind }) => kind === "badge");
  const isDoubtful = ({ kind }: Part) => kind === "rule" && of("rule").length === 0 && !isProven;
  const isOfPlants = (part: Part): boolean =>
    isDoubtful(part) || isWithin(part, ({ kind }) => kind === "plant");
  const inPlant = (kind: string, plant: Part) => (part: Part) =>
    part.kind === kind && isWithin(part, isOne(plant));
  const plants = of("plant");
  return [
    ...(isCounted
      ? [
          mishap(["/plants/count", "a count"], [...counts], isOfPlants),
          ...plants.map((plant) =>
            mishap([`/plants/${idOf(plant)}/halls/count`, "a count"], [...counts], (part) =>
              isWithin(part, (one) => one.parent === plant),
            ),
          ),
        ]
      : []),
    ...(isBrief
      ? plants.map((plant) => mishap([`/plants/${idOf(plant)}`, "a detail"], [...details], isOfPlants))
      : []),
    ...plants.flatMap((plant) => [
      // If the bulk read fails, the list of each hall is read separately.
      mishap(
        [`/plants/${idOf(plant)}/ports`, "a whole"],
        [() => pick(draw, failing), ...wholes("hall")],
        () => false,
      ),
      mishap(
        [`/plants/${idOf(plant)}/lamps`, "a whole"],
        [() => pick(draw, failing), ...wholes("hallId")],
        inPlant("lamp", plant),
      ),
    ]),
    ...of("gate").map((gate) =>
      mishap([pathOf(gate), "a single one"], [...fails, () => answer(200, [])], isOne(gate)),
    ),
    ...of("rule").map((rule) =>
      mishap(
        [pathOf(rule), "one that is read by itself"],
        [
          () => answer(500, {}),
          () => answer(403, {}),
          () => lost,
          () => bare,
          () => answer(200, { code: "other" }),
        ],
        isOne(rule),
      ),
    ),
    {
      text: "every list",
      isAt: (path) => !path.startsWith("/rules/"),
      instead: () => answer(500, {}),
      hides: ({ kind }) => kind !== "rule" || of("rule").length === 0,
    },
  ];
}

const isOne = (one: Part) => (part: Part) => part === one;

/**
 * True for a part that `isMeant` selects, for parts inside such a part, and for parts that refer to one: a link by
 * match value, or a live part by id.
 */
function isWithin(part: Part, isMeant: (part: Part) => boolean): boolean {
  const named = part.kind === "link" || isLive(part) ? part.plant : undefined;
  const above = part.parent ?? named;
  return isMeant(part) || (above !== undefined && isWithin(above, isMeant));
}

/** Returns replies to a bulk read in which one record does not tell its parent. */
function wholes(field: string): readonly Mishap["instead"][] {
  const doubtful = (parent: Json | undefined) => (body: Json | undefined) => {
    const [first, ...others] = (body ?? []) as readonly JsonObject[];
    if (!first) return answer(500, {});
    const { [field]: _, ...rest } = first;
    return answer(200, [...others, parent === undefined ? rest : { ...rest, [field]: parent }]);
  };
  return [doubtful(undefined), doubtful(undefined), doubtful({ name: "a hall" }), doubtful([])];
}

function counted(body: Json | undefined, more: number): Json {
  const { response } = body as { readonly response: { readonly count: number } };
  return { response: { count: response.count + more } };
}

/** Returns a wire to the server, on which this read fails. */
export function serverOf(parts: readonly Part[], { isBrief }: Listing, mishap: Mishap | undefined): Wire {
  const live = parts.filter(isLive);
  return {
    send: async ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      const found = bodyAt(live, pathname, isBrief);
      const from = Number(searchParams.get("offset") ?? 0);
      const size = Number(searchParams.get("limit") ?? 1000);
      const body = Array.isArray(found) ? found.slice(from, from + size) : found;
      if (mishap?.isAt(pathname)) return mishap.instead(body);
      return body === undefined ? answer(404, { error: "there is no such thing" }) : answer(200, body);
    },
  };
}

function bodyAt(live: readonly Part[], path: string, isBrief: boolean): Json | undefined {
  if (path.endsWith("/count")) {
    const all = bodyAt(live, path.slice(0, -"/count".length), isBrief);
    return { response: { count: Array.isArray(all) ? all.length : 0 } };
  }
  const one = live.find((part) => pathOf(part) === path);
  if (one) return shown(one);
  const [, section = "", id, inner] = path.split("/");
  const isIn = ({ kind, parent }: Part) => {
    const isSection = `${kind}s` === (inner ?? section);
    if (id === undefined) return isSection && !parent;
    const above = section === "plants" && inner !== "halls" ? parent?.parent : parent;
    return isSection && above !== undefined && idOf(above) === id;
  };
  if (section === "rules" || !isThere(live, id)) return undefined;
  return live.filter(isIn).map((part) => shown(part, isBrief && part.kind === "plant"));
}

function isThere(live: readonly Part[], id: string | undefined): boolean {
  return id === undefined || live.some((part) => idOf(part) === id);
}

/** Returns the path of the read that shows only this part; an empty path if only lists show the part. */
function pathOf(part: Part): string {
  if (part.kind === "plant") return `/plants/${idOf(part)}`;
  if (part.kind === "rule") return `/rules/code-${part.number}`;
  return part.kind === "gate" && part.parent ? `/halls/${idOf(part.parent)}/gate` : "";
}
