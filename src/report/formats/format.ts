/** How an output format is defined: its name, file extensions, and writers for each document. */

import type { Desired } from "../../model/desired.ts";
import type { Who } from "../../model/live/snapshot.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Problem } from "../../model/problem.ts";
import type { TargetStatus } from "../../model/status.ts";
import type { HistoryView } from "../history/history-view.ts";
import type { StatusView } from "../status/status.ts";
import type { LineLink } from "../text/line-link.ts";
import type { Style } from "../text/style.ts";

/** The context for writing a plan or its drift. Nothing in it is secret. */
export interface PlanContext {
  /** The style of texts for people. */
  readonly style: Style;
  /** The project's path from the repository's root: empty, or with a trailing slash. */
  readonly folder: string;
  /** Warnings about the project and its desired state. */
  readonly problems: readonly Problem[];
  /** Where the fields of creates were written. */
  readonly locate: Desired["locate"];
  /** True: formats for people list the steps that cannot be rolled back. JSON always lists them. */
  readonly rollback?: boolean;
  /** The authors of changes to drifted resources, if requested. */
  readonly who?: Who | undefined;
  /** When the live state was read, ISO 8601 in UTC. */
  readonly at?: string | undefined;
  /** Links to lines of files. */
  readonly link?: LineLink | undefined;
}

/** The context for writing health and inventories. */
interface StatusContext {
  /** The style of texts for people. */
  readonly style: Style;
  readonly view: StatusView;
  /** The requested time range, in milliseconds since 1970. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
}

/** The result of a command that has only two formats: text for people, JSON for programs. Each is created on demand. */
export interface CommandResult {
  /** The text for people; ends with a line break. */
  readonly text: () => string;
  /** The document, with `format` and `version` at its top. */
  readonly document: () => object;
}

/** The writers of each document; texts end with a line break. All are pure. */
export interface Writers {
  readonly plan: (plan: Plan, on: PlanContext) => string;
  readonly drift: (plan: Plan, on: PlanContext) => string;
  readonly status: (all: readonly TargetStatus[], on: StatusContext) => string;
  readonly history: (view: HistoryView, style: Style) => string;
}

/** Writers are loaded lazily, because the command line must know all formats before it knows the requested one. */
type Loaded = { readonly [D in keyof Writers]?: () => Promise<Writers[D]> };

/** One format. If it has no writer for a document, commands with that document do not offer it. */
export interface Format extends Loaded {
  /** The name for `--format`. */
  readonly name: string;
  /**
   * The file extensions, the usual one first. If several formats match a file name, the longest extension decides; `""`
   * matches every name.
   */
  readonly endings: readonly string[];
  /**
   * The readers of the format. For people, problems are printed to standard error. For machines, problems take the
   * place of the document.
   */
  readonly readers: "people" | "machines";
  /** The format's purpose in a few words, for its row in docs/formats.md. */
  readonly purpose: string;
  /** Writes the errors of a project. `folder`: see `PlanContext`. */
  readonly problems?: (problems: readonly Problem[], folder: string) => string;
  /** Writes a file if there is no plan. Absent: `problems` writes it. */
  readonly noPlan?: (problems: readonly Problem[]) => string;
  /** Writes the result of any other command. */
  readonly result?: (result: CommandResult) => string;
}
