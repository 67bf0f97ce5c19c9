/** Servers whose lists show a new thing late, and whose answers do not say what was made. Pure. */

import { bare, type SimReply, type SimRequest } from "./wire/message.ts";
import { servedNames } from "./wire/served-names.ts";
import type { World } from "./world.ts";

/** The world with what it holds now kept for lists that are late; as it is where none is. */
export function withPast(world: World, now: number): World {
  const { listedAfterMs } = world.settings;
  const last = world.past.at(-1);
  if (listedAfterMs === 0 || (last && httpNames.every((name) => last.held[name] === world[name])))
    return world;
  const current = world.past.findLastIndex(({ at }) => at <= now - listedAfterMs);
  const { dashboard, controller, fabric, restconf, messaging, servers, sdwan, firewall, openapi } = world;
  const held = { dashboard, controller, fabric, restconf, messaging, servers, sdwan, firewall, openapi };
  const at = last ? now : Number.NEGATIVE_INFINITY;
  return { ...world, past: [...world.past.slice(Math.max(0, current)), { at, held }] };
}

const httpNames = servedNames.filter((name) => name !== "netconf");

/** What is answered, and what has become of the world. */
interface Answered {
  readonly world: World;
  readonly reply: SimReply;
}

/**
 * Answers by the world as it is, but that lists leave out what was made less than `listedAfterMs` ago. What was asked
 * for by its own path is shown at once. A create is answered 201 with what was made, or 202 with nothing.
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
  const then = past.findLast(({ at }) => at <= now - settings.listedAfterMs);
  if (method !== "GET" || done.reply.status !== 200 || !then || then.held[name] === world[name]) return done;
  const { reply } = run({ ...world, [name]: withoutNew(then.held[name], world[name]) });
  return reply.status === 200 ? { ...done, reply } : done;
}

/** What is there now, but for the entries of its maps that were not there then. */
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
