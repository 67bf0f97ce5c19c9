/** A conversation with a product that a catalog describes: reads its lists, sends its writes; each request once. */

import { fieldOf } from "../../catalog/fields/field-of.ts";
import { scopeOf } from "../../catalog/schema/authentication.ts";
import { badId } from "../../catalog/segments.ts";
import { isArray, type Json } from "../../model/json.ts";
import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import { ownIdIn } from "../../model/snapshot.ts";
import type { OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../contract/contract.ts";
import { ofKind } from "../contract/kind-table.ts";
import { sentInOrder } from "../contract/send-sequentially.ts";
import { withAuthentication } from "../http/auth/authentication.ts";
import { replyOf } from "../http/replies/replies.ts";
import { batchingOf } from "./batches/batching.ts";
import { readWhole } from "./bulk-reads.ts";
import type { RestDialect } from "./catalogs/catalog-dialect.ts";
import { changeLogOf } from "./change-log.ts";
import { type RestContext, replyTo } from "./context.ts";
import { elementRequestsOf } from "./elements/requests.ts";
import { finishingOf } from "./finish.ts";
import { idsOf } from "./path-variables.ts";
import { postingTo } from "./post.ts";
import { readKind } from "./reads.ts";
import { readReport } from "./reports.ts";
import { conditionOf, kindOfWrite, requestAt, writeRequest } from "./requests.ts";
import { learningWire } from "./returned-secrets.ts";
import { withShards } from "./shards.ts";
import { endOfTask, pendingTask } from "./tasks.ts";
import { acceptedReply } from "./write-response.ts";

/** Opens a session; sends nothing yet. */
export function openRest(options: OpenSessionOptions<RestDialect>): Session {
  const { dialect, target, shown } = options;
  const { errors, authentication, limits, post: postWords, reports = {} } = dialect.product;
  const { wire: authenticated, close } = wireOf(options);
  const wire = learningWire(authenticated, { names: dialect.shownNames, shown });
  const sharedIds = new Map<string, string>();
  const exchange = {
    target: target.name,
    rules: dialect.replies,
    texts: errorTexts(errors?.texts ?? []),
    scope: scopeOf(authentication),
  };
  const { url } = target;
  const on: RestContext = { url, dialect, open: options.secret, exchange, wire, shown, sharedIds };

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const { collection, parentId, scope, wanted } = request;
    const of = dialect.byCollection.get(collection);
    const sought = of?.list ? [] : wanted.map(({ identity }) => identity);
    const bad = badId(target.name, [...idsOf({ parentId }), scope.serial, scope.id, ...sought]);
    if (bad) return { state: "unknown", problem: bad };
    const reading = { ...on, signal };
    if (of === undefined) {
      // What devices report of themselves is asked of every product of an interface.
      if (!Object.hasOwn(reports, collection) && scope.serial !== undefined) return { state: "absent" };
      return readReport(reading, ofKind(reports, collection), request);
    }
    const reply = await (request.whole ? readWhole(reading, of, request) : readKind(reading, of, request));
    // What shares a limit is told by its name in scopes, and by its id in paths.
    if (of.file.kind === limits.sharedBy && reply.state === "whole")
      for (const { identity, id } of reply.items) if (id !== undefined) sharedIds.set(identity, ownIdIn(id));
    return reply;
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const { parentId, identity, live } = of;
    const bad = badId(target.name, idsOf({ parentId, id: live?.id, identity }));
    if (bad) return { meaning: "refused", problem: bad };
    const inOrder = elementRequestsOf(on, of);
    if (inOrder) return sentInOrder(inOrder, (each) => replyTo(on, each, signal));
    const request = writeRequest(on, of);
    const answer = await wire.send(request, signal);
    const reply = replyOf(exchange, request, answer);
    if (reply.meaning !== "accepted") return reply;
    const task = pendingTask(dialect, of, reply.value);
    return task ? { meaning: "pending", task } : acceptedReply(on, of, { value: reply.value, answer });
  }

  async function askTask(task: Task, signal: AbortSignal): Promise<TaskReply> {
    const request = requestAt(on, task);
    return endOfTask(on, task, { request, reply: await wire.send(request, signal) });
  }

  return {
    read,
    write,
    askTask,
    close,
    guards: (of) => Object.values(conditionOf(kindOfWrite(dialect, of), of))[0],
    preview: (of) => writeRequest(on, of),
    previews: (of) => elementRequestsOf(on, of),
    batching: batchingOf(on),
    changes: changeLogOf(on),
    finishing: finishingOf(on),
    post: postWords && postingTo({ ...on, read }, postWords),
  };
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
    url: target.url,
    authentication,
    ended,
    sessions,
    credential,
    now,
    tokens,
  };
  const { wire, ...more } = withAuthentication(options.wire, asking);
  return { wire: redirects === "listed" ? withShards(wire, target.hosts) : wire, ...more };
}
