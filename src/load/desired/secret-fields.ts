/** Secret fields of entries: only references, only allowed ones, and only where a kind marks a field secret. */

import type { Kind } from "../../drivers/contract/contract.ts";
import type { DeclaredSecret } from "../../drivers/contract/target-model.ts";
import type { Resource } from "../../model/desired.ts";
import { isArray, isObject, type Json } from "../../model/json.ts";
import { at, isWithin, type Pointer, placesOf, pointer, segments } from "../../model/pointer.ts";
import { isSecretReference } from "../../model/secret.ts";
import { allowFault, formFault, looksLikeReference, referenceForm } from "../secret-references.ts";
import type { DesiredEntry } from "./entry.ts";
import type { EntryPlace } from "./field-places.ts";
import { type Diagnostic, type LoadRun, Reference, reportField } from "./load-run.ts";
import { spellingsOf } from "./other-names.ts";

const noSecrets: readonly Pointer[] = Object.freeze([]);

/** The secret fields that a value has. */
function presentSecrets({ secrets }: Pick<Kind, "secrets">, value: Json): readonly Pointer[] {
  return presentOf(secrets, value);
}

/** The secret fields that a value has, and those that no reply shows. */
export function unreadFields(kind: Kind, value: Json): Pick<Resource, "secrets" | "hidden"> {
  const secrets = presentSecrets(kind, value);
  return kind.hidden ? { secrets, hidden: presentOf(kind.hidden, value) } : { secrets };
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

/** Notes what is wrong with the fields that hold secrets; gives those, so that nothing else is said of them. */
export function checkSecrets(run: LoadRun, entry: DesiredEntry, kind: Kind): readonly Pointer[] {
  if (kind.secrets.length === 0) return noSecrets;
  const written = spelledSecrets(kind).flatMap((path) => placesIn(entry.value, path));
  return written.filter((path) => {
    const value = at(entry.value, path);
    if (value === undefined) return false;
    const fault = isSecretReference(value)
      ? (formFault(value.secret) ?? allowFault(value.secret, run.project.secretsAllowed))
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

/** By other names too: a field that is written by both is a fault by itself, and a secret none the less. */
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

/** Notes references in data that no schema looks into: they would be sent as they stand. */
export function strayReferences(run: LoadRun, entry: DesiredEntry, resource: Resource): void {
  const { value, secrets } = resource;
  if (!holdsReference(value)) return;
  const hidden = run.models(resource.target)?.declaredSecrets(resource) ?? [];
  const known = [...secrets, ...hidden.flatMap(({ path, isReference: is }) => (is ? [path] : []))];
  for (const path of referencesIn(value, [])) {
    if (known.some((each) => isWithin(pointer(path), each))) continue;
    const message = `${path.length === 0 ? `this ${entry.section.title}` : `\`${path.join(".")}\``} cannot be a secret`;
    const hint = "Only fields that the kind marks as secret may refer to one.";
    const what = { code: "secret-not-allowed", message, hint, address: entry.address };
    reportField(run, { place: entry.place, path, at: "value" }, what);
  }
}

/**
 * The resource with the secrets that its target's types find in it, which it declares by reference; what stands there
 * in plain text is compared with base alone, since nobody may be shown whether live is the same.
 */
export function withTypedSecrets(run: LoadRun, { resource, place }: Typed, isProposed: boolean): Resource {
  const found = run.models(resource.target)?.declaredSecrets(resource) ?? [];
  if (found.length === 0) return resource;
  const { address } = resource;
  const [secrets, hidden] = [[...resource.secrets], [...(resource.hidden ?? [])]];
  for (const one of found) {
    const { path, isReference: isOpened, isKey } = one;
    const say = (at: readonly string[], what: Diagnostic) =>
      reportField(run, { place, path: at, at: "value" }, { ...what, address });
    if (one.isOpen) hidden.push(path);
    else if (!isOpened) say(segments(path), plainLeaf(one, isProposed));
    else
      for (const [below, reference] of referencesUnder(at(resource.value, path) ?? null, segments(path))) {
        const fault = formFault(reference) ?? allowFault(reference, run.project.secretsAllowed);
        if (fault) say(below, fault);
        else run.references.push(new Reference({ reference, address, path: pointer(below), place }));
      }
    if (isOpened) secrets.push(path);
    else if (isKey === undefined && !one.isOpen) hidden.push(path);
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

function plainLeaf({ path, dataPath, isKey }: DeclaredSecret, isProposed: boolean): Diagnostic {
  const name = segments(path).at(-1) ?? "the key";
  const open = `if it is no secret, list ${dataPath} under settings.notSecret of the target`;
  const severity = isProposed ? {} : ({ severity: "warning" } as const);
  const code = "plain-text-secret";
  if (isKey) {
    const message = `${dataPath} is a secret by which entries are told apart, and stands in plain text`;
    return {
      ...severity,
      code,
      message,
      hint: `It cannot be a reference: ${open}, or leave its list to others.`,
    };
  }
  const message = `\`${name}\` at ${dataPath} is a secret in plain text`;
  const hint = `Write \`${name}: ${referenceForm}\`, and change the secret if this file was ever committed; ${open}.`;
  return { ...severity, code, message, hint };
}

function isReference(value: Json): boolean {
  return isSecretReference(value) && looksLikeReference(value.secret);
}

/** Whether there is a reference at all: allocates nothing, since it looks at everything. */
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
