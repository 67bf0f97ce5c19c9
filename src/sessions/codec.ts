/** Converts questions to sessions, and their answers, to JSON and back without loss. No other code does this. */

import type { ReadReply } from "../drivers/contract/contract.ts";
import { type HiddenValue, hidden } from "../model/live/hidden.ts";
import type { HeldSecrets, Item, LiveResource } from "../model/live/snapshot.ts";
import type { Pointer } from "../model/pointer.ts";
import type { Reply } from "../model/reply.ts";
import type { HiddenNames } from "./hidden-names.ts";

/** The known references, and the values of their secrets. */
export interface ReferencesByValue {
  readonly values: ReadonlySet<string>;
  /** Returns the references whose secret has this value. */
  of(value: string): readonly string[];
  readonly known: readonly string[];
}

/**
 * The secrets that a resource contains. `held` lists, for each field, the references whose secret equals the field's
 * value. The secrets of all other known references differ from it.
 */
interface PlainHeld {
  readonly held: readonly (readonly [path: Pointer, references: readonly string[]])[];
  readonly isOneWay?: true | undefined;
}

type PlainItem = Omit<Item, "holds"> & { readonly holds?: PlainHeld | undefined };
type PlainLive = Omit<LiveResource, "holds"> & { readonly holds?: PlainHeld | undefined };
type WholeRead = Extract<ReadReply, { state: "whole" }>;
type PlainAround = Omit<NonNullable<WholeRead["around"]>[number], "node"> & { readonly node: PlainItem };
type Accepted = Extract<Reply, { meaning: "accepted" }>;

/** The references whose secrets were compared with the resource's. */
interface KnownReferences {
  readonly known?: readonly string[] | undefined;
}

/** A read as plain data. */
export type PlainRead =
  | Exclude<ReadReply, { state: "whole" }>
  | (Omit<WholeRead, "items" | "around" | "parentIds"> &
      KnownReferences & {
        readonly items: readonly PlainItem[];
        readonly around?: readonly PlainAround[] | undefined;
        readonly parentIds?: readonly string[];
      });

/** The reply to a write as plain data. */
export type PlainReply =
  | Exclude<Reply, { meaning: "accepted" }>
  | (Omit<Accepted, "stored"> & KnownReferences & { readonly stored?: PlainLive | undefined });

/** A read as plain data. */
export function plainRead(reply: ReadReply, references: ReferencesByValue): PlainRead {
  if (reply.state !== "whole") return reply;
  const { items: all, around, parentIds, ...rest } = reply;
  const plain = ({ holds, ...item }: Item): PlainItem => ({ ...item, ...told(holds, references) });
  const items = all.map(plain);
  return {
    ...rest,
    items,
    ...(items.some(({ holds }) => holds) && { known: references.known }),
    ...(around && { around: around.map((each) => ({ ...each, node: plain(each.node) })) }),
    ...(parentIds && { parentIds: [...parentIds] }),
  };
}

/** The inverse of `plainRead`. */
export function readOf(plain: PlainRead): ReadReply {
  if (plain.state !== "whole") return plain;
  const { items, around, parentIds, known, ...rest } = plain;
  const references = new Set(known);
  const item = ({ holds, ...each }: PlainItem): Item => ({ ...each, ...asking(holds, references) });
  return {
    ...rest,
    items: items.map(item),
    ...(around && { around: around.map((each) => ({ ...each, node: item(each.node) })) }),
    ...(parentIds && { parentIds: new Set(parentIds) }),
  };
}

/** The reply to a write as plain data. */
export function plainReply(reply: Reply, references: ReferencesByValue): PlainReply {
  if (reply.meaning !== "accepted") return reply;
  const { stored, ...rest } = reply;
  if (stored === undefined) return rest;
  const { holds, ...live } = stored;
  const { known } = references;
  return { ...rest, stored: { ...live, ...told(holds, references) }, ...(holds && { known }) };
}

/** The inverse of `plainReply`. */
export function replyOf(plain: PlainReply): Reply {
  if (plain.meaning !== "accepted") return plain;
  const { stored, known, ...rest } = plain;
  if (stored === undefined) return rest;
  const { holds, ...live } = stored;
  return { ...rest, stored: { ...live, ...asking(holds, new Set(known)) } };
}

function told(holds: HeldSecrets | undefined, references: ReferencesByValue): { readonly holds?: PlainHeld } {
  if (!holds) return {};
  const shown = holds.shown?.(references.values) ?? [];
  const held = shown.map(([path, secret]) => [path, references.of(secret.reveal())] as const);
  return { holds: { held, ...(holds.isOneWay && { isOneWay: true }) } };
}

function asking(told: PlainHeld | undefined, known: ReadonlySet<string>): { readonly holds?: HeldSecrets } {
  if (told === undefined) return {};
  const held = new Map(told.held);
  const holds: HeldSecrets = (path, { secret }) => {
    const equal = held.get(path);
    if (equal === undefined || !known.has(secret)) return undefined;
    return equal.includes(secret) ? true : told.isOneWay ? undefined : false;
  };
  return { holds };
}

/** The beginning of the placeholder for a hidden value without a digest, in the text of a call. */
const unkeyed = '"$hidden":"unkeyed';
const named = '"$of":"';

/** Returns the text of a value. Functions are left out. */
export function callText(value: unknown, names: HiddenNames): string {
  const text = JSON.stringify(value);
  if (!text.includes(unkeyed)) return text;
  return JSON.stringify(value, (_, each: unknown) => {
    const name = isUnkeyed(each) ? names.nameOf(each) : undefined;
    return name === undefined ? each : { ...Object(each), $of: name };
  });
}

/** Returns the value of a text that `callText` has made. */
export function callValue<T>(text: string, names: HiddenNames): T {
  if (!text.includes(named)) return JSON.parse(text);
  return JSON.parse(text, (_, each: unknown) => {
    if (typeof each !== "object" || each === null || !("$of" in each) || !("$hidden" in each)) return each;
    const { $of: name, $hidden: form, ...more } = each;
    const isOurs = typeof name === "string" && typeof form === "string" && Object.keys(more).length === 0;
    if (!isOurs || !form.startsWith("unkeyed")) return each;
    return Object.assign(names.of(name), { $hidden: form });
  });
}

function isUnkeyed(value: unknown): value is HiddenValue {
  if (typeof value !== "object" || value === null || !("$hidden" in value)) return false;
  return typeof value.$hidden === "string" && value.$hidden.startsWith(hidden(undefined).$hidden);
}
