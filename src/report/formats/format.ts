/** What a format of results is: its name, the endings of its files, and how it writes each document. */

import type { Desired } from "../../model/desired.ts";
import type { Who } from "../../model/live/snapshot.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Problem } from "../../model/problem.ts";
import type { TargetStatus } from "../../model/status.ts";
import type { StatusView } from "../status/status.ts";
import type { LineLink } from "../text/line-link.ts";
import type { Style } from "../text/style.ts";

/** What a plan, or the drift that it shows, is written with. It has no secrets. */
export interface PlanContext {
  /** For people. */
  readonly style: Style;
  /** The project's folder as the root of the repository sees it: empty, or with a slash at its end. */
  readonly folder: string;
  /** Warnings about the project and its desired state. */
  readonly problems: readonly Problem[];
  /** Where the fields of what is created were written. */
  readonly locate: Desired["locate"];
  /** True: what a rollback could not take back is listed, in formats for people. JSON always says it. */
  readonly rollback?: boolean;
  /** Who changed what drifted, where that was asked for. */
  readonly who?: Who | undefined;
  /** When live was read: ISO 8601 in UTC. */
  readonly at?: string | undefined;
  /** Where a line can be looked at. */
  readonly link?: LineLink | undefined;
}

/** What health and inventories are written with. */
interface StatusContext {
  /** For people. */
  readonly style: Style;
  readonly view: StatusView;
  /** The range of time that was asked for, in milliseconds since 1970. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
}

/** What a command found that only a terminal and a program read; each is made when it is written. */
export interface CommandResult {
  /** For people; ends with a line break. */
  readonly text: () => string;
  /** With `format` and `version` at its top. */
  readonly document: () => object;
}

/** How each document is written, as a text that ends with a line break. All are pure. */
export interface Writers {
  readonly plan: (plan: Plan, on: PlanContext) => string;
  readonly drift: (plan: Plan, on: PlanContext) => string;
  readonly status: (all: readonly TargetStatus[], on: StatusContext) => string;
}

/** What is loaded when it is asked for: the command line knows all formats before it knows which one is wanted. */
type Loaded = { readonly [D in keyof Writers]?: () => Promise<Writers[D]> };

/** One format. What it leaves out it cannot write, and no command that shows such a document takes its name. */
export interface Format extends Loaded {
  /** What `--format` calls it. */
  readonly name: string;
  /** How names of its files end, the usual one first. The longest that fits decides; `""` fits every name. */
  readonly endings: readonly string[];
  /** People find problems on standard error; machines find them where the document would be. */
  readonly readers: "people" | "machines";
  /** What it is good for, in a few words: its row in docs/formats.md. */
  readonly purpose: string;
  /** What is wrong with a project. `folder` is that of `PlanContext`. */
  readonly problems?: (problems: readonly Problem[], folder: string) => string;
  /** What stands in a file where there is no plan, where that is not `problems`. */
  readonly noPlan?: (problems: readonly Problem[]) => string;
  /** What any other command found. */
  readonly result?: (result: CommandResult) => string;
}
