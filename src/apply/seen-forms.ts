/** Reads differing fields once more after their writes, and determines which forms to remember. Sends no write. */

import { diff } from "../diff/diff.ts";
import { alikeOf } from "../drivers/contract/alike-of.ts";
import { displacedOf } from "../drivers/contract/displaced-of.ts";
import { type Address, addressParts } from "../model/address.ts";
import type { Difference, SettledField } from "../model/change.ts";
import { byAddress } from "../model/compare.ts";
import type { Json } from "../model/json.ts";
import { writtenPath } from "../model/list-identity.ts";
import type { LiveResource } from "../model/live/snapshot.ts";
import type { FieldForm } from "../model/memory.ts";
import { at, type Pointer, pointer } from "../model/pointer.ts";
import type { ApplyResult, Milliseconds, NonConvergent } from "../model/reply.ts";
import { pause } from "./execute/waits.ts";
import { digestsOf, type EarlierSight, type FormMemory, formOf, type SeenForms } from "./forms.ts";
import type { ApplyRun } from "./run.ts";

/** A field whose stored form was remembered and is unchanged. */
type StillSettled = SettledField & Pick<FieldForm, "is">;

/** The result of reading written resources. */
export interface SeenFields extends Pick<ApplyResult, "nonConvergent" | "unverified"> {
  readonly settled: readonly StillSettled[];
  /** The resources that are present. */
  readonly live: ReadonlyMap<Address, LiveResource>;
}

/** The forms that verification found. */
export type FoundForms = Pick<ApplyResult, "storedOtherwise" | "notTaken" | "forms">;

/** The delay before the second read of resources whose state no reply has shown. */
const secondLookMs: Milliseconds = 1000;

/**
 * Determines which forms to remember. A difference counts as the server's form of a value only if two observations
 * agree: the reply and a later read, or two reads. `look` reads the resources again. If the run does not remember
 * forms, nothing more is read.
 */
export async function withForms<Seen extends SeenFields>(
  run: ApplyRun,
  seen: Seen,
  look: (addresses: readonly Address[]) => Promise<SeenFields>,
): Promise<Seen & FoundForms> {
  const { remembering } = run;
  if (!remembering) return seen;
  const { again, first } = await seenTwice(run, seen, look);
  const forms = new Map<Address, readonly FieldForm[]>();
  const stored: SettledField[] = [];
  const notTaken: SettledField[] = [];
  for (const address of again.live.keys()) {
    const own = again.nonConvergent.filter((one) => one.address === address);
    const earlier = earlierSight(run, address, first);
    const kept = again.settled.filter((one) => one.address === address);
    const fresh = own.flatMap((field) => {
      const form = formIn(run, { field, earlier, live: again.live.get(address) }, remembering);
      return form ? [{ field, form }] : [];
    });
    for (const { field, form } of fresh)
      (form.is === "stored" ? stored : notTaken).push(settledField(run, field));
    const old = kept.map((one) => ({ is: one.is, ...digestsOf(one, remembering) }));
    forms.set(address, [...old, ...fresh.map(({ form }) => form)]);
  }
  return { ...seen, ...again, ...listsOf({ stored, notTaken }), forms };
}

/** Adds a second read of differing resources that no reply has shown; `first` is the first read. */
async function seenTwice<Seen extends SeenFields>(
  run: ApplyRun,
  seen: Seen,
  look: (addresses: readonly Address[]) => Promise<SeenFields>,
): Promise<{ readonly again: SeenFields; readonly first: readonly NonConvergent[] }> {
  const { nonConvergent, live } = seen;
  const open = new Set(nonConvergent.map(({ address }) => address));
  const unshown = [...open].filter((address) => live.has(address) && !run.stored.has(address));
  const [one] = unshown;
  if (one === undefined) return { again: seen, first: [] };
  try {
    await pause(run, { ...addressParts(one), address: one }, { reason: "differs", ms: secondLookMs });
    const more = await look(unshown);
    const isRead = (address: Address) => more.live.has(address);
    const others = <T extends { readonly address: Address }>(all: readonly T[]) =>
      all.filter(({ address }) => !isRead(address));
    return {
      first: nonConvergent,
      again: {
        nonConvergent: [
          ...others(nonConvergent),
          ...more.nonConvergent.filter((each) => isRead(each.address)),
        ],
        unverified: seen.unverified,
        settled: [...others(seen.settled), ...more.settled],
        live: new Map([...live, ...more.live]),
      },
    };
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return { again: seen, first: [] };
  }
}

/** Returns the reply to the write if there is one, otherwise the first of two reads. */
function earlierSight(
  run: ApplyRun,
  address: Address,
  first: readonly NonConvergent[],
): EarlierSight | undefined {
  const stored = run.stored.get(address);
  if (!stored) return new Map(first.filter((one) => one.address === address).map((one) => [one.path, one]));
  const observations = new Map([[address, { state: "present" as const, value: stored }]]);
  const { changes } = diff({
    desired: run.desired,
    base: run.base,
    snapshot: { observations, unmanaged: [] },
    alike: alikeOf(run.targets),
    displaced: displacedOf(run.targets),
  });
  const differences = changes.flatMap((one): readonly Difference[] =>
    one.action === "update" ? one.differences : [],
  );
  return new Map(differences.map((one) => [one.path, one]));
}

interface SeenField {
  readonly field: NonConvergent;
  readonly earlier: EarlierSight | undefined;
  readonly live: LiveResource | undefined;
}

function formIn(run: ApplyRun, { field, earlier, live }: SeenField, by: FormMemory): FieldForm | undefined {
  const { address, path } = field;
  const resource = run.desired.resources.get(address);
  if (!resource || !live) return undefined;
  const { storedOtherwise = [], notTaken = [] } = run.plan;
  const before = [...storedOtherwise, ...notTaken].filter((one) => one.address === address);
  const settledBefore = new Map<Pointer, Json | undefined>(before.map((one) => [one.path, one.live]));
  const kind = run.targets.get(resource.target)?.driver.kinds.find(({ name }) => name === resource.kind);
  const place = pointer(writtenPath({ value: live.value, lists: resource.lists }, path));
  const isUsual =
    kind?.withoutDefaults !== undefined && at(kind.withoutDefaults(live.value), place) === undefined;
  return formOf({ resource, field, change: run.written.get(address), settledBefore, earlier, isUsual }, by);
}

function settledField({ desired: { locate } }: ApplyRun, field: NonConvergent): SettledField {
  const { address, path, desired, live, likely } = field;
  const at = locate(address, path);
  return { address, path, desired, live, likely, ...(at && { at }) };
}

function listsOf(found: {
  readonly stored: readonly SettledField[];
  readonly notTaken: readonly SettledField[];
}): Pick<FoundForms, "storedOtherwise" | "notTaken"> {
  const { stored, notTaken } = found;
  return {
    ...(stored.length > 0 && { storedOtherwise: stored.toSorted(byAddress) }),
    ...(notTaken.length > 0 && { notTaken: notTaken.toSorted(byAddress) }),
  };
}

/** The forms of several verifications, merged. */
export function formsTogether(all: readonly FoundForms[]): FoundForms {
  const [stored, notTaken] = [
    all.flatMap(({ storedOtherwise = [] }) => storedOtherwise),
    all.flatMap(({ notTaken = [] }) => notTaken),
  ];
  const forms: SeenForms = new Map(all.flatMap((one) => [...(one.forms ?? [])]));
  return { ...listsOf({ stored, notTaken }), ...(all.some((one) => one.forms) && { forms }) };
}
