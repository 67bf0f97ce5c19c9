/** Injects faults on request: conflicts, locks, outages, and slow, truncated, lost or nonsensical replies. */

import { z } from "zod";
import { liveChangeSchema } from "./live-change.ts";
import { writingOperations } from "./netconf/operation-names.ts";
import { errorTags, statusOfTag } from "./netconf/rpc-error.ts";
import { bare, json, type RequestFacts, type SimReply } from "./wire/message.ts";
import { matchesPattern, splitQuery } from "./wire/route.ts";
import { servedNames } from "./wire/served-names.ts";

const effect = z.discriminatedUnion("kind", [
  /** The reply is a 409 without a body. With `forMs`, it stands for a lock that another client holds. */
  z.strictObject({ kind: z.literal("conflict") }),
  /**
   * The request is carried out normally, and then `change` happens. For example, the health of a site falls after a
   * write.
   */
  z.strictObject({ kind: z.literal("carriedOut") }),
  /** The reply is a 503, and the request is not carried out. */
  z.strictObject({ kind: z.literal("down") }),
  /** The request is carried out, and the reply takes this long. */
  z.strictObject({ kind: z.literal("slow"), delayMs: z.number().min(0) }),
  /** The reply is a 200 with a page of HTML, and the request is not carried out. */
  z.strictObject({ kind: z.literal("notJson") }),
  /** The reply consists of the members below, and the request is not carried out. */
  z.strictObject({
    kind: z.literal("answer"),
    status: z.int().min(200).max(599),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.string().optional(),
  }),
  /** The connection is closed, and the request is not carried out. */
  z.strictObject({ kind: z.literal("lostBefore") }),
  /** The request is carried out, and the connection is closed without a reply. */
  z.strictObject({ kind: z.literal("lostAfter") }),
  /** The request is carried out, and the connection is closed in the middle of the body. */
  z.strictObject({ kind: z.literal("truncated") }),
  /** For NETCONF: the rpc is carried out, and the reply has the message-id of another request. */
  z.strictObject({ kind: z.literal("otherMessageId") }),
  /** For NETCONF: the reply is an `rpc-error` with this tag, and the rpc is not carried out. */
  z.strictObject({
    kind: z.literal("rpcError"),
    tag: z.enum(errorTags),
    message: z.string().optional(),
    /** The `error-path`. If absent, the error has none. */
    path: z.string().optional(),
    /** The `error-app-tag`. If absent, the error has none. */
    appTag: z.string().optional(),
  }),
]);

/** A fault: which requests it affects, how often or how long, and in which way. */
export const faultSchema = z.strictObject({
  /** The affected interface. If absent, every interface is affected. */
  interface: z.enum(servedNames).optional(),
  /** The affected methods. If absent, a conflict affects writing methods, and any other fault affects every method. */
  methods: z.array(z.string()).optional(),
  /** The affected path, without its query. `*` matches any characters. If absent, every path is affected. */
  path: z.string().optional(),
  /**
   * The number of matching requests that pass before the first request is affected. If absent, the first matching
   * request is affected.
   */
  after: z.int().min(0).optional(),
  /**
   * The number of affected requests. If absent, one request is affected. If `forMs` is set, all requests are affected
   * until the fault ends.
   */
  times: z.int().min(1).optional(),
  /** How long the fault lasts from now. If absent, it lasts until it has affected `times` requests. */
  forMs: z.number().min(0).optional(),
  effect,
  /** A change by another user. It happens each time the fault occurs. */
  change: liveChangeSchema.optional(),
});

/** A fault to arm. */
export type Fault = z.infer<typeof faultSchema>;

/** An armed fault. */
export interface ArmedFault {
  readonly fault: Fault;
  readonly skipLeft: number;
  readonly strikesLeft: number;
  /** The end of the fault, on the simulator's clock. */
  readonly endsAt: number;
}

/** Arms a fault. */
export function armed(fault: Fault, now: number): ArmedFault {
  const { forMs, after = 0, times = forMs === undefined ? 1 : Number.POSITIVE_INFINITY } = fault;
  const endsAt = forMs === undefined ? Number.POSITIVE_INFINITY : now + forMs;
  return { fault, skipLeft: after, strikesLeft: times, endsAt };
}

/**
 * Returns the first fault that concerns a request, unless this fault lets the request pass. Also returns the faults
 * that are armed afterwards.
 */
export function struckBy(
  faults: readonly ArmedFault[],
  request: RequestFacts,
  now: number,
): { readonly fault?: Fault; readonly faults: readonly ArmedFault[] } {
  const current = faults.filter(({ endsAt }) => now < endsAt);
  const index = current.findIndex(({ fault }) => concerns(fault, request));
  const one = current[index];
  if (one === undefined) return { faults: current };
  if (one.skipLeft > 0) return { faults: current.with(index, { ...one, skipLeft: one.skipLeft - 1 }) };
  const spent = { ...one, strikesLeft: one.strikesLeft - 1 };
  const left = spent.strikesLeft > 0 ? current.with(index, spent) : current.toSpliced(index, 1);
  return { fault: one.fault, faults: left };
}

/**
 * Returns the reply of a fault that prevents a request from being carried out. Returns undefined if the fault does not
 * prevent it.
 */
export function replyInstead({ effect }: Fault): SimReply | undefined {
  switch (effect.kind) {
    case "conflict":
      return bare(409);
    case "down":
      return bare(503);
    case "rpcError":
      return { ...bare(statusOfTag(effect.tag)), tag: effect.tag };
    case "notJson":
      return {
        ...json(200, null, { "content-type": "text/html" }),
        body: "<html><body>Sign in</body></html>",
      };
    case "answer":
      return { status: effect.status, headers: effect.headers ?? {}, body: effect.body ?? "", delayMs: 0 };
    case "lostBefore":
      return { ...bare(0), cut: "dropped" };
    case "carriedOut":
    case "slow":
    case "lostAfter":
    case "truncated":
    case "otherMessageId":
      return undefined;
  }
}

/** Returns the reply to a request that was carried out, changed by a fault. */
export function replyUnder({ effect }: Fault, reply: SimReply): SimReply {
  if (effect.kind === "slow") return { ...reply, delayMs: reply.delayMs + effect.delayMs };
  if (effect.kind === "lostAfter") return { ...reply, cut: "dropped" };
  return effect.kind === "truncated" ? { ...reply, cut: "truncated" } : reply;
}

/**
 * Faults that actions of a batch can have. An action has no connection of its own, so connection faults are left out.
 */
const ofActions: readonly Fault["effect"]["kind"][] = ["conflict", "answer", "carriedOut"];

const writing: readonly string[] = ["POST", "PUT", "PATCH", "DELETE", ...writingOperations];

function concerns(fault: Fault, request: RequestFacts): boolean {
  const methods = fault.methods ?? (fault.effect.kind === "conflict" ? writing : undefined);
  const { path } = splitQuery(request.path);
  return (
    (request.batch === undefined || ofActions.includes(fault.effect.kind)) &&
    (fault.interface ?? request.interface) === request.interface &&
    (methods?.includes(request.method) ?? true) &&
    matchesPattern(fault.path ?? "*", path)
  );
}
