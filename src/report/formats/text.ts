/** Text for a terminal: the default format. */

import { problemsText } from "../problems.ts";
import { plain } from "../text/style.ts";
import type { Format } from "./format.ts";

/** The format `text`. */
export const textFormat = {
  name: "text",
  endings: [""],
  readers: "people",
  purpose: "a terminal",
  plan: async () => {
    const { planText } = await import("../plan/plan-text.ts");
    const { irreversibleText } = await import("../apply/rollback-text.ts");
    return (plan, { style, at, rollback }) =>
      planText(plan, style, at) + (rollback ? irreversibleText(plan, style) : "");
  },
  drift: async () => {
    const { driftText } = await import("../drift/drift.ts");
    return (plan, { style, who }) => driftText(plan, style, who);
  },
  status: async () => {
    const { statusText } = await import("../status/status.ts");
    return (all, { style, view }) => statusText(all, style, view);
  },
  history: async () => (await import("../history/history-text.ts")).historyText,
  problems: (problems) => problemsText(problems, plain),
  result: (result) => result.text(),
} as const satisfies Format;
