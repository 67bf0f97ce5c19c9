/** Values and names as people read them. Pure. */

import type { Address } from "../../model/address.ts";
import { addressParts } from "../../model/address.ts";
import type { Difference } from "../../model/change.ts";
import { canonicalText, isArray, isObject, type Json } from "../../model/json.ts";
import { type Pointer, segments } from "../../model/pointer.ts";
import { isSecretReference } from "../../model/secret.ts";
import type { Origin } from "../../model/source.ts";
import { visible } from "./escape.ts";

const maxShown = 100;

/** A value on one line, cut at 100 characters: bare text where nothing is lost by it, JSON otherwise. */
export function shown(value: Json | undefined): string {
  const text = whole(value);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown - 1)}…`;
}

/** What is live of a field: nobody can read a secret. */
export function liveShown({ desired, live }: Pick<Difference, "desired" | "live">): string {
  return live === undefined && isSecretReference(desired) ? "(cannot be read)" : shown(live);
}

function whole(value: Json | undefined): string {
  if (value === undefined) return "(not set)";
  if (isSecretReference(value)) return `[secret ${visible(value.secret)}]`;
  if (isArray(value)) return `[${value.map(whole).join(", ")}]`;
  if (isObject(value)) return visible(canonicalText(value));
  if (typeof value !== "string") return String(value);
  return /^[\p{L}\p{N}][\p{L}\p{N} ._:/+-]*$/u.test(value) && value.trim() === value
    ? value
    : visible(JSON.stringify(value));
}

/** A pointer as a path: `netflow.enabled`; `value` for the whole. */
export function fieldName(path: Pointer): string {
  return path === "" ? "value" : visible(segments(path).join("."));
}

/** `deviceInterface` as `device interface`. */
export function kindName(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** An address for people: `network berlin`. */
export function resourceName(of: Address): string {
  const { kind, key } = addressParts(of);
  return `${kindName(kind)} ${visible(key)}`;
}

/** Where a field was written: `desired-state/acme/defaults.yaml:7 (folder defaults)`. */
export function originText(at: Origin | undefined): string {
  if (!at) return "";
  const layer = { entry: "", fileDefaults: " (file defaults)", folderDefaults: " (folder defaults)" }[
    at.layer
  ];
  return `${visible(at.file)}:${at.line}${layer}`;
}

/** The leaves of a value with their pointers, in key order; lists are leaves. */
export function leaves(value: Json, path: Pointer = ""): readonly (readonly [Pointer, Json])[] {
  if (!isObject(value) || isSecretReference(value) || Object.keys(value).length === 0) return [[path, value]];
  return Object.keys(value)
    .sort()
    .flatMap((key) =>
      leaves(value[key] ?? null, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
    );
}

/** `1 network`, `3 networks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first few, and how many more. */
export function fewOf(texts: readonly string[], as: (text: string) => string = visible): string {
  const max = 8;
  const some = texts.slice(0, max).map(as).join(", ");
  return texts.length <= max ? some : `${some} and ${texts.length - max} more`;
}
