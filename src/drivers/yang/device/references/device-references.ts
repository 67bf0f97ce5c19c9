/**
 * The references of a device resource to other resources, and the texts by which other resources can reference it. Both
 * come from modules and from the mapping. Pure.
 */

import type { Resource } from "../../../../model/desired.ts";
import type { DriverProblem } from "../../../../model/problem.ts";
import { requiredLeaf } from "../../../../yang/data/leaf-values.ts";
import type { SchemaNode } from "../../../../yang/schema/node.ts";
import type { ResourceReferences } from "../../../contract/target-model.ts";
import type { DeviceMapping } from "../mapping/mapping.ts";
import type { DeviceModel } from "../model.ts";
import { danglingLeafrefs, type HeldLeaf, leavesBy, leavesOnWay } from "./leafrefs.ts";
import { entryTexts, namedEntries } from "./named-entries.ts";

/** Returns the references of a resource. Undefined: its target has neither modules nor a mapping. */
export function referencesOf(resource: Resource, device: DeviceModel): ResourceReferences | undefined {
  const parts = [leafrefsOf(resource, device), namesOf(resource, device)].flatMap((each) => each ?? []);
  if (parts.length === 0) return undefined;
  const host = resource.scope.host ?? "";
  const ofHost = (of: keyof ResourceReferences) => [
    ...new Set(parts.flatMap((part) => part[of].map((text) => `${host}\0${text}`))),
  ];
  return { holds: ofHost("holds"), leadsThrough: ofHost("leadsThrough"), refersTo: ofHost("refersTo") };
}

function leafrefsOf(resource: Resource, device: DeviceModel): ResourceReferences | undefined {
  const schema = device.schema?.();
  if (schema === undefined) return undefined;
  const leaves = leavesBy(schema, device)(resource);
  const refersTo = leaves.flatMap(({ node, canonical }) => {
    const target = requiredLeaf(schema, node);
    return target === undefined ? [] : [leafText({ node: target, canonical })];
  });
  return {
    holds: leaves.map(leafText),
    leadsThrough: leavesOnWay(device, resource).map(leafText),
    refersTo,
  };
}

function leafText({ node, canonical }: HeldLeaf): string {
  return `leaf\0${pathOf(node)}\0${canonical}`;
}

/** The path of each node as names. The paths are cached, since many leaves share a node. */
const paths = new WeakMap<SchemaNode, string>();

function pathOf(node: SchemaNode): string {
  const known = paths.get(node);
  if (known !== undefined) return known;
  const around = node.dataParent === undefined ? "" : pathOf(node.dataParent);
  const path = `${around}/${node.module}:${node.name}`;
  paths.set(node, path);
  return path;
}

function namesOf(resource: Resource, { mapping }: DeviceModel): ResourceReferences | undefined {
  if (mapping === undefined) return undefined;
  const { holds, leadsThrough } = entryTexts(resource, mapping);
  return { holds, leadsThrough, refersTo: namedEntries(resource, mapping).flatMap(({ texts }) => texts) };
}

/**
 * Returns a warning for each dangling reference, by leafrefs of modules and by the mapping. A field gets at most one
 * warning.
 */
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
        if (texts.some((text) => declared.has(text))) return [];
        const where = sections.map((section) => `\`${section}\``).join(" or ");
        const isNameable = texts.length > 0;
        const lacks = isNameable ? "declares" : "can declare";
        const message = `\`${field}\` refers to \`${value}\`, but no entry of ${where} ${lacks} it`;
        const hint = isNameable
          ? "Declare this entry, unless the device already has it."
          : "Make sure that the device has this entry, or declare it under `config:`. It cannot be declared " +
            "in a section, because no key there can have this value.";
        const { address } = resource;
        return [{ address, path, code: "dangling-name", severity: "warning", message, hint }];
      }),
    );
  });
}
