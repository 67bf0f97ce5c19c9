/** Interprets the reply to an accepted write: the live id of the created resource, and the stored state. Pure. */

import { enclosedIn, fieldOf } from "../../catalog/fields/field-of.ts";
import { hasOwnKey, idField, isIdKnown, keyInIdentity } from "../../catalog/identity.ts";
import type { ReadTemplate } from "../../catalog/operations.ts";
import type { WriteTemplate } from "../../catalog/schema/request.ts";
import { isSegment } from "../../catalog/templates.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import { lastInPath } from "../../model/names/hierarchy.ts";
import type { Reply } from "../../model/reply.ts";
import type { WireReply } from "../../model/wire.ts";
import type { Item, Write } from "../contract/contract.ts";
import type { RestKind } from "./catalogs/catalog-dialect.ts";
import { itemsOf, liveId, ownIdOf } from "./items.ts";
import { kindOfWrite, type RestContext } from "./requests.ts";

/** Returns the reply to an accepted write, based on the content of the product's reply. */
export function acceptedReply(
  on: Pick<RestContext, "dialect" | "shown">,
  write: Write,
  { value, answer }: { readonly value: Json | undefined; readonly answer: WireReply },
): Reply {
  const reply = { meaning: "accepted", ...(value !== undefined && { value }) } as const;
  const kind = kindOfWrite(on.dialect, write);
  const whole: Reply = write.operation === "create" ? created(kind, write, { reply, answer }) : reply;
  if (whole.meaning !== "accepted") return whole;
  const shownAs = write.operation === "create" ? nameShown(on, write, { id: whole.id, value }) : undefined;
  return { ...whole, ...(shownAs !== undefined && { shownAs }), stored: storedIn(on, write, value) };
}

/**
 * Returns the name that a reply shows for a resource created with this id, if exactly one of its fields is the name.
 */
function nameShown(
  on: Pick<RestContext, "dialect" | "shown">,
  write: Write,
  { id, value }: { readonly id: string | undefined; readonly value: Json | undefined },
): string | undefined {
  const of = kindOfWrite(on.dialect, write);
  const { identity = "name", below } = of.file;
  if (id === undefined || typeof identity !== "string" || hasOwnKey(of.file)) return undefined;
  const item = itemsShown(on, write, { body: value, read: wrapOf(of) })?.find((one) => one.id === id);
  if (item === undefined || typeof fieldOf(item.value, identity) !== "string") return undefined;
  return below === undefined ? item.identity : lastInPath(item.identity);
}

function wrapOf({ item, list }: RestKind): Pick<ReadTemplate, "wrap"> {
  const { wrap } = item ?? list ?? {};
  return wrap === undefined ? {} : { wrap };
}

/**
 * Returns the reply with the live id of the created resource. The id is left out if nobody needs it, or if it must be
 * searched for. If a required id is missing, the reply counts as lost.
 */
function created(
  of: RestKind,
  { parentId, identity }: Write,
  { reply, answer }: { readonly reply: Extract<Reply, { meaning: "accepted" }>; readonly answer: WireReply },
): Reply {
  if (of.file.form === "singleton") return reply;
  const template = of.writes.create;
  const known = isIdKnown(of.file);
  if (known && hasOwnKey(of.file) && !of.isParent) return reply;
  const own = known
    ? keyInIdentity(of.file, identity)
    : template && (idInHeader(template, answer) ?? idIn(of, template, reply.value));
  if (own !== undefined) return { ...reply, id: liveId(of, parentId, own) };
  if (template?.answer?.optional) return reply;
  const detail = `the ${of.kind.title} was created, but the answer contains no id`;
  return { meaning: "lost", accepted: true, detail };
}

/** Returns the last segment of a header such as `location`, if the catalog says that it contains the id. */
function idInHeader({ answer: { header } = {} }: WriteTemplate, answer: WireReply): string | undefined {
  const named = header !== undefined && answer.outcome === "answered" && answer.headers[header.toLowerCase()];
  if (!named) return undefined;
  const path = URL.parse(named, "https://any.example")?.pathname.replace(/\/+$/, "");
  const id = decoded(path?.slice(path.lastIndexOf("/") + 1) ?? "");
  return isSegment(id) ? id : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function idIn(of: RestKind, { answer = {} }: WriteTemplate, body: Json | undefined): string | undefined {
  const found = enclosedIn(body, answer.at, answer.optional);
  return isObject(found) ? ownIdOf(of, found, answer.id ?? idField(of.file)) : undefined;
}

/**
 * Returns the stored resource that a reply shows. Undefined: the reply shows no usable resource, or another resource.
 */
export function storedIn(
  on: Pick<RestContext, "dialect" | "shown">,
  write: Write,
  body: Json | undefined,
): LiveResource | undefined {
  const { kind, operation, live } = write;
  const of = on.dialect.byName.get(kind);
  if (!of || !on.dialect.stored?.[kind]?.includes(operation)) return undefined;
  const own = writtenItem(on, write, { body, read: wrapOf(of) });
  if (own === undefined || (live?.id !== undefined && own.id !== undefined && own.id !== live.id))
    return undefined;
  const { kind: _, identity: __, ...resource } = own;
  return resource;
}

/**
 * Returns the written resource, from the record that a change log shows. Undefined: the record shows no such resource.
 * The record need not contain the resource's key.
 */
export function loggedOf(
  { dialect, shown }: Pick<RestContext, "dialect" | "shown">,
  write: Write,
  shows: JsonObject,
): LiveResource | undefined {
  const of = kindOfWrite(dialect, write);
  const { kind, identity, scope, parentId } = write;
  const record = { [idField(of.file)]: keyInIdentity(of.file, identity), ...shows };
  const wanted = [{ kind, identity, scope }];
  const [own, another] = itemsOf(of, { read: {}, parentId, wanted, shown }, [record]) ?? [];
  if (own === undefined || another !== undefined || own.identity !== identity) return undefined;
  const { kind: _, identity: __, ...resource } = own;
  return resource;
}

interface AnswerBody {
  readonly body: Json | undefined;
  readonly read?: Pick<ReadTemplate, "wrap">;
}

/**
 * Returns the items in a write's reply. The result is empty if the reply shows no object, and undefined if the object
 * is not of the kind.
 */
function itemsShown(
  { dialect, shown }: Pick<RestContext, "dialect" | "shown">,
  write: Write,
  { body, read = {} }: AnswerBody,
): readonly Item[] | undefined {
  const of = kindOfWrite(dialect, write);
  const { kind, operation, identity, scope, parentId } = write;
  const { at, optional } = of.writes[operation]?.answer ?? {};
  const found = enclosedIn(body, at, optional);
  const wanted = [{ kind, identity, scope }];
  return found === undefined ? [] : itemsOf(of, { read, parentId, wanted, shown }, [found]);
}

/** Returns the written resource if the reply shows it, otherwise undefined. */
export function writtenItem(
  on: Pick<RestContext, "dialect" | "shown">,
  write: Write,
  answer: AnswerBody,
): Item | undefined {
  const of = kindOfWrite(on.dialect, write);
  const items = itemsShown(on, write, answer);
  const { identity } = write;
  // The reply does not show the parent path, so only the last names are compared.
  const own = of.file.below === undefined ? (path: string) => path : lastInPath;
  return items?.find((item) => own(item.identity) === own(identity));
}
