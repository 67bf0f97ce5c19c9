/** The format JSON for machines: documents with a name and a version, each with a schema in `schemas/`. */

import { documentText } from "../text/escape.ts";
import type { Format } from "./format.ts";

/** The format `json`. */
export const jsonFormat = {
  name: "json",
  endings: [".json"],
  readers: "machines",
  purpose: "machines; has `format` and `version` at its top",
  plan: async () => {
    const { planDocument } = await import("../plan/plan-json.ts");
    return (plan, { problems }) => documentText(planDocument(plan, problems));
  },
  drift: async () => {
    const { driftDocument } = await import("../drift/drift.ts");
    return (plan, { who }) => documentText(driftDocument(plan, who));
  },
  status: async () => {
    const { statusDocument } = await import("../status/status.ts");
    return (all, { range }) => documentText(statusDocument(all, range));
  },
  history: async () => {
    const { historyDocument } = await import("../history/history-view.ts");
    return (view) => documentText(historyDocument(view));
  },
  problems: (problems) => documentText({ format: "trueup.problems", version: 1, problems }),
  result: (result) => documentText(result.document()),
} as const satisfies Format;
