/**
 * Draws how servers change values, and how late they show them, for all histories. To add a behavior, add a line to
 * `habitsOf` and a name to `Habits`.
 */

import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { type Draw, pick } from "./draw.ts";
import { isAsked, kept, tell } from "./reduced/parts.ts";

/** How a server stores and lists objects, and how it answers creates. */
export type Habits = Pick<SimulatorSettings, "normalise" | "listedAfterMs" | "createAnswers">;

/** Draws how a server behaves. */
export function habitsOf(draw: Draw): Habits {
  const drawn: Habits = {
    normalise: pick<Habits["normalise"]>(draw, [
      [],
      ["trimName"],
      ["upperCaseName"],
      ["composeName"],
      ["trimName", "upperCaseName"],
    ]),
    listedAfterMs: pick(draw, [0, 0, 5000, 45_000, 120_000]),
    createAnswers: pick(draw, ["whole", "whole", "accepted"]),
  };
  if (!isAsked()) return drawn;
  const { normalise, listedAfterMs, createAnswers } = drawn;
  const habits: Habits = {
    normalise: normalise.filter((habit) => kept(`habit.${habit}`)),
    listedAfterMs: listedAfterMs > 0 && kept("habit.late-lists") ? listedAfterMs : 0,
    createAnswers: createAnswers !== "whole" && kept("habit.answers") ? createAnswers : "whole",
  };
  tell("servers", () => JSON.stringify(habits));
  return habits;
}
