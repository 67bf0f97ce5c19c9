/**
 * Adoption of live values into files: all values that can be adopted are adopted, and the others are reported and not
 * changed.
 */

import { type AdoptResult, adopt } from "../../../../src/import/edit/adopt.ts";
import type { Change } from "../../../../src/model/change.ts";
import type { Desired, Resource } from "../../../../src/model/desired.ts";
import { type Json, sameJson } from "../../../../src/model/json.ts";
import { segments } from "../../../../src/model/pointer.ts";
import type { SourceText } from "../../../../src/model/source.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { stage } from "../../../servers/virtual-time/run.ts";
import { differ } from "../judges.ts";
import { treeOf } from "../truth.ts";
import { type AdoptedTexts, adoptedTexts, type DrawnEntry, leaked } from "./adopted-texts.ts";

/** Falsifies the reported result, to test that the checks notice it. */
export type AdoptLie = (result: AdoptResult) => AdoptResult;

/** The scenario runs in every n-th seed, because reading the files many times is slow. */
const every = 6;

/** Adopts the live state of a seed, and judges its files. */
export function judgeAdopted(seed: number, lie: AdoptLie = (is) => is): readonly string[] {
  if (seed % every !== 0) return [];
  const drawn = adoptedTexts(seeded(seed * 29 + 3));
  const on = stage({ files: drawn.files });
  const { desired } = on.context;
  const files = Object.entries(drawn.files).map(([path, text]) => ({ path, text }));
  const load = (texts: readonly SourceText[]): Desired | undefined => {
    try {
      return on.load(Object.fromEntries(texts.map(({ path, text }) => [path, text])));
    } catch {
      return undefined;
    }
  };
  const changes = drawn.entries.flatMap((entry) => changeOf(entry, desired));
  const repeatsSecret = (value: Json) => JSON.stringify(value).includes(leaked);
  const result = lie(adopt({ files, desired, changes, repeatsSecret, reload: load }));
  const now = new Map([...files, ...result.files].map(({ path, text }) => [path, text]));
  const after = load([...now].map(([path, text]) => ({ path, text })));
  if (!after) return ["adopted: the files cannot be read any more"];
  return [
    ...judgeTold(drawn, result),
    ...judgeDeclared(drawn, { before: desired, after }),
    ...judgeTexts(drawn, now, result),
  ].map((line) => `adopted: ${line}`);
}

function addressOf({ key }: DrawnEntry): Resource["address"] {
  return `cloud/network/${key}`;
}

function isTaken({ isOpen, isStuck }: DrawnEntry): boolean {
  return !isOpen && !isStuck;
}

function isChanged({ drifted, isGone }: DrawnEntry): boolean {
  return isGone || drifted.length > 0;
}

/** Returns the plan's change for an entry, which would revert the live state. */
function changeOf(entry: DrawnEntry, { resources }: Desired): readonly Change[] {
  const desired = resources.get(addressOf(entry));
  if (!desired || !isChanged(entry)) return [];
  const { address } = desired;
  if (entry.isGone) return [{ action: "create", address, desired, cause: "drift" }];
  const differences = entry.drifted.map(({ path, live }) => ({
    ...({ path, cause: "drift", desired: valueAt(desired.value, path) } as const),
    ...(live !== undefined && { live }),
  }));
  return [{ action: "update", address, desired, live: { value: liveOf(entry, desired.value) }, differences }];
}

function valueAt(value: Json, path: string): Json | undefined {
  return segments(path).reduce<Json | undefined>(
    (here, name) => (here as Readonly<Record<string, Json>> | undefined)?.[name],
    value,
  );
}

/** Returns the declaration that the entry must have after its live values are adopted. */
function liveOf({ drifted }: DrawnEntry, declared: Json): Json {
  const leaves = new Map(leavesIn(declared));
  for (const { path, live } of drifted)
    if (live === undefined) leaves.delete(path);
    else leaves.set(path, live);
  return treeOf(leaves);
}

function leavesIn(value: Json, path = ""): readonly (readonly [string, Json])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesIn(inner, `${path}/${name}`));
}

/**
 * Each change must be adopted, or reported with its values. If one change cannot be adopted, the others must still be.
 */
function judgeTold({ entries }: AdoptedTexts, { adopted, notAdopted }: AdoptResult): readonly string[] {
  const changed = entries.filter(isChanged);
  const text = (address: string, fields: readonly string[]) => `${address} ${[...fields].sort().join(" ")}`;
  return [
    ...differ(
      "taken over",
      adopted.map(({ address, fields }) => text(address, fields)),
      changed.filter(isTaken).map((entry) =>
        text(
          addressOf(entry),
          entry.drifted.map(({ path }) => path),
        ),
      ),
    ),
    ...differ(
      "not taken over",
      notAdopted.map(({ address }) => address),
      changed.filter((entry) => !isTaken(entry)).map(addressOf),
    ),
  ];
}

/** Adopted fields must be declared with their live values, and everything else as before. */
function judgeDeclared(
  { entries }: AdoptedTexts,
  { before, after }: { readonly before: Desired; readonly after: Desired },
): readonly string[] {
  const lines = entries.flatMap((entry) => {
    const address = addressOf(entry);
    const [was, is] = [before.resources.get(address), after.resources.get(address)];
    if (!was) return [`${address} was never declared`];
    if (entry.isGone) return is ? [`${address} is still declared`] : [];
    const must = isTaken(entry) ? liveOf(entry, was.value) : was.value;
    const text = JSON.stringify(must);
    return is && sameSets(is.value, must)
      ? []
      : [`${address} is ${JSON.stringify(is?.value)}, and must be ${text}`];
  });
  const known = new Set<string>(entries.map(addressOf));
  const strange = [...after.resources.keys()].filter((one) => !known.has(one) && !before.resources.has(one));
  return [...lines, ...strange.map((address) => `${address} is declared`)];
}

/** True if the values are equal apart from the order in lists: tags are a set. */
function sameSets(is: Json, must: Json): boolean {
  const sorted = (value: Json) =>
    new Map(leavesIn(value).map(([path, each]) => [path, Array.isArray(each) ? each.toSorted() : each]));
  const [one, other] = [sorted(is), sorted(must)].map((leaves) => treeOf(leaves));
  return one !== undefined && other !== undefined && sameJson(one, other);
}

/** Only necessary lines may change. Other files, and the lines of unchanged entries, must stay as they are. */
function judgeTexts(
  { files, entries }: AdoptedTexts,
  now: ReadonlyMap<string, string>,
  result: AdoptResult,
): readonly string[] {
  const touched = new Set(entries.filter((one) => isChanged(one) && isTaken(one)).map(({ file }) => file));
  const written = result.files.map(({ path }) => path);
  const kept = entries.filter((one) => !isChanged(one) || !isTaken(one));
  const lost = kept.flatMap(({ file, key }) => {
    const own = (files[file] ?? "").split("\n").filter((line) => line.includes(`${key}:`));
    return own
      .filter((line) => !(now.get(file) ?? "").includes(line))
      .map((line) => `${file} lacks ${line.trim()}`);
  });
  const open = [...now].filter(([, text]) => text.includes(leaked)).map(([path]) => `${path} has a secret`);
  // The defaults have no `collectorIp` that a null in an entry would have to cancel.
  const idle = [...now]
    .filter(([, text]) => /collectorIp: (?:null|~)/.test(text))
    .map(([path]) => `${path} has a null`);
  return [...idle, ...differ("written", written, [...touched]), ...lost, ...open];
}
