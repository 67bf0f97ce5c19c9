/** Servers that show a field's new value only some time after the write. Pure. */

import type { HttpName } from "../wire/served-names.ts";
import type { SimulatorSettings } from "../wire/settings.ts";
import { type HabitThat, isAbout, type ValueHabit } from "./habit.ts";
import { habitsIn } from "./short-names.ts";
import { configured, isPlain } from "./walk.ts";

type Delay = HabitThat<"delays">;

/** Returns the greatest age that a shown value may have, in milliseconds. */
export function longestDelay({ habits }: Pick<SimulatorSettings, "habits">): number {
  return Math.max(0, ...habits.filter(isDelay).map(({ ms }) => ms));
}

/** Returns the state that an interface shows: the current state, but with older values of delayed fields. */
export function shownLate(
  settings: SimulatorSettings,
  name: HttpName,
  { held, heldAgo }: { readonly held: unknown; readonly heldAgo: (ms: number) => unknown },
): unknown {
  return habitsIn(settings, name)
    .filter(isDelay)
    .reduce(
      (shown, habit) =>
        configured(name, [heldAgo(habit.ms), shown], (then, now, path) => older(then, now, { path, habit })),
      held,
    );
}

function isDelay(habit: ValueHabit): habit is Delay {
  return habit.does === "delays";
}

interface At {
  readonly path: readonly string[];
  readonly habit: Delay;
}

/**
 * Returns the current state, with the values of delayed fields taken from `then`. Anything that did not exist in `then`
 * is shown unchanged.
 */
function older(then: unknown, now: unknown, { path, habit }: At): unknown {
  if (then === now || then === undefined) return now;
  const inside = (name: string) => ({ path: [...path, name], habit });
  if (now instanceof Map && then instanceof Map)
    return new Map([...now].map(([key, one]) => [key, older(then.get(key), one, inside(String(key)))]));
  if (Array.isArray(now) && Array.isArray(then) && now.length === then.length)
    return now.map((one, index) => older(then[index], one, inside(String(index))));
  if (!isPlain(now) || !isPlain(then)) return now;
  const isLate = (name: string) => isAbout(habit, [...path, name]);
  const gone = Object.entries(then).filter(([name]) => isLate(name) && !Object.hasOwn(now, name));
  const shown = Object.entries(now).flatMap(([name, one]) => {
    if (!isLate(name)) return [[name, older(then[name], one, inside(name))]];
    return Object.hasOwn(then, name) ? [[name, then[name]]] : [];
  });
  return Object.fromEntries([...shown, ...gone]);
}
