/** Answers one `<rpc>` (RFC 6241 section 4): reads it, carries it out, and writes the reply. */

import { shownAt } from "../late-lists.ts";
import { refusedBy } from "../wire/permissions.ts";
import type { World } from "../world.ts";
import { keptOn } from "./kept-on.ts";
import type { Rpc } from "./operation.ts";
import { carriedOut } from "./operations.ts";
import { type MessageOutcome, refusal, replyTo } from "./reply.ts";
import { type RpcError, RpcRefusal } from "./rpc-error.ts";
import { deviceState, type Session } from "./state.ts";
import { baseNamespace } from "./tree/output.ts";
import { struck } from "./trouble.ts";
import { type Element, readXml } from "./xml.ts";

/**
 * Answers one message. If a message is malformed, a session of base:1.0 ends, because base:1.0 has no error for this.
 */
export function answer(
  world: World,
  { session, message, now }: { readonly session: Session; readonly message: string; readonly now: number },
): MessageOutcome {
  const rpc = readXml(message);
  if (rpc?.name !== "rpc" || rpc.namespace !== baseNamespace) {
    if (session.framing === "endOfMessage") return { world, status: 400, cut: "dropped" };
    return refusal(world, undefined, {
      type: "rpc",
      tag: "malformed-message",
      message: "this is not an rpc",
    });
  }
  const [operation, another] = rpc.children;
  if (rpc.attributes["message-id"] === undefined) return refusal(world, rpc, withoutId);
  if (operation === undefined || another !== undefined) return refusal(world, rpc, notOne);
  const method = operation.name;
  return struck(world, { session, method, now, rpc }, (at) => carried(at, { session, operation, rpc, now }));
}

const withoutId: RpcError = {
  type: "rpc",
  tag: "missing-attribute",
  message: "an rpc needs a message-id",
  info: { "bad-attribute": "message-id", "bad-element": "rpc" },
};

const notOne: RpcError = {
  type: "rpc",
  tag: "missing-element",
  message: "an rpc must contain exactly one operation",
};

/** Operations that are reads. Their replies show older values of delayed fields. */
const reads: readonly string[] = ["get", "get-config"];

interface Received extends Pick<Rpc, "session" | "operation" | "now"> {
  readonly rpc: Element;
}

function carried(world: World, { session, operation, rpc, now }: Received): MessageOutcome {
  const { host, user } = session;
  const { restconf } = reads.includes(operation.name) ? shownAt(world, "restconf", now) : world;
  const router = restconf.routers.get(host);
  if (router === undefined) return { world, status: 500, cut: "dropped" };
  const method = operation.name;
  const asked = { interface: "netconf", method, path: `/devices/${host}` } as const;
  if (refusedBy(world.settings, asked, user) !== undefined) {
    return refusal(world, rpc, { tag: "access-denied", message: `${user} may not ${method}` });
  }
  const device = deviceState(world.netconf, host);
  try {
    const done = carriedOut({ world, session, router, device, operation, now });
    const failed = done.content.some(({ name }) => name === "rpc-error");
    return {
      world: keptOn(host, world, done.world),
      message: replyTo(rpc, done.content),
      status: failed ? 409 : 200,
    };
  } catch (error) {
    if (error instanceof RpcRefusal) return refusal(world, rpc, error.error);
    throw error;
  }
}
