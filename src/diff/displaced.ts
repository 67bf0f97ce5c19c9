/** Fields that a change displaces: nodes of other choice cases, as separate differences. Pure. */

import type { Cause } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import type { Json } from "../model/json.ts";
import { type KeyedValue, writtenPath } from "../model/list-identity.ts";
import type { LiveResource } from "../model/live/snapshot.ts";
import { at, isWithin, type Pointer, pointer } from "../model/pointer.ts";
import type { AlikeForm } from "../model/sameness/alike.ts";
import type { DisplacedBy, Displacement } from "../model/sameness/displaced.ts";
import { type FieldDifference, fieldDifferences } from "./fields.ts";
import { disregard } from "./ignored.ts";

/** A resource and its live state. */
interface ComparedSides {
  readonly base: Resource | undefined;
  readonly live: LiveResource;
  readonly alike: AlikeForm | undefined;
  readonly displacedBy: DisplacedBy | undefined;
}

/** A resource as compared, and its differences. */
interface ComparedFields {
  readonly desired: Resource;
  readonly ignored: readonly Pointer[];
  readonly differing: readonly FieldDifference[];
  /** Displaced nodes, which are not included in the differences. Absent: there are none. */
  readonly displaced?: Displacement | undefined;
}

/**
 * Returns the differences of a resource. Displaced nodes are computed only if something differs, since otherwise
 * nothing is written.
 */
export function comparedFields(
  declared: Resource,
  { base, live, alike, displacedBy }: ComparedSides,
): ComparedFields {
  const against = (seen: Json): ComparedFields => {
    const { resource: desired, ignored } = disregard(declared, seen, alike);
    return { desired, ignored, differing: fieldDifferences(desired, { live: seen, base, alike }) };
  };
  const compared = against(live.value);
  const displaced = compared.differing.length > 0 ? displacedBy?.(declared, live) : undefined;
  return displaced ? { ...against(displaced.left), displaced } : compared;
}

/**
 * Returns one difference for each live node that disappears. Its cause is the cause of the difference that displaces
 * the node, so that both are written or neither. If several differences displace the node, a conflict takes precedence,
 * then drift.
 */
export function displacedDifferences(
  { nodes }: Displacement,
  found: readonly FieldDifference[],
  base: Resource | undefined,
): readonly FieldDifference[] {
  return nodes.map(({ path, live, by }) => {
    const causes = found.filter((one) => isWithin(one.path, by) || isWithin(by, one.path));
    const cause = strongest(causes.length > 0 ? causes : found);
    return { path, written: "", live, base: base && valueAt(base, path), cause };
  });
}

const byStrength: readonly Cause[] = ["conflict", "drift", "pending"];

function strongest(of: readonly FieldDifference[]): Cause {
  const own = new Set(of.map(({ cause }) => cause));
  return byStrength.find((cause) => own.has(cause)) ?? "pending";
}

function valueAt(of: KeyedValue, path: Pointer) {
  return at(of.value, pointer(writtenPath(of, path)));
}

/** Returns the released fields that are not displaced, and therefore stay as they are. */
export function staying(released: readonly Pointer[], { nodes }: Displacement): readonly Pointer[] {
  return released.filter((path) => !nodes.some((one) => isWithin(path, one.path)));
}
