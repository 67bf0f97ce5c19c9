/**
 * The reads of one session. They request complete containers, or each resource individually if the target or the device
 * requires that.
 */

import { Stage } from "../../../kept/kept.ts";
import { isArray } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { WireRequest } from "../../../model/wire.ts";
import type { Item, ReadReply, ReadRequest } from "../../contract/contract.ts";
import { ofKind } from "../../contract/kind-table.ts";
import type { LiveSecrets } from "../../contract/live-secrets.ts";
import { name, unexpectedShape } from "../../http/replies/replies.ts";
import { displacedAround } from "../device/choices/around.ts";
import { type DeviceTree, deviceItems } from "../device/items.ts";
import { dataPath, members, names, steps, type TreeStep } from "../device/kinds/data-path.ts";
import { type DeviceKind, rootOf } from "../device/model.ts";
import { MissingNodes } from "../device/places/entries-on-way.ts";
import { noteSecrets } from "../device/secrets/noted-secrets.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import type { EntityTags } from "./entity-tags.ts";
import { ImplementedModules, type ReadContext, readContainers } from "./read-containers.ts";
import { AnsweredResources, readAlone, readResources } from "./read-resources.ts";
import { readRequest } from "./requests.ts";

/** A top-level node that a device has shown. */
interface HeldMember {
  /** The ETag of the member. Undefined: the device has sent no ETag. */
  readonly version: string | undefined;
  readonly isList: boolean;
}

/** The facts about a device that its replies have shown. */
export interface ReadFacts {
  readonly held: readonly (readonly [string, HeldMember])[];
  readonly missing: MissingNodes["facts"] | undefined;
  readonly isPiecemeal: boolean;
}

/** Reads devices, and remembers how each of them can be read. */
export class DeviceReads {
  readonly #dialect: RestconfDialect;
  readonly #tags: EntityTags;
  readonly #answered = new AnsweredResources();
  /** The top-level containers and lists that each device has shown, by host. */
  readonly #held = new Map<string, Map<string, HeldMember>>();
  readonly #implemented = new ImplementedModules();
  /** The missing nodes on the paths of wanted parts, by host. */
  readonly #missing = new Map<string, MissingNodes>();
  readonly #lists = new Set<string>();
  /** The hosts of devices that do not serve their container. */
  readonly #piecemeal = new Set<string>();

  readonly #live: LiveSecrets | undefined;

  constructor(dialect: RestconfDialect, tags: EntityTags, live: LiveSecrets | undefined) {
    this.#dialect = dialect;
    this.#tags = tags;
    this.#live = live;
  }

  /** True if a device has shown this top-level member, and the member is not a list. */
  holds(host: string, container: string): boolean {
    return this.#held.get(host)?.get(container)?.isList === false;
  }

  /** Returns the outermost list entry on this path that a device lacks. Undefined: no entry is known to be missing. */
  missingOn(host: string, path: readonly TreeStep[]): readonly TreeStep[] | undefined {
    return this.#missing.get(host)?.on(path);
  }

  /** True if a device has shown all ancestors of this path. */
  isAround(host: string, path: readonly TreeStep[]): boolean {
    return this.holds(host, names(path)[0] ?? "") && this.#missing.get(host)?.isAroundMissing(path) !== true;
  }

  /** Records a write at a path. */
  written(host: string, path: readonly TreeStep[]): void {
    this.#missing.get(host)?.written(path);
  }

  /** Returns the container's ETag that was read last. Undefined: no ETag has been read. */
  versionOf(host: string, container: string): string | undefined {
    return this.#held.get(host)?.get(container)?.version;
  }

  /** Exports the facts that reads of a device have shown, as data. */
  facts(host: string): ReadFacts {
    const held = [...(this.#held.get(host) ?? [])];
    return { held, missing: this.#missing.get(host)?.facts, isPiecemeal: this.#piecemeal.has(host) };
  }

  /** Imports facts that `facts` has exported. */
  take(host: string, { held, missing, isPiecemeal }: ReadFacts): void {
    this.#held.set(host, new Map(held));
    if (missing) this.#missing.set(host, MissingNodes.of(missing));
    if (isPiecemeal) this.#piecemeal.add(host);
  }

  /** Reads all wanted parts. A single part is requested by its own path, if the device serves it. */
  async read(on: ReadContext, request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const { host } = on;
    const { wanted } = request;
    const isByResource = this.#dialect.read === "resource" || this.#piecemeal.has(host);
    if (isByResource && wanted.length > 0) return this.#readEach(on, wanted, signal);
    if (!request.alone) return this.#readTree(on, wanted, signal);
    // After a refusal, only a read of the container shows whether the container's tag is usable again.
    const whole = this.#tags.isDoubtful(host) ? await this.#readTree(on, wanted, signal) : undefined;
    if (whole && !this.#tags.isUseless(host)) return whole;
    const item = await this.#aloneOf(on, wanted, signal);
    return item ? { state: "whole", items: [item] } : (whole ?? this.#readTree(on, wanted, signal));
  }

  async #readTree(on: ReadContext, wanted: ReadRequest["wanted"], signal: AbortSignal): Promise<ReadReply> {
    const { exchange, ground, host } = on;
    const root = rootOf(this.#dialect);
    const sight = await readContainers({ ...on, lists: this.#lists }, containersOf(root, wanted), signal);
    if ("problem" in sight) return { state: "unknown", problem: sight.problem };
    for (const version of sight.versions.values()) this.#tags.seen(host, version);
    const first = readRequest(ground, host, { path: [root] });
    if (sight.tree === undefined) {
      if (this.#dialect.read === "auto" && wanted.length > 0) return this.#readPiecemeal(on, wanted, signal);
      const isEmpty =
        sight.unserved === undefined && (await this.#isFresh(on, containersOf(root, wanted), signal));
      if (isEmpty) return { state: "whole", items: [] };
      return { state: "unknown", problem: sight.unserved ?? noTree(exchange.target, first) };
    }
    const held = this.#held.get(host) ?? new Map<string, HeldMember>();
    this.#held.set(host, held);
    for (const [member, value] of Object.entries(sight.tree))
      held.set(member, { version: sight.versions.get(member), isList: isArray(value) });
    const lacking = this.#missing.get(host) ?? new MissingNodes();
    this.#missing.set(host, lacking);
    lacking.seen(this.#dialect, sight.tree, pathsOf(wanted));
    noteSecrets(this.#live, this.#dialect, sight.tree);
    const shown = keptItems(on, this.#dialect, { tree: sight.tree, versions: sight.versions, wanted });
    if (shown === undefined) {
      const found = unexpectedShape(exchange, first, "has an interface without a name");
      return { state: "unknown", problem: found };
    }
    const { items, around } = shown;
    return { state: "whole", items, ...(around.length > 0 && { around }) };
  }

  /** Reads each part by its own path, and remembers that the device does not serve its container. */
  async #readPiecemeal(
    on: ReadContext,
    wanted: ReadRequest["wanted"],
    signal: AbortSignal,
  ): Promise<ReadReply> {
    const read = await this.#readEach(on, wanted, signal);
    if (read.state !== "whole") return read;
    // A device without any data may lack the container for that reason alone.
    if (read.items.length === 0) return read;
    const isFirst = this.#piecemeal.size === 0;
    this.#piecemeal.add(on.host);
    return isFirst ? { ...read, warnings: [byResource(on.exchange.target, rootOf(this.#dialect))] } : read;
  }

  async #readEach(on: ReadContext, wanted: ReadRequest["wanted"], signal: AbortSignal): Promise<ReadReply> {
    const isImplemented = (path: readonly string[]) => this.#isFresh(on, path.slice(0, 1), signal);
    const read = await readResources(on, { wanted, answered: this.#answered, isImplemented }, signal);
    if (read.state !== "whole") return read;
    return { ...read, items: read.items.map((item) => this.#ownDated(on.host, item)) };
  }

  /** True if the device knows these top-level containers, and has never shown any of them. */
  async #isFresh(on: ReadContext, containers: readonly string[], signal: AbortSignal): Promise<boolean> {
    if (containers.some((container) => this.#held.get(on.host)?.has(container))) return false;
    return this.#implemented.areKnown(on, containers, signal);
  }

  /**
   * Returns the reply for the one requested resource. Undefined: several are requested, or the device does not serve
   * the resource individually.
   */
  async #aloneOf(on: ReadContext, wanted: ReadRequest["wanted"], signal: AbortSignal) {
    const [one, ...others] = wanted;
    const read = one && others.length === 0 ? await readAlone(on, one, signal) : undefined;
    return read?.state === "present" ? this.#ownDated(on.host, read.item) : undefined;
  }

  /** Returns an item read by its own path, with its own ETag. */
  #ownDated(host: string, item: Item): Item {
    if (this.#dialect.entityTags !== "matched") return versionless(item);
    this.#tags.seenAlone({ host, identity: item.identity, version: item.version });
    return item;
  }
}

/** The containers that a device has shown, their ETags, and the parts that are wanted. */
interface SeenTree {
  readonly tree: DeviceTree;
  readonly versions: ReadonlyMap<string, string>;
  readonly wanted: ReadRequest["wanted"];
}

interface ShownItems {
  readonly items: readonly Item[];
  readonly around: ReturnType<typeof displacedAround>;
}

const itemsOfTrees = new Stage<ShownItems | undefined>();

/**
 * Returns the items of a tree. Undefined: an interface in the tree has no name. If reply and request are equal to the
 * last ones, the items come from the cache.
 */
function keptItems(
  { exchange: { kept, target }, host }: ReadContext,
  dialect: RestconfDialect,
  { tree, versions, wanted }: SeenTree,
): ShownItems | undefined {
  const read = [...Object.entries(tree).flat(), ...[...versions].flat()];
  return itemsOfTrees.of(kept, { place: `${target} ${host}`, from: [dialect, wanted, ...read] }, () => {
    const items = deviceItems(dialect, tree, { host, wanted });
    if (items === undefined) return undefined;
    const there = new Set(items.map(({ kind, identity }) => `${kind} ${identity}`));
    const missing = wanted.filter(({ kind, identity }) => !there.has(`${kind} ${identity}`));
    const around = displacedAround(dialect, tree, { host, missing });
    return { items: items.map((item) => dated(item, dialect, versions)), around };
  });
}

/** Returns an item with the ETag of its container. */
function dated(item: Item, dialect: RestconfDialect, versions: ReadonlyMap<string, string>): Item {
  const version = versions.get(containerOf(rootOf(dialect), item));
  return version === undefined || dialect.entityTags !== "matched" ? item : { ...item, version };
}

function pathsOf(wanted: ReadRequest["wanted"]): readonly (readonly TreeStep[])[] {
  return wanted.flatMap(({ kind, identity }) =>
    kind === "deviceConfiguration" ? [steps(dataPath(identity))] : [],
  );
}

function versionless({ version: _, ...item }: Item): Item {
  return item;
}

/**
 * Returns the top-level containers of the wanted parts. If nothing is wanted, returns the container that every device
 * has.
 */
function containersOf(root: string, wanted: ReadRequest["wanted"]): readonly string[] {
  const named = wanted.map((each) => containerOf(root, each));
  return named.length === 0 ? [root] : [...new Set(named)];
}

/** True for a kind whose resources may be outside the container that every device has. */
const isElsewhere: Readonly<Record<DeviceKind, boolean>> = {
  deviceHostname: false,
  deviceInterface: false,
  deviceConfiguration: true,
};

function containerOf(root: string, { kind, identity }: Pick<Item, "kind" | "identity">): string {
  return ofKind(isElsewhere, kind) ? (members(dataPath(identity))[0] ?? root) : root;
}

function noTree(target: string, request: WireRequest): Problem {
  const message = `${target}: ${name(request)} was answered 404: the device has no such container.`;
  const hint = "Check that RESTCONF is on. Check settings.module and settings.container of the target.";
  return problem("no-tree", message, { hint });
}

function byResource(target: string, root: string): Problem {
  const message =
    `${target}: some devices do not return ${root} as a whole, so trueup reads their resources one by ` +
    "one.";
  const hint =
    "Set settings.read of the target to resource if this is intended. The plan counts one request " +
    "for each declared resource.";
  return problem("read-by-resource", message, { hint, severity: "warning" });
}
