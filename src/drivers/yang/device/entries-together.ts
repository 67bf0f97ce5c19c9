/** Entries of a list that are declared one by one, held against each other by the modules of a target. Pure. */

import type { Resource } from "../../../model/desired.ts";
import type { DriverProblem } from "../../../model/problem.ts";
import { leafNames, repeatedUniques } from "../../../yang/data/entries.ts";
import { valuesOf } from "../../../yang/values/check-value.ts";
import { dataPath, entryKeyIn, writtenPath } from "./kinds/data-path.ts";
import type { DeviceModel } from "./model.ts";
import { placeIn } from "./model-place.ts";

/** What two entries may not have in common, and how many there may be (RFC 7950 7.8.3, 7.7.6); by device and list. */
export function togetherProblems(
  resources: readonly Resource[],
  device: DeviceModel,
): readonly DriverProblem[] {
  const entries = resources.filter(
    ({ kind, identity }) => kind === "deviceConfiguration" && entryKeyIn(identity) !== undefined,
  );
  const lists = Map.groupBy(entries, ({ scope, identity }) => `${scope.host ?? ""}\0${dataPath(identity)}`);
  return [...lists.values()].flatMap((own) => (own.length > 1 ? problemsIn(own, device) : []));
}

function problemsIn(own: readonly Resource[], device: DeviceModel): readonly DriverProblem[] {
  const [first] = own;
  const place = first && placeIn(device, first);
  if (!place) return [];
  const { schema, node } = place;
  const path = writtenPath(dataPath(first.identity));
  const problems = repeatedUniques(
    { node, entries: own.map(({ value }) => value) },
    valuesOf(schema),
  ).flatMap(({ at, before, unique }): DriverProblem[] => {
    const [one, other] = [own[at], own[before]];
    if (!one || !other) return [];
    const message = `has the same ${leafNames(unique)} as ${other.address}, and no two entries of ${path} may`;
    return [{ address: one.address, path: "", code: "repeated-element", message }];
  });
  const beyond = own[node.maxElements];
  if (!beyond) return problems;
  const message = `${path} takes ${node.maxElements} entries at most, and ${own.length} are declared`;
  return [...problems, { address: beyond.address, path: "", code: "invalid-value", message }];
}
