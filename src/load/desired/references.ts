/**
 * References: fields that name other resources. Short keys are expanded. A reference to a resource that does not exist
 * is an error.
 */

import type { Kind } from "../../drivers/contract/contract.ts";
import { type Address, address, addressParts } from "../../model/address.ts";
import type { Resource } from "../../model/desired.ts";
import { type Json, sameJson } from "../../model/json.ts";
import { withPaths } from "../../model/names/hierarchy.ts";
import { at, type Pointer, segments } from "../../model/pointer.ts";
import {
  inFullKeys,
  type KindReferences,
  kindsNamed,
  type References,
  referencesFrom,
  referred,
} from "../../model/references.ts";
import { meant } from "../../yaml/did-you-mean.ts";
import { type DeclaredResource, type LoadRun, reportField } from "./load-run.ts";
import { unreadFields } from "./secret-fields.ts";

/** Expands short keys: in a network `berlin`, `guests` means `berlin.guests`. */
export function resolveReferences(run: LoadRun): void {
  for (const [of, declared] of run.declared) {
    const { resource } = declared;
    if (resource.refersTo === undefined) continue;
    const { target, key, value } = resource;
    const { refersTo } = kindNamed(run, target, resource.kind) ?? {};
    if (refersTo === undefined) continue;
    const isKey = (kind: string, each: string) => run.named.has(address(target, kind, each));
    const resolved = inFullKeys(value, { refersTo, own: key, isKey });
    const chosen = chosenKinds(run, { ...declared, refersTo }, resolved);
    const own = chosen === undefined ? resource : { ...resource, refersTo: chosen };
    if (!sameJson(resolved, value))
      run.declared.set(of, { ...declared, resource: withValue(run, own, resolved) });
    else if (own !== resource) run.declared.set(of, { ...declared, resource: own });
  }
}

/**
 * Returns the references of a resource. If a field has several possible kinds, the kind that contains the key is
 * chosen. A key that exists in several of these kinds is an error. Undefined: no field has several possible kinds.
 */
function chosenKinds(
  run: LoadRun,
  { resource, place, refersTo }: DeclaredResource & { readonly refersTo: KindReferences },
  value: Json,
): References | undefined {
  if (Object.values(refersTo).every((kinds) => typeof kinds === "string")) return undefined;
  const { target } = resource;
  return referencesFrom(refersTo, (field, kinds) => {
    const key = at(value, field);
    if (typeof key !== "string") return undefined;
    const [kind, ...others] = kinds.filter((each) => run.named.has(address(target, each, key)));
    if (kind !== undefined && others.length > 0) {
      const path = segments(field);
      const named = [kind, ...others].map((each) => address(target, each, key)).join(" and ");
      const message = `\`${path.at(-1)}\` could be ${named}`;
      const hint = "Give one of them another key: a reference has only the key.";
      const said = { code: "ambiguous-reference", message, hint, address: resource.address };
      reportField(run, { place, path, at: "value" }, said);
    }
    return kind;
  });
}

/** Gives resources in hierarchies their paths: the names of their declared parents, then their own name. */
export function resolvePaths(run: LoadRun): void {
  if (![...run.declared.values()].some(({ resource }) => resource.below !== undefined)) return;
  const resources = new Map([...run.declared].map(([of, { resource }]) => [of, resource]));
  for (const [of, resource] of withPaths(resources)) {
    const declared = run.declared.get(of);
    if (declared && declared.resource !== resource) run.declared.set(of, { ...declared, resource });
  }
}

/** Returns the resource with another value, in canonical form, and with the identity that this value gives. */
function withValue(run: LoadRun, resource: Resource, other: Resource["value"]): Resource {
  const { scope } = resource;
  const kind = kindNamed(run, resource.target, resource.kind);
  if (!kind) return resource;
  const value = kind.canonical(other);
  const identity = kind.identity({ key: scope[kind.name] ?? resource.key, value, scope });
  return { ...resource, value, identity, ...unreadFields(kind, value) };
}

function kindNamed(run: LoadRun, targetName: string, kind: string): Kind | undefined {
  const target = run.project.targets.get(targetName);
  return target && run.shapes.of(target)?.driver.kinds.find(({ name }) => name === kind);
}

/** Reports every reference to a resource that is not declared for the same target. */
export function danglingReferences(run: LoadRun, declared: readonly DeclaredResource[]): void {
  for (const { resource, place } of declared) {
    for (const [path, named] of referred(resource, resource.value)) {
      if (run.named.has(named)) continue;
      const { target, kind, key } = addressParts(named);
      const field = fieldOf(path);
      const { refersTo = {} } = kindNamed(run, target, resource.kind) ?? {};
      const kinds = kindsNamed(refersTo[path] ?? kind);
      const title = kinds.map((each) => kindNamed(run, target, each)?.title ?? each).join(" or ");
      const message = `\`${field.at(-1)}\` refers to the ${title} \`${key}\`, which ${target} does not declare`;
      const keys = kinds.flatMap((each) => keysOf(run, address(target, each, key)));
      const hint = meant(key, keys) ?? `Give the key of a ${title} of this target, or declare it.`;
      const said = { code: "dangling-reference", message, hint, address: resource.address };
      reportField(run, { place, path: field, at: "value" }, said);
    }
  }
}

/**
 * Reports resources that reference themselves, directly or through others. None of these resources could be created
 * first.
 */
export function circularReferences(run: LoadRun, declared: readonly DeclaredResource[]): void {
  const names = new Map<Address, ReturnType<typeof referred>>();
  for (const { resource } of declared) {
    const named = referred(resource, resource.value);
    if (named.size > 0) names.set(resource.address, named);
  }
  const open = new Set<Address>();
  const done = new Set<Address>();
  const follow = ({ resource, place }: DeclaredResource): void => {
    open.add(resource.address);
    for (const [path, named] of names.get(resource.address) ?? []) {
      const next = run.declared.get(named);
      if (open.has(named)) {
        const message = `${named} is referred to here, and itself refers to ${resource.address}`;
        const hint = "One of them must be created first: let only one refer to the other.";
        const said = { code: "circular-reference", message, hint, address: resource.address };
        reportField(run, { place, path: fieldOf(path), at: "value" }, said);
      } else if (next && !done.has(named)) follow(next);
    }
    open.delete(resource.address);
    done.add(resource.address);
  };
  for (const each of declared)
    if (names.has(each.resource.address) && !done.has(each.resource.address)) follow(each);
}

/**
 * Returns the field that contains a place, only up to the first list position, because positions may differ from those
 * in the file.
 */
function fieldOf(path: Pointer): readonly string[] {
  const steps = segments(path);
  const index = steps.findIndex((step) => /^\d+$/.test(step));
  return index < 1 ? steps : steps.slice(0, index);
}

/** Returns the keys that may have been meant. */
function keysOf(run: LoadRun, named: Address): readonly string[] {
  const { target, kind } = addressParts(named);
  const known = [...run.named].map(addressParts);
  return known.filter((one) => one.target === target && one.kind === kind).map(({ key }) => key);
}
