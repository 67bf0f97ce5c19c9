/** `serve:` of a project file: when a server looks at the project's targets, and what it may do by itself. */

import type { Milliseconds } from "./reply.ts";

/** What a project allows a server, with its defaults. */
export interface ServeSettings {
  /** How often each target is observed. Default 15 minutes. */
  readonly observeMs: Milliseconds;
  /** How often everything is read, whatever change logs say. Default 24 hours. */
  readonly fullReadMs: Milliseconds;
  /** Whether what was merged is applied by itself, or once somebody asks. Default `asked`. */
  readonly apply: "onMerge" | "asked";
  /** How drift is set back by itself. Absent: it is not. */
  readonly selfHeal?: SelfHeal | undefined;
}

/** The bounds of setting drift back by itself. */
export interface SelfHeal {
  /** At least so long between two times. */
  readonly pauseMs: Milliseconds;
  /** So often at most in any 24 hours. */
  readonly perDayMax: number;
}

const [minute, hour] = [60_000, 3_600_000];

/** Where `serve:` is not written. */
export const serveDefaults: ServeSettings = { observeMs: 15 * minute, fullReadMs: 24 * hour, apply: "asked" };

/** Of `selfHeal: true`, and of what is not written of it. */
export const selfHealDefaults: SelfHeal = { pauseMs: hour, perDayMax: 4 };
