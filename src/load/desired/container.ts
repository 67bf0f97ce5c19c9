/** Containers: entries that are not resources but contain some, such as the devices of a fleet. */

import type { Container } from "../../drivers/contract/contract.ts";
import type { Scope } from "../../model/desired.ts";
import { isObject, type Json, sameJson } from "../../model/json.ts";
import { segments } from "../../model/pointer.ts";
import { type DesiredEntry, reportIssues } from "./entry.ts";
import { fieldOrigin, originWords, spotOf } from "./field-places.ts";
import { hostFault } from "./fleet-hosts.ts";
import { type LoadRun, reportField } from "./load-run.ts";

/** Records a container's entry, and returns the scope inside it. Its scalar fields become part of the scope. */
export function hold(run: LoadRun, entry: DesiredEntry, holder: Container): Scope {
  const { context, section, place, address, value } = entry;
  const scope: Record<string, string> = { ...context.scope, [holder.name]: entry.ownKey };
  const checked = section.schema.safeParse(value, run.checking);
  if (!checked.success) {
    reportIssues(run, entry, checked.error.issues);
    return scope;
  }
  for (const [name, field] of Object.entries(isObject(value) ? value : {})) {
    if (isWord(field) && !section.loaderFields.has(name)) scope[name] = String(field);
  }
  const { target } = context;
  const fault = scope.host === undefined ? undefined : hostFault(scope.host, target);
  if (fault) reportField(run, { place, path: ["host"], at: "value" }, { ...fault, address });
  for (const { path, ...fault } of run.models(target.name)?.keyProblems(context.listKeys ?? {}) ?? [])
    reportField(run, { place, path: ["keys", ...segments(path)] }, { ...fault, address });
  sameAsBefore(run, entry);
  return scope;
}

function isWord(field: Json): field is string | number | boolean {
  return typeof field === "string" || typeof field === "number" || typeof field === "boolean";
}

/**
 * Reports a container that is declared several times with different fields. Several files may declare it only if its
 * own fields are the same everywhere.
 */
function sameAsBefore(run: LoadRun, entry: DesiredEntry): void {
  const { address, value, place, context } = entry;
  const { site, protect, ownership, listKeys } = context;
  const said: Json = { value, site: site ?? null, protect, ownership, keys: listKeys ?? null };
  const before = run.holders.get(address);
  const { variables } = context;
  const holds = { ...(site !== undefined && { site }), protect, ownership };
  if (!before) run.holders.set(address, { value: said, place, fields: value, holds, variables });
  if (!before || sameJson(before.value, said)) return;
  const first = fieldOrigin(spotOf(before.place, []));
  const message = `this ${entry.section.title} is declared differently in ${originWords(first)}`;
  reportField(
    run,
    { place },
    { code: "duplicate-address", message, hint: "Give this entry the same fields in both places.", address },
  );
}
