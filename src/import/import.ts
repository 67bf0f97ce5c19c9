/**
 * Imports live resources: writes them as YAML texts that load to the same state, and reports everything that cannot be
 * declared. Pure.
 */

import { type Address, address, addressParts } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import { isObject, type Json, sameJson } from "../model/json.ts";
import type { Undeclarable } from "../model/live/undeclarable.ts";
import { pointer, segments } from "../model/pointer.ts";
import type { Problem } from "../model/problem.ts";
import { inFullKeys } from "../model/references.ts";
import type { SourceText } from "../model/source.ts";
import {
  allIn,
  type ImportEntry,
  type ImportUnit,
  type NotImported,
  type OmittedField,
  pruned,
} from "./entry.ts";
import { type FactoringResult, factored } from "./factor/factor.ts";
import { type LaidOutFile, type Layout, layOut } from "./layout.ts";
import type { ReferenceById } from "./named-fields.ts";
import {
  type NeededSecret,
  placeKey,
  type ReferenceSharing,
  referencesOf,
  withReferences,
} from "./references.ts";
import { countLeaves, inReportOrder } from "./undeclarable.ts";
import { type UnitsInput, unitsOf } from "./units.ts";

/** What is imported, and the function that loads the files again. */
export interface ImportInput extends UnitsInput {
  readonly layout: Layout;
  /** Returns true if an address is wanted. The parents of wanted resources are written too. */
  readonly isWanted: (address: Address) => boolean;
  /** How resources share references to secrets that they may have. */
  readonly sharing: ReferenceSharing;
  readonly isDeclared: (secret: NeededSecret) => boolean;
  /** True: common values are written once, if the result loads to the same state. */
  readonly factor?: boolean;
  /** Loads these files together with the existing ones. */
  readonly reload: (files: readonly SourceText[]) => {
    readonly desired: Desired;
    readonly problems: readonly Problem[];
  };
}

/** The result. */
export interface ImportResult {
  readonly files: readonly SourceText[];
  /** The addresses declared in the files. */
  readonly addresses: readonly Address[];
  /** The declarations of all files. */
  readonly desired: Desired;
  readonly leftOut: readonly NotImported[];
  /** The number of wanted resources that were left out because they cannot be declared with their live values. */
  readonly refused: number;
  readonly omitted: readonly OmittedField[];
  /** Live parts of imported resources that cannot be declared, in report order. */
  readonly undeclarable: readonly Undeclarable[];
  /** References to undeclared resources by the product's own ids. */
  readonly byId: readonly ReferenceById[];
  /** The number of values written. */
  readonly values: number;
  /** The secret references that the imported resources need. Some of them may not be in the files. */
  readonly secrets: readonly NeededSecret[];
  /** The live resources that were already declared. */
  readonly declared: readonly Address[];
  /** The result of factoring; undefined: not requested. */
  readonly factoring?: FactoringResult;
}

/**
 * Writes the units as texts and loads the texts again. An entry that the loader rejects, or that loads differently, is
 * left out with the reason, and the rest is laid out again.
 */
export function importLive(input: ImportInput): ImportResult {
  const { leftOut, omitted, undeclarable, declared, units: all, named } = unitsOf(input);
  const refused = new Map<Address, string>();
  const chosen = pruned(all, (entry) => isKept(entry, input.isWanted));
  const secrets = referencesOf(chosen, input.sharing, input.desired);
  const barred = barredBy(secrets, input);
  for (const [address, reason] of barredIn(entriesOf(chosen), barred)) refused.set(address, reason);
  const wanted = pruned(chosen, ({ address }) => !refused.has(address));
  let kept = withReferences(wanted, secrets.filter(input.isDeclared));
  for (;;) {
    // A resource that is not written has no key, so references to it contain its id.
    const { units, omitted: unnamed, byId } = named(kept);
    const files = layOut(units, input.layout);
    const { desired, problems } = input.reload(files);
    const faults = faultsOf({ units, files, desired, problems });
    if (faults.size > 0) {
      for (const [address, reason] of faults) refused.set(address, reason);
      kept = pruned(kept, ({ address }) => !faults.has(address));
      continue;
    }
    const addresses = entriesOf(units).flatMap(({ kind, address }) => (kind ? [address] : []));
    const written = new Set(addresses);
    const plain = { files, desired };
    return {
      ...(input.factor ? factored({ ...input, units, plain }) : plain),
      addresses,
      declared,
      refused: refused.size,
      leftOut: [...leftOut, ...[...refused].map(([what, reason]) => ({ what, reason }))],
      omitted: [...omitted, ...unnamed].filter(({ address }) => written.has(address)),
      undeclarable: inReportOrder(
        [...undeclarable, ...unnamed.map(withoutKey)].filter(({ address }) => written.has(address)),
      ),
      byId: byId.filter(({ address }) => written.has(address)),
      values: entriesOf(units).reduce((sum, { kind, value }) => sum + (kind ? countLeaves(value) : 0), 0),
      secrets: secrets.flatMap((secret) => {
        const own = secret.addresses.filter((address) => written.has(address));
        const places = secret.places.filter(({ address }) => written.has(address));
        return own.length === 0 ? [] : [{ ...secret, addresses: own, places }];
      }),
    };
  }
}

/** Returns the references that are not allowed, by `placeKey` of the secrets that use them. */
function barredBy(
  secrets: readonly NeededSecret[],
  { isDeclared }: Pick<ImportInput, "isDeclared">,
): ReadonlyMap<string, string> {
  const barred = secrets.filter((secret) => !isDeclared(secret));
  return new Map(barred.flatMap(({ reference, places }) => places.map((one) => [placeKey(one), reference])));
}

/** Returns the entries that require a reference which is not allowed, each with the reason why it is left out. */
function barredIn(
  entries: readonly ImportEntry[],
  barred: ReadonlyMap<string, string>,
): readonly (readonly [Address, string])[] {
  return entries.flatMap(({ address: of, needed = [] }) => {
    const path = needed.find((each) => barred.has(placeKey({ address: of, path: each })));
    if (path === undefined) return [];
    const reference = barred.get(placeKey({ address: of, path })) ?? "";
    const field = segments(path).join(".");
    return [
      [
        of,
        `it needs a secret for \`${field}\`, and secrets.allow in trueup.yaml does not allow ${reference}`,
      ],
    ];
  });
}

function withoutKey({ address, path, reason }: OmittedField): Undeclarable {
  return { address, path: pointer(path), what: "value", reason };
}

function entriesOf(units: readonly ImportUnit[]): readonly ImportEntry[] {
  return [...allIn(units.map(({ entry }) => entry))];
}

function isKept(entry: ImportEntry, isWanted: (address: Address) => boolean): boolean {
  return (
    (entry.kind !== undefined && isWanted(entry.address)) ||
    entry.inner.some((inner) => isKept(inner, isWanted))
  );
}

interface Tried {
  readonly units: readonly ImportUnit[];
  readonly files: readonly LaidOutFile[];
  readonly desired: Desired;
  readonly problems: readonly Problem[];
}

/**
 * Returns the entries to leave out, with reasons: the entries that the loader rejects. If it rejects none, these are
 * the entries that load differently.
 */
function faultsOf({ units, files, desired, problems }: Tried): ReadonlyMap<Address, string> {
  const entries = entriesOf(units);
  const known = new Set(entries.map(({ address }) => address));
  const errors = problems.filter(({ severity }) => severity === "error");
  const faults = errors.flatMap(({ address, at, message }): [Address, string][] => {
    const own = address !== undefined && known.has(address) ? [address] : entriesIn(files, at?.file);
    return own.map((each) => [each, message]);
  });
  const [first] = errors;
  if (first && faults.length === 0)
    throw new Error(`the written entries are not the cause: ${first.message}`);
  if (first) return new Map(faults);
  const changed = entries.filter((entry) => entry.kind && !isMeant(entry, desired));
  return new Map(
    changed.map(({ address }) => [address, "the written declaration would differ from the live state"]),
  );
}

/** Returns the entries that an error in a file affects. */
function entriesIn(files: readonly LaidOutFile[], file: string | undefined): readonly Address[] {
  return files.find(({ path }) => path === file)?.entries ?? [];
}

/**
 * True if the resource is loaded as the entry intends. Secrets at the top of its value are ignored, because defaults
 * may provide them.
 */
function isMeant({ address: of, value: written, kind, secrets }: ImportEntry, desired: Desired): boolean {
  const read = desired.resources.get(of);
  const { target, key: own } = addressParts(of);
  const isKey = (named: string, each: string) => desired.resources.has(address(target, named, each));
  const { refersTo } = kind ?? {};
  const named = refersTo ? inFullKeys(written, { refersTo, own, isKey }) : written;
  const value = kind?.canonical(named) ?? named;
  const outermost = secrets.filter((path) => segments(path).length === 1);
  const unseen = ["allowUnknown", ...outermost.map((path) => segments(path)[0])];
  const seen = (side: Json): Json =>
    isObject(side)
      ? Object.fromEntries(Object.entries(side).filter(([name]) => !unseen.includes(name)))
      : side;
  return read !== undefined && sameJson(seen(read.value), seen(value));
}
