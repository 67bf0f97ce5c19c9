/** Posts a text to a room: found by its name in the list of rooms, by the words of a product. Sends it once. */

import type { ProductFile } from "../../catalog/schema/product.ts";
import { badId } from "../../catalog/segments.ts";
import { filledValue } from "../../catalog/templates.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import { ownIdIn } from "../../model/snapshot.ts";
import type { Session } from "../contract/contract.ts";
import { type RestContext, replyTo } from "./context.ts";
import { listOf } from "./health.ts";
import { requestTo } from "./requests.ts";

/** Posts messages as the product's words say; refuses where no room, or more than one, has that name. */
export function postingTo(
  on: RestContext & Pick<Session, "read">,
  { kind, path, with: body }: NonNullable<ProductFile["post"]>,
): NonNullable<Session["post"]> {
  const { exchange, dialect } = on;
  return async ({ room, text }, signal): Promise<Reply> => {
    const wanted = [{ kind, identity: room, scope: {} }];
    const looked = await on.read({ ...listOf(dialect.byName, kind), wanted }, signal);
    if (looked.state === "unknown") return { meaning: "refused", problem: looked.problem };
    const found = looked.state === "whole" ? looked.items.filter(({ identity }) => identity === room) : [];
    const [chain, another] = found.map(({ id }) => id);
    if (path === undefined || chain === undefined || another !== undefined)
      return { meaning: "refused", problem: noRoom(exchange.target, room, found.length) };
    const id = ownIdIn(chain);
    const bad = badId(exchange.target, [id]);
    if (bad) return { meaning: "refused", problem: bad };
    const said = (word: string) => ({ id, text })[word];
    const sent = { words: said, scope: {}, body: filledValue(body, said) };
    return replyTo(on, requestTo(on, { method: "POST", path }, sent), signal);
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
