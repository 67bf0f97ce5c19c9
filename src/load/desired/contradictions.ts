/**
 * Finds resources that contradict each other: several with the same identity, and resources of kinds that exclude each
 * other.
 */

import type { Kind } from "../../drivers/contract/contract.ts";
import type { Resource } from "../../model/desired.ts";
import type { Target } from "../../model/project.ts";
import { fieldOrigin, originWords, spotOf } from "./field-places.ts";
import { type DeclaredResource, type LoadRun, reportField } from "./load-run.ts";

/** Reports every resource whose identity another resource of the same kind and parent has too. In address order. */
export function duplicateIdentities(run: LoadRun, declared: readonly DeclaredResource[]): void {
  const kinds = kindsOfTargets(run);
  const lists: ListedTogether = {};
  for (const each of declared) {
    const { target, kind: name, identity } = each.resource;
    const kind = kinds.get(target)?.get(name);
    if (!kind) continue;
    const list = listOf(lists, each.resource, kind);
    list.seen ??= new Map();
    const first = list.seen.get(identity);
    if (first) note(run, each, first);
    else list.seen.set(identity, each);
  }
}

/**
 * A node in a trie of lists. `seen` contains the resources that one list would show, by identity. `inner` leads to the
 * lists whose scope has one more value.
 */
interface ListedTogether {
  inner?: Map<string, ListedTogether>;
  seen?: Map<string, DeclaredResource>;
}

/**
 * Returns the list in which a resource's identity must be unique. Lists are in nested maps, because building a text
 * from each scope would be slower.
 */
function listOf(
  lists: ListedTogether,
  { target, kind: name, parent, scope }: Resource,
  kind: Kind,
): ListedTogether {
  let list = within(within(within(lists, target), name), parent ?? "");
  for (const word of kind.collection.scopeKeys) list = within(list, scope[word] ?? "");
  return list;
}

function within(list: ListedTogether, word: string): ListedTogether {
  list.inner ??= new Map();
  const known = list.inner.get(word);
  if (known) return known;
  const made: ListedTogether = {};
  list.inner.set(word, made);
  return made;
}

function kindsOfTargets(run: LoadRun): ReadonlyMap<string, ReadonlyMap<string, Kind>> {
  return new Map([...run.project.targets.values()].map((target) => [target.name, kindsByName(run, target)]));
}

function kindsByName(run: LoadRun, target: Target): ReadonlyMap<string, Kind> {
  const kinds = run.shapes.of(target)?.driver.kinds ?? [];
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

function note(run: LoadRun, each: DeclaredResource, first: DeclaredResource): void {
  const { address, identity } = each.resource;
  const at = fieldOrigin(spotOf(first.place, []));
  const other = `${first.resource.address} (${originWords(at)})`;
  const message = `${address} and ${other} both declare \`${identity}\``;
  reportField(run, each, {
    code: "duplicate-identity",
    message,
    hint: "Rename or remove one of them.",
    address,
  });
}

/** A resource, and a kind that must not be declared next to it in the same parent. */
interface Excluding {
  readonly each: DeclaredResource;
  readonly kind: string;
  /** Half a sentence on why the kinds exclude each other. */
  readonly why: string;
}

/** Reports every resource whose parent also contains a resource of a kind that it excludes. In address order. */
export function declaredApart(run: LoadRun, declared: readonly DeclaredResource[]): void {
  const kinds = kindsOfTargets(run);
  const excluding = declared.flatMap((each): readonly Excluding[] => {
    const { notBeside = {} } = kinds.get(each.resource.target)?.get(each.resource.kind) ?? {};
    return Object.entries(notBeside).map(([kind, why]) => ({ each, kind, why }));
  });
  if (excluding.length === 0) return;
  const excluded = new Set(excluding.map(({ kind }) => kind));
  const others = declared.filter(({ resource }) => excluded.has(resource.kind));
  const byPlace = Map.groupBy(others, ({ resource }) => placeOf(resource, resource.kind));
  for (const { each, kind, why } of excluding) {
    const [other] = byPlace.get(placeOf(each.resource, kind)) ?? [];
    if (other) noteExcluded(run, each, { other, why });
  }
}

function placeOf({ target, parent }: Resource, kind: string): string {
  return JSON.stringify([target, parent ?? "", kind]);
}

function noteExcluded(
  run: LoadRun,
  each: DeclaredResource,
  { other, why }: { readonly other: DeclaredResource; readonly why: string },
): void {
  const { address } = each.resource;
  const at = fieldOrigin(spotOf(other.place, []));
  const message = `${address} cannot be declared beside ${other.resource.address} (${originWords(at)}): ${why}`;
  reportField(run, each, { code: "not-beside", message, hint: "Remove one of them.", address });
}
