/** A session that remembers the whole lists that it has read: what was read once is not read again. */

import type { Driver, ReadReply, ReadRequest, Session } from "../drivers/contract/contract.ts";

/**
 * The session, with whole lists as they were read first, for whatever is looked for in them later. Not for a fleet, of
 * which the reads depend on what is declared. What was asked for by name, or was not whole, is read each time.
 */
export function withRememberedReads(session: Session, { kinds, fleet }: Driver): Session {
  if (fleet) return session;
  const lists = new Map<string, ReadReply>();
  const scopeKeys = new Map(kinds.map(({ collection }) => [collection.name, collection.scopeKeys]));
  const keyOf = ({ collection, scope, parentId }: ReadRequest) =>
    JSON.stringify([collection, parentId, (scopeKeys.get(collection) ?? []).map((word) => scope[word])]);
  return {
    ...session,
    read: async (request, signal) => {
      const key = keyOf(request);
      const known = request.alone ? undefined : lists.get(key);
      if (known) return known;
      const reply = await session.read(request, signal);
      if (reply.state === "whole" && request.wanted.length === 0) lists.set(key, reply);
      return reply;
    },
  };
}
