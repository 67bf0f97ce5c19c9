/** Duplicate identities: two resources that would be matched by one live thing. */

import type { Kind } from "../../drivers/contract.ts";
import type { Resource } from "../../model/desired.ts";
import type { Target } from "../../model/project.ts";
import { fieldOrigin, originWords, spotOf } from "./field-places.ts";
import { type DeclaredResource, type LoadRun, reportField } from "./load-run.ts";

/** Notes every resource whose identity another one of its kind and parent has already. In address order. */
export function duplicateIdentities(run: LoadRun, declared: readonly DeclaredResource[]): void {
  const kinds = new Map(
    [...run.project.targets.values()].map((target) => [target.name, kindsByName(run, target)]),
  );
  const seen = new Map<string, DeclaredResource>();
  for (const each of declared) {
    const kind = kinds.get(each.resource.target)?.get(each.resource.kind);
    if (!kind) continue;
    const identity = identityText(each.resource, kind);
    const first = seen.get(identity);
    if (first) note(run, each, first);
    else seen.set(identity, each);
  }
}

function kindsByName(run: LoadRun, target: Target): ReadonlyMap<string, Kind> {
  const kinds = run.shapes.of(target)?.driver.kinds ?? [];
  return new Map(kinds.map((kind) => [kind.name, kind]));
}

/** What must be unique: the identity, among all of a kind that one read would list together. */
function identityText(resource: Resource, kind: Kind): string {
  const words = kind.collection.scopeKeys.map((word) => resource.scope[word] ?? "");
  return [resource.target, resource.kind, resource.parent ?? "", ...words, resource.identity].join("\0");
}

function note(run: LoadRun, each: DeclaredResource, first: DeclaredResource): void {
  const { address, identity } = each.resource;
  const at = fieldOrigin(spotOf(first.place, []));
  const other = `${first.resource.address} (${originWords(at)})`;
  const message = `${address} and ${other} both stand for \`${identity}\``;
  reportField(run, each, {
    code: "duplicate-identity",
    message,
    hint: "Rename or remove one of them.",
    address,
  });
}
