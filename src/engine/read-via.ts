/** A session that reads what is declared through another target, and writes through its own. */

import type { OpenTarget, ReadReply, ReadRequest, Session, Write } from "../drivers/contract.ts";
import type { Reply } from "../model/reply.ts";
import type { LiveResource } from "../model/snapshot.ts";

/**
 * The session of `own`, with the live side of what is declared as `through` shows it. Where nothing is declared
 * (import, check) its own reads are better: they know types. What a write is built from, the tree around it and its
 * version, is read through the interface that takes it, just before.
 */
export function readThrough(own: Pick<OpenTarget, "driver" | "session">, through: Session): Session {
  const { session, driver } = own;

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    if (request.wanted.length === 0 || request.wanted.some(({ declared }) => declared === undefined))
      return session.read(request, signal);
    return through.read(request, signal);
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const { live, kind, identity, scope } = of;
    const collection = driver.kinds.find(({ name }) => name === kind)?.collection.name;
    if (live === undefined || of.desired === undefined || collection === undefined)
      return session.write(of, signal);
    const wanted = [{ kind, identity, scope, declared: [of.desired] }];
    const reply = await session.read({ collection, scope, wanted }, signal);
    if (reply.state === "unknown") return { meaning: "refused", problem: reply.problem };
    const items = reply.state === "whole" ? reply.items : [];
    const found = items.find((item) => item.kind === kind && item.identity === identity);
    if (!found)
      return { meaning: "conflict", detail: `${of.address} is not there by the interface that writes it` };
    return session.write({ ...of, live: { ...live, ...builtFrom(found) } }, signal);
  }

  return { ...session, read, write };
}

function builtFrom({ raw, version }: LiveResource): Partial<LiveResource> {
  return { ...(raw !== undefined && { raw }), ...(version !== undefined && { version }) };
}
