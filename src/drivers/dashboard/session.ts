/** A conversation with a dashboard: reads its lists, sends its writes; each request once. */

import { canonicalText, isObject, type Json } from "../../model/json.ts";
import type { Reply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import { credentialField } from "../auth/credentials.ts";
import { withToken } from "../auth/headers.ts";
import type { Item, OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { layoutOf } from "../described/lists.ts";
import { ofKind } from "../of-kind.ts";
import type { PageLayout } from "../pages/layout.ts";
import { readPages } from "../pages/pages.ts";
import { badId } from "../pages/path.ts";
import { answerOf, ofItem, replyOf, unexpectedShape } from "../replies.ts";
import type { DashboardCollection, DashboardDialect, DeviceReport } from "./dialects/dialect.ts";
import { idOf, itemsOf, netflowItem, reportItems } from "./replies.ts";
import { readRequest, reportRequest, writeRequest } from "./requests.ts";
import { withShards } from "./shards.ts";

/** Opens a session; sends nothing yet. */
export function openDashboard(options: OpenSessionOptions<DashboardDialect>): Session {
  const { dialect, secret } = options;
  const exchange = { target: options.target.name, rules: dialect.replies };
  const context = { url: options.target.url, dialect, secret };
  const key = credentialField(options.credential, "apiKey");
  const keyed = withToken(options.wire, dialect.keyHeader, key);
  const wire = dialect.redirects === "listed" ? withShards(keyed, options.target.hosts) : keyed;

  /** The one record of a network's netflow. */
  async function readNetflow(request: WireRequest, signal: AbortSignal): Promise<ReadReply> {
    const answer = answerOf(exchange, request, await wire.send(request, signal));
    if (answer.state !== "answered") return answer;
    const item = netflowItem(dialect, answer.body);
    if (item) return { state: "whole", items: [item] };
    return { state: "unknown", problem: unexpectedShape(exchange, request, "is no record") };
  }

  /** What one device says of itself. A 404 is the word that it says no such thing. */
  async function readReport(of: DeviceReport, serial: string, signal: AbortSignal): Promise<ReadReply> {
    const request = reportRequest(context, of, serial);
    if (request === undefined) return { state: "absent" };
    const answer = answerOf(ofItem(exchange), request, await wire.send(request, signal));
    if (answer.state !== "answered") return answer;
    const items = reportItems(of, serial, answer.body);
    if (items) return { state: "whole", items };
    return {
      state: "unknown",
      problem: unexpectedShape(exchange, request, "is no record and no list of them"),
    };
  }

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const bad = badId(exchange.target, [request.parentId, request.scope.serial]);
    if (bad) return { state: "unknown", problem: bad };
    const { collection, scope } = request;
    if (isReport(collection)) return readReport(collection, scope.serial ?? "", signal);
    const first = readRequest(context, request);
    if (request.collection === "netflow") return readNetflow(first, signal);
    const idOf = identityOf(dialect, request.collection);
    const layout = pagesOf(dialect, request.collection);
    const complete = (records: readonly Json[]) =>
      holdsAll(itemsOf(dialect, request.collection, records), request);
    const list = await readPages(
      { exchange, wire, first, layout, idOf, complete, alone: request.alone },
      signal,
    );
    if ("problem" in list) return { state: "unknown", problem: list.problem };
    const items = itemsOf(dialect, request.collection, list.items);
    if (items !== undefined) return { state: "whole", items };
    const what = `has a record that is none of the ${request.collection}`;
    return { state: "unknown", problem: unexpectedShape(exchange, first, what) };
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const bad = badId(exchange.target, [of.parentId, of.live?.id, of.identity]);
    if (bad) return { meaning: "refused", problem: bad };
    const request = writeRequest(context, of);
    const reply = replyOf(exchange, request, await wire.send(request, signal));
    if (reply.meaning !== "accepted" || of.kind !== "network" || of.operation !== "create") return reply;
    const id = idOf(dialect, reply.value);
    if (id !== undefined) return { ...reply, id };
    return { meaning: "lost", detail: "the network was created, but the answer has no id" };
  }

  return { read, write, preview: (of) => writeRequest(context, of) };
}

function isReport(collection: string): collection is DeviceReport {
  return collection === "uplink" || collection === "wirelessStatus";
}

/** Whether all that is looked for is there. */
function holdsAll(items: readonly Item[] | undefined, { wanted }: ReadRequest): boolean {
  const there = new Set(items?.map(({ kind, identity }) => `${kind} ${identity}`));
  return wanted.every(({ kind, identity }) => there.has(`${kind} ${identity}`));
}

/** Where the records of a list say which they are. */
function identityOf(dialect: DashboardDialect, collection: string): (record: Json) => string {
  const leaf = idLeaf(dialect, collection);
  return (record) => canonicalText(isObject(record) ? (record[leaf] ?? record) : record);
}

function idLeaf(dialect: DashboardDialect, collection: string): string {
  const leaves: Readonly<Partial<Record<DashboardCollection, string>>> = {
    organizations: dialect.organizationFields.id,
    networks: dialect.networkFields.id,
    devices: dialect.deviceFields.serial,
    ssids: dialect.ssidFields.number,
  };
  return ofKind<string | undefined>(leaves, collection) ?? "";
}

/** What comes after a record is asked for by its id, where the product takes that. */
function pagesOf(dialect: DashboardDialect, collection: string): PageLayout {
  const { startingAfter } = dialect;
  return {
    ...layoutOf(dialect),
    size: dialect.perPage[collection],
    ...(startingAfter !== undefined && {
      after: { parameter: startingAfter, field: idLeaf(dialect, collection) },
    }),
  };
}
