/** Applies faults to the messages of a session, and logs the requests of sessions. */

import { changeLive } from "../changes.ts";
import { type Fault, struckBy } from "../faults.ts";
import type { World } from "../world.ts";
import { writingOperations } from "./operation-names.ts";
import { type MessageOutcome, refusal } from "./reply.ts";
import type { Session } from "./state.ts";
import type { Element } from "./xml.ts";

/** A message. `method` is `hello`, or the name of the message's operation. */
export interface MessageContext {
  readonly session: Session;
  readonly method: string;
  readonly now: number;
  /** The element `rpc` to which the reply belongs. If absent, the message is a hello. */
  readonly rpc?: Element;
}

/** Answers a message, with the first matching fault applied, and logs it. */
export function struck(
  world: World,
  asking: MessageContext,
  run: (world: World) => MessageOutcome,
): MessageOutcome {
  const { session, method, now } = asking;
  const path = `/devices/${session.host}`;
  const { fault, faults } = struckBy(world.faults, { interface: "netconf", method, path }, now);
  const after: World = { ...world, faults };
  const done = fault === undefined ? run(after) : underFault(after, { fault, asking }, run);
  const write = writingOperations.includes(method);
  const { status } = done;
  const last = { at: now, interface: "netconf", method, path, status, write, admitted: true } as const;
  return { ...done, world: { ...done.world, log: { last, before: world.log } } };
}

function underFault(
  world: World,
  { fault, asking }: { readonly fault: Fault; readonly asking: MessageContext },
  run: (world: World) => MessageOutcome,
): MessageOutcome {
  const changed = (fault.change && changeLive(world, fault.change)) ?? world;
  const instead = answerInstead(changed, fault, asking);
  if (instead !== undefined) return instead;
  const done = run(changed);
  switch (fault.effect.kind) {
    case "slow":
      return { ...done, delayMs: fault.effect.delayMs };
    case "lostAfter":
      return { ...done, cut: "dropped" };
    case "truncated":
      return { ...done, cut: "truncated" };
    case "otherMessageId":
      return { ...done, message: done.message?.replace(/message-id="[^"]*"/, 'message-id="another"') ?? "" };
    case "carriedOut":
    case "conflict":
    case "rpcError":
    case "down":
    case "lostBefore":
    case "notJson":
    case "answer":
      return done;
  }
}

/** Returns the reply if the message is not carried out. Returns undefined if the message is carried out. */
function answerInstead(
  world: World,
  { effect }: Fault,
  { method, rpc }: MessageContext,
): MessageOutcome | undefined {
  switch (effect.kind) {
    case "conflict": {
      const tag = method === "lock" ? "lock-denied" : "in-use";
      const info = { "session-id": "0" };
      return refusal(world, rpc, { type: "protocol", tag, message: "somebody else holds a lock", info });
    }
    case "rpcError":
      return refusal(world, rpc, {
        tag: effect.tag,
        message: effect.message ?? `this is ${effect.tag}`,
        ...(effect.path !== undefined && { path: effect.path }),
        ...(effect.appTag !== undefined && { appTag: effect.appTag }),
      });
    case "down":
    case "lostBefore":
      return { world, status: 0, cut: "dropped" };
    case "notJson":
      return { world, status: 200, message: "<html><body>Sign in</body></html>" };
    case "answer":
      return { world, status: effect.status, message: effect.body ?? "" };
    case "carriedOut":
    case "slow":
    case "lostAfter":
    case "truncated":
    case "otherMessageId":
      return undefined;
  }
}
