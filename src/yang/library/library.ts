/** A device's modules (RFC 7895, RFC 8525), with their features and deviations. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { SchemaOptions } from "../schema/schema.ts";

/** The name of the file with a device's features and deviations. */
export const libraryFile = "yang-library.json";

/** One module or submodule as a device announces it. */
export interface LibraryModule {
  readonly name: string;
  /** The revision. Empty: the module has none. */
  readonly revision: string;
  readonly features: readonly string[];
  /** The modules whose deviations apply to this module. */
  readonly deviations: readonly string[];
  /** False for submodules, and for modules that are only imported for their types and groupings. */
  readonly isImplemented: boolean;
  /** The URL of the module's text. Undefined: the device does not name a URL. */
  readonly url: string | undefined;
}

/** Matches a module's name, as YANG allows it (RFC 7950 6.2). A name that matches cannot lead out of a folder. */
export const moduleName = /^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/;
/** Matches a revision's date, or an empty text. */
export const moduleRevision = /^(?:\d{4}-\d{2}-\d{2})?$/;

/** Returns the modules in a tree of `ietf-yang-library`, in either form. Undefined: the tree has neither form. */
export function libraryIn(tree: Json): readonly LibraryModule[] | undefined {
  const state = memberOf(tree, "ietf-yang-library:modules-state");
  if (isObject(state)) return listOf(state.module).flatMap(withSubmodules(implementedOf7895));
  const library = memberOf(tree, "ietf-yang-library:yang-library");
  if (!isObject(library)) return undefined;
  return listOf(library["module-set"]).flatMap((set) => [
    ...listOf(set.module).flatMap(withSubmodules(() => true)),
    ...listOf(set["import-only-module"]).flatMap(withSubmodules(() => false)),
  ]);
}

/**
 * Returns schema options for a device with known modules. A module that the device does not list counts as implemented,
 * with all its features.
 */
export function librarySchema(
  modules: readonly LibraryModule[],
): Required<Pick<SchemaOptions, "hasFeature" | "implements" | "deviates">> {
  const byName = new Map(modules.map((each) => [each.name, each]));
  const deviating = new Set(modules.flatMap(({ deviations }) => deviations));
  return {
    hasFeature: (module, feature) => byName.get(module)?.features.includes(feature) ?? true,
    implements: (module) => byName.get(module)?.isImplemented ?? true,
    deviates: (module) => deviating.has(module),
  };
}

/** Returns a library as a text in the form of RFC 7895. */
export function libraryText(modules: readonly LibraryModule[]): string {
  const module = modules.map(({ name, revision, features, deviations, isImplemented }) => ({
    name,
    revision,
    ...(features.length > 0 && { feature: features }),
    ...(deviations.length > 0 && { deviation: deviations.map((each) => ({ name: each, revision: "" })) }),
    "conformance-type": isImplemented ? "implement" : "import",
  }));
  const state = { "module-set-id": "", module };
  return `${JSON.stringify({ "ietf-yang-library:modules-state": state }, undefined, 2)}\n`;
}

function implementedOf7895(module: JsonObject): boolean {
  return module["conformance-type"] !== "import";
}

function withSubmodules(isImplemented: (module: JsonObject) => boolean) {
  return (module: JsonObject): readonly LibraryModule[] => {
    const own = moduleOf(module, isImplemented(module));
    const parts = listOf(module.submodule).map((each) => moduleOf(each, false));
    return own.name === "" ? [] : [own, ...parts.filter(({ name }) => name !== "")];
  };
}

function moduleOf(module: JsonObject, isImplemented: boolean): LibraryModule {
  const [location] = [module.schema ?? module.location ?? null].flat();
  return {
    name: textOf(module.name),
    revision: textOf(module.revision),
    features: textsOf(module.feature),
    deviations: [module.deviation ?? []]
      .flat()
      .map((each) => (isObject(each) ? textOf(each.name) : textOf(each))),
    isImplemented,
    url: typeof location === "string" && location !== "" ? location : undefined,
  };
}

/** XML shows a list with one element in the same way as a single element. */
function listOf(value: Json | undefined): readonly JsonObject[] {
  if (value === undefined) return [];
  return (isArray(value) ? value : [value]).filter(isObject);
}

function textsOf(value: Json | undefined): readonly string[] {
  const all = value === undefined ? [] : isArray(value) ? value : [value];
  return all.filter((each) => typeof each === "string");
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function memberOf(tree: Json, name: string): Json | undefined {
  return isObject(tree) && Object.hasOwn(tree, name) ? tree[name] : undefined;
}
