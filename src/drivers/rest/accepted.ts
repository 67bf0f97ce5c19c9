/** The reply to a write that was accepted: the live id of what was made, and what is stored. Pure. */

import { enclosedIn } from "../../catalog/fields/field-of.ts";
import { hasOwnKey, idField, isIdKnown } from "../../catalog/identity.ts";
import { keyInIdentity } from "../../catalog/path-identity.ts";
import { isSegment } from "../../catalog/segments.ts";
import type { WriteTemplate } from "../../catalog/vocabulary/request.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { Reply } from "../../model/reply.ts";
import type { ShownSecrets } from "../../model/secret.ts";
import type { LiveResource } from "../../model/snapshot.ts";
import type { WireReply } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import type { RestDialect, RestKind } from "./catalog.ts";
import { itemsOf, liveId, ownIdOf } from "./items.ts";
import { kindOfWrite } from "./requests.ts";

/** Makes the reply to one write that was accepted, by what the answer shows of it. */
export type AcceptedWrite = (
  write: Write,
  shown: { readonly value: Json | undefined; readonly answer: WireReply },
) => Reply;

/** For the writes of one session. */
export function acceptedBy(on: {
  readonly dialect: RestDialect;
  readonly shown: ShownSecrets | undefined;
}): AcceptedWrite {
  return (write, { value, answer }) => {
    const reply = { meaning: "accepted", ...(value !== undefined && { value }) } as const;
    const kind = kindOfWrite(on.dialect, write);
    const whole = write.operation === "create" ? created(kind, write, { reply, answer }) : reply;
    return whole.meaning === "accepted" ? { ...whole, stored: storedIn(on, write, value) } : whole;
  };
}

/** With the live id of what was created; without one where nobody needs it, or where it is looked for then. */
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
  return { meaning: "lost", detail: `the ${of.kind.title} was created, but the answer has no id` };
}

/** The last segment of a header such as `location`, where the catalog says that an answer has the id there. */
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
  return found !== undefined && isObject(found)
    ? ownIdOf(of, found, answer.id ?? idField(of.file))
    : undefined;
}

/** The object in an answer; undefined where nothing is known of it, or the answer is about something else. */
export function storedIn(
  { dialect, shown }: { readonly dialect: RestDialect; readonly shown?: ShownSecrets | undefined },
  { kind, operation, identity, scope, parentId, live }: Write,
  body: Json | undefined,
): LiveResource | undefined {
  const of = dialect.byName.get(kind);
  if (!of || body === undefined || !dialect.stored?.[kind]?.includes(operation)) return undefined;
  const { at, optional } = of.writes[operation]?.answer ?? {};
  const found = enclosedIn(body, at, optional);
  const { wrap } = of.item ?? of.list ?? {};
  const read = wrap === undefined ? {} : { wrap };
  const wanted = [{ kind, identity, scope }];
  const items = found === undefined ? [] : itemsOf(of, { read, parentId, wanted, shown }, [found]);
  const own = items?.find((item) => item.identity === identity);
  if (own === undefined || (live?.id !== undefined && own.id !== undefined && own.id !== live.id))
    return undefined;
  const { kind: _, identity: __, ...resource } = own;
  return resource;
}
