/** Servers that store other values than those that were sent, and consecutive runs with a memory. */

import { leftBehind } from "../../../src/apply/incomplete.ts";
import type { PlanRequest } from "../../../src/engine/reconcile.ts";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import type { Desired } from "../../../src/model/desired.ts";
import { isObject, type JsonObject, parseJson } from "../../../src/model/json.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory.ts";
import type { IncompleteEntry } from "../../../src/model/record.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { applyStatus } from "../../../src/report/apply/apply-text.ts";
import type { World } from "../../../src/simulator/world.ts";
import { stage } from "../../servers/virtual-time/run.ts";

/** How the server changes the sent fields of networks and SSIDs. `was` contains the stored fields before the write. */
export interface Kept {
  readonly network?: (fields: JsonObject, was: JsonObject | undefined) => JsonObject;
  readonly ssid?: (fields: JsonObject, was: JsonObject | undefined) => JsonObject;
  /** If true, the reply to a write shows the sent values instead of the stored ones. */
  readonly echoes?: boolean;
}

/** What trueup knows after a run, and the servers' state after it. */
export interface Known {
  readonly base: Desired;
  readonly memory: Memory;
  readonly left: readonly IncompleteEntry[];
  readonly world?: World;
  readonly now: number;
}

const nothing: Desired = { resources: new Map(), locate: () => undefined };
const seed = { organizations: [{ id: "O_1", name: "Acme", networks: [] }] };

/** What trueup knows before the first run. */
export const unknown: Known = { base: nothing, memory: emptyMemory, left: [], now: 0 };

/** Returns a file that declares these networks, which are given in YAML. */
const declaring = (networks: string) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks: ${networks}\n`,
});

/** Returns the stored fields of the only network. */
export function networkIn(world: World): JsonObject {
  const [one] = world.dashboard.networks.values();
  return one ? one.fields : {};
}

/** Returns the stored fields of SSID 1 of the only network. */
export function ssidIn(world: World): JsonObject {
  const [one] = world.dashboard.networks.values();
  return one?.ssids.get(1)?.fields ?? {};
}

interface Asked extends PlanRequest {
  readonly rollbackOnFailure?: boolean;
}

/** Plans and applies these networks. Returns the results. */
export async function ran(networks: string, kept: Kept, known: Known, asked: Asked = {}) {
  const files = declaring(networks);
  const sent: string[] = [];
  const on = stage({
    files,
    seed,
    settings: { readinessMs: 0 },
    now: known.now,
    between: (wire) => answering(wire, () => on.network.world, kept),
  });
  if (known.world) on.network.world = known.world;
  on.network.witness = ({ request, before, after, reply }) => {
    if (request.method === "GET" || reply.status >= 300) return;
    sent.push(`${request.method} ${request.path}`);
    on.network.world = altered(after, before, kept);
  };
  const { rollbackOnFailure = false, ...request } = asked;
  const made = await on.plan({ base: known.base, memory: known.memory, prune: true, ...request });
  const { plan, snapshot } = made;
  const result = await on.apply(made, { remembers: true, rollbackOnFailure });
  const { desired, targets } = on.context;
  const run = {
    memory: known.memory,
    desired,
    base: known.base,
    targets,
    commit: "c0ffee",
    time: on.clock.date(),
  };
  const recorded = { desired: known.base, commitOf: () => "c0ffee" };
  const left = leftBehind({
    ...{ desired, committed: desired, base: recorded, plan, snapshot },
    settled: result.settled,
    nonConvergent: result.nonConvergent,
    notTaken: result.notTaken,
    storedOtherwise: result.storedOtherwise,
    rolledBack: result.rolledBack?.settled,
  });
  const base = composed(desired, known.base, left);
  const memory = memoryAfter(run, made, result);
  return {
    plan,
    result,
    sent,
    status: applyStatus(plan, result),
    requests: on.network.log().length,
    stored: (plan.storedOtherwise ?? []).map(({ path, desired: a, live }) => ({ path, desired: a, live })),
    notTaken: (plan.notTaken ?? []).map(({ path }) => path),
    differences: plan.changes.flatMap((one) =>
      one.action === "update" ? one.differences.map(({ path, cause }) => `${path} ${cause}`) : [one.action],
    ),
    known: { base, memory, left, world: on.network.world, now: on.clock.now() + 60_000 },
  };
}

/**
 * Returns the declarations that count as applied after a run. Resources that were left behind are as in the base, or
 * absent.
 */
function composed(desired: Desired, base: Desired, left: readonly IncompleteEntry[]): Desired {
  const resources = new Map(desired.resources);
  for (const { address, commit } of left) {
    const was = commit === null ? undefined : base.resources.get(address);
    if (was) resources.set(address, was);
    else resources.delete(address);
  }
  return { ...desired, resources };
}

/** Returns the servers' state after they have changed the stored values. */
function altered(after: World, before: World, { network = same, ssid = same }: Kept): World {
  const networks = [...after.dashboard.networks].map(([id, one]) => {
    const was = before.dashboard.networks.get(id);
    const fields = one.fields === was?.fields ? one.fields : network(one.fields, was?.fields);
    const ssids = [...one.ssids].map(([number, own]) => {
      const old = was?.ssids.get(number);
      return [number, own === old ? own : { ...own, fields: ssid(own.fields, old?.fields) }] as const;
    });
    return [id, { ...one, fields, ssids: new Map(ssids) }] as const;
  });
  return { ...after, dashboard: { ...after.dashboard, networks: new Map(networks) } };
}

function same(fields: JsonObject): JsonObject {
  return fields;
}

/** Returns a wire whose replies to writes of an SSID show the stored values. */
function answering(wire: Wire, world: () => World, { ssid, echoes }: Kept): Wire {
  return {
    send: async (request, signal) => {
      const reply = await wire.send(request, signal);
      const isSsid = request.method === "PUT" && /ssids\/1$/.test(request.url);
      if (!isSsid || !ssid || echoes || reply.outcome !== "answered") return reply;
      const body = parseJson(reply.text);
      return { ...reply, text: JSON.stringify({ ...(isObject(body) && body), ...ssidIn(world()) }) };
    },
  };
}

/** Changes the only network by hand. */
export function byHand({ world, ...known }: Known, change: JsonObject): Known {
  if (!world) return known;
  const { dashboard } = world;
  const networks = [...dashboard.networks].map(
    ([id, one]) => [id, { ...one, fields: { ...one.fields, ...change } }] as const,
  );
  return { ...known, world: { ...world, dashboard: { ...dashboard, networks: new Map(networks) } } };
}
