/**
 * Samples of every field of a mapping's kinds. A simulated device knows the keys of a list by the list's name. So lists
 * with the same name but different keys are on different devices.
 */

import type { MappedField, MappedFields, MappedKindFile } from "../../../src/catalog/schema/mapping.ts";
import type { Json } from "../../../src/model/json.ts";

/** The key leaves of lists, by the names of the lists. */
type ListKeys = Readonly<Record<string, readonly string[]>>;

/** The declaration of one device, and the keys of its lists. */
export interface SampleDevice {
  readonly sections: Record<string, Json>;
  readonly keys: Record<string, readonly string[]>;
}

const texts: Readonly<Record<string, string>> = {
  ipv4: "10.0.0.1",
  ip: "10.0.0.1",
  cidr: "10.0.0.0/8",
  mac: "0000.5e00.5301",
  numberSet: "1-3",
  trimmed: "text",
};

/** Texts for the patterns of fields and key names: for each pattern, one of these texts matches. */
const patterned = [
  "a1",
  "7",
  "0",
  "1",
  "1/0/1",
  "1.1",
  "1:1",
  "10.0.0.1",
  "10.0.0.0",
  "2001:db8::1",
  "2001:db8::/64",
];

function fitting(pattern: string): string {
  const found = patterned.find((each) => new RegExp(`^(?:${pattern})$`).test(each));
  if (found === undefined) throw new Error(`no sample fits ${pattern}`);
  return found;
}

/** Returns the name of the list at the end of a path. */
function lastName(path: string): string {
  return path.replace(/^.*[/:]/, "");
}

/** Makes samples of fields for one device, and gives each list keys that the device can know. */
class Sampling {
  readonly keys: Record<string, readonly string[]>;
  /** The lists that do not fit on this device, with their paths. */
  readonly left = new Map<MappedField, string>();
  /** The lists that this device has. */
  readonly done = new Set<MappedField>();

  constructor(keys: ListKeys) {
    this.keys = { ...keys };
  }

  fields(fields: MappedFields, lacking: readonly string[] = []): Record<string, Json> {
    const made: Record<string, Json> = {};
    for (const [name, field] of Object.entries(fields)) {
      if (field.always !== undefined || lacking.includes(name)) continue;
      const value = this.#value(name, field);
      if (value !== undefined) made[name] = value;
    }
    return made;
  }

  /** Reserves these keys for lists with this name. Returns false if the device already has other keys for this name. */
  takes(name: string, leaves: readonly string[]): boolean {
    const known = this.keys[name];
    if (known !== undefined && known.join() !== leaves.join()) return false;
    this.keys[name] = leaves;
    return true;
  }

  #value(name: string, field: MappedField): Json | undefined {
    const { type, properties, items, secret, as, spread, path = name } = field;
    if (secret) return { secret: "env:SAMPLE" };
    if (properties) return this.fields(properties);
    if (type !== "array") return scalar(field);
    if (spread) return spread.map((_, at) => numbered(scalar(items ?? {}), at));
    if (as === "keyed" && !this.takes(lastName(path), [field.key ?? ""])) return this.#leave(field, path);
    this.done.add(field);
    if (items?.properties === undefined) return [scalar(items ?? {})];
    const { identity = [] } = field;
    const leaves = identity.map((each) => items.properties?.[each]?.path ?? each);
    if (!this.takes(lastName(path), leaves)) {
      this.done.delete(field);
      return this.#leave(field, path);
    }
    return [this.fields(items.properties)];
  }

  /** Reserves the keys of a list. */
  claim({ as, key = "", identity = [], items }: MappedField, path: string): void {
    const leaves = as === "keyed" ? [key] : identity.map((each) => items?.properties?.[each]?.path ?? each);
    this.takes(lastName(path), leaves);
  }

  #leave(field: MappedField, path: string): undefined {
    this.left.set(field, path);
    return undefined;
  }
}

/** Returns the value. If the value is `text`, a number is added to it, so that the elements of a list differ. */
function numbered(value: Json, at: number): Json {
  return value === "text" && at > 0 ? `text${at}` : value;
}

function scalar(field: MappedField): Json {
  const { type, enum: values, format, pattern, members, minimum = 1, as } = field;
  const [short] = members ? [] : Object.keys(field.values ?? {});
  if (short !== undefined) return type === "string" ? short : JSON.parse(short);
  const [first] = values ?? [];
  if (first !== undefined) return first;
  if (type === "boolean") return as !== "absence";
  if (type === "integer" || type === "number") return as === "netmask" ? 24 : Math.max(minimum, 1);
  if (members) {
    const [[member, kind] = ["", "empty"]] = Object.entries(members);
    return kind === "empty" || kind === "container" ? member : `${member} 1`;
  }
  if (pattern !== undefined) return fitting(pattern);
  const [form] = [format ?? []].flat();
  return texts[form ?? ""] ?? "text";
}

interface Entry {
  readonly key: string;
  readonly lacking: readonly string[];
  readonly lists: readonly (readonly [string, readonly string[]])[];
}

/** Returns one entry for each place of a kind. */
function entriesOf({ places, words = {}, single }: MappedKindFile): readonly Entry[] {
  return places.map(({ key = "{key}", path, without = [] }) => {
    const named = key.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
      const { type, pattern, enum: values, minimum = 1 } = words[word] ?? {};
      if (type === "integer") return String(Math.max(minimum, 1));
      return String(values?.[0] ?? fitting(pattern ?? ".*"));
    });
    const leaves = [...path.matchAll(/\[([\w-]+)=/g)].map(([, leaf = ""]) => leaf);
    const list = lastName(path.replaceAll(/\[[^\]]*\]/g, ""));
    return { key: named, lacking: without, lists: single ? [] : [[list, leaves] as const] };
  });
}

/** Returns devices that together have every field of these kinds. */
export function sampleDevices(kinds: readonly MappedKindFile[]): readonly SampleDevice[] {
  const devices: SampleDevice[] = [];
  for (const kind of kinds) {
    const wanted = new Map<MappedField, string>();
    const done = new Set<MappedField>();
    const every = entriesOf(kind);
    place(kind, { devices, wanted, done, choices: [every] });
    for (let round = 0; wanted.size > 0; round += 1) {
      if (round > 60) throw new Error(`the lists of ${kind.kind} find no devices`);
      place(kind, { devices, wanted, done, choices: every.map((each) => [each]) });
    }
  }
  return devices;
}

interface Placing {
  readonly devices: SampleDevice[];
  /** The lists that are on no device yet. The first one decides on which device the kind is placed. */
  readonly wanted: Map<MappedField, string>;
  readonly done: Set<MappedField>;
  /** Alternative sets of entries. The kind is placed with one of these sets. */
  readonly choices: readonly (readonly Entry[])[];
}

/** Places the kind on the device that can take most of the kind's fields. */
function place(kind: MappedKindFile, { devices, wanted, done, choices }: Placing): void {
  const open = ({ left, done: own }: Sampling) =>
    [...wanted, ...left].filter(([field]) => !own.has(field) && !done.has(field));
  const offers = [...devices, { sections: {}, keys: {} }]
    .filter(({ sections }) => sections[kind.section] === undefined)
    .flatMap((device) => choices.flatMap((entries) => offer(kind, { device, wanted, entries })));
  const [best] = offers.toSorted((one, other) => open(one.sampling).length - open(other.sampling).length);
  if (best === undefined) throw new Error(`${kind.kind} finds no device`);
  const { device, sampling, value } = best;
  if (!devices.includes(device)) devices.push(device);
  device.sections[kind.section] = value;
  Object.assign(device.keys, sampling.keys);
  const rest = open(sampling);
  wanted.clear();
  for (const [field, path] of rest) wanted.set(field, path);
  for (const field of sampling.done) done.add(field);
}

interface Offering extends Pick<Placing, "wanted"> {
  readonly device: SampleDevice;
  readonly entries: readonly Entry[];
}

function offer(kind: MappedKindFile, { device, wanted, entries }: Offering) {
  const sampling = new Sampling(device.keys);
  const [first] = wanted;
  if (first) sampling.claim(...first);
  if (!entries.every(({ lists }) => lists.every(([name, leaves]) => sampling.takes(name, leaves)))) return [];
  const made = entries.map(({ key, lacking }) => [key, sampling.fields(kind.fields, lacking)] as const);
  return [{ device, sampling, value: kind.single ? (made[0]?.[1] ?? {}) : Object.fromEntries(made) }];
}
