/** Builds the resource of an entry, validated and in canonical form, or reports the errors. */

import type { Kind } from "../../drivers/contract/contract.ts";
import type { ResourceParts } from "../../drivers/contract/target-model.ts";
import type { Resource, Scope } from "../../model/desired.ts";
import { asObject } from "../../model/json.ts";
import { isWithin, pointer, segments } from "../../model/pointer.ts";
import type { KindProblem } from "../../model/problem.ts";
import { referencesFrom } from "../../model/references.ts";
import { asJson } from "../../yaml/schema-output.ts";
import { type DesiredEntry, reportIssues } from "./entry.ts";
import { fieldOrigin, innerPlace, originWords, spotOf } from "./field-places.ts";
import { ignoredOf, warnOfIgnored } from "./ignored.ts";
import { listsOf } from "./keyed-lists.ts";
import { addressIn, type LoadRun, reportField } from "./load-run.ts";
import { otherBraces } from "./other-braces.ts";
import { checkSecrets, strayReferences, unreadFields } from "./secret-fields.ts";

/** Declares the resource of an entry. Returns the scope for the entries inside it, even if the resource has errors. */
export function declare(run: LoadRun, entry: DesiredEntry, kind: Kind): Scope {
  const { context, ownKey: key } = entry;
  const scope = { ...context.scope, [kind.name]: key };
  run.named.add(entry.address);
  const faulty = checkSecrets(run, entry, kind);
  if (run.hasOtherBraces) checkKind(run, entry, otherBraces(entry));
  const checked = entry.section.schema.safeParse(entry.value, run.checking);
  if (!checked.success) {
    const issues = checked.error.issues.filter(
      (issue) => !faulty.some((path) => isWithin(pointer(issue.path.map(String)), path)),
    );
    reportIssues(run, entry, issues);
    return scope;
  }
  const value = kind.canonical(asJson(checked.data));
  const identity = kind.identity({ key, value, scope });
  const found = kind.check?.({ key, value, scope }) ?? [];
  checkKind(run, entry, found.some(isOfBlanks) ? found : [...found, ...blankName({ key, identity, value })]);
  const whole: Resource = {
    address: entry.address,
    target: context.target.name,
    kind: kind.name,
    key: entry.key,
    identity,
    scope,
    value,
    ...unreadFields(kind, value),
    lists: listsOf(kind, key, context.listKeys),
    ...(kind.ordered && { ordered: kind.ordered }),
    ownership: context.ownership,
    protect: context.protect,
    ...(context.allowUnknown && { allowUnknown: [...context.allowUnknown] }),
    observed: kind.observed === true,
    ...(kind.refersTo && { refersTo: referencesFrom(kind.refersTo) }),
    ...(kind.below !== undefined && { below: kind.below }),
    ...inheritedBy(context),
  };
  if (faulty.length > 0) {
    strayReferences(run, entry, whole);
    return scope;
  }
  const apart = run.models(whole.target)?.partsOf(whole, context.listKeys ?? {});
  if (apart === undefined) addWithIgnored(run, entry, whole);
  else declareParts(run, { entry, kind, whole }, apart);
  return scope;
}

interface DeclaredWhole {
  readonly entry: DesiredEntry;
  readonly kind: Kind;
  readonly whole: Resource;
}

/** Declares the several resources that one entry describes, each at its own place. */
function declareParts(
  run: LoadRun,
  { entry, kind, whole }: DeclaredWhole,
  { parts, problems }: ResourceParts,
): void {
  for (const { path, code, message, hint } of problems)
    reportField(
      run,
      { place: entry.place, path: segments(path) },
      { code, message, hint, address: entry.address },
    );
  for (const { key: ownKey, at, ...own } of parts) {
    const key = entry.context.key === "" ? ownKey : `${entry.context.key}.${ownKey}`;
    const address = addressIn(entry.context.target, kind.name, key);
    run.named.add(address);
    const place = innerPlace(entry.place, at);
    addWithIgnored(
      run,
      { ...entry, address, key, ownKey, value: own.value, place },
      { ...whole, ...own, address, key },
    );
  }
}

function addWithIgnored(run: LoadRun, entry: DesiredEntry, resource: Resource): void {
  strayReferences(run, entry, resource);
  const ignored = ignoredOf(run.project, entry.address);
  warnOfIgnored(run, entry, { value: resource.value, ignored });
  add(run, entry, ignored.length > 0 ? { ...resource, ignored } : resource);
}

const nothing = Object.freeze({});

/** Returns the fields of a resource that only ancestors can set. */
function inheritedBy({ parent, site }: DesiredEntry["context"]): Pick<Resource, "parent" | "site"> {
  if (parent === undefined) return site === undefined ? nothing : { site };
  return site === undefined ? { parent } : { parent, site };
}

function add(run: LoadRun, entry: DesiredEntry, resource: Resource): void {
  const { address, place } = entry;
  const before = run.declared.get(address);
  if (!before) {
    run.declared.set(address, { resource, place, variables: entry.context.variables });
    return;
  }
  run.duplicated.add(address);
  if (resource.parent !== undefined && run.duplicated.has(resource.parent)) return;
  const first = fieldOrigin(spotOf(before.place, []));
  const message = `${address} is declared twice, first in ${originWords(first)}`;
  const isMade = first.row !== undefined || fieldOrigin(spotOf(place, [])).row !== undefined;
  const hint = isMade
    ? "Each row needs a key of its own: correct the table, or the expression of the key."
    : "Remove one of them, or give it a key of its own.";
  reportField(run, { place }, { code: "duplicate-address", message, hint, address });
}

function checkKind(run: LoadRun, entry: DesiredEntry, found: readonly KindProblem[]): void {
  const { allowUnknown } = entry.context;
  for (const { path, word, ...what } of found) {
    if (word !== undefined && allowUnknown?.has(word)) continue;
    const isOfKey =
      what.code === "duplicate-key" ||
      (word !== undefined && path === "") ||
      (path === "" && (isOfBlanks(what) || what.code === "other-expression"));
    reportField(
      run,
      { place: entry.place, path: segments(path), at: isOfKey ? "key" : "value" },
      { ...what, address: entry.address },
    );
  }
}

function isOfBlanks({ code }: Pick<KindProblem, "code">): boolean {
  return code === "blank-ends";
}

function isBlank(name: string): boolean {
  return name !== name.trim();
}

/** A warning if the resource's name or key begins or ends with invisible characters. */
function blankName({
  key,
  identity,
  value,
}: Pick<Resource, "key" | "identity" | "value">): readonly KindProblem[] {
  const blank = isBlank(identity) ? identity : isBlank(key) ? key : undefined;
  if (blank === undefined) return [];
  const [field] = Object.entries(asObject(value)).find(([, member]) => member === blank) ?? [];
  const message = `${JSON.stringify(blank)} begins or ends with a blank or a line break`;
  const hint = "Remove this blank or line break: many products drop it, which changes the name.";
  const path = field === undefined ? "" : pointer([field]);
  return [{ path, code: "blank-ends", severity: "warning", message, hint }];
}
