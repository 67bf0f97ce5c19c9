/** A conversation with a product that a catalog describes: reads its lists, sends its writes; each request once. */

import { fieldOf } from "../../catalog/fields/field-of.ts";
import { badId } from "../../catalog/segments.ts";
import { scopeOf } from "../../catalog/vocabulary/ways.ts";
import { isArray, type Json } from "../../model/json.ts";
import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import { ownIdIn } from "../../model/snapshot.ts";
import { withAuthentication } from "../auth/authentication.ts";
import type { OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { sentInOrder } from "../in-order.ts";
import { ofKind } from "../of-kind.ts";
import { replyOf } from "../replies.ts";
import { acceptedBy } from "./accepted.ts";
import { batchingOf } from "./batches/batching.ts";
import type { RestDialect, RestKind } from "./catalog.ts";
import { changeLogOf } from "./change-log.ts";
import { elementRequestsOf } from "./elements/requests.ts";
import { finishingOf } from "./finish.ts";
import { endOfTask, pendingTask, taskRequest } from "./pending.ts";
import { postingTo } from "./post.ts";
import { readKind } from "./reads.ts";
import { readReport } from "./reports.ts";
import { conditionOf, kindOfWrite, writeRequest } from "./requests.ts";
import { withShards } from "./shards.ts";
import { learningWire } from "./shown.ts";
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
  const accepted = acceptedBy({ dialect, shown });
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
    const { parentId, identity, live } = of;
    const bad = badId(exchange.target, idsOf({ parentId, id: live?.id, identity }));
    if (bad) return { meaning: "refused", problem: bad };
    const inOrder = several.previews(of);
    if (inOrder)
      return sentInOrder(inOrder, async (each) => replyOf(exchange, each, await wire.send(each, signal)));
    const request = writeRequest(context, of);
    const answer = await wire.send(request, signal);
    const reply = replyOf(exchange, request, answer);
    if (reply.meaning !== "accepted") return reply;
    const task = pendingTask(context, of, reply.value);
    return task ? { meaning: "pending", task } : accepted(of, { value: reply.value, answer });
  }

  async function askTask(task: Task, signal: AbortSignal): Promise<TaskReply> {
    const request = taskRequest(context, task);
    return endOfTask({ exchange, dialect }, task, { request, reply: await wire.send(request, signal) });
  }

  const { post: words } = dialect.product;
  const post = words && postingTo({ ...context, exchange, wire, read }, words);
  const batching = batchingOf({ ...context, exchange, wire, sharedIds, accepted });
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
