/** The schema of `serve:` in `trueup.yaml`, for a server that follows the project, and its defaults. */

import { z } from "zod";
import type { HealingBounds, ServeSettings } from "../../model/project.ts";

/** The settings if the project file has no `serve:`. */
export const serveDefaults: ServeSettings = { observeMs: 900_000, fullReadMs: 86_400_000, apply: "asked" };

/** The defaults of `selfHeal`. They also apply to `selfHeal: true`. */
const selfHealDefaults: HealingBounds = { pauseMs: 3_600_000, perDayMax: 4 };

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function millisecondsOf(text: string): number {
  return Number(text.slice(0, -1)) * (unitMs[text.slice(-1)] ?? 0);
}

/** The maximum duration. Anything longer practically means never. */
const longest = "30d";

function duration(shortest: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,5}[smhd]$/, "must be a length of time such as 30s, 15m, 24h or 7d")
    .refine((text) => millisecondsOf(text) >= millisecondsOf(shortest), `must be at least ${shortest}`)
    .refine((text) => millisecondsOf(text) <= millisecondsOf(longest), `must be at most ${longest}`);
}

/** The minimum interval, as for `status --watch`. A shorter interval would only use up rate limits. */
const shortestObserve = "10s";

/** The schema of `serve:`. */
export const serveSchema = z
  .strictObject({
    observe: duration(shortestObserve)
      .exactOptional()
      .describe("How often each target is observed, such as 15m; at least 10s. Default: 15m."),
    fullRead: duration("1m")
      .exactOptional()
      .describe("How often everything is read, regardless of change logs. Default: 24h."),
    apply: z
      .enum(["onMerge", "asked"])
      .exactOptional()
      .describe(
        "onMerge: changes are applied automatically after a merge. asked: only on request. Default: asked.",
      ),
    selfHeal: z
      .union([
        z.boolean(),
        z.strictObject({
          pause: duration("1m")
            .exactOptional()
            .describe("The shortest interval between two reversions of drift. Default: 1h."),
          perDay: z
            .int()
            .min(1)
            .max(48)
            .exactOptional()
            .describe("The maximum number of reversions in any 24 hours. Default: 4."),
        }),
      ])
      .exactOptional()
      .describe(
        "Whether drift is reverted automatically: true, false, or a map of limits. Never in a freeze. Default: false.",
      ),
  })
  .describe("When a server (`trueup serve`) checks, and what it may do automatically.");

/** Returns the settings with their defaults. */
export function serveSettingsOf({
  observe,
  fullRead,
  apply = serveDefaults.apply,
  selfHeal = false,
}: z.infer<typeof serveSchema>): ServeSettings {
  const { pause, perDay = selfHealDefaults.perDayMax } = typeof selfHeal === "boolean" ? {} : selfHeal;
  const pauseMs = pause === undefined ? selfHealDefaults.pauseMs : millisecondsOf(pause);
  return {
    observeMs: observe === undefined ? serveDefaults.observeMs : millisecondsOf(observe),
    fullReadMs: fullRead === undefined ? serveDefaults.fullReadMs : millisecondsOf(fullRead),
    apply,
    ...(selfHeal !== false && { selfHeal: { pauseMs, perDayMax: perDay } }),
  };
}
