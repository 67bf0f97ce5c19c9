/**
 * Simulates layers of desired state separately: draws folders, defaults, groups and entries, and merges them by code
 * that is independent of the engine.
 */

import { load } from "../../../../src/load/load.ts";
import { loadProject } from "../../../../src/load/project-file/project.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../../../src/model/json.ts";
import type { Project } from "../../../../src/model/project.ts";
import { drivers } from "../../../../src/project/drivers.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

/** Falsifies the reported entry, to test that the checks notice it. */
export type ComposedLie = (value: Json) => Json;

/** A layer's values for networks. `null` removes, `tags+` appends. */
type Layer = Readonly<Record<string, Json>>;

/** A group of entries declared in a folder. */
interface DrawnGroup {
  readonly folder: string;
  readonly root: string;
  readonly match: Readonly<Record<string, Json>>;
  readonly isIn: (entry: DrawnEntry) => boolean;
  readonly layer: Layer;
}

interface DrawnEntry {
  readonly key: string;
  readonly folder: string;
  /**
   * What each folder of desired state declares for the entry, in order; undefined if a folder declares nothing for it.
   */
  readonly said: readonly (Layer | undefined)[];
}

/** The drawn layers of a seed. */
interface Drawn {
  /** The folders of desired state, the weakest first. */
  readonly roots: readonly [string, ...string[]];
  /** The default layers, by folder and then by root. */
  readonly defaults: ReadonlyMap<string, ReadonlyMap<string, Layer>>;
  readonly groups: readonly DrawnGroup[];
  readonly entries: readonly DrawnEntry[];
}

/** The scenario runs in every n-th seed. */
const playedEvery = 2;

const folders = ["", "eu", "eu/north"] as const;
const zones = ["Europe/Rome", "Asia/Tokyo", "America/Lima"] as const;
const words = ["red", "green", "blue", "gold"] as const;

/** Reports entries that differ from their merged layers. */
export function judgeComposed(seed: number, lie: ComposedLie = (value) => value): readonly string[] {
  if (seed % playedEvery !== 1) return [];
  const drawn = drawnOf(seeded(seed * 16 + 30));
  const files = Object.entries(filesOf(drawn)).map(([path, json]) => ({ path, text: JSON.stringify(json) }));
  const { desired, problems } = load({ project: projectOf(drawn.roots), drivers, files });
  const [first] = problems;
  if (first) return [`composed: ${drawn.roots}: ${first.message}`];
  return drawn.entries.flatMap((entry) => {
    const is = desired.resources.get(`cloud/network/${entry.key}`)?.value;
    const must = composed(entry, drawn);
    const said = is === undefined ? undefined : lie(is);
    if (said !== undefined && sameJson(inOrder(said), inOrder(must))) return [];
    return [
      `composed: ${drawn.roots}: ${entry.key} is ${JSON.stringify(said)}, and must be ${JSON.stringify(must)}`,
    ];
  });
}

/**
 * Merges the layers, the weakest first. Defaults of outer folders come first, then those of inner folders, then groups,
 * then the entry itself. Each of these follows the order of the folders of desired state.
 */
function composed(entry: DrawnEntry, { roots, defaults, groups }: Drawn): Json {
  const around = folders.filter((folder) => isAround(folder, entry.folder));
  const ofFolders = around.flatMap((folder) =>
    roots.flatMap((root): readonly Layer[] => {
      const layer = defaults.get(folder)?.get(root);
      return layer ? [layer] : [];
    }),
  );
  const ofGroups = around.flatMap((folder) =>
    roots.flatMap((root) =>
      groups
        .filter((one) => one.folder === folder && one.root === root && one.isIn(entry))
        .map(({ layer }) => layer),
    ),
  );
  const own = entry.said.filter((said) => said !== undefined);
  return [...ofFolders, ...ofGroups, ...own].reduce<JsonObject>(laid, {});
}

function isAround(folder: string, inner: string): boolean {
  return folder === "" || inner === folder || inner.startsWith(`${folder}/`);
}

/**
 * Lays one layer over another: maps merge by key, `null` removes, a list under `tags+` appends the missing elements,
 * and everything else is replaced.
 */
function laid(below: JsonObject, above: JsonObject): JsonObject {
  const merged = new Map(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    if (name === "tags+") continue;
    const is = merged.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? laid(is !== undefined && isObject(is) ? is : {}, value) : value);
  }
  const more = above["tags+"];
  if (more !== undefined) {
    const tags = [merged.get("tags") ?? [], more].flat();
    merged.set("tags", [...new Set(tags)]);
  }
  return Object.fromEntries(merged);
}

/** Returns the value with sorted tags, because tags are a set. */
function inOrder(value: Json): Json {
  if (!isObject(value)) return value;
  const { tags, ...rest } = value;
  return { ...rest, ...(Array.isArray(tags) && { tags: tags.toSorted() }) };
}

function drawnOf(draw: Draw): Drawn {
  const roots = pick<Drawn["roots"]>(draw, [["only"], ["common", "production"], ["zone", "alpha"]]);
  const layers = (share: number) =>
    new Map(roots.flatMap((root) => (maybe(draw, share) ? [[root, layerOf(draw)] as [string, Layer]] : [])));
  const defaults = new Map<string, Map<string, Layer>>(folders.map((folder) => [folder, layers(0.5)]));
  // A `null` that removes nothing is an error. So the weakest layer gives all values to every network, and other layers
  // remove some of them.
  const all = { ...layerOf(draw), timeZone: pick(draw, zones), tags: ["branch"] };
  defaults.set("", new Map([...(defaults.get("") ?? []), [roots[0], all]]));
  const last = roots.at(-1) ?? "";
  if (maybe(draw, 0.4)) defaults.get("eu")?.set(last, { ...layerOf(draw), timeZone: null });
  const groups = folders.flatMap((folder) =>
    roots.flatMap((root) => (maybe(draw, 0.3) ? [groupOf(draw, { folder, root })] : [])),
  );
  const entries = Array.from({ length: 2 + under(draw, 3) }, (_, number): DrawnEntry => {
    const key = `n${number}`;
    const sure = under(draw, roots.length);
    const said = roots.map((_, at) => (at === sure || maybe(draw, 0.6) ? layerOf(draw) : undefined));
    return {
      key,
      folder: pick(draw, folders),
      said: withName(key, maybe(draw, 0.2) ? withoutTags(said) : said),
    };
  });
  const isWhole = entries.every(({ said }) => said.every((one) => one?.tags !== null));
  if (!isWhole || !maybe(draw, 0.6)) return { roots, defaults, groups, entries };
  const full = { ...all, netflow: { enabled: true, collectorPort: 2000 } };
  defaults.set("", new Map([...(defaults.get("") ?? []), [roots[0], full]]));
  return { roots, defaults, groups: takingAway(draw, groups), entries };
}

/**
 * Makes up to two layers remove inherited values. The first layer removes a field of a map, the second the whole map
 * and the tags.
 */
function takingAway(draw: Draw, groups: readonly DrawnGroup[]): readonly DrawnGroup[] {
  const [first, second] = [under(draw, 4), under(draw, 4)].sort();
  return groups.map((group, at) => {
    if (at !== first && at !== second) return group;
    const { netflow: _, tags: __, "tags+": ___, ...rest } = group.layer;
    const taken: Layer = at === second ? { netflow: null, tags: null } : { netflow: { enabled: null } };
    return { ...group, layer: { ...rest, ...taken } };
  });
}

/** Adds a name in one of the layers. */
function withName(key: string, said: DrawnEntry["said"]): DrawnEntry["said"] {
  const at = said.findIndex((one) => one !== undefined);
  return said.map((one, index) => (index === at ? { ...one, name: key } : one));
}

/** Removes the tags from all layers, and sets them to null in the last layer. */
function withoutTags(said: DrawnEntry["said"]): DrawnEntry["said"] {
  const at = said.findLastIndex((one) => one !== undefined);
  return said.map((one, index) => {
    if (one === undefined) return one;
    const { tags: _, "tags+": __, ...rest } = one;
    return index === at ? { ...rest, tags: null } : rest;
  });
}

function layerOf(draw: Draw): Layer {
  const list = () => words.filter(() => maybe(draw, 0.4));
  const netflow = {
    ...(maybe(draw, 0.5) && { enabled: maybe(draw, 0.5) }),
    ...(maybe(draw, 0.5) && { collectorPort: 2000 + under(draw, 9) }),
  };
  return {
    ...(maybe(draw, 0.4) && { timeZone: pick(draw, zones) }),
    ...(maybe(draw, 0.3) && { tags: list() }),
    ...(maybe(draw, 0.4) && { "tags+": list() }),
    ...(maybe(draw, 0.5) && { netflow }),
  };
}

function groupOf(draw: Draw, at: Pick<DrawnGroup, "folder" | "root">): DrawnGroup {
  const keys = ["n0", "n1", "n2", "n3"].filter(() => maybe(draw, 0.5));
  const layer = layerOf(draw);
  const kind = pick(draw, [undefined, undefined, "network", "ssid"] as const);
  const match = { key: ["none", ...keys], ...(kind && { kind }) };
  return { ...at, match, layer, isIn: ({ key }) => keys.includes(key) && kind !== "ssid" };
}

function filesOf({ roots, defaults, groups, entries }: Drawn): Readonly<Record<string, JsonObject>> {
  const files = new Map<string, JsonObject>();
  const header = { target: "cloud", organization: "Acme" };
  for (const root of roots)
    for (const folder of folders) {
      const path = [root, folder].filter((name) => name !== "").join("/");
      const layer = defaults.get(folder)?.get(root);
      const own = groups.filter((one) => one.folder === folder && one.root === root);
      files.set(`${path}/defaults.yaml`, {
        ...header,
        ...(layer && { defaults: { networks: layer } }),
        ...(own.length > 0 && {
          groups: Object.fromEntries(own.map(({ match, layer: networks }) => ["some", { match, networks }])),
        }),
      });
      const said = entries.flatMap((entry) => {
        const layerHere = entry.folder === folder ? entry.said[roots.indexOf(root)] : undefined;
        return layerHere ? [[entry.key, layerHere] as const] : [];
      });
      if (said.length > 0) files.set(`${path}/networks.yaml`, { networks: Object.fromEntries(said) });
    }
  return Object.fromEntries(files);
}

const projects = new Map<string, Project>();

function projectOf(roots: readonly string[]): Project {
  const known = projects.get(roots.join());
  if (known) return known;
  const text = `version: 1
environment: virtual
desiredState: [${roots.join(", ")}]
targets:
  cloud: { interface: dashboard, url: https://cloud.example.net, credential: { apiKey: { secret: env:KEY } } }
`;
  const { project } = loadProject({ file: { path: "trueup.yaml", text }, folder: "/project", drivers });
  if (!project) throw new Error("the project cannot be read");
  projects.set(roots.join(), project);
  return project;
}
