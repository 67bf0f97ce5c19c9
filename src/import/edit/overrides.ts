/** Entries that a template makes otherwise: an entry of their own, in a file beside the template. Pure. */

import type { Desired, Resource } from "../../model/desired.ts";
import type { Json } from "../../model/json.ts";
import { at, segments } from "../../model/pointer.ts";
import { documentsIn, type NodePath, spotAt } from "./splice.ts";
import { keyText, valueText } from "./yaml-text.ts";

/** Where an entry is edited. */
export interface OverridePlace {
  readonly file: string;
  readonly spot: NodePath;
  /** True: what is written there lies over what a template makes. */
  readonly isOverride: boolean;
}

/** The texts of an attempt, with the entries that were begun in it. */
export interface Overrides {
  readonly texts: Map<string, string>;
  /** By the file and the entry at the top. */
  readonly made: Map<string, Pick<OverridePlace, "file" | "spot">>;
  /** Beside which path, by the template's. */
  readonly overridesAt: (template: string) => string;
}

/** Where an entry that a template makes can be written by itself: begun there, where it is not yet. */
export function overridePlace(
  desired: Desired,
  {
    resource,
    fields,
  }: { readonly resource: Resource; readonly fields: readonly { readonly path: string }[] },
  overrides: Overrides,
): OverridePlace | undefined {
  const own = desired.ownPlace?.(resource.address);
  if (!own) return undefined;
  const { texts, made } = overrides;
  const inner = own.path.slice(own.topLength);
  const topPath = own.path.slice(0, own.topLength);
  const key = JSON.stringify([own.file, own.header, topPath]);
  const top = own.top && spotAt(texts.get(own.top.file) ?? "", own.top);
  const found = own.top && top ? { file: own.top.file, spot: top } : made.get(key);
  const place =
    found ??
    begun(overrides, own, {
      topPath,
      notes: fields.flatMap(({ path }) => noteOf(desired, resource, path)),
    });
  made.set(key, place);
  const spot = { ...place.spot, path: [...place.spot.path, ...inner] };
  return { file: place.file, spot, isOverride: true };
}

/** A document of its own at the end of the file: another target or organization needs another one. */
function begun(
  { texts, overridesAt }: Overrides,
  { file: template, header }: NonNullable<ReturnType<NonNullable<Desired["ownPlace"]>>>,
  { topPath, notes }: { readonly topPath: readonly string[]; readonly notes: readonly string[] },
): Pick<OverridePlace, "file" | "spot"> {
  const file = overridesAt(template).replace(/(\.ya?ml)$/, ".overrides$1");
  const before = texts.get(file) ?? "";
  const head = Object.entries(header).map(
    ([name, value]) => `${keyText(name)}:${valueText(value, { flow: true, indent: 2 })}`,
  );
  const keys = topPath.map((step, depth) => `${"  ".repeat(depth)}${keyText(step)}:`);
  const text = [`# What ${template} would make otherwise:`, ...notes, ...head, ...keys].join("\n");
  const separator = before === "" ? "" : `${before.endsWith("\n") ? "" : "\n"}---\n`;
  texts.set(file, `${before}${separator}${text} {}\n`);
  return { file, spot: { document: documentsIn(before), path: topPath } };
}

/** What it is instead of. */
function noteOf(desired: Desired, resource: Resource, path: string): readonly string[] {
  const value: Json | undefined = at(resource.value, path);
  const origin = desired.locate(resource.address, path);
  if (!origin || resource.secrets.some((secret) => path.startsWith(secret) || secret.startsWith(path)))
    return [];
  const name = segments(path).join(".");
  const was = value === undefined ? "nothing" : valueText(value, { flow: true, indent: 0 }).trim();
  return [`#   ${name === "" ? "it" : name}: ${was.slice(0, 80)} (${origin.file}:${origin.line})`];
}
