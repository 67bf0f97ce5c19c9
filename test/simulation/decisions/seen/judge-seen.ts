/** Simulates observations of a single resource: where the resource may be by now, and how old an observation may be. */

import type { ReadReply, ReadRequest } from "../../../../src/drivers/contract/contract.ts";
import type { Json } from "../../../../src/model/json.ts";
import type { LiveResource, Observation } from "../../../../src/model/live/snapshot.ts";
import { looks } from "../../../../src/observe/look.ts";
import { observe } from "../../../../src/observe/observe.ts";
import { desiredOf, network, organization } from "../../../properties/declared.ts";
import { failed, missing, scripted, targetsOf, whole } from "../../../properties/scripted.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

/** Falsifies the reported observation, to test that the checks notice it. */
export type SeenLie = (seen: Observation<LiveResource>) => Observation<LiveResource>;

const place = "cloud/network/berlin";
const { signal } = new AbortController();

/** Reports observations that differ from the server, or are too old. */
export async function judgeSeen(seed: number, lie: SeenLie = (seen) => seen): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 35);
  return [...(await judgeMoved(draw, lie)), ...(await judgeDated(draw, lie))].map((line) => `seen: ${line}`);
}

/**
 * A network that is remembered, or not.
 *
 * | lists                           | a read by its id | result                               |
 * | ------------------------------- | ---------------- | ------------------------------------ |
 * | show it where it is declared    | is not sent      | present                              |
 * | cannot be read                  |                  | unknown                              |
 * | show it in another organization | is not sent      | unknown: it was moved                |
 * | do not show it                  | finds it         | unknown: it was moved                |
 * | do not show it                  | does not find it | absent, or another one with its name |
 * | do not show it                  | has no answer    | unknown                              |
 */
async function judgeMoved(draw: Draw, lie: SeenLie): Promise<readonly string[]> {
  const isKnown = maybe(draw, 0.8);
  const where = pick(draw, ["Acme", "Globex", "Initech", "nowhere"] as const);
  const isNamesake = where !== "Acme" && maybe(draw, 0.3);
  const byId = pick(draw, ["told", "told", "failed"] as const);
  const isGlobexDeclared = maybe(draw, 0.5);
  const failing = maybe(draw, 0.1) ? "Acme" : undefined;
  const berlin = (id: string) => ({ kind: "network", identity: "Berlin", id, value: { name: "Berlin" } });
  const answer = async ({ byId: id, collection, parentId }: ReadRequest): Promise<ReadReply> => {
    if (id !== undefined && byId === "failed") return failed("no answer");
    if (id !== undefined) return where === "nowhere" ? missing : whole(berlin(id));
    if (collection === "organizations")
      return whole(
        ...["Acme", "Globex"].map((identity) => ({ kind: "organization", identity, id: identity })),
      );
    if (parentId === failing) return failed("no answer");
    const others = parentId === "Acme" && isNamesake ? [berlin("n7")] : [];
    return whole(...(parentId === where ? [berlin("n1")] : []), ...others);
  };
  const desired = desiredOf(
    ...["Acme", "Globex"].map((name) => organization(name)),
    network("berlin", { name: "Berlin" }),
    ...(isGlobexDeclared ? [network("oslo", { name: "Oslo" }, { in: "Globex" })] : []),
  );
  const { observations } = await observe(
    {
      ...{ desired, targets: targetsOf(scripted(answer)), takenAt: "" },
      idOf: (address) => (isKnown && address === place ? { id: "n1", name: "Berlin" } : undefined),
    },
    signal,
  );
  const seen = observations.get(place);
  if (!seen) return ["nothing is seen"];
  const said = lie(seen);
  const must = () => {
    if (failing !== undefined) return "unknown";
    if (where === "Acme") return "n1";
    const here = isNamesake ? "n7" : "absent";
    if (!isKnown) return here;
    if (where === "Globex" && isGlobexDeclared) return "unknown";
    return byId === "failed" || where !== "nowhere" ? "unknown" : here;
  };
  const is = said.state === "present" ? (said.value.id ?? "") : said.state;
  const text = `in ${where}, by its id ${byId}${isKnown ? "" : ", which nobody knows"}${isNamesake ? ", and one of its name" : ""}`;
  return is === must() ? [] : [`${text}: is ${is}, and must be ${must()}`];
}

/**
 * Observes a resource several times while others change it and some reads fail. Each observation must show the state at
 * the time of its read, or repeat the previous observation if nothing can be read. The plan's read counts only until it
 * is too old.
 */
async function judgeDated(draw: Draw, lie: SeenLie): Promise<readonly string[]> {
  const maxMs = 1000 * (1 + under(draw, 5));
  let now = 10_000;
  let note = 0;
  let isFailing = false;
  const desired = desiredOf(organization("Acme"), network("berlin", { name: "Berlin" }));
  const valueNow = (): Json => ({ name: "Berlin", note });
  const target = scripted(async () =>
    isFailing
      ? failed("no answer")
      : whole({ kind: "network", identity: "Berlin", id: "n1", value: valueNow() }),
  );
  const above: Observation<LiveResource> = { state: "present", value: { value: {}, id: "o1" } };
  const planned: Observation<LiveResource> = { state: "present", value: { value: valueNow(), id: "n1" } };
  const earlier = await observe(
    { ...{ desired, targets: targetsOf(target), takenAt: "", now: () => now } },
    signal,
  );
  const plannedAt = maybe(draw, 0.7) ? now : undefined;
  const look = looks({ desired, targets: targetsOf(target), known: () => above, signal }).lookWithin(
    { now: () => now, maxMs: () => maxMs },
    {
      ...earlier,
      observations: new Map([[place, planned]]),
      readAt: plannedAt === undefined ? new Map() : earlier.readAt,
    },
  );
  let shown: { readonly note: number; readonly at: number } | undefined;
  let isFirst = true;
  let readAt: number | undefined;
  const broken: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    now += pick(draw, [0, 1, maxMs - 1, maxMs, maxMs + 1]);
    if (maybe(draw, 0.5)) note += 1;
    isFailing = maybe(draw, 0.35);
    const { seen, at } = await look(place);
    if (isFirst && plannedAt !== undefined && now - plannedAt < maxMs) shown = { note: 0, at: plannedAt };
    else {
      isFirst = false;
      // A failed read counts, too: nothing is read again until the maximum age is reached.
      if (readAt === undefined || now - readAt >= maxMs) {
        readAt = now;
        if (!isFailing) shown = { note, at: now };
        else if (shown) shown = { ...shown, at: now };
      }
    }
    const said = lie(seen);
    const is = said.state === "present" ? `note ${(said.value.value as { note: number }).note}` : said.state;
    const must = shown ? `note ${shown.note}` : "unknown";
    const text = `look ${turn} at ${now}${isFailing ? ", failing" : ""}, of ${maxMs} ms`;
    if (is !== must) broken.push(`${text}: is ${is}, and must be ${must}`);
    else if (shown && at !== shown.at) broken.push(`${text}: is said to be of ${at}, and is of ${shown.at}`);
  }
  return broken;
}
