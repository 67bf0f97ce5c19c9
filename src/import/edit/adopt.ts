/** Adopts live values: writes them into the YAML texts that declare other values. Pure: it gets and returns texts. */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import type { Desired, Resource } from "../../model/desired.ts";
import type { Json } from "../../model/json.ts";
import { writtenPath } from "../../model/list-identity.ts";
import type { Undeclarable } from "../../model/live/undeclarable.ts";
import { pointer } from "../../model/pointer.ts";
import type { SourceText } from "../../model/source.ts";
import type { AdoptedKind } from "./adopted-lists.ts";
import {
  beforeLists,
  type EntryEdit,
  entryEditOf,
  groupsByLayer,
  isMeant,
  layerSets,
  type OverridePlace,
  type Overrides,
  overridePlace,
  valueAt,
} from "./into-layers.ts";
import { type EditResult, type NodePath, setAt, spotAt } from "./splice.ts";
import { undeclarableOf, whyNotInPart } from "./undeclarable.ts";

/** The input of an adoption. */
export interface AdoptInput {
  readonly files: readonly SourceText[];
  /** The declarations in the files. */
  readonly desired: Desired;
  /** The changes to adopt. An apply would revert them otherwise. */
  readonly changes: readonly Change[];
  /** Returns the kind of a resource. Default: kinds are unknown. */
  readonly kindOf?: ((resource: Resource) => AdoptedKind | undefined) | undefined;
  /** Returns true if a live value contains a secret. */
  readonly repeatsSecret: (value: Json, of: Address) => boolean;
  /** The folder for overrides of a template's entries, by the template's path. Default: the template's folder. */
  readonly overridesAt?: ((template: string) => string) | undefined;
  /** `layer`: a value is set where it comes from, if all that inherit it agree. Default, `entry`: in its own entry. */
  readonly into?: "entry" | "layer" | undefined;
  /** Loads texts again. Returns undefined if they have a problem. */
  readonly reload: (files: readonly SourceText[]) => Desired | undefined;
}

/** What was adopted of one change. */
interface AdoptedChange {
  readonly address: Address;
  /** The fields that were set in `file`; empty if the whole entry was removed. */
  readonly fields: readonly string[];
  readonly file: string;
}

/** A change that cannot be adopted, fully or partly, and why. The reason is half a sentence. */
interface RefusedAdoption {
  readonly address: Address;
  readonly reason: string;
}

/** The result. */
export interface AdoptResult {
  /** The changed files, with their new texts. */
  readonly files: readonly SourceText[];
  readonly adopted: readonly AdoptedChange[];
  readonly notAdopted: readonly RefusedAdoption[];
  /** Live parts of adopted resources that cannot be declared. */
  readonly undeclarable: readonly Undeclarable[];
}

/**
 * Sets each differing field to its live value, in the entry of its own resource. This holds even if the declared value
 * comes from defaults, so that other entries keep their values. An entry from a template gets a separate override. If a
 * resource was removed live, its entry is removed. Secrets are never adopted. The edited texts are loaded again, and an
 * edit with another effect than intended is left out.
 */
export function adopt(input: AdoptInput): AdoptResult {
  const { files, desired, changes, repeatsSecret, kindOf } = input;
  const edits = changes.map((change) => {
    const isOpen =
      "differences" in change &&
      change.differences.some((one) => repeatsSecret(one.live ?? null, change.address));
    return {
      address: change.address,
      entryEdit: isOpen
        ? secretInside
        : (whyNotInPart(change, (value) => repeatsSecret(value, change.address)) ??
          entryEditOf(change, kindOf?.(resourceIn(change)))),
    };
  });
  const refused = edits.flatMap(({ address, entryEdit: one }) =>
    typeof one === "string" ? [{ address, reason: one }] : [],
  );
  const open = edits.flatMap(({ entryEdit: one }) => (typeof one === "string" ? [] : [one]));
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const { state, adopted, notAdopted } =
    input.into === "layer"
      ? takeInLayers({ texts, desired }, open, input)
      : takeIn({ texts, desired }, open, input);
  const changed = entries(state.texts).filter(({ path, text }) => texts.get(path) !== text);
  const taken = new Set(adopted.map(({ address }) => address));
  const undeclarable = undeclarableOf(
    changes.filter(({ address }) => taken.has(address)),
    repeatsSecret,
  );
  return { files: changed, adopted, notAdopted: [...refused, ...notAdopted], undeclarable };
}

function resourceIn(change: Change): Resource {
  return change.action === "remove" ? change.base : change.desired;
}

type EditSetup = Pick<AdoptInput, "reload" | "overridesAt">;

/** The texts and their declarations. */
interface State {
  readonly texts: ReadonlyMap<string, string>;
  readonly desired: Desired;
}

type TakenIn = Omit<AdoptResult, "files" | "undeclarable"> & { readonly state: State };

/** Applies all edits at once if that works. Otherwise finds the failing edits by bisection, and applies the others. */
function takeIn(state: State, all: readonly EntryEdit[], by: EditSetup): TakenIn {
  if (all.length === 0) return { state, adopted: [], notAdopted: [] };
  const tried = attempt(state, all, by);
  if (typeof tried !== "string") return { ...tried, notAdopted: [] };
  const [one] = all;
  if (one && all.length === 1)
    return { state, adopted: [], notAdopted: [{ address: one.resource.address, reason: tried }] };
  const middle = Math.ceil(all.length / 2);
  const first = takeIn(state, all.slice(0, middle), by);
  const { state: last, ...second } = takeIn(first.state, all.slice(middle), by);
  return {
    state: last,
    adopted: [...first.adopted, ...second.adopted],
    notAdopted: [...first.notAdopted, ...second.notAdopted],
  };
}

/** Applies edits to layers. If edits need different values in a shared layer, none of these edits is applied. */
function takeInLayers(state: State, all: readonly EntryEdit[], by: EditSetup): TakenIn {
  let now = state;
  const adopted: AdoptedChange[] = [];
  const notAdopted: RefusedAdoption[] = [];
  for (const group of groupsByLayer(state, all)) {
    const tried = layerAttempt(now, group, by);
    if (typeof tried === "string")
      notAdopted.push(...group.map(({ resource }) => ({ address: resource.address, reason: tried })));
    else {
      now = tried.state;
      adopted.push(...tried.adopted);
    }
  }
  return { state: now, adopted, notAdopted };
}

function layerAttempt(
  state: State,
  all: readonly EntryEdit[],
  { reload }: EditSetup,
): Pick<TakenIn, "state" | "adopted"> | string {
  const found = layerSets(state, all);
  if (typeof found === "string") return found;
  const texts = new Map(state.texts);
  for (const { file, spot, value } of found) {
    const edited = setAt(texts.get(file) ?? "", spot, value);
    if ("refused" in edited) return edited.refused;
    texts.set(file, edited.text);
  }
  const desired = reload(entries(texts));
  if (!desired || !isMeant(state.desired, desired, all))
    return "other resources inherit the same value, and their live values differ: adopt it with --into entry";
  const [file = ""] = found.map((one) => one.file);
  const adopted = all.map(({ resource, fields }) => ({
    address: resource.address,
    fields: fields.map(({ path }) => path),
    file,
  }));
  return { state: { texts, desired }, adopted };
}

/**
 * Applies edits. A value that the live resource lacks is removed. If a default would then provide a value, `null` is
 * written instead. In other cases `null` is not written, because it is not valid everywhere.
 */
function attempt(
  state: State,
  all: readonly EntryEdit[],
  by: EditSetup,
): Pick<TakenIn, "state" | "adopted"> | string {
  const takenOut = edited(state, all, { ...by, absent: () => undefined });
  if (typeof takenOut === "string") return takenOut;
  const { desired: left } = takenOut;
  if (left && isMeant(state.desired, left, all))
    return { state: { texts: takenOut.texts, desired: left }, adopted: takenOut.adopted };
  const isGiven = (address: Address, path: readonly string[]) => {
    const resource = left?.resources.get(address);
    return resource === undefined || valueAt(resource.value, path) !== undefined;
  };
  const tried = edited(state, all, {
    ...by,
    absent: (address, path) => (isGiven(address, path) ? null : undefined),
  });
  if (typeof tried === "string") return tried;
  const { texts, adopted, desired } = tried;
  return desired && isMeant(state.desired, desired, all) ? { state: { texts, desired }, adopted } : notSafe;
}

/** Returns what is written for a field that the live resource lacks: null, or undefined to remove the field. */
type AbsentValue = (address: Address, path: readonly string[]) => null | undefined;

/** The edited texts and what they declare (undefined: they have a problem), or why an edit cannot be written. */
function edited(
  state: State,
  all: readonly EntryEdit[],
  { reload, overridesAt = (template) => template, absent }: EditSetup & { readonly absent: AbsentValue },
): (Pick<State, "texts"> & Pick<TakenIn, "adopted"> & { readonly desired: Desired | undefined }) | string {
  const texts = new Map(state.texts);
  const adopted: AdoptedChange[] = [];
  const overrides: Overrides = { texts, made: new Map(), overridesAt };
  for (const entryEdit of all) {
    const { address } = entryEdit.resource;
    const place = overridePlace(state.desired, entryEdit, overrides) ?? placeOf(state, address);
    if ("refused" in place) return place.refused;
    const written = { ...place, address };
    const gone = place.isOverride ? null : undefined;
    const sets = settings({ ...entryEdit, absent, gone }).map((one) => asWritten(state, written, one));
    const text = edit(texts.get(place.file) ?? "", place.spot, sets);
    if ("refused" in text) return text.refused;
    texts.set(place.file, text.text);
    const fields = entryEdit.value === undefined ? [] : entryEdit.fields.map(({ path }) => path);
    adopted.push({ address, fields, file: place.file });
  }
  return { texts, adopted, desired: reload(entries(texts)) };
}

const secretInside = "its live value contains a secret, and trueup never writes secrets into files";

const notSafe = "its file cannot be edited without side effects: edit it by hand";

type FoundPlace = OverridePlace;
type Place = FoundPlace | { readonly refused: string };

/** Returns the place of an entry, by its keys, so that earlier edits do not change it. */
function placeOf({ texts, desired }: State, address: Address): Place {
  const at = desired.locate(address, "");
  const text = at && texts.get(at.file);
  const spot = at && text !== undefined ? spotAt(text, at) : undefined;
  if (!at || !spot) return { refused: "trueup cannot tell where it is declared" };
  if (at.layer !== "entry")
    return {
      refused: `only defaults declare it, at ${at.file}:${at.line}: change them, or declare it in an entry of its own`,
    };
  return { file: at.file, spot, isOverride: false };
}

/** An edit. `absent`: what it writes for a field that is not live. `gone`: what it writes for a missing resource. */
type Edit = EntryEdit & { readonly absent: AbsentValue; readonly gone: null | undefined };

/** Returns the edit with the path in the file, which differs from the field's path if the entry has YAML aliases. */
function asWritten(
  { texts, desired }: State,
  { file, spot, address }: FoundPlace & { readonly address: Address },
  { path, ...set }: Set,
): Set {
  const at = desired.locate(address, pointer(path));
  const text = at?.file === file && at.layer === "entry" ? texts.get(file) : undefined;
  const found = at && text !== undefined ? spotAt(text, at) : undefined;
  if (found?.document !== spot.document) return { path, ...set };
  const written = found.path.slice(spot.path.length);
  return { ...set, path: [...written, ...path.slice(written.length)] };
}

function edit(text: string, spot: NodePath, sets: readonly Set[]): EditResult {
  let edited: EditResult = { text };
  for (const { path, set } of sets) {
    if ("text" in edited) edited = setAt(edited.text, { ...spot, path: [...spot.path, ...path] }, set);
  }
  return edited;
}

interface Set {
  readonly path: readonly string[];
  readonly set: Json | undefined;
}

/** Returns the values to set: single fields and whole lists. An edit without a value sets `gone` at the entry. */
function settings({ resource, fields, value, absent, gone }: Edit): readonly Set[] {
  if (value === undefined) return [{ path: [], set: gone }];
  const sets = new Map<string, Set>();
  for (const { path } of fields) {
    const steps = beforeLists(resource.value, writtenPath(resource, path));
    sets.set(pointer(steps), { path: steps, set: valueAt(value, steps) ?? absent(resource.address, steps) });
  }
  return [...sets.values()];
}

function entries(texts: ReadonlyMap<string, string>): readonly SourceText[] {
  return [...texts].map(([path, text]) => ({ path, text }));
}
