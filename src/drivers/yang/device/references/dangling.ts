/** References to what nothing declares: the device may have it, or it was forgotten. Pure. */

import type { Resource } from "../../../../model/desired.ts";
import type { DriverProblem } from "../../../../model/problem.ts";
import type { DeviceMapping } from "../mapping/mapping.ts";
import type { DeviceModel } from "../model.ts";
import { danglingLeafrefs } from "./leafrefs.ts";
import { entryTexts, namedEntries } from "./named-entries.ts";

/** A warning for each: by leafrefs of the modules, and by what the mapping says of its fields; of one field once. */
export function danglingReferences(
  resources: readonly Resource[],
  device: DeviceModel,
): readonly DriverProblem[] {
  const leafrefs = danglingLeafrefs(resources, device);
  const { mapping } = device;
  if (mapping === undefined) return leafrefs;
  const told = new Set(leafrefs.map(placeOf));
  return [...leafrefs, ...danglingNames(resources, mapping).filter((each) => !told.has(placeOf(each)))];
}

function placeOf({ address, path }: DriverProblem): string {
  return `${address} ${path}`;
}

function danglingNames(resources: readonly Resource[], mapping: DeviceMapping): readonly DriverProblem[] {
  const byHost = Map.groupBy(resources, ({ scope }) => scope.host ?? "");
  return [...byHost.values()].flatMap((own) => {
    const found = own.map((resource) => entryTexts(resource, mapping));
    const declared = new Set(found.flatMap(({ holds, leadsThrough }) => [...holds, ...leadsThrough]));
    return own.flatMap((resource) =>
      namedEntries(resource, mapping).flatMap(({ path, field, value, sections, texts }): DriverProblem[] => {
        // What is a key of none of these kinds may be something that every device has.
        if (texts.length === 0 || texts.some((text) => declared.has(text))) return [];
        const where = sections.map((section) => `\`${section}\``).join(" or ");
        const message = `\`${field}\` refers to \`${value}\`, which no entry of ${where} declares`;
        const hint = "Declare that too, unless the device has it already.";
        const { address } = resource;
        return [{ address, path, code: "dangling-name", severity: "warning", message, hint }];
      }),
    );
  });
}
