/** The format Markdown, for pull requests, issues and job summaries. */

import { noPlanMarkdown } from "../problems.ts";
import type { Format } from "./format.ts";

/** The format `markdown`. */
export const markdownFormat = {
  name: "markdown",
  endings: [".md"],
  readers: "people",
  purpose: "a pull request, an issue, a job summary",
  plan: async () => (await import("../plan/plan-markdown.ts")).planMarkdown,
  drift: async () => (await import("../drift/drift.ts")).driftMarkdown,
  status: async () => {
    const { statusMarkdown } = await import("../status/status.ts");
    return (all, { view }) => statusMarkdown(all, view);
  },
  history: async () => (await import("../history/history-markdown.ts")).historyMarkdown,
  noPlan: noPlanMarkdown,
} as const satisfies Format;
