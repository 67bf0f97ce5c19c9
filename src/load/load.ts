/**
 * Loads desired state: turns YAML texts into resources, and reports every problem at once. Reads no files, and does not
 * depend on Git.
 */

import type { Driver } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import { byAddress, byText, byTextOf } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { writtenPath } from "../model/list-identity.ts";
import { type Bounds, Meter } from "../model/meter.ts";
import { type Pointer, pointer, segments, at as valueAt } from "../model/pointer.ts";
import type { Problem } from "../model/problem.ts";
import type { Project, Target } from "../model/project.ts";
import type { Origin, SourceText, WrittenField } from "../model/source.ts";
import { meant } from "../yaml/did-you-mean.ts";
import { problemsOf } from "../yaml/findings.ts";
import { loadBounds } from "./bounds.ts";
import { type TriedExpression, tried, variablesOfEntry } from "./desired/composing/eval.ts";
import { type ExplainedField, explained, explainedHolder } from "./desired/composing/explained.ts";
import { undeclaredVariables } from "./desired/composing/undeclared.ts";
import { declaredApart, duplicateIdentities } from "./desired/contradictions.ts";
import { type EntryPlace, ownPlaceOf, placeAround, provenanceOf, writtenIn } from "./desired/field-places.ts";
import { loadFiles } from "./desired/files.ts";
import { inheritedAt } from "./desired/folders.ts";
import { type DeclaredResource, type LoadRun, type Reference, reportField } from "./desired/load-run.ts";
import { mayHaveOtherBraces } from "./desired/other-braces.ts";
import { spellingsOf } from "./desired/other-names.ts";
import {
  circularReferences,
  danglingReferences,
  resolvePaths,
  resolveReferences,
} from "./desired/references.ts";
import { withTypedSecrets } from "./desired/secret-fields.ts";
import { sectionsByDialect } from "./desired/sections.ts";
import { defaultsInFull } from "./desired/short-forms.ts";
import { defaultsInShort } from "./desired/short-names.ts";
import { targetModels } from "./target-models.ts";

/** The input of a load. File paths are relative to the project's folder. */
export interface LoadInput {
  readonly project: Project;
  readonly files: readonly SourceText[];
  readonly drivers: readonly Driver[];
  /**
   * True: the desired state is from another revision than the project file. It need not declare the variables that the
   * project file sets.
   */
  readonly isOther?: boolean | undefined;
  /**
   * True: the desired state comes from a pull request, whose author may not be allowed to see live values. Secrets in
   * plain text are then errors.
   */
  readonly isProposed?: boolean | undefined;
}

/** How desired state was composed. Computed lazily. */
interface Composition {
  /** Returns the containers, such as the devices of a fleet, each with the place of its declaration. */
  readonly holders: () => ReadonlyMap<Address, Origin>;
  /** Returns the leaves of a resource or container, with all layers that set them; undefined: it does not exist. */
  readonly explain: (address: Address) => readonly ExplainedField[] | undefined;
  /**
   * Evaluates an expression with the variables of a resource, or with the variables of the outermost folder if no
   * resource is given.
   */
  readonly evaluate: (expression: string, at?: Address) => TriedExpression;
}

/** The result of a load. If there are problems, some resources are missing. */
export interface LoadResult {
  readonly desired: Desired;
  readonly composition: Composition;
  /** The problems, in the order of file, line and column. */
  readonly problems: readonly Problem[];
  /** The secret references, in the order of addresses. */
  readonly references: readonly Reference[];
}

/**
 * Loads all files. The result depends neither on the order of files nor on the order of keys in them. Never throws for
 * user errors.
 */
export function load(input: LoadInput): LoadResult {
  const run = newRun(input);
  return run.budget.during(() => loaded(run, input));
}

function loaded(run: LoadRun, input: LoadInput): LoadResult {
  loadFiles(run, input.files);
  resolveReferences(run);
  modelByDrivers(run, input.isProposed === true);
  resolvePaths(run);
  const declared = [...run.declared.values()].sort(byTextOf(({ resource }) => resource.address));
  const resources = new Map(declared.map(({ resource }) => [resource.address, resource]));
  duplicateIdentities(run, declared);
  declaredApart(run, declared);
  danglingReferences(run, declared);
  circularReferences(run, declared);
  checkByDrivers(run, resources);
  const shapes = run.findings.length === 0 ? [] : run.shapes.all();
  const secretFields = shapes.flatMap(({ driver }) =>
    driver.kinds.flatMap(({ secrets, otherNames }) =>
      secrets.flatMap((path) => spellingsOf(otherNames, segments(path)).flatMap((each) => each.at(-1) ?? [])),
    ),
  );
  return {
    desired: {
      resources,
      locate: (address, path) => locate(run, address, path),
      ownPlace: (address) => {
        const place = run.declared.get(address)?.place;
        return place && ownPlaceOf(place);
      },
      written: (address, path) => written(run, address, path),
    },
    composition: compositionOf(run, input),
    problems: [...(input.isOther ? [] : undeclaredVariables(run)), ...problemsOf(run.findings, secretFields)],
    references: run.references.sort((a, b) => byAddress(a, b) || byText(a.path, b.path)),
  };
}

function compositionOf(run: LoadRun, input: LoadInput): Composition {
  return {
    explain: (address) => {
      const [declared, holder] = [run.declared.get(address), run.holders.get(address)];
      return declared ? explained(run, declared) : holder && explainedHolder(run, holder);
    },
    holders: () =>
      new Map([...run.holders].map(([address, { place }]) => [address, provenanceOf(place, [])])),
    evaluate: (expression, at) => {
      const declared = at === undefined ? undefined : run.declared.get(at);
      const holder = at === undefined ? undefined : run.holders.get(at);
      const { project, files } = input;
      const variables = declared
        ? variablesOfEntry(declared)
        : (holder?.variables ?? inheritedAt(newRun(input), files, project.desiredState).variables);
      return tried(run, expression, variables);
    },
  };
}

/**
 * The size of about 2,000 resources, in characters. Below it, interpreting schemas is faster than generating code for
 * them.
 */
const fewCharacters = 200_000;

function newRun({ project, drivers, files }: LoadInput): LoadRun {
  let values = 0;
  const characters = files.reduce((sum, { text }) => sum + text.length, 0);
  const bounds = loadBounds(characters);
  const shapes = sectionsByDialect(drivers, [...project.targets.values()]);
  const isMade = files.some(({ text }) => /^each\s*:/m.test(text));
  return {
    budget: newMeter(bounds),
    hasExpressions: files.some(({ text }) => text.includes("${")),
    hasOtherBraces: files.some(({ text }) => mayHaveOtherBraces(text)),
    variableNames: new Set(),
    made: (more) => {
      values += more;
      return values <= bounds.values ? undefined : bounds.values;
    },
    hasOverlays: isMade || (project.desiredBelow ?? []).length > 0,
    checking: { jitless: !isMade && characters < fewCharacters },
    project,
    shapes,
    models: targetModels(project, shapes),
    findings: [],
    declared: new Map(),
    named: new Set(),
    duplicated: new Set(),
    references: [],
    holders: new Map(),
  };
}

function newMeter(bounds: Bounds): Meter {
  return new Meter(bounds, "all expressions of desired state");
}

/**
 * Returns the settings that a new file in a folder would inherit from `defaults.yaml` files, under the shortest section
 * names. `target` is the file's target, in case these files do not name one.
 */
export function inheritedBy(
  input: LoadInput & { readonly target?: Target | undefined },
  folder: string,
): { readonly header: Readonly<Record<string, Json>>; readonly defaults: JsonObject } {
  const run = newRun(input);
  const inherited = inheritedAt(run, input.files, folder);
  const header = Object.fromEntries([...inherited.header].map(([name, { value }]) => [name, value]));
  const target = typeof header.target === "string" ? input.project.targets.get(header.target) : input.target;
  const shape = target && run.shapes.of(target);
  if (!shape) return { header, defaults: inherited.defaults };
  return { header, defaults: defaultsInShort(shape, defaultsInFull(run, shape, inherited)) };
}

function locate(run: LoadRun, address: Address, path: Pointer): ReturnType<Desired["locate"]> {
  const declared = run.declared.get(address);
  if (!declared) return undefined;
  const steps = writtenPath(declared.resource, path);
  return provenanceOf(placeOfField(declared, steps), steps);
}

function written(run: LoadRun, address: Address, path: Pointer): WrittenField | undefined {
  const declared = run.declared.get(address);
  if (!declared) return undefined;
  const { resource } = declared;
  const steps = writtenPath(resource, path);
  const place = placeOfField(declared, steps);
  const value = valueAt(resource.value, pointer(steps));
  return writtenIn(place, steps) ?? (value === undefined ? undefined : { value, variables: [] });
}

/** Normalizes the declared values by the types of their target, and finds the list keys and the secrets in them. */
function modelByDrivers(run: LoadRun, isProposed: boolean): void {
  for (const [address, declared] of run.declared) {
    const { resource: before, place } = declared;
    const resource = run.models(before.target)?.modelled(before) ?? before;
    const modelled = withTypedSecrets(run, { resource, place }, isProposed);
    if (modelled !== before) run.declared.set(address, { ...declared, resource: modelled });
  }
}

/** Fields that apply to everything inside an entry. They are not in the value of any resource. */
const around: ReadonlySet<string> = new Set(["site", "protect", "ownership", "keys"]);

/**
 * Returns the entry that set a field. For a field that applies to everything inside an entry, such as a device's host,
 * it may be an ancestor; otherwise it is the resource's own entry.
 */
function placeOfField({ resource, place }: DeclaredResource, steps: readonly string[]): EntryPlace {
  const [name, ...deeper] = steps;
  const { value, scope } = resource;
  if (name === undefined || deeper.length > 0 || (isObject(value) && Object.hasOwn(value, name)))
    return place;
  return around.has(name) || Object.hasOwn(scope, name) ? (placeAround(place, name) ?? place) : place;
}

/** Lets each driver check the declarations for each of its targets. */
function checkByDrivers(run: LoadRun, resources: ReadonlyMap<Address, Resource>): void {
  const byTarget = Map.groupBy(resources.values(), ({ target }) => target);
  for (const [name, declared] of byTarget) {
    const target = run.project.targets.get(name);
    const driver = target && run.shapes.of(target)?.driver;
    if (!target || !driver?.check) continue;
    const dialect = driver.dialect(target.dialect, target.settings);
    for (const { address, path, ...what } of driver.check(declared, dialect, meant)) {
      const place = run.declared.get(address)?.place;
      if (place) reportField(run, { place, path: segments(path) }, { ...what, address });
    }
  }
}
