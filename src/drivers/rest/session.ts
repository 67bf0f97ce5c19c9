/** A conversation with a product that a catalog describes: reads its lists, sends its writes; each request once. */

import { enclosedIn, fieldOf } from "../../catalog/fields/field-of.ts";
import { hasOwnKey, idField, isIdKnown } from "../../catalog/identity.ts";
import { keyInIdentity } from "../../catalog/path-identity.ts";
import { badId, isSegment } from "../../catalog/segments.ts";
import type { WriteTemplate } from "../../catalog/vocabulary/request.ts";
import { scopeOf } from "../../catalog/vocabulary/ways.ts";
import { isArray, isObject, type Json } from "../../model/json.ts";
import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import { ownIdIn } from "../../model/snapshot.ts";
import type { WireReply } from "../../model/wire.ts";
import { withAuthentication } from "../auth/authentication.ts";
import type { OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { ofKind } from "../of-kind.ts";
import { replyOf } from "../replies.ts";
import { batchingOf } from "./batches/batching.ts";
import type { RestDialect, RestKind } from "./catalog.ts";
import { changeLogOf } from "./change-log.ts";
import { elementRequestsOf, sentInOrder } from "./elements/requests.ts";
import { finishingOf } from "./finish.ts";
import { liveId, ownIdOf } from "./items.ts";
import { endOfTask, pendingTask, taskRequest } from "./pending.ts";
import { postingTo } from "./post.ts";
import { readKind } from "./reads.ts";
import { readReport } from "./reports.ts";
import { conditionOf, kindOfWrite, writeRequest } from "./requests.ts";
import { withShards } from "./shards.ts";
import { learningWire } from "./shown.ts";
import { storedIn } from "./stored.ts";
import { readWhole } from "./wholes.ts";
import { idsOf } from "./words.ts";

/** Opens a session; sends nothing yet. */
export function openRest(options: OpenSessionOptions<RestDialect>): Session {
  const { dialect, target } = options;
  const texts = errorTexts(dialect.product.errors?.texts ?? []);
  const scope = scopeOf(dialect.product.authentication);
  const exchange = { target: target.name, rules: dialect.replies, texts, scope };
  const context = { url: target.url, dialect, open: options.secret };
  const { shown } = options;
  const several = { previews: (of: Write) => elementRequestsOf(context, of) };
  const { wire: authenticated, close } = wireOf(options);
  const wire = learningWire(authenticated, { names: dialect.shownNames, shown });

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const { collection, parentId, scope, wanted } = request;
    const of = dialect.byCollection.get(collection);
    const sought = of?.list ? [] : wanted.map(({ identity }) => identity);
    const bad = badId(exchange.target, [...idsOf({ parentId }), scope.serial, scope.id, ...sought]);
    if (bad) return { state: "unknown", problem: bad };
    const on = { ...context, exchange, wire, shown, signal };
    if (of) return learnt(of, await (request.whole ? readWhole(on, of, request) : readKind(on, of, request)));
    const { reports = {} } = dialect.product;
    // What devices report of themselves is asked of every product of an interface.
    if (!Object.hasOwn(reports, collection) && scope.serial !== undefined) return { state: "absent" };
    return readReport(on, ofKind(reports, collection), request);
  }

  const sharedIds = new Map<string, string>();
  const sharing = dialect.byName.get(dialect.product.limits.sharedBy ?? "");
  /** What shares a limit is told by its name in scopes, and by its id in paths. */
  function learnt(of: RestKind, reply: ReadReply): ReadReply {
    if (of === sharing && reply.state === "whole")
      for (const { identity, id } of reply.items) if (id !== undefined) sharedIds.set(identity, ownIdIn(id));
    return reply;
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const kind = kindOfWrite(dialect, of);
    const { parentId, identity, live } = of;
    const bad = badId(exchange.target, idsOf({ parentId, id: live?.id, identity }));
    if (bad) return { meaning: "refused", problem: bad };
    const inOrder = several.previews(of);
    if (inOrder) return sentInOrder({ wire, exchange, signal }, inOrder);
    const request = writeRequest(context, of);
    const answer = await wire.send(request, signal);
    const reply = replyOf(exchange, request, answer);
    if (reply.meaning !== "accepted") return reply;
    const task = pendingTask(context, of, reply.value);
    if (task) return { meaning: "pending", task };
    const whole = of.operation === "create" ? created(kind, of, { reply, answer }) : reply;
    return whole.meaning === "accepted"
      ? { ...whole, stored: storedIn({ dialect, shown }, of, reply.value) }
      : whole;
  }

  async function askTask(task: Task, signal: AbortSignal): Promise<TaskReply> {
    const request = taskRequest(context, task);
    return endOfTask({ exchange, dialect }, task, { request, reply: await wire.send(request, signal) });
  }

  const { post: words } = dialect.product;
  const post = words && postingTo({ ...context, exchange, wire, read }, words);
  const batching = batchingOf({ ...context, exchange, wire, sharedIds });
  const changes = changeLogOf({ ...context, exchange, wire, sharedIds });
  const finishing = finishingOf({ ...context, exchange, wire });
  const guards = (of: Write) => conditionOf(kindOfWrite(dialect, of), of);
  const preview = (of: Write) => writeRequest(context, of);
  return { read, write, guards, askTask, batching, changes, post, preview, ...several, finishing, close };
}

/** What stands in these fields of an error's answer. */
function errorTexts(fields: readonly string[]): (body: Json) => readonly Json[] {
  return (body) =>
    fields.flatMap((field): readonly Json[] => {
      const found = fieldOf(body, field) ?? [];
      return isArray(found) ? found : [found];
    });
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

/** A wire that says who asks, and stays on the host that an organization lives on where the product has such. */
function wireOf(options: OpenSessionOptions<RestDialect>): ReturnType<typeof withAuthentication> {
  const { dialect, target, credential, now, tokens } = options;
  const { authentication, ended, sessions, redirects } = dialect.product;
  const asking = {
    exchange: { target: target.name, rules: dialect.replies },
    ...{ url: target.url, authentication, ended, sessions, credential, now, tokens },
  };
  const { wire, ...more } = withAuthentication(options.wire, asking);
  return { wire: redirects === "listed" ? withShards(wire, target.hosts) : wire, ...more };
}
