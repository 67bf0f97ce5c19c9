/** Servers that show new objects or new values late, or that answer a create without the object. Pure. */

import { longestDelay, shownLate } from "./habits/late.ts";
import { bare, type SimReply, type SimRequest } from "./wire/message.ts";
import { type HttpName, servedNames } from "./wire/served-names.ts";
import type { World } from "./world.ts";

/**
 * Returns the simulated world with its current state stored for later, delayed answers. If nothing is delayed, the
 * world is unchanged.
 */
export function withPast(world: World, now: number): World {
  const lateMs = Math.max(world.settings.listedAfterMs, longestDelay(world.settings));
  const last = world.past.at(-1);
  if (lateMs === 0 || (last && httpNames.every((name) => last.held[name] === world[name]))) return world;
  const current = world.past.findLastIndex(({ at }) => at <= now - lateMs);
  const { dashboard, controller, fabric, restconf, messaging, servers, sdwan, firewall, openapi } = world;
  const held = { dashboard, controller, fabric, restconf, messaging, servers, sdwan, firewall, openapi };
  const at = last ? now : Number.NEGATIVE_INFINITY;
  return { ...world, past: [...world.past.slice(Math.max(0, current)), { at, held }] };
}

const httpNames = servedNames.filter((name) => name !== "netconf");

/** A reply, and the simulated world after it. */
interface Answered {
  readonly world: World;
  readonly reply: SimReply;
}

/**
 * Answers from the current state. Lists omit objects that are newer than `listedAfterMs`, and fields may be delayed.
 * According to `createAnswers`, a create gets 201 with the object, or 202 without a body.
 */
export function answeredLate(
  world: World,
  run: (world: World) => Answered,
  { request, now }: { readonly request: SimRequest; readonly now: number },
): Answered {
  const done = run(world);
  const { settings, past } = world;
  const { interface: name, method } = request;
  if (method === "POST" && done.reply.status === 201 && settings.createAnswers === "accepted")
    return { ...done, reply: { ...bare(202), delayMs: done.reply.delayMs } };
  if (method !== "GET" || done.reply.status !== 200 || past.length === 0) return done;
  const listed = {
    ...world,
    [name]: withoutNew(heldAgo(world, name, now - settings.listedAfterMs), world[name]),
  };
  const shown = shownAt(listed, name, now);
  if (shown[name] === world[name]) return done;
  const { reply } = run(shown);
  return reply.status === 200 ? { ...done, reply } : done;
}

/** Returns the simulated world as one interface shows it at this time, with older values of delayed fields. */
export function shownAt(world: World, name: HttpName, now: number): World {
  const ago = (ms: number) => heldAgo(world, name, now - ms);
  return { ...world, [name]: shownLate(world.settings, name, { held: world[name], heldAgo: ago }) };
}

function heldAgo({ past, ...world }: World, name: HttpName, at: number): World[HttpName] {
  return (past.findLast((one) => one.at <= at)?.held ?? world)[name];
}

/** Returns `now` without the map entries that do not exist in `then`. */
function withoutNew(then: unknown, now: unknown): unknown {
  if (then === now) return now;
  if (then instanceof Map && now instanceof Map)
    return new Map(
      [...now].flatMap(([key, value]) => (then.has(key) ? [[key, withoutNew(then.get(key), value)]] : [])),
    );
  if (!isPlain(then) || !isPlain(now)) return now;
  return Object.fromEntries(
    Object.entries(now).map(([key, value]) => [
      key,
      Object.hasOwn(then, key) ? withoutNew(then[key], value) : value,
    ]),
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
