/**
 * The core of NETCONF. From a simulated world and a client's input, it computes the next world and the device's output.
 * Pure.
 */

import { withPast } from "../late-lists.ts";
import type { World } from "../world.ts";
import { expired, withoutSession, withSession } from "./devices.ts";
import { type Framing, framed, unframe } from "./framing.ts";
import { framingAfter, helloOf } from "./hello.ts";
import type { MessageOutcome } from "./reply.ts";
import { answer } from "./rpc.ts";
import type { Session } from "./state.ts";
import { writeXml } from "./tree/output.ts";
import { struck } from "./trouble.ts";

/** A message from a device. */
export interface SentMessage {
  readonly octets: Uint8Array;
  /** The delay after the request, in milliseconds. */
  readonly delayMs: number;
}

/**
 * The simulated world after a client's action, and the device's messages. If the session was closed, the world no
 * longer contains it.
 */
export interface NetconfResult {
  readonly world: World;
  readonly sent: readonly SentMessage[];
}

/** Connects a client, to which the device says hello. If the device does not exist or is down, there is no session. */
export function connect(
  world: World,
  { host, user }: { readonly host: string; readonly user: string },
  now: number,
): NetconfResult & { readonly session?: number } {
  const router = world.restconf.routers.get(host);
  if (router === undefined) return { world, sent: [] };
  const id = world.netconf.counted + 1;
  const session: Session = { id, host, user, framing: "endOfMessage", stream: "", greeted: false };
  const counted = withSession({ ...world, netconf: { ...world.netconf, counted: id } }, session);
  const hello = writeXml(helloOf(world.settings.netconf, router, id));
  const greet = (at: World): MessageOutcome => ({
    world: at,
    message: `${declaration}${hello}`,
    status: 200,
  });
  return { ...say(struck(counted, { session, method: "hello", now }, greet), session), session: id };
}

/** Receives octets from a client. The device answers each complete message. */
export function receive(
  world: World,
  { session: id, octets }: { readonly session: number; readonly octets: Uint8Array },
  now: number,
): NetconfResult {
  const sent: SentMessage[] = [];
  let current = appended(withPast(expired(world, now), now), id, Buffer.from(octets).toString("latin1"));
  for (let session = current.netconf.sessions.get(id); session !== undefined; ) {
    const { message, rest, broken } = unframe(session.framing, session.stream);
    if (broken) return { world: withoutSession(current, id), sent };
    if (message === undefined) break;
    const left = { ...session, stream: rest };
    const heard = hear(withSession(current, left), { session: left, message, now });
    sent.push(...heard.sent);
    current = heard.world;
    session = current.netconf.sessions.get(id);
  }
  return { world: withPast(current, now), sent };
}

/** Returns the simulated world after a client has disconnected. */
export function disconnect(world: World, session: number, now: number): World {
  return withoutSession(expired(world, now), session);
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Returns the simulated world with octets appended to a session's input. */
function appended(world: World, id: number, octets: string): World {
  const session = world.netconf.sessions.get(id);
  return session === undefined ? world : withSession(world, { ...session, stream: session.stream + octets });
}

interface Message {
  readonly session: Session;
  readonly message: string;
  readonly now: number;
}

function hear(world: World, { session, message, now }: Message): NetconfResult {
  if (session.greeted) return say(answer(world, { session, message, now }), session);
  const framing = framingAfter(message, world.settings.netconf);
  if (framing === undefined) return { world: withoutSession(world, session.id), sent: [] };
  return { world: withSession(world, { ...session, framing, greeted: true }), sent: [] };
}

/** Frames a device's message. If the message is truncated, the session ends. */
function say({ world, message, delayMs = 0, cut }: MessageOutcome, { id, framing }: Session): NetconfResult {
  const after = cut === undefined ? world : withoutSession(world, id);
  if (message === undefined || cut === "dropped") return { world: after, sent: [] };
  const whole = octetsOf(message, framing, world);
  const octets = cut === "truncated" ? whole.subarray(0, whole.length / 2) : whole;
  return { world: after, sent: [{ octets, delayMs: delayMs + world.settings.latencyMs }] };
}

function octetsOf(message: string, framing: Framing, { settings }: World): Uint8Array {
  return framed(framing, message, settings.netconf.chunkBytes);
}
