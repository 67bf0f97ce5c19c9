/**
 * Simulates writes by somebody else at the moment when this run writes. The reply to this run's write makes trueup read
 * again.
 */

import { problem } from "../../../../src/model/problem.ts";
import type { ApplyResult } from "../../../../src/model/reply.ts";
import type { Wire, WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { changeLive } from "../../../../src/simulator/changes.ts";
import type { LiveChange } from "../../../../src/simulator/live-change.ts";
import { type Draw, pick, under } from "../../draw.ts";
import type { Expected } from "../expected.ts";
import { differ } from "../judges.ts";
import { arrivalsAt, conflictsOf, type Play } from "../play.ts";
import { heldBy } from "../scene.ts";
import { objectOf } from "../theirs.ts";
import { nameOn } from "../truth.ts";

/** What happens to this run's write. */
type Crossing = "lostBefore" | "lostAfter" | "locked" | "conflict" | "failing" | DeviceCrossing;

/**
 * Why trueup sends a request to a device again: somebody else wrote right before this run, or the device limits the
 * rate of requests.
 */
type DeviceCrossing = "beforehand" | "throttled";

/** Which write of this run meets a write by somebody else, and what happens to this run's write. */
export interface Crossed {
  readonly crossing: Crossing;
  /** Selects the step, by the remainder after division by the number of possible steps. */
  readonly choice: number;
  /** Selects a field of the step, by the remainder after division by the number of its fields. */
  readonly field: number;
}

/** Draws a crossing that can happen at any server. */
export function crossedOf(draw: Draw): Crossed {
  const crossing = pick<Crossing>(draw, ["lostBefore", "lostAfter", "locked", "conflict", "failing"]);
  return { crossing, choice: under(draw, 1000), field: under(draw, 1000) };
}

/** Draws a crossing that only devices have. */
export function crossedAtDevice(draw: Draw): Crossed {
  const crossing = pick<DeviceCrossing>(draw, ["beforehand", "throttled"]);
  return { crossing, choice: under(draw, 1000), field: under(draw, 1000) };
}

/** A write by somebody else, and the step of this run during which it happens. */
interface Deed {
  readonly step: Expected;
  readonly object: string;
  readonly path: string;
  readonly value: string;
  readonly url: string;
  readonly change: LiveChange;
}

/**
 * Returns a wire that makes somebody else's change while this run writes, and a function `arm` that sets the change.
 */
export function crossingWire(crossed: Crossed, play: () => Play) {
  let deed: Deed | undefined;
  let isOver = false;
  const between = (wire: Wire): Wire => ({
    send: async (request, signal) => {
      const crossing = deed;
      if (isOver || !crossing || request.method === "GET" || !request.url.endsWith(crossing.url)) {
        const reply = await wire.send(request, signal);
        // After its tag is refused, a merge is sent without a tag. trueup then cannot know what somebody else wrote
        // right before it.
        if (reply.outcome === "answered" && reply.status === 412) deed = undefined;
        return reply;
      }
      isOver = true;
      if (crossed.crossing === "lostAfter") await wire.send(request, signal);
      const { network } = play().on;
      network.world = changeLive(network.world, crossing.change) ?? network.world;
      return answers[crossed.crossing]?.(request) ?? wire.send(request, signal);
    },
  });
  const arm = (one: Deed | undefined) => {
    deed = one;
  };
  return { between, arm, happened: () => isOver };
}

const lost = ({ url }: WireRequest): WireReply => {
  const { host } = new URL(url);
  return { outcome: "lost", sent: true, problem: problem("connection-lost", `${host} ended the connection`) };
};
const answered = (status: number, text = "", more = {}): WireReply => ({
  ...{ outcome: "answered", status, text },
  headers: { "content-type": "application/yang-data+json", ...more },
});
const inUse = JSON.stringify({ "ietf-restconf:errors": { error: [{ "error-tag": "in-use" }] } });

const answers: Readonly<Record<Crossing, ((request: WireRequest) => WireReply) | undefined>> = {
  lostBefore: lost,
  lostAfter: lost,
  locked: ({ url }) => (url.includes("/restconf/") ? answered(409, inUse) : answered(409)),
  conflict: () => answered(409),
  failing: () => answered(500),
  beforehand: undefined,
  throttled: () => answered(429, "", { "retry-after": "4" }),
};

/**
 * Applies while somebody else writes. Somebody else's value that conflicts with the step must stay, unless the apply
 * overwrites.
 */
export async function crossedBy(
  play: Play,
  crossed: Crossed,
  { arm, happened }: Pick<ReturnType<typeof crossingWire>, "arm" | "happened">,
): Promise<readonly string[]> {
  const { on, made, expected, truth, lie } = play;
  arrivalsAt(on);
  const fits = fitting(play, crossed.crossing);
  const deeds = expected.flatMap((step) => (step.stepped ? deedsOn(step) : [])).filter(fits);
  const byStep = [...Map.groupBy(deeds, ({ step }) => step).values()];
  const some = byStep[crossed.choice % Math.max(byStep.length, 1)] ?? [];
  const deed = some[crossed.field % Math.max(some.length, 1)];
  arm(deed);
  const result = await on.apply(made, conflictsOf(play));
  const said = lie.result?.(result) ?? result;
  if (!deed || !happened()) return [];
  return judgeCrossed({
    deed,
    crossed,
    said,
    is: valueIn(play, deed),
    isOverwritten: truth.manner.overwrite,
  });
}

function valueIn({ on, truth }: Play, { object, path }: Deed): unknown {
  return heldBy(on, truth).get(object)?.get(path);
}

/**
 * | their write                             | the step | their value                            |
 * | --------------------------------------- | -------- | -------------------------------------- |
 * | an undeclared field                     | applied  | stays                                  |
 * | a declared field                        | failed   | stays                                  |
 * | a declared field, with overwrite        | applied  | becomes as declared                    |
 * | a create of the same thing, differently | failed   | stays                                  |
 * | the same create, with overwrite         | applied  | as declared; an undeclared field stays |
 */
function judgeCrossed(on: {
  readonly deed: Deed;
  readonly crossed: Crossed;
  readonly said: ApplyResult;
  readonly is: unknown;
  readonly isOverwritten: boolean;
}): readonly string[] {
  const { deed, said, is, isOverwritten } = on;
  const { step, path, object, value } = deed;
  const isDeclared = step.thing.fields.some((one) => one.path === path && one.row.desired !== "-");
  const stays = !isDeclared || !isOverwritten;
  const isInTheWay = isDeclared || step.action === "create";
  const wanted = isInTheWay && !isOverwritten ? "failed" : "applied";
  const own = said.settled.find((one) => one.step === `${step.action} ${step.address}`);
  const kept = stays === (is === value) ? [] : [`crossed: ${object} ${path} is ${JSON.stringify(is)}`];
  return [...kept, ...differ("crossed: outcome", [own?.outcome.state ?? "none"], [wanted])];
}

/**
 * Returns a function that selects the writes that can meet a write by somebody else. If no device has tags, trueup
 * cannot know what was written right before its own write.
 */
function fitting({ on, truth, expected }: Play, crossing: Crossing): (deed: Deed) => boolean {
  const { restconfMode, restconfEtags } = on.network.world.settings;
  const isTagged = restconfMode === "rfc8040" && restconfEtags !== "none";
  // A merge does not depend on what was read. So after a pause, it is sent again unchanged.
  const isMerged = truth.realms.some(
    ({ targets }) => targets.includes("dialect: rfc8040") && !targets.includes("write: put"),
  );
  // The answer to a removal has no tag, so the next merge is sent without one.
  const isAfterRemoval = expected.some(
    ({ action, stepped, thing }) => stepped && action === "remove" && thing.species.target === "routers",
  );
  const isNoticed = isTagged && !(isMerged && isAfterRemoval);
  return ({ step: { action }, change }) => {
    if (crossing === "beforehand") return change.interface === "restconf" && isNoticed;
    if (crossing === "throttled")
      return change.interface === "restconf" && action === "update" && (isNoticed || !isMerged);
    return action === "update";
  };
}

/** Returns what somebody else may write to the resource of a step: one write for each field. */
function deedsOn(step: Expected): readonly Deed[] {
  const { thing, action } = step;
  const { kind, target, isExclusive } = thing.species;
  if (isExclusive || action === "remove" || (action === "create" && target !== "routers")) return [];
  const object = objectOf(thing, "live");
  const free = thing.species.fields.filter((field) => field.element === undefined && !field.needed);
  return free.flatMap(({ path }): readonly Deed[] => {
    const leaf = path.split("/").at(-1) ?? "";
    if (kind === "network" && path === "/timeZone" && thing.renamed === undefined) {
      const change = {
        interface: "dashboard",
        network: nameOn(thing, "live"),
        set: { timeZone: zone },
      } as const;
      return [{ step, path, value: zone, change, object, url: `/networks/L_${thing.number}` }];
    }
    if (kind === "tenant" || kind === "managedObject") {
      const change = { interface: "fabric", path: object, set: { [leaf]: "1234" } } as const;
      return [{ step, path, value: "1234", change, object, url: `/api/mo/${object}.json` }];
    }
    if (target !== "routers" || !["/source", "/description"].includes(path)) return [];
    const own = thing.species.name({ number: thing.number, was: false });
    const isPort = kind === "deviceInterface";
    const at = isPort ? `interface/GigabitEthernet=${encodeURIComponent(own)}` : own;
    const host = "10.20.0.1";
    const place = `Vendor-native:native/${at}`;
    const made = { ...(isPort && { name: own }), [leaf]: "1234" };
    const [where, what] = action === "create" ? [place, made] : [`${place}/${leaf}`, "1234"];
    const change = { interface: "restconf", host, path: where, value: what } as const;
    return [{ step, path, value: "1234", change, object, url: `/devices/${host}/restconf/data/${place}` }];
  });
}

const zone = "America/New_York";
