/**
 * Secret fields of entries. A field that the kind marks as secret accepts only references that the project allows.
 * Other fields accept no references.
 */

import type { Kind } from "../../drivers/contract/contract.ts";
import type { DeclaredSecret } from "../../drivers/contract/target-model.ts";
import type { Resource } from "../../model/desired.ts";
import { isArray, isObject, type Json } from "../../model/json.ts";
import { holdsHidden, isHidden } from "../../model/live/hidden.ts";
import { at, isWithin, type Pointer, placesOf, pointer, segments } from "../../model/pointer.ts";
import { isSecretReference } from "../../model/secret.ts";
import { allowFault, formFault, looksLikeReference, referenceForm } from "../secret-references.ts";
import type { DesiredEntry } from "./entry.ts";
import type { EntryPlace } from "./field-places.ts";
import { type Diagnostic, type LoadRun, Reference, reportField } from "./load-run.ts";
import { spellingsOf } from "./other-names.ts";

const noSecrets: readonly Pointer[] = Object.freeze([]);

/**
 * Returns the fields of a value that no reply shows: the secrets, and fields that contain a variable in place of a
 * secret.
 */
export function unreadFields(kind: Kind, value: Json): Pick<Resource, "secrets" | "hidden"> {
  const present = presentOf(kind.secrets, value);
  const variables = present.filter((path) => isVariable(kind, at(value, path)));
  const secrets = variables.length === 0 ? present : present.filter((path) => !variables.includes(path));
  const hidden = [...(kind.hidden ? presentOf(kind.hidden, value) : []), ...variables];
  return kind.hidden || variables.length > 0 ? { secrets, hidden } : { secrets };
}

/** True for a text that the product replaces by a value, such as the name of a variable. */
function isVariable({ isVariable: is }: Kind, value: Json | undefined): boolean {
  return is !== undefined && value !== undefined && is(value);
}

function presentOf(paths: readonly Pointer[], value: Json): readonly Pointer[] {
  if (paths.length === 0) return noSecrets;
  const present = paths.flatMap((path) => placesIn(value, path));
  if (paths.some(isPattern)) return present;
  if (present.length === paths.length) return paths;
  return present.length === 0 ? noSecrets : present;
}

function isPattern(path: Pointer): boolean {
  return path.includes("/*");
}

function placesIn(value: Json, path: Pointer): readonly Pointer[] {
  if (isPattern(path)) return placesOf(value, path);
  return at(value, path) === undefined ? noSecrets : [path];
}

/** Reports errors in secret fields. Returns the fields in question, so that they get no other findings. */
export function checkSecrets(run: LoadRun, entry: DesiredEntry, kind: Kind): readonly Pointer[] {
  if (kind.secrets.length === 0) return noSecrets;
  const written = spelledSecrets(kind).flatMap((path) => placesIn(entry.value, path));
  return written.filter((path) => {
    const value = at(entry.value, path);
    if (value === undefined) return false;
    const fault = isSecretReference(value)
      ? (formFault(value.secret) ?? allowFault(value.secret, run.project.secretsAllowed))
      : isVariable(kind, value)
        ? undefined
        : plainSecret(path);
    if (isSecretReference(value) && !fault)
      run.references.push(
        new Reference({ reference: value.secret, address: entry.address, path, place: entry.place }),
      );
    if (fault)
      reportField(
        run,
        { place: entry.place, path: segments(path), at: "value" },
        { ...fault, address: entry.address },
      );
    return fault !== undefined;
  });
}

/**
 * Returns the pointers of the secret fields, with both names of each. Writing a field under two names is an error, but
 * both values must be treated as secret.
 */
function spelledSecrets({ secrets, otherNames }: Kind): readonly Pointer[] {
  if (otherNames === undefined) return secrets;
  return secrets.flatMap((path) => spellingsOf(otherNames, segments(path)).map(pointer));
}

function plainSecret(path: Pointer): { code: string; message: string; hint: string } {
  const name = segments(path).join(".");
  const hint = `Write \`${name}: ${referenceForm}\`, and change the secret if this file was ever committed.`;
  return {
    code: "plain-text-secret",
    message: `\`${name}\` must be a secret reference, never the secret itself`,
    hint,
  };
}

/**
 * Reports references in data that no schema checks, and placeholders that plans show for hidden values. Both would be
 * sent literally.
 */
export function strayReferences(run: LoadRun, entry: DesiredEntry, resource: Resource): void {
  const { value, secrets } = resource;
  if (holdsHidden(value)) sayHidden(run, entry, value);
  if (!holdsReference(value)) return;
  const hidden = run.models(resource.target)?.declaredSecrets(resource) ?? [];
  const known = [...secrets, ...hidden.flatMap(({ path, isReference: is }) => (is ? [path] : []))];
  for (const path of referencesIn(value, [])) {
    if (known.some((each) => isWithin(pointer(path), each))) continue;
    const message = `${nameOf(entry, path)} cannot be a secret`;
    const hint = "Only fields that the kind marks as secret may contain a secret reference.";
    const what = { code: "secret-not-allowed", message, hint, address: entry.address };
    reportField(run, { place: entry.place, path, at: "value" }, what);
  }
}

/**
 * Marks fields as secrets if the target's models define them as secret. Reports secrets in plain text. A plain-text
 * secret is compared with base but not with the live value, because the result would reveal whether a guess is right.
 */
export function withTypedSecrets(run: LoadRun, { resource, place }: Typed, isProposed: boolean): Resource {
  const found = run.models(resource.target)?.declaredSecrets(resource) ?? [];
  if (found.length === 0) return resource;
  const { address } = resource;
  const [secrets, hidden] = [[...resource.secrets], [...(resource.hidden ?? [])]];
  for (const one of found) {
    const { path, isReference: isOpened } = one;
    const say = (at: readonly string[], what: Diagnostic) =>
      reportField(run, { place, path: at, at: "value" }, { ...what, address });
    if (!isOpened) say(segments(path), plainLeaf(one, isProposed));
    else
      for (const [below, reference] of referencesUnder(at(resource.value, path) ?? null, segments(path))) {
        const fault = formFault(reference) ?? allowFault(reference, run.project.secretsAllowed);
        if (fault) say(below, fault);
        else run.references.push(new Reference({ reference, address, path: pointer(below), place }));
      }
    if (isOpened) secrets.push(path);
    else hidden.push(path);
  }
  return { ...resource, secrets, ...(hidden.length > 0 && { hidden }) };
}

interface Typed {
  readonly resource: Resource;
  readonly place: EntryPlace;
}

function referencesUnder(
  value: Json,
  path: readonly string[],
): readonly (readonly [readonly string[], string])[] {
  return referencesIn(value, path).flatMap((each) => {
    const own = at(value, pointer(each.slice(path.length)));
    return isSecretReference(own) ? [[each, own.secret] as const] : [];
  });
}

function plainLeaf({ path, dataPath }: DeclaredSecret, isProposed: boolean): Diagnostic {
  const name = segments(path).at(-1) ?? "it";
  const code = "plain-text-secret";
  const reference = `Write \`${name}: ${referenceForm}\`, and change the secret if this file was ever committed`;
  if (dataPath === undefined) {
    const message = `\`${segments(path).join(".")}\` contains a secret in plain text, judging by its name`;
    return { severity: "warning", code, message, hint: `${reference}.` };
  }
  const open = `if it is no secret, list ${dataPath} under settings.notSecret of the target`;
  const severity = isProposed ? {} : ({ severity: "warning" } as const);
  const message = `\`${name}\` at ${dataPath} is a secret in plain text`;
  return { ...severity, code, message, hint: `${reference}; ${open}.` };
}

function isReference(value: Json): boolean {
  return isSecretReference(value) && looksLikeReference(value.secret);
}

/** True if a value contains a reference. This allocates nothing, because it is called for every value. */
function holdsReference(value: Json): boolean {
  if (isArray(value)) return value.some(holdsReference);
  if (!isObject(value)) return false;
  if (isReference(value)) return true;
  for (const key in value) if (holdsReference(value[key] ?? null)) return true;
  return false;
}

function referencesIn(value: Json, path: readonly string[]): readonly (readonly string[])[] {
  if (isArray(value)) return value.flatMap((each, index) => referencesIn(each, [...path, String(index)]));
  if (!isObject(value)) return [];
  if (isReference(value)) return [path];
  return Object.keys(value).flatMap((key) => referencesIn(value[key] ?? null, [...path, key]));
}

function sayHidden(run: LoadRun, entry: DesiredEntry, value: Json): void {
  for (const path of hiddenIn(value, [])) {
    const message = `${nameOf(entry, path)} stands for a hidden value, which cannot be declared`;
    const hint = "Write the value itself; for a secret, write `{ secret: env:NAME }`.";
    const what = { code: "hidden-value", message, hint, address: entry.address };
    reportField(run, { place: entry.place, path, at: "value" }, what);
  }
}

function nameOf({ section }: DesiredEntry, path: readonly string[]): string {
  return path.length === 0 ? `this ${section.title}` : `\`${path.join(".")}\``;
}

function hiddenIn(value: Json, path: readonly string[]): readonly (readonly string[])[] {
  if (isHidden(value)) return [path];
  if (isArray(value)) return value.flatMap((each, index) => hiddenIn(each, [...path, String(index)]));
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((key) => hiddenIn(value[key] ?? null, [...path, key]));
}
