/** The options of `trueup status`, and conflicts between them. */

import { type Problem, problem } from "../../model/problem.ts";
import type { FormatFor } from "../../report/formats/registry.ts";
import { shortestSeconds } from "../terminal/watch.ts";
import type { TimeSpan } from "./since.ts";

/** The command's arguments and options. */
export interface StatusOptions {
  readonly format: FormatFor<"status">;
  readonly all?: boolean | undefined;
  readonly target?: readonly string[] | undefined;
  readonly since?: TimeSpan | undefined;
  readonly uplinks?: boolean | undefined;
  readonly device?: readonly string[] | undefined;
  /** The interval in seconds; `true` selects the default interval. */
  readonly watch?: number | true | undefined;
}

/** The conflict between these options; undefined if there is none. */
export function wrongWith({ format, watch, uplinks, device, since }: StatusOptions): Problem | undefined {
  if (device && (uplinks || since)) return unfit("--device cannot be combined with --uplinks or --since");
  if (watch === undefined) return undefined;
  if (watch !== true && watch < shortestSeconds)
    return problem("too-often", `--watch ${watch} is shorter than ${shortestSeconds} seconds`, {
      hint: "Use a longer interval: more frequent reads show nothing new, and use up the rate limit that changes need.",
    });
  if (format !== "text")
    return unfit(`--watch cannot be combined with --format ${format}: run the command repeatedly instead`);
  if (uplinks)
    return unfit(
      "--watch cannot be combined with --uplinks, which is one request for each device: use --device instead",
    );
  return undefined;
}

/** The problem of options that cannot be combined. */
function unfit(message: string): Problem {
  return problem("options-unfit", message);
}
