/** Small servers for property tests. They answer reads and carry out plans, and nothing else changes them. */

import jsonpatch from "fast-json-patch";
import { patchOf } from "../../src/diff/patch.ts";
import type { Item, OpenTarget, ReadReply, ReadRequest } from "../../src/drivers/contract/contract.ts";
import type { Address } from "../../src/model/address.ts";
import type { Change } from "../../src/model/change.ts";
import type { Desired, Resource } from "../../src/model/desired.ts";
import { type Json, parseJson } from "../../src/model/json.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { observe } from "../../src/observe/observe.ts";
import { shown } from "./compared.ts";
import { dialectOf, driversByTarget } from "./kinds.ts";
import { failed, nameOf, scripted } from "./scripted.ts";

type Resources = ReadonlyMap<Address, Resource>;

/** A live resource. */
interface Row {
  readonly target: string;
  readonly kind: string;
  readonly identity: string;
  readonly id: string;
  /** The id of the parent, or the host, to whose list the resource belongs. */
  readonly under: string;
  readonly value: Json;
}

/** How reads behave: which reads fail, and how many turns of the event loop each read takes. */
export interface Weather {
  readonly fails?: (read: string) => boolean;
  readonly turns?: readonly number[];
}

/** The state of the servers behind all targets. */
export class World {
  rows: readonly Row[] = [];
  #made = 0;

  /** Creates servers on which all these resources exist as declared. */
  constructor(resources: readonly Resource[]) {
    const all = new Map(resources.map((one) => [one.address, one]));
    for (const resource of parentsFirst(resources)) this.#add(resource, all);
  }

  /** Returns the targets by name, each with a session. */
  targets({ fails = () => false, turns = [] }: Weather = {}): ReadonlyMap<string, OpenTarget> {
    let asked = 0;
    const answer = (target: string) => async (request: ReadRequest) => {
      const wait = turns[asked % Math.max(turns.length, 1)] ?? 0;
      asked += 1;
      for (let turn = 0; turn < wait; turn++) await Promise.resolve();
      const name = `${target} ${nameOf(request)}`;
      return fails(name) ? failed(`${name} was answered 500`) : this.#read(target, request);
    };
    return new Map(
      [...driversByTarget].map(([name, driver]) => [
        name,
        scripted(answer(name), { name, driver, dialect: dialectOf() }),
      ]),
    );
  }

  /** Carries out the steps of a plan in order. */
  carryOut(plan: Plan, desired: Desired): void {
    const changes = new Map(plan.changes.map((change) => [change.address, change]));
    for (const { address } of plan.steps) {
      const change = changes.get(address);
      if (!change) throw new Error(`no change for the step of ${address}`);
      this.#carryOut(change, desired);
    }
  }

  #carryOut(change: Change, desired: Desired): void {
    if (change.action === "create") {
      this.#add(change.desired, desired.resources);
      return;
    }
    const of = change.action === "remove" ? change.base : change.desired;
    const row = this.#rowOf(change, of);
    if (change.action === "remove") {
      this.rows = this.rows.filter((one) => one !== row && one.under !== row.id);
      return;
    }
    const { live: value } = jsonpatch.applyPatch(
      { live: parsed(row.value) },
      patchOf(change).map((one) => ({ ...one, path: `/live${one.path}` })),
    ).newDocument;
    const after = { ...row, value: shown({ ...of, value: value ?? null }), identity: of.identity };
    this.rows = this.rows.map((one) => (one === row ? after : one));
  }

  #rowOf(change: Exclude<Change, { action: "create" }>, of: Resource): Row {
    const row = this.rows.find(({ target, id }) => target === of.target && id === change.live.id);
    if (!row) throw new Error(`${change.action} of what is not there: ${change.address}`);
    return row;
  }

  #add(resource: Resource, all: Resources): void {
    this.#made += 1;
    const { target, kind, identity } = resource;
    const id = `${kind}-${this.#made}`;
    this.rows = [
      ...this.rows,
      { target, kind, identity, id, under: this.#placeOf(resource, all), value: shown(resource) },
    ];
  }

  #placeOf(resource: Resource, all: Resources): string {
    const parent = resource.parent === undefined ? undefined : all.get(resource.parent);
    if (!parent) return resource.scope.host ?? (resource.target === "fabric" ? resource.identity : "");
    const under = this.#placeOf(parent, all);
    const { kind, identity } = parent;
    const row = this.rows.find(
      (one) => one.kind === kind && one.identity === identity && one.under === under,
    );
    if (!row) throw new Error(`${resource.address} is made before ${parent.address}`);
    return row.id;
  }

  #read(target: string, { collection, parentId, scope, wanted }: ReadRequest): ReadReply {
    if (collection === "root") return { state: "whole", items: [] };
    const under = parentId ?? scope.host ?? wanted.find(() => target === "fabric")?.identity ?? "";
    const items = this.rows
      .filter((row) => row.target === target && row.under === under)
      .map(({ kind, identity, id, value }): Item => ({ kind, identity, id, value }));
    return collection === "object" && items.length === 0 ? { state: "absent" } : { state: "whole", items };
  }
}

function parsed(value: Json): Json {
  const copy = parseJson(JSON.stringify(value));
  if (copy === undefined) throw new Error("not JSON");
  return copy;
}

function parentsFirst(resources: readonly Resource[]): readonly Resource[] {
  const rank = ({ kind }: Resource) => ["organization", "network"].indexOf(kind);
  const depth = (one: Resource) => (rank(one) < 0 ? 9 : rank(one));
  return resources.toSorted((a, b) => depth(a) - depth(b));
}

/** Observes the state of these servers. */
export function observed(
  world: World,
  sides: {
    readonly desired: Desired;
    readonly base?: Desired;
    readonly only?: (address: Address) => boolean;
  },
  weather: Weather = {},
) {
  return observe(
    { ...sides, targets: world.targets(weather), takenAt: "2026-01-01T00:00:00Z" },
    new AbortController().signal,
  );
}
