/** Posts a text to a room: found by its name in the list of rooms, by the words of a product. Sends it once. */

import { badId } from "../../catalog/segments.ts";
import { filledPath, filledValue } from "../../catalog/templates.ts";
import type { ProductFile } from "../../catalog/vocabulary/product.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import { ownIdIn } from "../../model/snapshot.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import type { Session } from "../contract.ts";
import { type ReplyContext, replyOf } from "../replies.ts";
import { fromUrl, type RequestContext } from "./requests.ts";

type Post = NonNullable<Session["post"]>;

/** What posting needs. */
interface Posting extends RequestContext {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
  readonly read: Session["read"];
}

/** Posts messages as the product's words say; refuses where no room, or more than one, has that name. */
export function postingTo(on: Posting, words: NonNullable<ProductFile["post"]>): Post {
  const { exchange, wire, url, dialect } = on;
  const { kind, path, with: body } = words;
  const collection = dialect.byName.get(kind)?.kind.collection.name ?? kind;
  return async ({ room, text }, signal): Promise<Reply> => {
    const wanted = [{ kind, identity: room, scope: {} }];
    const looked = await on.read({ collection, scope: {}, wanted }, signal);
    if (looked.state === "unknown") return { meaning: "refused", problem: looked.problem };
    const found = looked.state === "whole" ? looked.items.filter(({ identity }) => identity === room) : [];
    const [chain, another] = found.map(({ id }) => id);
    if (path === undefined || chain === undefined || another !== undefined)
      return { meaning: "refused", problem: noRoom(exchange.target, room, found.length) };
    const id = ownIdIn(chain);
    const bad = badId(exchange.target, [id]);
    if (bad) return { meaning: "refused", problem: bad };
    const said = (word: string) => ({ id, text })[word];
    const headers = { accept: "application/json", "content-type": "application/json" };
    const to = `${url}${fromUrl(dialect, filledPath(path, said))}`;
    const request: WireRequest = { method: "POST", url: to, headers, body: filledValue(body, said) };
    return replyOf(exchange, request, await wire.send(request, signal));
  };
}

function noRoom(target: string, room: string, count: number): Problem {
  if (count > 1)
    return problem("ambiguous", `${target}: ${count} rooms have the name ${JSON.stringify(room)}.`, {
      hint: "Rename all but one: trueup never picks the first.",
    });
  return problem("not-found", `${target}: it sees no room with the name ${JSON.stringify(room)}.`, {
    hint: "Check its spelling under notify in trueup.yaml; upper and lower case differ.",
  });
}
