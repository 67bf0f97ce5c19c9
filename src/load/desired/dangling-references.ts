/** Dangling references: fields that name a resource that is not declared. */

import { type Address, addressParts } from "../../model/address.ts";
import { referred } from "../../model/references.ts";
import { meant } from "../did-you-mean.ts";
import { type DeclaredResource, type LoadRun, reportField } from "./load-run.ts";

/** Notes every field that names what nobody declares for its target. */
export function danglingReferences(run: LoadRun, declared: readonly DeclaredResource[]): void {
  for (const { resource, place } of declared) {
    for (const [field, named] of referred(resource, resource.value)) {
      if (run.named.has(named)) continue;
      const { target, kind, key } = addressParts(named);
      const message = `${target} declares no ${kind} \`${key}\` for this \`${field}\``;
      const hint = meant(key, keysOf(run, named)) ?? `Give the key of a ${kind}, or declare it.`;
      const said = { code: "dangling-reference", message, hint, address: resource.address };
      reportField(run, { place, path: [field], at: "value" }, said);
    }
  }
}

/** The keys of what could be meant. */
function keysOf(run: LoadRun, named: Address): readonly string[] {
  const { target, kind } = addressParts(named);
  const known = [...run.named].map(addressParts);
  return known.filter((one) => one.target === target && one.kind === kind).map(({ key }) => key);
}
