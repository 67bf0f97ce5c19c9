/** A conversation with a fabric controller: reads objects by path, sends its writes; each request once. */

import { canonicalText } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import { withTokenOrBasic } from "../auth/credentials.ts";
import type { Item, OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { layoutOf } from "../described/lists.ts";
import { ofKind } from "../of-kind.ts";
import { readPages } from "../pages/pages.ts";
import { badId } from "../pages/path.ts";
import { answerOf, replyOf, unexpectedShape } from "../replies.ts";
import type { FabricCollection, FabricDialect } from "./dialects/dialect.ts";
import { otherObject } from "./named-object.ts";
import { itemOf, objectIn, objectsIn, tenantOf } from "./replies.ts";
import { classRequest, readRequest, writeRequest } from "./requests.ts";

const otherHint = "A fabric is case-sensitive: declare the object by the path and class that it has.";

type Wanted = ReadRequest["wanted"][number];
type Sight = { readonly item: Item } | { readonly problem: Problem } | "absent";

/** Opens a session; sends nothing yet. */
export function openFabric(options: OpenSessionOptions<FabricDialect>): Session {
  const { dialect, target } = options;
  const exchange = { target: target.name, rules: dialect.replies };
  const wire = withTokenOrBasic(options.wire, options.credential, dialect.tokenHeader);

  async function look(wanted: Wanted, signal: AbortSignal): Promise<Sight> {
    const bad = badId(target.name, [wanted.identity]);
    if (bad) return { problem: bad };
    const request = readRequest(target.url, dialect, wanted.identity);
    const answer = answerOf(exchange, request, await wire.send(request, signal));
    if (answer.state === "unknown") return answer;
    const found = answer.state === "absent" ? "absent" : objectIn(dialect, answer.body);
    if (found === "absent") return found;
    const other = found && otherObject(dialect, wanted, found);
    if (other !== undefined)
      return { problem: { ...unexpectedShape(exchange, request, other), hint: otherHint } };
    const item = found && itemOf(dialect, wanted, found);
    return item ? { item } : { problem: unexpectedShape(exchange, request, `is no ${wanted.kind}`) };
  }

  async function readObjects(wanted: readonly Wanted[], signal: AbortSignal): Promise<ReadReply> {
    const items: Item[] = [];
    for (const each of wanted) {
      const sight = await look(each, signal);
      if (sight === "absent") continue;
      if ("problem" in sight) return { state: "unknown", problem: sight.problem };
      items.push(sight.item);
    }
    return items.length === 0 ? { state: "absent" } : { state: "whole", items };
  }

  async function readRoot(signal: AbortSignal): Promise<ReadReply> {
    const root = { kind: "managedObject", identity: dialect.root, scope: {} };
    const found = await readObjects([root], signal);
    return found.state === "whole" ? { state: "whole", items: [] } : found;
  }

  async function readTenants(signal: AbortSignal): Promise<ReadReply> {
    const request = classRequest(target.url, dialect, dialect.tenantClass);
    const of = { exchange, wire, first: request, layout: layoutOf(dialect), idOf: canonicalText };
    const list = await readPages({ ...of, none: noList(target.name) }, signal);
    if ("problem" in list) return { state: "unknown", problem: list.problem };
    const items = objectsIn(list.items)?.map((found) => tenantOf(dialect, found));
    if (items?.every((item) => item !== undefined)) return { state: "whole", items };
    return { state: "unknown", problem: unexpectedShape(exchange, request, "is no list of tenants") };
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const bad = badId(target.name, [of.identity]);
    if (bad) return { meaning: "refused", problem: bad };
    const request = writeRequest(target.url, dialect, of);
    return replyOf(exchange, request, await wire.send(request, signal));
  }

  type Read = (wanted: readonly Wanted[], signal: AbortSignal) => Promise<ReadReply>;
  const reads: Readonly<Record<FabricCollection, Read>> = {
    root: (_, signal) => readRoot(signal),
    tenants: (_, signal) => readTenants(signal),
    object: readObjects,
  };

  return {
    read: ({ collection, wanted }, signal) => ofKind(reads, collection)(wanted, signal),
    write,
    preview: (of) => writeRequest(target.url, dialect, of),
  };
}

function noList(target: string): Problem {
  const hint = `Name each one: --only ${target}/tenant/NAME.`;
  return problem("not-found", `${target} has no list of its tenants`, { hint });
}
