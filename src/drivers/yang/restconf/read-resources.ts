/** Reads the resources of a device individually (RFC 8040, 4.3), if the device does not serve their container. */

import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { Item, ReadReply, ReadRequest } from "../../contract/contract.ts";
import { answerOf, name, unexpectedShape } from "../../http/replies/replies.ts";
import { containerIn, deviceItems } from "../device/items.ts";
import { dataPath, isEntryStep, names, steps, type TreeStep } from "../device/kinds/data-path.ts";
import { declaredDefaults } from "../device/model-values.ts";
import { madeAround } from "../device/places/nodes.ts";
import { placedTree } from "../device/places/placed-tree.ts";
import { placeOf, qualified, type RestconfPlace, shownUnder, topOf } from "./places.ts";
import { isStrong, type ReadContext, unknownPath } from "./read-containers.ts";
import { readRequest } from "./requests.ts";

type Wanted = ReadRequest["wanted"][number];

/** The resources that devices have returned at their own paths in this session, by device and kind. */
export class AnsweredResources {
  readonly #answered = new Map<string, Map<string, Wanted>>();

  add(host: string, one: Wanted): void {
    const key = `${host} ${one.kind}`;
    const known = this.#answered.get(key) ?? new Map<string, Wanted>();
    this.#answered.set(key, known.set(one.identity, one));
  }

  /**
   * Returns a resource of the same kind that was present earlier and is not in `missing`. Undefined: there is no such
   * resource.
   */
  another(host: string, { kind }: Wanted, missing: readonly Wanted[]): Wanted | undefined {
    const gone = new Set(missing.map(({ identity }) => identity));
    return [...(this.#answered.get(`${host} ${kind}`)?.values() ?? [])].find(
      ({ identity }) => !gone.has(identity),
    );
  }
}

interface ResourcesRead {
  readonly wanted: readonly Wanted[];
  readonly answered: AnsweredResources;
  /** True if the device says that it implements the module of this path. */
  readonly isImplemented: (path: readonly string[]) => Promise<boolean>;
}

/**
 * Reads each resource by its own path, with one request. A 404 alone does not prove an absence, because RESTCONF may be
 * off, or the path not served. The device must also answer for another resource of the same kind in the same read. If
 * no other resource was wanted, a resource of the kind that existed before is requested again. If no such resource has
 * ever existed, the device counts as empty if it says that it implements the module.
 */
export async function readResources(
  on: ReadContext,
  { wanted, answered, isImplemented }: ResourcesRead,
  signal: AbortSignal,
): Promise<ReadReply> {
  const items: Item[] = [];
  const missing: Wanted[] = [];
  const proven = new Set<string>();
  const look = async (one: Wanted): Promise<AloneRead> => {
    const read = await readAlone(on, one, signal);
    if (read.state === "present") {
      answered.add(on.host, one);
      proven.add(one.kind);
    }
    return read;
  };
  for (const one of wanted) {
    const read = await look(one);
    if (read.state === "unknown") return read;
    if (read.state === "absent") missing.push(one);
    else items.push(read.item);
  }
  for (const one of missing) {
    if (proven.has(one.kind)) continue;
    const proof = answered.another(on.host, one, missing);
    const read = proof && (await look(proof));
    if (read?.state === "present") continue;
    // If a known resource of this kind is missing too, the device is not treated as empty, even if it implements the
    // module.
    const isEmpty = proof === undefined && (await isImplemented(names(placeOf(on.ground.dialect, one).path)));
    if (!isEmpty) return { state: "unknown", problem: unprovenAbsence(on, one) };
  }
  const around = await thereAround(on, missing, signal);
  if ("problem" in around) return { state: "unknown", problem: around.problem };
  // A leaf at its default whose parent exists, or an empty list, counts as present.
  const shown = deviceItems(on.ground.dialect, around.tree, { host: on.host, wanted: missing }) ?? [];
  const usual = shown.filter(({ kind }) => kind === "deviceConfiguration");
  return { state: "whole", items: [...items, ...usual], requests: wanted.length + around.requests };
}

function unprovenAbsence({ exchange, ground, host }: ReadContext, wanted: Wanted): Problem {
  const request = readRequest(ground, host, placeOf(ground.dialect, wanted));
  const asked = `${exchange.target}: ${name(request)} was answered 404`;
  const message =
    `${asked}, and the device shows no other resource of this kind, so it may not support that path at ` +
    "all.";
  const hint =
    "Check that RESTCONF is on. Check settings.module and settings.container of the target. If they " +
    "are right, declare a resource of this kind that exists on the device, or remove this " +
    "declaration.";
  return problem("no-tree", message, { hint });
}

/** Existing entries and containers at their places, without contents, and the number of requests used. */
type ThereAround = { readonly tree: JsonObject; readonly requests: number } | { readonly problem: Problem };

/** Reads the list entries and presence containers that must exist for missing leaves to have their defaults. */
async function thereAround(
  on: ReadContext,
  missing: ReadRequest["wanted"],
  signal: AbortSignal,
): Promise<ThereAround> {
  const { exchange, ground, wire, host } = on;
  const { dialect } = ground;
  const asked = new Map(
    missing.flatMap((one) => {
      if (Object.keys(declaredDefaults(dialect, [one])).length === 0) return [];
      const path = madeAround(dialect, steps(dataPath(one.identity)));
      return path === undefined ? [] : [[JSON.stringify(path), path] as const];
    }),
  );
  const there: (readonly TreeStep[])[] = [];
  for (const path of asked.values()) {
    const request = readRequest(ground, host, placeAt(path));
    const reply = await wire.send(request, signal);
    const unknown = unknownPath(exchange, request, reply);
    if (unknown) return { problem: unknown };
    const answer = answerOf(exchange, request, reply);
    if (answer.state === "unknown") return { problem: answer.problem };
    if (answer.state === "answered") there.push(path);
  }
  const tree = placedTree(
    dialect,
    there.map((path) => ({ path, value: {} })),
  );
  return { tree, requests: asked.size };
}

function placeAt(path: readonly TreeStep[]): RestconfPlace {
  const last = path.at(-1);
  return last !== undefined && isEntryStep(last) ? { path: path.slice(0, -1), entry: last } : { path };
}

/** A device's reply about one resource, which was requested by its own path. */
type AloneRead =
  /** The item has the resource's own ETag, if the ETag is usable in writes. */
  | { readonly state: "present"; readonly item: Item }
  | { readonly state: "absent" }
  | { readonly state: "unknown"; readonly problem: Problem };

/** Reads a resource, once. A 404 counts as absent: the caller decides whether to trust it. */
export async function readAlone(
  on: ReadContext,
  wanted: ReadRequest["wanted"][number],
  signal: AbortSignal,
): Promise<AloneRead> {
  const { exchange, ground, wire, host } = on;
  const place = placeOf(ground.dialect, wanted);
  const request = readRequest(ground, host, place);
  const reply = await wire.send(request, signal);
  const unknown = unknownPath(exchange, request, reply);
  if (unknown) return { state: "unknown", problem: unknown };
  const answer = answerOf(exchange, request, reply);
  if (answer.state !== "answered") return answer;
  const item = itemIn(on, { wanted, place, body: answer.body });
  const version = answer.headers.etag;
  if (item) return { state: "present", item: isStrong(version) ? { ...item, version } : item };
  return { state: "unknown", problem: unexpectedShape(exchange, request, `has no ${qualified(place.path)}`) };
}

interface AloneAnswer {
  readonly wanted: ReadRequest["wanted"][number];
  readonly place: RestconfPlace;
  readonly body: Json;
}

function itemIn({ ground, host }: ReadContext, { wanted, place, body }: AloneAnswer): Item | undefined {
  const value = standingAt(place, shownUnder(body, qualified(place.path)));
  if (value === undefined) return undefined;
  const { path } = place;
  const tree = containerIn(ground.dialect, placedTree(ground.dialect, [{ path, value }]), topOf(place));
  const items = tree && deviceItems(ground.dialect, tree, { host, wanted: [wanted] });
  return items?.find(({ kind, identity }) => kind === wanted.kind && identity === wanted.identity);
}

/**
 * Returns what a reply shows at a place. Undefined: the reply does not have the expected form. RFC 8040 returns a list
 * element as a list with one element, but some devices return the element itself.
 */
function standingAt({ entry }: RestconfPlace, found: Json | undefined): Json | undefined {
  if (entry === undefined || found === undefined) return found;
  const [one = null, ...others] = isArray(found) ? found : [found];
  return others.length === 0 && isObject(one) ? [one] : undefined;
}
